//! Windows are sent what they lack.

use serde_json::json;

use crate::correspondences::Correspondences;
use crate::journal::Journal;
use crate::reading::DieThrower;
use crate::record::Entry;
use crate::session::Act;

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
            let request = json!({ "journal": one.journal, "annotation": step, "has": one.has() });
            let answer = post(&mut table, "api/annotate", &request);
            assert!(one.see(answer)["error"].is_null());
        } else {
            one.does(&mut table, std::slice::from_ref(step));
        }
        let everything = one.get(&mut table, "api/state", &[]);
        assert_eq!(one.state, everything, "{step}");
        // The other window does not always read at once.
        if number % 3 == 2 {
            two.looks(&mut table).unwrap();
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
    // A window that reads late is sent all that it lacks.
    assert_eq!(two.looks(&mut table).unwrap()["notes"].as_array().unwrap().len(), 50);
    assert_eq!(two.looks(&mut table), None);
    assert_eq!(two.state["notes"], one.state["notes"]);
}

#[test]
fn a_page_that_was_away_while_the_journal_changed_catches_up() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut window = Window::begin(&mut table, brother(DieThrower::ByHand, false));
    window.does(&mut table, &[throw(2), mv("Nc8d6"), throw(1)]);
    window.does(&mut table, &[kind("take_back"), throw(3)]);
    let mut prompts = Journal::open(&window.path(&table), Correspondences::embedded()).unwrap();
    prompts.enter(Entry::TakenBack(2)).unwrap();
    prompts.enter(Entry::Act(Act::Move("Nc8b6".parse().unwrap()).into())).unwrap();
    drop(prompts);
    assert_eq!(window.fails(&mut table, &kind("take_back")), "stale");
    assert_eq!(window.state["turns"]["list"][0]["move"], "Nc8b6");
    assert_eq!(window.state, window.get(&mut table, "api/state", &[]));
}
