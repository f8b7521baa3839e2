//! Journals check themselves: what is torn or edited is noticed, with its line, and nothing panics.

use std::fs;
use std::path::{Path, PathBuf};

use enochian::correspondences::Correspondences;
use enochian::input::Diagnostics;
use enochian::journal;
use enochian::record::{Entry, Record};

/// The finished sample; other journals may stand beside it.
fn sample() -> PathBuf {
    let name = "2026-11-21-is-my-brother-happy-in-his-present-situation.md";
    Path::new(env!("CARGO_MANIFEST_DIR")).join("journals").join(name)
}

fn read(text: impl AsRef<[u8]>) -> Result<Record, Diagnostics> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.md");
    fs::write(&path, text).unwrap();
    journal::read(&path, Correspondences::embedded())
}

/// The lines of the faults that an edited sample has.
fn faults(from: &str, to: &str) -> Vec<(usize, String)> {
    let text = fs::read_to_string(sample()).unwrap();
    assert!(text.contains(from), "{from}");
    let faults = read(text.replacen(from, to, 1)).expect_err(&format!("{from} -> {to} went unnoticed"));
    faults.files().iter().flat_map(|file| &file.errors).map(|fault| (fault.line, fault.to_string())).collect()
}

fn line_of(text: &str) -> usize {
    let all = fs::read_to_string(sample()).unwrap();
    1 + all[..all.find(text).unwrap()].matches('\n').count()
}

#[test]
fn the_sample_reads_back_and_gives_the_published_answer_of_its_question() {
    let record = read(fs::read(sample()).unwrap()).unwrap();
    assert_eq!(record.enochian().unwrap().turns().len(), 32);
    assert_eq!(record.answer().unwrap().ptah.verdict.to_string(), "yes");
    assert_eq!(record.entries().iter().filter(|entry| matches!(entry, Entry::Note(_))).count(), 3);
}

#[test]
fn every_fact_is_checked_against_the_game() {
    for (from, to) in [
        ("**4 · Earth** · throw 4", "**4 · Earth** · throw 5"),
        ("**4 · Earth** · throw 4", "**5 · Earth** · throw 4"),
        ("**4 · Earth** · throw 4", "**4 · Water** · throw 4"),
        ("**4 · Earth** · throw 4", "**4 · Earth** · throw 7"),
        ("**4 · Earth** · throw 4", "**4 · Earth** · throw"),
        ("**→** Qa2c4 · Q4c", "**→** Qa2c2 · Q4c"),
        ("**→** Qa2c4 · Q4c", "**→** Qa2c4 · Q4d"),
        ("**→** Qa2c4 · Q4c", "**→** Qa2 · Q4c"),
        ("**→** No Move · 3-", "**→** Bh8g7 · 3-"),
        ("**Position · 12**", "**Position · 11**"),
        ("**Answer by the Ptah · yes** · turn 32", "**Answer by the Ptah · no** · turn 32"),
        ("**Answer by the Ptah · yes** · turn 32", "**Answer by the Ptah · yes** · turn 31"),
        ("turn 32 · under opposition", "turn 32 · unopposed"),
    ] {
        let line = line_of(from);
        let found = faults(from, to);
        assert!(found.iter().any(|(at, _)| (line..=line + 2).contains(at)), "{from} -> {to}: {found:?}");
    }
}

#[test]
fn every_fact_of_the_header_is_checked() {
    for (from, to) in [
        ("ptah = \"a5\"", "ptah = \"a9\""),
        ("board = \"Water\"", "board = \"Earth\""),
        ("die = \"seed 11\"", "die = \"loaded\""),
        ("format = 1", "format = 2"),
        ("format = 1", "format = 200"),
        ("begun = \"2026", "begun = \"MMXXVI"),
        ("ruleset = \"zalewski\"", "ruleset = \"house\""),
        ("start = \"aK+aB", "start = \"aK+aQ"),
        ("seats = [[\"Air\"", "seats = [[\"Wind\""),
    ] {
        let found = faults(from, to);
        let line = line_of(from);
        assert!(found.iter().any(|(at, _)| *at == line) || from.starts_with("board"), "{from}: {found:?}");
    }
    let found = faults("    format = ", "    my-format = ");
    assert!(found.iter().any(|(_, told)| told.contains("`format` is missing")), "{found:?}");
}

