//! Journals that were edited, damaged, or written with other correspondences or in an older format.

use std::fs;
use std::path::Path;
use std::process::Command;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal;

use crate::desk::{ROOT, TestDesk};
use crate::journals::{edit, journal_of};

/// The data that journals rest on which do not say so: those of the first edition.
pub(crate) fn edition_1() -> String {
    format!("{ROOT}/tests/data-of-edition-1")
}

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
    edit(&notebook, "affection", "wording = 3", "wording = 4");
    let said = notebook.says(&["journal", "check", "affection"]);
    assert!(
        said.contains("the wording was not compared: it is of edition 4, and this program writes edition 3"),
        "{said}"
    );
}

#[test]
fn old_journals_are_read_and_brought_to_the_present_format() {
    let (notebook, data) = (TestDesk::new(), edition_1());
    for (question, seed) in [("brother", "11"), ("love", "3")] {
        let question = format!("{ROOT}/questions/{question}.toml");
        notebook.says(&["read", &question, "--auto", "--seed", seed, "--data", &data]);
    }
    // What the program writes now is of another wording, and journals of earlier formats are of the first.
    let checked = || {
        let said = notebook.says(&["journal", "check", "--all", "--data", &data]);
        said.lines()
            .filter(|line| !line.contains("the wording was not compared: it is of edition 1,"))
            .collect::<Vec<_>>()
            .join("\n")
    };
    let named = |part: &str| {
        let text = fs::read_to_string(journal_of(&notebook, part)).unwrap();
        let lines: Vec<&str> =
            text.lines().filter(|it| it.starts_with("wording = ") || it.starts_with("data = ")).collect();
        assert_eq!(lines.len(), 2, "{lines:?}");
        format!("{}\n", lines.join("\n"))
    };
    let id = |part: &str| {
        let text = fs::read_to_string(journal_of(&notebook, part)).unwrap();
        format!("{}\n", text.lines().find(|line| line.starts_with("id = ")).unwrap())
    };
    let (edition, before) = (named("brother"), id("brother"));
    let first = edition.replace(&format!("wording = {}\n", journal::WORDING), "wording = 1\n");
    for part in ["brother", "affection"] {
        edit(&notebook, part, &edition, "");
    }
    for (part, old) in [("brother", "format = 1\nweather = \"rain\""), ("affection", "format = 2")] {
        edit(&notebook, part, &format!("format = 5\n{}", id(part)), &format!("{old}\n"));
    }
    let path = journal_of(&notebook, "brother");
    let old = fs::read_to_string(&path).unwrap();
    let record = journal::read(&path, Correspondences::embedded()).unwrap();
    assert_eq!(checked(), "2 journals checked: no errors.");
    assert_eq!(fs::read_to_string(&path).unwrap(), old, "only looked at");
    // Adding brings one up by itself.
    notebook.says(&["journal", "note", "affection", "so be it", "--data", &data]);
    assert_eq!(named("affection"), first);
    assert!(fs::read_to_string(journal_of(&notebook, "affection")).unwrap().contains("\nformat = 5\nid = "));
    let said = notebook.says(&["journal", "check", "--upgrade", "--all"]);
    assert!(said.ends_with("1 upgraded; 1 already in the present format.\n"), "{said}");
    let upgraded = old.replacen("format = 1\n", &format!("format = 5\n{before}{first}"), 1);
    assert_eq!(fs::read_to_string(&path).unwrap(), upgraded);
    assert_eq!(journal::read(&path, Correspondences::embedded()).unwrap(), record);
    assert_eq!(checked(), "2 journals checked: no errors.");
    // A person's own line must not become the program's.
    fs::write(&path, &old).unwrap();
    edit(&notebook, "brother", "## The turns\n", "## The turns\n\n**Tagged** · in pencil, by me\n");
    assert!(journal::read(&path, Correspondences::embedded()).unwrap().tags().is_empty());
    notebook.refuses(&["journal", "check", "--upgrade", "brother"], 1, &["this line is your own", "0 upgraded"]);
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
