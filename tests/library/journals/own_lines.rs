//! A person's lines are found wherever they stand, and nothing is lost by them; kept journals are sound.

use std::fs;
use std::path::{Path, PathBuf};

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal::{self, Journal, Metadata};
use enochian::study::CountedRecord;

use super::journal_lines::{numbered, with_other_data};
use crate::sample;

/// The journals of `tests/kept-journals`: what was played, without the texts that follow from it.
fn kept_journals() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept-journals");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn sample() -> PathBuf {
    let name = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The same reading or game with all that the program writes of it.
fn rewritten(path: &Path) -> String {
    let record = journal::read(path, Correspondences::embedded()).unwrap();
    Journal::text_of(&record, Correspondences::embedded()).unwrap()
}

fn source(text: impl Into<String>) -> Source {
    Source::new("journal.md", text)
}

fn metadata(text: &str) -> Metadata {
    Metadata::read(&source(text), Correspondences::embedded()).unwrap()
}

#[test]
fn kept_journals_are_sound_and_listed() {
    let folder = tempfile::tempdir().unwrap();
    let paths = kept_journals();
    assert!(paths.len() >= 10, "{paths:?}");
    for path in &paths {
        let name = path.file_name().unwrap().to_str().unwrap();
        let kept = fs::read_to_string(path).unwrap();
        for (text, is_compared) in [(kept, false), (rewritten(path), true)] {
            let checked = journal::check(&source(&text), Correspondences::embedded());
            assert!(checked.diagnostics.is_empty(), "{name}: {}", checked.diagnostics);
            assert_eq!((checked.not_compared.is_none(), checked.own), (is_compared, vec![]), "{name}");
            let record = journal::read_text(&source(&text), Correspondences::embedded()).unwrap();
            let metadata = metadata(&text);
            assert!(
                metadata.is_playable && metadata.counted == Some(CountedRecord::of(record.enochian().unwrap())),
                "{name}"
            );
            fs::write(folder.path().join(format!("{is_compared}-{name}")), &text).unwrap();
        }
    }
    let listed = journal::list(folder.path(), None, Correspondences::embedded(), &|_, _| {}).unwrap();
    assert_eq!(listed.len(), 2 * paths.len());
    assert!(listed.iter().all(|entry| entry.metadata.is_ok()));
}

/// What a person may write: each with the line by which it is known.
fn insertions(text: &str) -> Vec<(Vec<String>, String)> {
    let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    let sentence = text.lines().find(|line| line.contains(" goes from ")).unwrap().trim_end().to_owned();
    vec![
        (lines(&["", "The kestrel was there again.", ""]), "The kestrel was there again.".into()),
        (lines(&["- a kestrel", "- a wall"]), "- a kestrel".into()),
        (lines(&["| kestrel | wall |", "|---|---|", "| one | two |"]), "| kestrel | wall |".into()),
        (lines(&["```", "a kestrel", "in a block", "```"]), "a kestrel".into()),
        (vec![sentence.clone()], sentence),
    ]
}

/// Puts lines before a line of a text, and gives the number of the one that is looked for.
fn inserted(text: &str, before: usize, lines: &[String], known: &str) -> (String, usize) {
    let at: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
    let number = before + 1 + lines.iter().position(|line| line == known).unwrap();
    (format!("{}{}\n{}", &text[..at], lines.join("\n"), &text[at..]), number)
}

/// The number of the line that closes the header.
fn header(text: &str) -> usize {
    text.lines().skip(1).position(|line| line.trim_end() == "+++").unwrap() + 2
}

/// A person's lines, and the rest.
fn apart(text: &str) -> (Vec<(usize, String)>, Metadata) {
    let mut metadata = metadata(text);
    (numbered(&std::mem::take(&mut metadata.own)), metadata)
}

/// One of so many places of a text is tried. It has no factor in common with the number of things that a person writes there,
/// so that all of them are tried.
fn step() -> usize {
    sample::short_or_whole(146, 1)
}

