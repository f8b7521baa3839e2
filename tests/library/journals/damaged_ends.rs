//! What `journal check` says of a journal of which the end is damaged or cut off, and what goes on with it. `tests/trust/damage.rs`
//! damages every place.

use std::fs;
use std::path::Path;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal::{self, CheckedJournal, Journal};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The reading or game of a kept journal, with all that the program writes of it.
fn rewritten(name: &str) -> String {
    let path = Path::new(ROOT).join(format!("tests/kept-journals/{name}.md"));
    let record = journal::read(&path, Correspondences::embedded()).unwrap();
    Journal::text_of(&record, Correspondences::embedded()).unwrap()
}

fn check(text: &str) -> CheckedJournal {
    journal::check(&Source::new("journal.md", text), Correspondences::embedded())
}

/// A journal with that text, opened to go on with it.
fn opened(text: &str) -> Result<Option<String>, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.md");
    fs::write(&path, text).unwrap();
    let opened = Journal::open(&path, Correspondences::embedded());
    let told = opened.map(|journal| journal.notices().first().cloned()).map_err(|error| error.to_string());
    if told.is_err() {
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "nothing is written over");
    }
    told
}

#[test]
fn nobody_goes_on_with_a_journal_of_which_the_end_is_damaged() {
    let text = rewritten("reading-to-its-end");
    for damaged in ["### Aoncluded", "#!# Concluded", "### Over and done"] {
        let error = opened(&text.replacen("### Concluded", damaged, 1)).unwrap_err();
        assert!(error.contains("journal.md:") && error.contains("Concluded") || error.contains("damaged"), "{error}");
    }
}

#[test]
fn what_is_cut_off_is_told_with_the_way_out_and_mended_there() {
    let text = rewritten("reading-to-its-end");
    for (cut, line) in [("### Concl", "### Concl"), ("## The answer\n", "### Concluded"), ("## Tota", "### Concluded")]
    {
        let cut = &text[..text.find(cut).unwrap() + cut.len()];
        let faults = check(cut).diagnostics;
        let told = faults.to_string();
        assert!(faults.len() == 1 && told.contains("--resume"), "{told}");
        assert!(faults.files()[0].errors[0].line > 1 && cut.contains(line), "{told}");
        assert!(opened(cut).unwrap().unwrap().contains("cut off"));
    }
    // A line of a person's own without an end only needs one.
    let own = format!("{text}\nIt rained.");
    let told = check(&own).diagnostics.to_string();
    assert!(told.contains("ends within this line") && opened(&own) == Ok(None), "{told}");
}

#[test]
fn what_would_complete_a_journal_is_no_line_of_a_persons_own() {
    let whole = rewritten("reading-to-its-end");
    let (before, _) = whole.split_once("## The answer").unwrap();
    for text in [before.to_owned(), before.replacen("### 8 ·", "It rained.\n\n### 8 ·", 1)] {
        let (checked, has_own) = (check(&text), text.contains("It rained."));
        assert!(checked.diagnostics.to_string().contains("--resume"), "{}", checked.diagnostics);
        let own: Vec<&str> = checked.own.iter().map(|(_, line)| line.as_str()).collect();
        assert_eq!(own.contains(&"It rained."), has_own);
        let lines: Vec<&str> = text.lines().collect();
        assert!(checked.own.iter().all(|(number, own)| lines.get(number - 1) == Some(&own.as_str())), "{own:?}");
    }
}

#[test]
fn other_words_of_the_program_in_an_entry_are_told() {
    for (name, from, to) in [
        ("reading-taken-back", "1 step · to turn 1", "1 steps · to turn 1"),
        ("reading-taken-back", "Taken back · 1 step · to turn 1, before", "Taken back · 1 step · turn 1, before"),
        ("reading-taken-back", "before its throw", "after its throw"),
        ("game-with-an-exchange", "Exchange of prisoners before 13", "Exchange of prisoners before 013"),
    ] {
        let text = rewritten(name);
        assert!(text.contains(from), "{from}");
        let checked = check(&text.replacen(from, to, 1));
        assert_eq!(checked.diagnostics.len(), 1, "{to}: {}", checked.diagnostics);
    }
}
