//! The views, each in all its states: what a template lacks is an error.

use serde_json::json;

use crate::server::call::{Call, CallAnswer};
use crate::server::routes::Table;
use crate::server::windows_for_tests::Notebook;

/// A call of an address: `learn`, `search&q=king`.
pub(in crate::server) fn call(path: &str, address: &str, body: &str) -> Call {
    let pairs = address.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    Call {
        is_post: path == "act",
        path: path.to_owned(),
        query: pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect(),
        body: body.as_bytes().to_vec(),
    }
}

fn html(answer: CallAnswer) -> String {
    assert_eq!(answer.kind, super::HTML, "{}", String::from_utf8_lossy(&answer.body));
    String::from_utf8(answer.body).unwrap()
}

/// HTML without the links of marked words.
pub(in crate::server) fn without_marks(html: &str) -> String {
    let mut parts = html.split("<a class=\"term\"");
    let first = parts.next().unwrap_or_default().to_owned();
    first + &parts.map(|part| part.split_once('>').unwrap().1.replacen("</a>", "", 1)).collect::<String>()
}

/// The status and the HTML of a view.
pub(in crate::server) fn shown(table: &mut Table<'_>, address: &str) -> (u16, String) {
    let answer = table.answer(&call("part", address, "")).unwrap();
    (answer.status, html(answer))
}

/// The same after an act.
pub(in crate::server) fn done(table: &mut Table<'_>, address: &str, body: &str) -> (u16, String) {
    let answer = table.answer(&call("act", address, body)).unwrap();
    (answer.status, html(answer))
}

#[test]
fn a_question_says_what_follows_from_what_was_typed() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let mut looked = |fields: serde_json::Value| {
        let (status, html) = done(&mut table, "ask", &json!({ "act": "look", "fields": fields }).to_string());
        assert_eq!(status, 200, "{html}");
        without_marks(&html)
    };
    let empty = looked(json!({}));
    assert!(empty.contains("name=\"question\"") && !empty.contains("The Ptah stands"), "{empty}");
    let sister = looked(json!({ "question": "Is my sister <well>?" }));
    assert!(
        sister.contains("Brother or sister: the Water board. You play Air and move first. The Ptah stands on a5."),
        "{sister}"
    );
    assert!(sister.contains("third house") && sister.contains("Is my sister &lt;well&gt;?"), "{sister}");
    assert!(sister.contains("place.svg?board=Water&amp;angle=Air&amp;force=Gemini"), "{sister}");
    // A word for the matter, another of those found, and a place that was chosen by hand.
    assert!(looked(json!({ "question": "Is my sister well?", "matter": "job" })).contains("New job: the Earth board."));
    assert!(
        looked(json!({ "question": "Will my sister find work?", "category": "career" }))
            .contains("value=\"career\" class=\"unseen\" checked")
    );
    assert!(looked(json!({ "matter": "brother", "board": "Fire" })).contains("<strong>Fire board. You play Air"));
    assert!(looked(json!({ "matter": "zzzz" })).contains("No matter is called “zzzz”."));
    // A quiet question tells no sign.
    let quiet = looked(json!({ "matter": "brother", "quiet": "on" }));
    assert!(
        quiet.contains("The Ptah stands on a5.")
            && quiet.contains("since it is quiet")
            && !quiet.contains("third house"),
        "{quiet}"
    );
    assert!(!quiet.contains("As the matter says: Gemini"));
    // Who plays what is said where nobody is named.
    let seats = looked(json!({ "matter": "brother", "querent": "Anna", "Water": "Bela" }));
    let otherwise: Vec<&str> =
        seats.split("placeholder=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(otherwise, ["Anna", "Bela", "Anna", "Bela"]);
}

