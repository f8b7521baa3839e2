//! What happens at the prompts when something goes wrong, and what a person sees at a terminal.
#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use enochian::journal;
use enochian::lore::Lore;
use enochian::record::Record;
use expectrl::{Eof, Expect, Session};
use tempfile::TempDir;

const BROTHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/questions/brother.toml");

/// Anna asks, keeps the customs, plays alone, and throws by hand.
const ANSWERS: &str = "Anna\n\n\nhand\n";

/// A command of a person without settings, who keeps journals in the folder.
fn enochian(command: &str, folder: &Path) -> Command {
    let mut enochian = Command::new(env!("CARGO_BIN_EXE_enochian"));
    enochian.arg(command).arg("--journals").arg(folder).env("HOME", folder).env("TZ", "UTC");
    enochian.env_remove("XDG_CONFIG_HOME").env_remove("XDG_CACHE_HOME").env("NO_COLOR", "1");
    enochian
}

fn spawn(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn run(command: &mut Command, input: &str) -> Output {
    let mut child = spawn(command);
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|e| e == ending)).collect();
    paths.sort();
    paths.dedup();
    paths
}

fn only_journal(folder: &Path) -> PathBuf {
    let [path] = &files(folder, "md")[..] else { panic!("{:?}", files(folder, "md")) };
    path.clone()
}

fn record(path: &Path) -> Record {
    journal::read(path, Lore::embedded()).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Waits until something is so.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        sleep(Duration::from_millis(5));
    }
}

fn holds(folder: &Path, text: &str) -> bool {
    files(folder, "md").first().is_some_and(|path| fs::read_to_string(path).is_ok_and(|it| it.contains(text)))
}

/// A person at a terminal of 24 lines and 80 columns.
struct Person(expectrl::session::OsSession);

impl Person {
    fn at(command: Command) -> Person {
        let mut command = command;
        command.env("TERM", "xterm-256color");
        let mut session = Session::spawn(command).unwrap();
        session.set_expect_timeout(Some(Duration::from_secs(20)));
        session.get_process_mut().set_window_size(80, 24).unwrap();
        Person(session)
    }

    /// Waits for words on the screen, and gives what stood before them.
    fn sees(&mut self, words: &str) -> String {
        let found = self.0.expect(words).unwrap_or_else(|error| panic!("waiting for {words:?}: {error}"));
        String::from_utf8_lossy(found.before()).into_owned()
    }

    fn types(&mut self, prompt: &str, line: &str) {
        self.sees(prompt);
        self.0.send_line(line).unwrap();
    }

    /// Begins the reading about a brother.
    fn begins(&mut self) {
        self.types("Who asks?", "Anna");
        self.types("keep or change?", "");
        self.types("Who plays?", "");
        self.types("Who throws the die?", "hand");
    }

    /// Waits for the end of the command, and gives its exit code.
    fn leaves(mut self) -> i32 {
        self.0.expect(Eof).unwrap();
        match self.0.get_process().wait().unwrap() {
            expectrl::process::unix::WaitStatus::Exited(_, code) => code,
            other => panic!("{other:?}"),
        }
    }
}

fn reading(folder: &Path) -> Command {
    let mut command = enochian("read", folder);
    command.arg(BROTHER);
    command
}

#[test]
fn a_turn_that_cannot_be_saved_stops_a_piped_reading() {
    let folder = TempDir::new().unwrap();
    let mut child = spawn(&mut reading(folder.path()));
    let (mut input, mut errors) = (child.stdin.take().unwrap(), BufReader::new(child.stderr.take().unwrap()));
    input.write_all(format!("{ANSWERS}6\n1\n").as_bytes()).unwrap();
    until("a turn is saved", || holds(folder.path(), "** · sheet"));
    let (path, away) = (only_journal(folder.path()), folder.path().join("away"));
    fs::rename(&path, &away).unwrap();
    input.write_all(b"5\n").unwrap();
    let mut error = String::new();
    errors.read_line(&mut error).unwrap();
    assert!(error.starts_with("line 7 of the input: "), "{error}");
    fs::rename(&away, &path).unwrap();
    // Meant as a move; were it taken as the throw, a wrong fact would be recorded.
    let _ = input.write_all(b"2\n1\nstop\n");
    drop(input);
    errors.read_to_string(&mut error).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("was not saved"), "{error}");
    assert_eq!(record(&path).turns().len(), 1);
    assert_eq!(record(&path).throw(), None);
}

