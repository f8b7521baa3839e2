//! What is too long, too large or no file at all is refused in words, and costs no more than it is long.

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

use chrono::DateTime;
use enochian::correspondences::Correspondences;
use enochian::input::{NAME_LIMIT, Source, TEXT_LIMIT};
use enochian::journal::{self, Journal, JournalError};
use enochian::record::{Afterword, Entry, Heading, InvalidEntry, Record, Remark, Tag};

use crate::desk::{ROOT, TestDesk, said, spawn, told, wait_for};
use crate::sample;

/// A desk with a concluded journal, and its path.
fn with_journal() -> (TestDesk, PathBuf) {
    let desk = TestDesk::new();
    let path = desk.path("journals/reading.md");
    fs::copy(format!("{ROOT}/tests/kept-journals/reading-to-its-end.md"), &path).unwrap();
    (desk, path)
}

/// Runs a command that must come to an end by itself.
fn run(desk: &TestDesk, arguments: &[&str]) -> Output {
    let mut child = spawn(&mut desk.command(arguments));
    drop(child.stdin.take());
    wait_for(&format!("{arguments:?} ends"), || child.try_wait().unwrap().is_some());
    child.wait_with_output().unwrap()
}

/// Runs a command that is refused, and gives what it says.
fn refused(desk: &TestDesk, arguments: &[&str]) -> String {
    let output = run(desk, arguments);
    let told = told(&output);
    assert!(!output.status.success() && !told.contains("panicked"), "{arguments:?}: {told}");
    told
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn record() -> Record {
    let path = format!("{ROOT}/tests/kept-journals/reading-to-its-end.md");
    journal::read(path.as_ref(), Correspondences::embedded()).unwrap()
}

fn remark(words: String, moment: &str) -> Entry {
    let moment = DateTime::parse_from_rfc3339(moment).unwrap();
    Entry::Afterword(Afterword::Remark(Remark { ply: None, moment: Some(moment), words }))
}

#[test]
fn words_that_are_too_long_are_refused_wherever_they_come_from() {
    let (desk, path) = with_journal();
    let before = fs::read(&path).unwrap();
    let (long, most) = ("x".repeat(TEXT_LIMIT + 1), "x".repeat(TEXT_LIMIT));
    let bytes = format!("{} bytes", TEXT_LIMIT + 1);
    // An argument.
    assert!(refused(&desk, &["journal", "note", "reading", &long]).contains(&bytes));
    let refusal = refused(&desk, &["journal", "outcome", "reading", "true", &long]);
    assert!(refusal.contains(&bytes), "{refusal}");
    let refusal = refused(&desk, &["journal", "tag", "reading", &"t".repeat(NAME_LIMIT + 1)]);
    assert!(refusal.contains(&format!("in at most {NAME_LIMIT} bytes")), "{refusal}");
    // Words from a pipe, which may go on for ever.
    let endless = desk.types(&["journal", "note", "reading"], vec![b'x'; 8 << 20]);
    let told = told(&endless);
    assert!(told.contains("standard input") && told.contains("larger than 65538 bytes"), "{told}");
    assert_eq!(fs::read(&path).unwrap(), before);
    // A question file, and a sheet.
    fs::write(desk.path("q.toml"), format!("question = \"{long}\"\ncategory = \"brother\"\n")).unwrap();
    assert!(refused(&desk, &["read", "q.toml", "--auto"]).contains(&bytes));
    for line in [format!("title: {}", "x".repeat(NAME_LIMIT + 1)), format!("note: {long}")] {
        fs::write(desk.path("s.txt"), format!("board: air\narray: water\n{line}\n")).unwrap();
        assert!(refused(&desk, &["import", "s.txt"]).contains("bytes long"), "{}", line.len());
    }
    assert_eq!(fs::read_dir(desk.path("journals")).unwrap().count(), 1);
    // What just fits is written, and read again.
    assert!(run(&desk, &["journal", "note", "reading", &most]).status.success());
    assert!(run(&desk, &["journal", "check", "reading"]).status.success());
}

#[test]
fn a_library_is_refused_the_same() {
    let mut record = record();
    let before = record.clone();
    for (entry, year) in [
        (remark("x".repeat(TEXT_LIMIT + 1), "2026-12-01T20:15:00+01:00"), false),
        (Entry::Afterword(Afterword::Tagged((0..9000).map(|n| format!("tag {n}").parse().unwrap()).collect())), false),
        (Entry::Resumed(DateTime::from_timestamp(253_402_300_800, 0).unwrap().into()), true),
    ] {
        let refused = record.enter(entry).unwrap_err();
        let is_expected = match refused {
            InvalidEntry::Words { .. } => !year,
            InvalidEntry::Concluded(_) | InvalidEntry::Year(10_000) => year,
            _ => false,
        };
        assert!(is_expected, "{refused}");
    }
    assert_eq!(record, before);
    let folder = tempfile::tempdir().unwrap();
    for heading in [
        Heading { begun: DateTime::from_timestamp(253_402_300_800, 0).unwrap().into(), ..record.heading().clone() },
        Heading { zone: Some("Z".repeat(NAME_LIMIT + 1)), ..record.heading().clone() },
    ] {
        let error = Journal::create(folder.path(), heading, Correspondences::embedded()).unwrap_err();
        assert!(matches!(error, JournalError::Refused(_)), "{error}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_journal_does_not_grow_beyond_what_can_be_read() {
    let (desk, path) = with_journal();
    let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    let room = (journal::LIMIT - fs::metadata(&path).unwrap().len()) as usize;
    // Long lines of a person, or as many blank ones as there can be.
    let line = "written by hand ".repeat(sample::short_or_whole(256, 0)).trim_end().to_owned() + "\n";
    file.write_all(&line.repeat(room.div_ceil(line.len())).as_bytes()[..room - 10]).unwrap();
    let length = fs::metadata(&path).unwrap().len();
    let told = refused(&desk, &["journal", "note", "reading", "It rained."]);
    assert!(
        told.contains("reading.md would exceed the limit of 64 MiB") && told.contains("nothing was written"),
        "{told}"
    );
    assert_eq!(fs::metadata(&path).unwrap().len(), length);
    assert_eq!(
        journal::read(&path, Correspondences::embedded()).unwrap().enochian().unwrap().turns(),
        record().enochian().unwrap().turns()
    );
    // To show so much takes the program long where it is not optimised.
    if sample::short_or_whole(false, true) {
        assert!(run(&desk, &["journal", "show", "reading"]).status.success());
    }
}

#[test]
fn a_header_is_measured_before_it_is_read() {
    let header = "    format = 1\n".to_owned() + &"    key = 1\n".repeat(1 << 18);
    let told = journal::read_text(&Source::new("j.md", format!("+++\n{header}+++\n")), Correspondences::embedded())
        .unwrap_err();
    let length = format!("j.md:1: the header is {} bytes long", header.len());
    assert!(told.to_string().contains(&length), "{told}");
}

#[test]
fn of_very_many_faults_the_first_are_told() {
    let (desk, path) = with_journal();
    let text = fs::read_to_string(&path).unwrap() + &"**Position · 1** `x`\n".repeat(20_000);
    fs::write(&path, text).unwrap();
    let told = refused(&desk, &["journal", "check", "reading"]);
    assert_eq!(told.matches("this is not the position that the turns lead to").count(), 100, "{}", told.len());
    assert!(told.contains("19900 more errors in"), "{}", &told[told.len() - 400..]);
    fs::write(desk.path("s.txt"), "board: air\narray: water\n".to_owned() + &"strange\n".repeat(100_000)).unwrap();
    assert!(refused(&desk, &["import", "s.txt"]).contains("99900 more errors in s.txt"));
}

/// How long it takes to do something with twice and with four times as much; the best of some.
fn ratio(mut work: impl FnMut(usize)) -> f64 {
    let mut best = |times: usize| {
        let once = |_| {
            let begun = Instant::now();
            work(times);
            begun.elapsed()
        };
        (0..3).map(once).min().unwrap().as_secs_f64()
    };
    best(8) / best(1)
}

#[test]
fn many_afterwords_cost_no_more_than_they_are_many() {
    let tag = |number: usize| format!("tag {number}").parse::<Tag>().unwrap();
    let ratio = ratio(|times| {
        let mut record = record();
        for number in 0..1500 * times {
            record.enter(Entry::Afterword(Afterword::Tagged(vec![tag(number)]))).unwrap();
        }
        for number in (0..1500 * times).step_by(2) {
            record.enter(Entry::Afterword(Afterword::Untagged(vec![tag(number)]))).unwrap();
        }
        assert_eq!(record.tags().len(), 750 * times);
        assert_eq!(record.tags()[0], &tag(1));
    });
    assert!(ratio < 30.0, "eight times as many took {ratio} times as long");
}

#[test]
fn a_tag_is_found_again_after_it_was_taken_away_and_given_anew() {
    let mut record = record();
    let tags = |names: &[&str]| names.iter().map(|name| name.parse().unwrap()).collect::<Vec<Tag>>();
    let mut enter = |annotation| record.enter(Entry::Afterword(annotation)).is_ok();
    assert!(enter(Afterword::Tagged(tags(&["love", "war", "peace"]))));
    assert!(!enter(Afterword::Tagged(tags(&["war"]))) && !enter(Afterword::Tagged(tags(&["a", "a"]))));
    assert!(enter(Afterword::Untagged(tags(&["love", "peace"]))) && !enter(Afterword::Untagged(tags(&["love"]))));
    assert!(enter(Afterword::Tagged(tags(&["love"]))));
    assert_eq!(record.tags(), tags(&["war", "love"]).iter().collect::<Vec<_>>());
}

#[test]
fn what_is_no_file_among_the_journals_is_named_and_not_read() {
    let (desk, _) = with_journal();
    pipe(&desk.path("journals/x.md"));
    symlink("/dev/zero", desk.path("journals/y.md")).unwrap();
    symlink("x.md", desk.path("journals/z.md")).unwrap();
    // A large file that is no journal is not read.
    let large = fs::File::create(desk.path("journals/w.md")).unwrap();
    large.set_len(60 << 30).unwrap();
    let listed = said(&run(&desk, &["journal", "list", "--names"]));
    assert!(listed.contains(" reading\n") && listed.contains("5 journals."), "{listed}");
    assert_eq!(listed.matches("this is no file, but a pipe or a device").count(), 3, "{listed}");
    assert_eq!(listed.matches("the file is larger than 67108864 bytes").count(), 1, "{listed}");
    let checked = run(&desk, &["journal", "check"]);
    assert!(said(&checked).contains("5 journals checked: 4 errors in 4 of them."), "{}", said(&checked));
    assert!(said(&run(&desk, &["journal", "stats"])).contains("1 reading, 0 games"));
    assert!(refused(&desk, &["read", "--resume"]).contains("which may be the one to resume, cannot be read"));
    assert!(refused(&desk, &["journal", "check", "x.md"]).contains("no journal in journals matches x.md"));
}

#[test]
fn nothing_is_written_where_a_cloned_notebook_points_to() {
    let (desk, _) = with_journal();
    fs::create_dir(desk.path(".git")).unwrap();
    fs::write(desk.path(".git/index"), "git's own").unwrap();
    symlink("../.git", desk.path("journals/.enochian")).unwrap();
    symlink(".git", desk.path(".enochian")).unwrap();
    for arguments in [&["journal", "list"][..], &["journal", "stats"], &["journal", "note", "reading", "It rained."]] {
        assert!(run(&desk, arguments).status.success(), "{arguments:?}");
    }
    let all: Vec<_> = fs::read_dir(desk.path(".git")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!((all, fs::read_to_string(desk.path(".git/index")).unwrap()), (vec!["index".into()], "git's own".into()));
}

#[test]
fn json_holds_nothing_that_a_terminal_obeys_or_nobody_sees() {
    let (desk, path) = with_journal();
    let words = "a\u{9b}31m b\u{202e}c d\u{200b}e f\u{e0041}g";
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{text}\n**Note · whole** *2026-12-01 20:15:00+01:00* {words}\n")).unwrap();
    for arguments in [&["journal", "export", "reading", "--out", "j.json"][..], &["journal", "search", "31m", "--json"]]
    {
        let output = run(&desk, arguments);
        let file = fs::read_to_string(desk.path("j.json")).ok().filter(|_| arguments[1] == "export");
        let json = file.unwrap_or_else(|| said(&output));
        assert!(json.contains("\\u009b31m b\\u202ec d\\u200be f\\udb40\\udc41g"), "{arguments:?}: {json}");
        assert!(json.is_ascii() || !json.contains(['\u{9b}', '\u{202e}', '\u{200b}', '\u{e0041}']), "{arguments:?}");
        assert!(serde_json::from_str::<serde_json::Value>(&json).unwrap().to_string().contains(words));
    }
}
