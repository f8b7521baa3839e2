//! The views, each in all its states: what a template lacks is an error.

use crate::server::call::{Call, CallAnswer};
use crate::server::routes::Table;
use crate::server::windows_for_tests::Notebook;

/// A call of an address: `learn`, `search&q=king`.
fn call(path: &str, address: &str, body: &str) -> Call {
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

/// The status and the HTML of a view.
pub(super) fn shown(table: &mut Table<'_>, address: &str) -> (u16, String) {
    let answer = table.answer(&call("part", address, "")).unwrap();
    (answer.status, html(answer))
}

/// The same after an act.
pub(super) fn done(table: &mut Table<'_>, address: &str, body: &str) -> (u16, String) {
    let answer = table.answer(&call("act", address, body)).unwrap();
    (answer.status, html(answer))
}

#[test]
fn the_lessons_are_listed_with_what_was_done() {
    let notebook = Notebook::new();
    let (status, html) = shown(&mut notebook.table(), "learn");
    assert!(status == 200 && html.starts_with("<div id=\"view\""), "{html}");
    assert!(html.contains("href=\"#learn=") && !html.contains(">Done<"), "{html}");
    let lesson = &notebook.table().correspondences.lessons()[0];
    crate::journal::write_learned(&notebook.folder.path().join(".learned"), &lesson.name, lesson.steps.len()).unwrap();
    assert!(shown(&mut notebook.table(), "learn").1.contains(">Done<"));
}

#[test]
fn what_is_not_there_or_cannot_be_done_is_said_in_a_view() {
    let notebook = Notebook::new();
    let (status, html) = shown(&mut notebook.table(), "nothing");
    assert!(status == 404 && html.contains("There is nothing at this address."), "{html}");
    let (status, html) = done(&mut notebook.table(), "nothing", "{\"act\": \"<b>\"}");
    assert!(status == 400 && html.contains("role=\"alert\"") && html.contains("&lt;b&gt;"), "{html}");
}