#[test]
fn a_question_is_begun_once_and_its_errors_stand_at_their_fields() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    let begin = |fields: serde_json::Value, id: &str| json!({ "id": id, "act": "begin", "fields": fields }).to_string();
    let (status, html) = done(&mut table, "ask", &begin(json!({}), "1"));
    assert!(status == 400 && html.contains("Write the question first."), "{html}");
    assert!(html.contains("Choose what it is about, or a board, an angle and a sign."), "{html}");
    let wrong = json!({ "question": "a\u{202e}b", "matter": "brother", "array": "Air of Fire & Earth", "die": "seed", "dice": "loaded" });
    let (_, html) = done(&mut table, "ask", &begin(wrong, "2"));
    for key in ["question", "array", "die", "dice"] {
        assert!(html.contains(&format!("id=\"f-{key}-error\"")), "{key}: {html}");
    }
    let throne = json!({ "question": "?", "board": "Water", "angle": "Air", "force": "Air" });
    assert!(done(&mut table, "ask", &begin(throne, "3")).1.contains("id=\"f-force-error\""));
    assert_eq!(std::fs::read_dir(notebook.folder.path()).unwrap().count(), 0, "nothing was begun");
    let fields = json!({ "question": "Is he well?", "querent": "Anna", "matter": "brother", "die": "seed", "seed": "7", "Earth": "Bela" });
    for (id, count) in [("4", 1), ("4", 1), ("5", 2)] {
        let (status, html) = done(&mut table, "ask", &begin(fields.clone(), id));
        assert!(status == 200 && html.contains("data-address=\"journal=2026-11-21-is-he-well"), "{html}");
        assert_eq!(table.journals.len(), count, "{id}");
    }
    let record = table.record("2026-11-21-is-he-well").unwrap();
    assert_eq!(record.heading().seats.players, ["Anna", "Bela", "Anna", "Bela"]);
}

#[test]
fn what_is_not_there_or_cannot_be_done_is_said_in_a_view() {
    let notebook = Notebook::new();
    let (status, html) = shown(&mut notebook.table(), "nothing");
    assert!(status == 404 && html.contains("There is nothing at this address."), "{html}");
    let (status, html) = done(&mut notebook.table(), "nothing", "{\"act\": \"<b>\"}");
    assert!(status == 400 && html.contains("role=\"alert\"") && html.contains("&lt;b&gt;"), "{html}");
}

#[test]
fn every_step_of_every_lesson_is_shown_and_its_answers_are_judged() {
    let notebook = Notebook::new();
    let mut table = notebook.table();
    for lesson in table.correspondences.lessons() {
        for (at, step) in lesson.steps.iter().enumerate() {
            let address = format!("learn={}&step={}", lesson.name, at + 1);
            let (status, html) = shown(&mut table, &address);
            assert!(status == 200 && html.contains(&format!("Step {} of {}", at + 1, lesson.steps.len())), "{html}");
            let (_, wrong) = done(&mut table, &address, "{\"act\": \"zz\"}");
            assert!(wrong.contains("Not this.") && wrong.contains("value=\"show\""), "{wrong}");
            assert!(!done(&mut table, &address, "{\"act\": \"<b>\"}").1.contains("<b>"));
            let (_, right) = done(&mut table, &address, "{\"act\": \"show\"}");
            assert!(right.contains("Right.") && right.contains("data-task=\"done\""), "{right}");
            assert!(!right.contains("data-from"), "nothing is left to play: {right}");
            let learned = crate::journal::read_learned(&notebook.folder.path().join(".learned"));
            assert_eq!(learned[&lesson.name], at + 1, "{}", step.ask);
        }
    }
    let first = &table.correspondences.lessons()[0];
    let (status, html) = shown(&mut table, &format!("learn={}&step=99", first.name));
    assert!(status == 404 && html.contains("Choose a step from 1 to"), "{html}");
    assert!(shown(&mut table, "learn=zzzz").1.contains("There is no lesson"));
    let other = Notebook::new();
    crate::journal::write_learned(&other.folder.path().join(".learned"), &first.name, 1).unwrap();
    assert!(shown(&mut other.table(), "learn").1.contains(&format!("#learn={}&amp;step=2", first.name)));
}
