//! Journals that were edited, damaged, or written with other correspondences.

use std::fs;
use std::path::Path;
use std::process::Command;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal;

use crate::desk::{ROOT, TestDesk, piped, said, told};
use crate::journals::{edit, journal_of};

#[test]
fn every_fault_of_every_journal_is_told() {
    let notebook = TestDesk::new().with_reading("brother", "11").with_reading("love", "3");
    let sound = notebook.says(&["journal", "check", "--all"]);
    assert_eq!(sound, "2 journals checked: no errors.\n");
    // What the program tells is compared too; what a person adds is not.
    edit(&notebook, "brother", "goes from h5 to h4.", "goes from h5 to h4, alas.");
    edit(&notebook, "brother", "The querent's army is **Air** and moves first.", "The querent's army is **Fire**.");
    edit(
        &notebook,
        "brother",
        "  ● ●   ruled by Saturn · XVII The Star · Tzaddi צ · Tristitia: heaviness; good for building and land\n",
        "",
    );
    edit(&notebook, "brother", "\n## Totals", "\nMy own thoughts.\n\n## Totals");
    edit(&notebook, "affection", "Position after turn 12: `", "Position after turn 12: `x");
    notebook.refuses(
        &["journal", "check", "--all"],
        1,
        &[
            "goes from h5 to h4, alas.",
            "this line differs from what the program would write",
            "The querent's army is **Fire**.",
            "a line of the program is missing before this",
            "ruled by Saturn · XVII The Star",
            "this is not the position that the turns lead to",
            "2 journals checked: 4 errors in 2 of them",
        ],
    );
    let text = fs::read_to_string(journal_of(&notebook, "brother")).unwrap();
    let source = Source::new("brother.md", text);
    let checked = journal::check(&source, Correspondences::embedded());
    assert!(checked.own.iter().any(
        |(line, text)| text == "My own thoughts." && source.text.lines().nth(line - 1) == Some("My own thoughts.")
    ));
}

