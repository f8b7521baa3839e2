//! Journals that were edited, damaged, or written with other correspondences.

use std::fs;
use std::path::Path;
use std::process::Command;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal;

use crate::desk::{ROOT, TestDesk};
use crate::journals::{edit, journal_of};

#[test]
fn other_correspondences_are_noticed() {
    let notebook = TestDesk::new().with_reading("brother", "11");
    let data = notebook.path("data");
    assert!(Command::new("cp").args(["-r", &format!("{ROOT}/data")]).arg(&data).status().unwrap().success());
    let forces = fs::read_to_string(data.join("forces.toml")).unwrap();
    fs::write(data.join("forces.toml"), forces.replace("Tristitia", "Sadness")).unwrap();
    let said = notebook.says(&["journal", "check", "--data", "data"]);
    assert!(
        said.contains("was written with other correspondences (data sha256:") && said.contains("No errors"),
        "{said}"
    );
    assert!(!notebook.says(&["journal", "check"]).contains("not compared"));
    // The facts are compared all the same.
    edit(&notebook, "brother", "sheet `P1c`", "sheet `P1d`");
    edit(&notebook, "brother", "  ● ●   a6 · Aquarius", "  ● ●   a7 · Aquarius");
    notebook.refuses(
        &["journal", "check", "--data", "data"],
        1,
        &["is not that of the move", "this gloss is for a7, where the piece did not land", "2 errors"],
    );
    // What is written with other correspondences is compared with them.
    let written = notebook
        .command(&["read", &format!("{ROOT}/questions/love.toml"), "--auto", "--seed", "3", "--data", "data"])
        .output();
    assert!(written.unwrap().status.success());
    assert!(notebook.says(&["journal", "check", "affection"]).contains("other correspondences"));
    assert!(!notebook.says(&["journal", "check", "affection", "--data", "data"]).contains("not compared"));
    edit(&notebook, "affection", " goes from ", " went from ");
    notebook.refuses(&["journal", "check", "affection", "--data", "data"], 1, &["went from"]);
}

#[test]
fn a_journal_of_another_format_is_refused_and_never_written() {
    let notebook = TestDesk::new().with_reading("brother", "11");
    let path = journal_of(&notebook, "brother");
    let whole = fs::read_to_string(&path).unwrap();
    for (format, told) in [
        ("format = 2\n", "this journal has format 2, which this version of enochian cannot read"),
        ("", "missing key `format`"),
    ] {
        let other = whole.replacen("format = 1\n", format, 1);
        fs::write(&path, &other).unwrap();
        for command in [&["journal", "check", "brother"][..], &["journal", "note", "brother", "mine"]] {
            notebook.refuses(command, 1, &[told]);
        }
        assert!(notebook.says(&["journal", "list"]).contains("Cannot be read"));
        assert_eq!(fs::read_to_string(&path).unwrap(), other);
    }
}

/// The README sends readers to it.
#[test]
fn the_journal_of_the_repository_has_the_present_words() {
    let path = Path::new(ROOT).join("journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md");
    let source = Source::new("journal.md", fs::read_to_string(path).unwrap());
    let checked = journal::check(&source, Correspondences::embedded());
    assert!(checked.diagnostics.is_empty(), "{}", checked.diagnostics);
    assert_eq!(checked.not_compared, None);
}
