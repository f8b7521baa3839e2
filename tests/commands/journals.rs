//! Journals that several processes write into.

use std::fs;
use std::path::PathBuf;

use enochian::correspondences::Correspondences;
use enochian::journal::{self, Journal};

use crate::desk::{TestDesk, spawn};

/// The file of the journal whose name has this in it.
pub(crate) fn journal_of(desk: &TestDesk, part: &str) -> PathBuf {
    desk.journals().into_iter().find(|path| path.to_string_lossy().contains(part)).unwrap()
}

pub(crate) fn edit(desk: &TestDesk, part: &str, from: &str, to: &str) {
    let path = journal_of(desk, part);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn of_sixteen_processes_that_write_at_once_none_loses_a_word() {
    let notebook = TestDesk::new().with_reading("brother", "11");
    let path = journal_of(&notebook, "brother");
    // While it is open in another window.
    let window = Journal::open(&path, Correspondences::embedded()).unwrap();
    let note = |number: usize| spawn(&mut notebook.command(&["journal", "note", "brother", &format!("note {number}")]));
    let notes: Vec<_> = (0..16).map(note).collect();
    for mut note in notes {
        assert!(note.wait().unwrap().success());
    }
    drop(window);
    let mut words: Vec<String> = journal::read(&path, Correspondences::embedded())
        .unwrap()
        .notes()
        .into_iter()
        .map(|remark| remark.words.to_owned())
        .collect();
    words.sort_by_key(|words| (words.len(), words.clone()));
    assert_eq!(words, (0..16).map(|number| format!("note {number}")).collect::<Vec<_>>());
}