#[test]
fn what_could_not_be_checked_is_said() {
    let notebook = TestDesk::new().with_reading("brother", "11");
    edit(&notebook, "brother", "### 4 · Earth · throw 4", "### 4 · Earth · throw 5");
    notebook.refuses(&["journal", "check"], 1, &["does not fit here", "could not be checked"]);
    edit(&notebook, "brother", "ptah = \"a5\"", "ptah = \"a6\"");
    notebook.refuses(&["journal", "check"], 1, &["`ptah` is a6"]);
    edit(&notebook, "brother", "+++\n", "");
    notebook.refuses(&["journal", "check", "brother"], 1, &["does not begin with a journal's header"]);
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

#[cfg(unix)]
#[test]
fn an_edit_is_checked_and_never_lost() {
    use std::os::unix::fs::PermissionsExt;
    let notebook = TestDesk::new().with_reading("brother", "11");
    let path = journal_of(&notebook, "brother");
    fs::create_dir(notebook.path("desk")).unwrap();
    let before = fs::read_to_string(&path).unwrap();
    let editor = |name: &str, script: &str| {
        let path = notebook.path(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path.to_string_lossy().into_owned()
    };
    let edit = |editor: &str, typed: &str| {
        let mut command = notebook.command(&["journal", "edit", "brother"]);
        let output = piped(command.env("EDITOR", editor).env("TMPDIR", notebook.path("desk")), typed);
        (output.status.code().unwrap(), said(&output) + &told(&output))
    };
    assert_eq!(edit("true", "").1, "Nothing was changed.\n");
    assert_eq!(edit("false", "").0, 1);
    assert_eq!(edit("", "").0, 1);
    let (code, told) = edit("/no/such/editor", "");
    assert!(code == 1 && told.contains("could not be started"), "{told}");
    assert!(!notebook.path("journals/trash").exists(), "nothing was written, so there is nothing to keep");
    // A slip, mended at the second try.
    let twice = editor(
        "twice",
        "if grep -q 'throw 7' \"$1\"; then sed -i 's/throw 7/throw 6/' \"$1\"; echo Later. >> \"$1\"; else sed -i '0,/throw 6/s//throw 7/' \"$1\"; fi",
    );
    let (code, told) = edit(&twice, "again\n");
    assert!(code == 0 && told.contains("this line cannot be read"), "{told}");
    assert_eq!(fs::read_to_string(&path).unwrap(), before.clone() + "Later.\n");
    // A slip that is left: the journal stays, and so does what was written.
    let kept = fs::read_to_string(&path).unwrap();
    let slip = editor("slip", "echo '### 99 · Wat' >> \"$1\"");
    let (code, told) = edit(&slip, "leave\n");
    assert!(code == 1 && told.contains("your edit is saved in"), "{told}");
    assert_eq!(fs::read_to_string(&path).unwrap(), kept);
    let aside: Vec<_> = fs::read_dir(notebook.path("journals/trash")).unwrap().map(|it| it.unwrap().path()).collect();
    assert_eq!(aside.len(), 1, "{aside:?}");
    assert!(fs::read_to_string(&aside[0]).unwrap().ends_with("### 99 · Wat\n"));
    // A draft is as private as its journal.
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let (_, told) = edit(&slip, "leave\n");
    let draft = told.lines().find_map(|line| line.strip_prefix("note: your edit is saved in ")).unwrap();
    assert_eq!(fs::metadata(notebook.path(draft)).unwrap().permissions().mode() & 0o777, 0o600);
    // Meanwhile someone else wrote into the journal.
    let race = editor("race", &format!("echo Mine. >> \"$1\"; echo Theirs. >> '{}'", path.display()));
    let (code, told) = edit(&race, "");
    assert!(code == 1 && told.contains("was changed in the meantime"), "{told}");
    assert!(fs::read_to_string(&path).unwrap().ends_with("Theirs.\n"));
    // The folder goes meanwhile, and a file takes its place: what was written stays where it was made.
    let gone = editor("gone", "echo Mine. >> \"$1\"; mv journals elsewhere; touch journals");
    let (code, told) = edit(&gone, "");
    assert!(code == 1 && told.contains("Not a directory"), "{told}");
    let kept = told.lines().find_map(|line| line.strip_prefix("note: your edit is saved in ")).unwrap();
    assert!(fs::read_to_string(kept).unwrap().ends_with("Mine.\n"), "{kept}");
}

#[cfg(unix)]
#[test]
fn whatever_an_editor_does_the_journal_and_the_draft_stay() {
    let notebook = TestDesk::new().with_reading("brother", "11");
    let path = journal_of(&notebook, "brother");
    let before = fs::read_to_string(&path).unwrap();
    for (script, why, kept) in [
        ("echo Mine. >> \"$1\"; exit 3", "failed (exit status: 3)", true),
        ("echo Mine. >> \"$1\"; kill -9 $$", "failed (signal: 9", true),
        (": > \"$1\"", "does not begin with a journal's header", false),
        ("rm \"$1\"", "the file does not exist", false),
        ("printf '\\377Mine.' >> \"$1\"", "is not UTF-8", true),
        ("sed -i 1d \"$1\"; echo Mine. >> \"$1\"", "does not begin with a journal's header", true),
        ("rm \"$1\"; mkdir \"$1\"; echo Mine. > \"$1\"/x", "this is a folder", true),
    ] {
        let editor = notebook.path("editor");
        fs::write(&editor, format!("#!/bin/sh\n{script}\n")).unwrap();
        assert!(Command::new("chmod").arg("755").arg(&editor).status().unwrap().success());
        let mut command = notebook.command(&["journal", "edit", "brother"]);
        command.env("EDITOR", &editor).env("TMPDIR", notebook.folder());
        let output = command.output().unwrap();
        let told = said(&output) + &told(&output);
        assert!(output.status.code() == Some(1) && told.contains(why), "{script}: {told}");
        assert_eq!(fs::read_to_string(&path).unwrap(), before, "{script}");
        let place = told.lines().find_map(|line| line.strip_prefix("note: your edit is saved in "));
        assert_eq!(place.is_some(), kept, "{script}: {told}");
        if let Some(place) = place.map(|place| notebook.path(place)) {
            let draft = if place.is_dir() { place.join("x") } else { place };
            assert!(fs::read(draft).unwrap().windows(5).any(|words| words == b"Mine."), "{script}");
        }
    }
}