/// Every so manyth of the places of a text, and the last one.
fn some_of(range: std::ops::RangeInclusive<usize>, step: usize) -> impl Iterator<Item = usize> {
    let last = *range.end();
    let between = range.step_by(step).filter(move |place| *place != last);
    between.chain([last])
}

#[test]
fn a_persons_lines_are_found_at_every_place_and_nothing_is_lost_by_them() {
    let (mut places, mut sound) = (0, 0);
    for path in kept_journals().into_iter().chain([sample()]) {
        let whole = rewritten(&path);
        for (text, is_compared) in [(with_other_data(&whole), false), (whole, true)] {
            let (before, facts) = apart(&text);
            // After a last line without an end nothing can be put.
            let count = text.matches('\n').count();
            // Of the long ones each place sees one of the five, of the short ones all.
            let all = insertions(&text);
            let kinds = |line: usize| if count < 120 { 0..all.len() } else { line % all.len()..line % all.len() + 1 };
            for line in some_of(header(&text)..=count, step()) {
                for (lines, known) in &all[kinds(line)] {
                    places += 1;
                    let (edited, number) = inserted(&text, line, lines, known);
                    if !journal::check(&source(&edited), Correspondences::embedded()).diagnostics.is_empty() {
                        continue;
                    }
                    sound += 1;
                    let told = || format!("{known} before line {} of {}", line + 1, path.display());
                    let (own, others) = apart(&edited);
                    let is_sentence = known.contains(" goes from ");
                    let is_found = |(found, text): &(usize, String)| {
                        // Beside its like, either of the two may be taken for the person's.
                        text == known
                            && (*found == number || is_sentence && edited.lines().nth(found - 1) == Some(known))
                    };
                    // Where the words are not compared, a copy of one of the program's lines is not told from it.
                    assert!(own.iter().any(is_found) || !is_compared && is_sentence, "{}: {own:?}", told());
                    let more = lines.iter().filter(|line| !line.is_empty()).count();
                    assert!(!is_compared || own.len() == before.len() + more, "{}: {own:?}", told());
                    assert_eq!(others, facts, "{}", told());
                }
            }
        }
    }
    println!("{sound} of {places} places are sound");
    // Of every thirteenth place there are a thirteenth as many.
    assert!(places * step() > 9000 && sound * 100 > places * 95, "{sound} of {places}");
}

#[test]
fn nothing_is_lost_where_the_programs_lines_are_not_known() {
    let path = kept_journals().into_iter().find(|path| path.ends_with("reading-to-its-end.md")).unwrap();
    let text = rewritten(&path);
    let count = text.lines().count();
    for (from, to, is_compared) in [
        ("data = \"sha256:", "data = \"sha256:0", false),
        // A turn that cannot be played, and a header that cannot be used.
        ("### 9 · ", "### 10 · ", true),
        ("ruleset = \"chessvariants\"", "ruleset = \"mine\"", true),
    ] {
        assert!(text.contains(from), "{from}");
        let text = text.replacen(from, to, 1);
        let (own, facts) = apart(&text);
        assert_eq!(
            journal::check(&source(&text), Correspondences::embedded()).diagnostics.is_empty(),
            !is_compared,
            "{to}"
        );
        // Nothing of the program's is taken for a person's where there are no more lines than it writes.
        assert!(
            !own.iter().any(|(_, line)| line.contains(" goes from ") || line.contains("ruled by")),
            "{to}: {own:?}"
        );
        assert!(own.is_empty() || is_compared, "{own:?}");
        for line in some_of(header(&text)..=count, step()) {
            let all = insertions(&text);
            let (lines, known) = &all[line % 4];
            let (edited, number) = inserted(&text, line, lines, known);
            let (own, others) = apart(&edited);
            assert!(own.contains(&(number, known.clone())), "{known} before line {}, {to}: {own:?}", line + 1);
            assert_eq!(others, facts, "{known} before line {}, {to}", line + 1);
        }
    }
}