/// Of a journal of another format, whatever else it has, only that is told.
#[test]
fn a_journal_of_another_format_gets_one_error() {
    for (from, to, told) in [
        ("format = 1", "format = 2", "this journal has format 2, which this version of enochian cannot read"),
        ("    format = 1\n", "", "`format` is missing"),
    ] {
        let text = fs::read_to_string(sample()).unwrap().replacen(from, to, 1).replacen("ptah = ", "Ptah = ", 1);
        let faults = read(text.replacen("**Position · 12**", "**Position · 13**", 1)).unwrap_err();
        assert!(faults.len() == 1 && faults.to_string().contains(told), "{faults}");
    }
}

/// RULES 8.2: the throws decide who chooses.
#[test]
fn an_army_chosen_without_a_throw_is_refused() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept-journals/reading-of-four-players.md");
    let text = fs::read_to_string(path).unwrap();
    let (number, line) = (1..).zip(text.lines()).find(|(_, line)| line.starts_with("    choice = ")).unwrap();
    let throws = &line[line.find("[[").unwrap()..line.find("]]").unwrap() + 2];
    let throws = &throws[throws.find(", [[").unwrap() + 2..];
    let faults = read(text.replacen(throws, "[]", 1)).unwrap_err();
    let fault = &faults.files()[0].errors[0];
    assert_eq!((fault.line, fault.problem.as_str()), (number, "this is not a choice of an army"), "{fault}");
}

#[test]
fn all_faults_are_told_at_once() {
    let text = fs::read_to_string(sample()).unwrap();
    let text = text
        .replacen(" · Q4c\n", " · Q4d\n", 1)
        .replacen(" · N1b\n", " · N1c\n", 1)
        .replacen("**Position · 12**", "**Position · 13**", 1)
        .replacen("**30 · Water** · throw 2", "**30 · Wa", 1);
    let faults = read(text).unwrap_err();
    assert!(faults.len() >= 4, "{faults}");
}

#[test]
fn unknown_keys_and_a_persons_words_are_let_be() {
    let text = fs::read_to_string(sample()).unwrap();
    let record = read(&text).unwrap();
    let more = text
        .replacen("format = 1", "format = 1\n    weather = \"rain\"", 1)
        .replacen("**2 · Water**", "\n### Thoughts\n\n**Bold** words · and `more`.\n\n> quoted\n\n**2 · Water**", 1)
        .replace('\n', "\r\n");
    assert_eq!(read(more).unwrap(), record);
}

#[test]
fn a_journal_cut_short_anywhere_is_refused_or_is_the_beginning_of_the_whole() {
    let text = fs::read(sample()).unwrap();
    let whole = read(&text).unwrap();
    let (mut refused, mut shorter) = (0, 0);
    for length in (0..text.len()).step_by(61) {
        match read(&text[..length]) {
            Err(faults) => {
                assert!(!faults.to_string().is_empty());
                refused += 1;
            }
            Ok(record) => {
                assert_eq!(record.entries(), &whole.entries()[..record.entries().len()], "cut at {length}");
                shorter += 1;
            }
        }
    }
    assert!(refused > 10 && shorter > 100, "{refused} {shorter}");
}

#[test]
fn what_is_no_text_or_no_journal_is_refused_without_panic() {
    for bytes in [
        &b""[..],
        b"+++",
        b"+++\n",
        b"+++\n+++\n",
        b"\xff\xfe",
        b"# A heading\n",
        b"+++\nformat = 1\n+++\n### 1 \xc2\xb7",
    ] {
        assert!(read(bytes).is_err(), "{bytes:?}");
    }
}