#[test]
fn a_folder_that_is_deleted_is_told_of_and_the_journal_saved_elsewhere() {
    let (folder, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let journals = folder.path().join("journals");
    // From a pipe: what is lost is said, whether or not something is still to be saved.
    for rest in ["stop\n", "6\n1\nstop\n"] {
        fs::create_dir(&journals).unwrap();
        let mut child = spawn(&mut reading(&journals));
        let mut input = child.stdin.take().unwrap();
        input.write_all(format!("{ANSWERS}6\n1\n").as_bytes()).unwrap();
        until("a turn is saved", || holds(&journals, "** · sheet"));
        let path = only_journal(&journals);
        fs::remove_dir_all(&journals).unwrap();
        let _ = input.write_all(rest.as_bytes());
        drop(input);
        let output = child.wait_with_output().unwrap();
        let lost = format!("{} no longer exists. The turn played is lost.", path.display());
        assert!(told(&output).contains(&lost), "{}", told(&output));
        assert!(!said(&output).contains("--resume"), "{}", said(&output));
        assert_eq!(output.status.code(), Some(1));
    }

    fs::create_dir(&journals).unwrap();
    let mut person = Person::at(reading(&journals));
    person.begins();
    person.types("throws (1 to 6):", "6");
    person.types("Move (number, move or square):", "1");
    until("a turn is saved", || holds(&journals, "** · sheet"));
    fs::remove_dir_all(&journals).unwrap();
    person.types("throws (1 to 6):", "6");
    person.sees("The turn played is only in memory.");
    let new = other.path().join("kept");
    person.types("Save the journal in which folder?", new.to_str().unwrap());
    person.sees("continued in");
    // The throw that could not be saved stands.
    person.types("Move (number, move or square):", "1");
    person.types("throws (1 to 6):", "stop");
    assert_eq!(person.leaves(), 0);
    assert_eq!(record(&only_journal(&new)).turns().len(), 2);
}

/// The questions that are kept in a folder.
fn kept(folder: &Path) -> Vec<String> {
    files(folder, "toml").iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn every_session_keeps_the_question_that_is_asked_in_it() {
    let folder = TempDir::new().unwrap();
    let mut children: Vec<Child> = (0..16).map(|_| spawn(&mut enochian("read", folder.path()))).collect();
    let mut inputs: Vec<_> = children.iter_mut().map(|child| child.stdin.take().unwrap()).collect();
    for answer in ["Question?", "Querent"] {
        for (number, input) in inputs.iter_mut().enumerate() {
            writeln!(input, "{answer} {number}").unwrap();
        }
    }
    drop(inputs);
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", told(&output));
    }
    let kept = kept(folder.path());
    assert_eq!(kept.len(), 16);
    for number in 0..16 {
        let both = [format!("question = \"Question? {number}\"\n"), format!("querent = \"Querent {number}\"\n")];
        assert!(kept.iter().any(|text| both.iter().all(|line| text.contains(line))), "{number}: {kept:?}");
    }
    // Begun, one of them is done with, and the others stay.
    let output = run(enochian("read", folder.path()).arg("--resume"), "brother\n\n\n\n\n\n\nhand\nstop\n");
    assert!(output.status.success(), "{}", told(&output));
    assert_eq!(said(&output).matches("enochian read --resume").count(), 16, "{}", said(&output));
    assert_eq!((files(folder.path(), "toml").len(), files(folder.path(), "md").len()), (15, 1));
}

#[test]
fn unfinished_questions_are_offered_and_what_was_answered_is_never_denied() {
    let folder = TempDir::new().unwrap();
    for question in ["Shall I travel?", "Shall I stay?"] {
        run(&mut enochian("read", folder.path()), &format!("{question}\n"));
    }
    let resumed = || {
        let mut command = enochian("read", folder.path());
        command.arg("--resume");
        command
    };
    let mut person = Person::at(resumed());
    let offered = person.sees("Which one? (1 to 2) [1]");
    let places = ["Shall I stay?", "Shall I travel?"].map(|text| offered.find(text).expect(&offered));
    assert!(places[0] < places[1], "the latest first: {offered}");
    person.0.send_line("2").unwrap();
    person.sees("Who asks?");
    // Meanwhile nobody else gets this one.
    let output = run(resumed().arg("unfinished-question"), "");
    assert!(told(&output).contains("another window"), "{}", told(&output));
    let output = run(&mut resumed(), "stop\n");
    assert!(said(&output).contains("The answers so far are kept"), "{}", said(&output));
    assert!(!said(&output).contains("travel"), "{}", said(&output));
    person.0.send_line("stop").unwrap();
    person.sees("The answers so far are kept");
    assert_eq!(person.leaves(), 0);
    assert_eq!(kept(folder.path()).len(), 2);
}

#[test]
fn a_new_notebook_can_be_made_the_one_that_is_used_everywhere() {
    let home = TempDir::new().unwrap();
    let home = home.path().canonicalize().unwrap();
    let config = home.join(".config/enochian/config.toml");
    let new = |folder: &str| {
        let mut command = enochian("new", &home);
        command.arg(folder).current_dir(&home);
        Person::at(command)
    };
    let settled = || fs::read_to_string(&config).unwrap_or_default();
    let line = |folder: &str| format!("notebook = \"{}\"\n", home.join(folder).display());
    let mut person = new("one");
    person.types("Use it from every folder, wherever a command is given? (yes, no) [yes]", "");
    assert_eq!(person.leaves(), 0);
    assert_eq!(settled(), line("one"));
    // Another does not take its place unasked; and other lines stay.
    fs::write(&config, format!("# Mine\n{}colours = \"none\"\n", line("one"))).unwrap();
    let mut person = new("two");
    person.types("Use the new one instead? (yes, no) [no]", "");
    assert_eq!(person.leaves(), 0);
    assert!(settled().contains(&line("one")));
    let mut person = new("three");
    person.types("Use the new one instead? (yes, no) [no]", "yes");
    assert_eq!(person.leaves(), 0);
    assert_eq!(settled(), format!("{}# Mine\ncolours = \"none\"\n", line("three")));
}
