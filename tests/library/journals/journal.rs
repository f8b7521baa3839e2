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
        ("### 4 · Earth · throw 4", "### 4 · Earth · throw 5"),
        ("### 4 · Earth · throw 4", "### 5 · Earth · throw 4"),
        ("### 4 · Earth · throw 4", "### 4 · Water · throw 4"),
        ("### 4 · Earth · throw 4", "### 4 · Earth · throw 7"),
        ("### 4 · Earth · throw 4", "### 4 · Earth · throw"),
        ("**Qa2c4** · sheet `Q4c`", "**Qa2c2** · sheet `Q4c`"),
        ("**Qa2c4** · sheet `Q4c`", "**Qa2c4** · sheet `Q4d`"),
        ("**Qa2c4** · sheet `Q4c`", "**Qa2** · sheet `Q4c`"),
        ("**--** · sheet `3-`", "**Bh8g7** · sheet `3-`"),
        ("Position after turn 12: `aK", "Position after turn 12: `aQ"),
        ("Position after turn 12", "Position after turn 11"),
        ("By the Ptah: **yes** · turn 32", "By the Ptah: **no** · turn 32"),
        ("By the Ptah: **yes** · turn 32", "By the Ptah: **yes** · turn 31"),
        ("under opposition\n- By the kings", "unopposed\n- By the kings"),
        ("> **Note to turn 13.**", "> **Note to turn 14.**"),
    ] {
        let line = line_of(from);
        let found = faults(from, to);
        assert!(found.iter().any(|(at, _)| *at == line || *at == line + 2), "{from} -> {to}: {found:?}");
    }
}

#[test]
fn every_fact_of_the_header_is_checked() {
    for (from, to) in [
        ("ptah = \"a5\"", "ptah = \"a6\""),
        ("army = \"Air\"", "army = \"Fire\""),
        ("board = \"Water\"", "board = \"Earth\""),
        ("array = \"Air of Air & Water\"", "array = \"Air of Fire & Earth\""),
        ("die = \"seed 11\"", "die = \"loaded\""),
        ("format = 1", "format = 0"),
        ("format = 1", "format = 2"),
        ("format = 1", "format = 99999"),
        ("data = \"sha256", "data = 256 # \"sha256"),
        ("begun = \"2026", "begun = \"MMXXVI"),
        ("ruleset = \"zalewski\"", "ruleset = \"house\""),
        ("[seats]", "[stools]"),
    ] {
        let found = faults(from, to);
        let line = line_of(from);
        assert!(
            found.iter().any(|(at, _)| *at == line) || from == "[seats]" || from.starts_with("board"),
            "{from}: {found:?}"
        );
    }
    for key in ["format", "id", "data"] {
        let found = faults(&format!("{key} = "), &format!("my-{key} = "));
        assert!(found.iter().any(|(_, told)| told.contains(&format!("missing key `{key}`"))), "{found:?}");
    }
}

/// Of a journal of another format, whatever else it has, only that is told.
#[test]
fn a_journal_of_another_format_gets_one_error() {
    for (from, to, told) in [
        ("format = 1", "format = 2", "this journal has format 2, which this version of enochian cannot read"),
        ("format = 1\n", "", "missing key `format`"),
    ] {
        let text = fs::read_to_string(sample()).unwrap().replacen(from, to, 1).replacen("id = ", "Id = ", 1);
        let faults = read(text.replacen("Position after turn 12", "Position after turn 13", 1)).unwrap_err();
        assert!(faults.len() == 1 && faults.to_string().contains(told), "{faults}");
    }
}

/// RULES 8.2: the throws decide who chooses.
#[test]
fn an_army_chosen_without_a_throw_is_refused() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept-journals/reading-of-four-players.md");
    let text = fs::read_to_string(path).unwrap();
    let line = 1 + text.lines().position(|line| line.starts_with("throws = ")).unwrap();
    let edited: Vec<&str> =
        (1..).zip(text.lines()).map(|(at, it)| if at == line { "throws = []" } else { it }).collect();
    let faults = read(edited.join("\n")).unwrap_err();
    let fault = &faults.files()[0].errors[0];
    assert_eq!((fault.line, fault.problem.as_str()), (line, "`throws` is empty"), "{fault}");
}

#[test]
fn all_faults_are_told_at_once() {
    let text = fs::read_to_string(sample()).unwrap();
    let text = text
        .replacen("sheet `Q4c`", "sheet `Q4d`", 1)
        .replacen("sheet `N1b`", "sheet `N1c`", 1)
        .replacen("Position after turn 12", "Position after turn 13", 1)
        .replacen("### 30 · Water · throw 2", "### 30 · Wa", 1);
    let faults = read(text).unwrap_err();
    assert!(faults.len() >= 4, "{faults}");
}

#[test]
fn unknown_keys_and_a_persons_words_are_let_be() {
    let text = fs::read_to_string(sample()).unwrap();
    let record = read(&text).unwrap();
    let more = text
        .replacen("format = 1", "format = 1\nweather = \"rain\"", 1)
        .replacen("## The turns\n", "## The turns\n\n### Thoughts\n\n**Bold** words · and `more`.\n\n> quoted\n", 1)
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
    assert!(refused > 100 && shorter > 20, "{refused} {shorter}");
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
