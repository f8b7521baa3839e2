//! Journals that were edited, damaged, or checked with other correspondences.

use std::fs;
use std::path::Path;
use std::process::Command;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal;

use crate::desk::{ROOT, TestDesk};
use crate::journals::{edit, journal_of};

#[test]
fn a_journal_is_checked_the_same_with_other_correspondences() {
    let notebook = TestDesk::new().with_reading("brother", "11");
    let data = notebook.path("data");
    assert!(Command::new("cp").args(["-r", &format!("{ROOT}/data")]).arg(&data).status().unwrap().success());
    let figures = fs::read_to_string(data.join("figures.toml")).unwrap();
    fs::write(data.join("figures.toml"), figures.replace("Tristitia", "Sadness")).unwrap();
    assert!(notebook.says(&["journal", "check", "--data", "data"]).contains("No errors"));
    edit(&notebook, "brother", " · P1c\n", " · P1d\n");
    notebook.refuses(&["journal", "check", "--data", "data"], 1, &["the sheet text \"P1d\" is not that of the move"]);
}

#[test]
fn a_journal_of_another_format_is_refused_and_never_written() {
    let notebook = TestDesk::new().with_reading("brother", "11");
    let path = journal_of(&notebook, "brother");
    let whole = fs::read_to_string(&path).unwrap();
    for (format, told) in [
        ("    format = 2\n", "this journal has format 2, which this version of enochian cannot read"),
        ("", "`format` is missing"),
    ] {
        let other = whole.replacen("    format = 1\n", format, 1);
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
fn the_journal_of_the_repository_has_no_faults() {
    let path = Path::new(ROOT).join("journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md");
    let source = Source::new("journal.md", fs::read_to_string(path).unwrap());
    let checked = journal::check(&source, Correspondences::embedded());
    assert!(checked.diagnostics.is_empty() && checked.warnings.is_empty(), "{}", checked.diagnostics);
}
