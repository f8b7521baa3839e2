//! Windows hear that something has changed, and are sent what they lack.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::correspondences::Correspondences;
use crate::journal::Journal;
use crate::reading::DieThrower;
use crate::record::Entry;
use crate::session::Act;

use super::call::Call;
use super::routes::Table;
use super::serving::FromPage;
use super::watching;
use super::windows_for_tests::{Notebook, Window, brother, kind, mv, post, throw};

/// Acts and annotations, some of which change what was there before.
#[test]
fn a_window_that_is_sent_only_what_has_changed_has_everything() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut one = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    let path = one.path(&table);
    let mut two = Window::open(&mut table, &path, "two");
    let note = |text: &str| json!({ "kind": "note", "text": text });
    let remark = |turn: u32| json!({ "kind": "remark", "turn": turn, "text": "A remark." });
    let steps = [
        throw(2),
        note("one"),
        mv("Nc8d6"),
        remark(1),
        note("two"),
        kind("take_back"),
        kind("take_back"),
        note("three"),
        throw(2),
        mv("Nc8b6"),
        remark(1),
        kind("take_back"),
        mv("Nc8d6"),
        note("four"),
        kind("deal"),
        json!({ "kind": "tag", "tag": "family" }),
        kind("take_back"),
        kind("take_back"),
        json!({ "kind": "remark", "text": "At last." }),
        kind("conclude"),
    ];
    for (number, step) in steps.iter().enumerate() {
        if step["kind"] == "remark" || step["kind"] == "tag" {
            let request = json!({ "journal": one.journal, "client": "one", "annotation": step, "has": one.has() });
            let answer = post(&mut table, "api/annotate", &request);
            assert!(one.see(answer)["error"].is_null());
        } else {
            one.does(&mut table, std::slice::from_ref(step));
        }
        let mut everything = one.get(&mut table, "api/state", &[]);
        assert_eq!(one.state, everything, "{step}");
        // The other window does not always read at once.
        if number % 3 == 2 {
            two.hears(&mut table).unwrap();
            (everything["role"], everything["watching"]) = (two.state["role"].clone(), two.state["watching"].clone());
            assert_eq!(two.state, everything, "{step}");
        }
    }
}

#[test]
fn an_act_sends_no_notes_that_the_page_has() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut one = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    let path = one.path(&table);
    let mut two = Window::open(&mut table, &path, "two");
    for number in 0..50 {
        let answer = one.act(&mut table, &json!({ "kind": "note", "text": format!("note {number}") }));
        assert_eq!(answer["state"]["notes"].as_array().unwrap().len(), 1);
    }
    assert_eq!(one.act(&mut table, &throw(2))["state"]["notes"], json!([]));
    // A window that reads late was told once, and asks for all that it lacks.
    assert_eq!(two.hears(&mut table).unwrap()["notes"].as_array().unwrap().len(), 50);
    assert_eq!(two.hears(&mut table), None);
    assert_eq!(two.state["notes"], one.state["notes"]);
}

#[test]
fn a_page_that_was_away_while_the_journal_changed_catches_up() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    window.does(&mut table, &[throw(2), mv("Nc8d6"), throw(1)]);
    window.post(&mut table, "api/leave");
    // The journal is closed, and opened again by the same page.
    window.does(&mut table, &[kind("take_back"), throw(3)]);
    window.post(&mut table, "api/leave");
    let mut prompts = Journal::open(&window.path(&table), Correspondences::embedded()).unwrap();
    prompts.enter(Entry::TakenBack(2)).unwrap();
    prompts.enter(Entry::Act(Act::Move("Nc8b6".parse().unwrap()).into())).unwrap();
    drop(prompts);
    assert_eq!(window.fails(&mut table, &kind("take_back")), "stale");
    assert_eq!(window.state["turns"]["list"][0]["move"], "Nc8b6");
    assert_eq!(window.state, window.get(&mut table, "api/state", &[]));
}

#[test]
fn steady_calls_do_not_keep_the_table_from_looking() {
    let notebook = Notebook::new();
    let path = {
        let mut table = notebook.table();
        Window::begin(&mut table, brother(DieThrower::ByHand, false)).path(&table)
    };
    let journal = path.file_stem().unwrap().to_str().unwrap();
    let (sender, calls) = mpsc::channel();
    let settings = &notebook.settings;
    std::thread::scope(|scope| {
        scope.spawn(move || Table::new(settings, Correspondences::embedded()).run(&calls));
        let ask = |is_post: bool, path: &str, body: Value| {
            let query = vec![("journal".to_owned(), journal.to_owned())];
            let body = if is_post { body.to_string().into_bytes() } else { Vec::new() };
            let (answer, answered) = oneshot::channel();
            sender.send(FromPage::Call(Call { is_post, path: path.into(), query, body }, answer)).unwrap();
            answered.blocking_recv().unwrap()
        };
        let (watcher, mut events) = watching::stream("one");
        sender.send(FromPage::Watch(watcher)).unwrap();
        let windows = json!([{ "client": "one", "journal": journal }]);
        ask(true, "api/watch", json!({ "stream": "one", "windows": windows }));
        ask(false, "api/state", Value::Null);
        let mut prompts = Journal::open(&path, Correspondences::embedded()).unwrap();
        prompts.enter(Act::Throw("2".parse().unwrap())).unwrap();
        let begun = Instant::now();
        while events.heard().is_empty() && begun.elapsed() < Duration::from_secs(5) {
            ask(false, "api/kinds", Value::Null);
            std::thread::sleep(Duration::from_millis(20));
        }
        sender.send(FromPage::Stop).unwrap();
        assert!(begun.elapsed() < Duration::from_secs(5), "it has not looked");
    });
}
