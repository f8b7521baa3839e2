//! What the built program prints, as it was when last looked at: the help of every command, a reading and a game at the
//! prompts, an explanation, and errors. A change of words is read here as a difference.
//!
//! Each file of `tests/transcripts` has commands, on lines that begin with `$`, and what they print. Lines of standard
//! error begin with `!`, unless the command sends them elsewhere. Files ending in `.typed` are what a person types.
//!
//! `UPDATE_TRANSCRIPTS=1 cargo test --test commands transcripts::` writes the files anew; then look at the difference.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use crate::desk::{TestDesk, said, told, without_today};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn transcripts() -> PathBuf {
    root().join("tests/transcripts")
}

/// The journal of the repository; beside it there may be journals that somebody has recorded there.
const JOURNAL: &str = "2026-11-21-is-my-brother-happy-in-his-present-situation.md";

/// A folder with the questions and the journal of the repository, and what is typed.
fn desk() -> TestDesk {
    let desk = TestDesk::new();
    for (from, to) in [("questions", "questions"), ("journals", "journals"), ("tests/transcripts", "")] {
        let to = desk.path(to);
        fs::create_dir_all(&to).unwrap();
        for file in fs::read_dir(root().join(from)).unwrap().map(|entry| entry.unwrap().path()) {
            let is_wanted = match from {
                "journals" => file.ends_with(JOURNAL),
                _ => file.extension().is_some_and(|it| ["toml", "md", "typed"].map(OsStr::new).contains(&it)),
            };
            if is_wanted {
                fs::copy(&file, to.join(file.file_name().unwrap())).unwrap();
            }
        }
    }
    desk
}

/// A command line of the shell, and what it prints, without a terminal or settings. The folder, the date and the time are masked.
/// What happened since `begun` may be told of.
fn entry(line: &str, desk: &TestDesk, begun: DateTime<Utc>) -> String {
    let output = desk.shell(line).output().unwrap();
    let (said, told) = (said(&output), told(&output));
    let mut text = format!("$ {line}\n{said}");
    told.lines().for_each(|line| writeln!(text, "! {line}").unwrap());
    match output.status.code() {
        Some(0) => {}
        code => writeln!(text, "exit code {}", code.unwrap()).unwrap(),
    }
    without_today(&text.replace(desk.folder().to_str().unwrap(), "DESK"), begun)
}

/// Compares a file with what it should hold, or writes it.
fn compare(file: &Path, now: &str) {
    if env::var_os("UPDATE_TRANSCRIPTS").is_some() {
        fs::write(file, now).unwrap();
    }
    let stands = fs::read_to_string(file).unwrap_or_default();
    let differs = stands.lines().zip(now.lines()).position(|(stands, now)| stands != now);
    let line = differs.unwrap_or_else(|| stands.lines().count().min(now.lines().count()));
    assert!(
        stands == now,
        "{} differs from line {}: {:?}; if it should, run UPDATE_TRANSCRIPTS=1 cargo test --test commands transcripts::",
        file.display(),
        line + 1,
        now.lines().nth(line)
    );
}

/// Runs the commands of a file again, one after another in one folder.
fn transcript(name: &str) -> String {
    let file = transcripts().join(name);
    let desk = desk();
    let (commands, begun) = (fs::read_to_string(&file).unwrap(), Utc::now());
    let entries = commands.lines().filter_map(|line| line.strip_prefix("$ ")).map(|line| entry(line, &desk, begun));
    let now = entries.collect::<Vec<_>>().join("\n");
    compare(&file, &now);
    now
}

/// The commands that a help lists.
fn listed(help: &str) -> impl Iterator<Item = &str> {
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = commands.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    names.map(|line| line.split(' ').next().unwrap()).filter(|name| *name != "help")
}

#[test]
fn help_of_every_command() {
    let (desk, folder) = (desk(), transcripts().join("help"));
    let mut commands = vec!["enochian".to_owned()];
    let mut files = BTreeSet::new();
    let (mut doors, mut options) = (0, 0);
    while let Some(command) = commands.pop() {
        let help = entry(&format!("{command} --help"), &desk, Utc::now());
        commands.extend(listed(&help).map(|name| format!("{command} {name}")));
        let file = folder.join(command.replace(' ', "-") + ".txt");
        compare(&file, &help);
        files.insert(file);
        doors += usize::from(!help.contains("\nCommands:\n"));
        let named = help.lines().skip_while(|line| *line != "Options:").map(str::trim_start);
        let named = named.filter(|line| line.starts_with("--") || line.starts_with('-') && line.contains(", --"));
        options += named.filter(|line| !line.contains("--help") && !line.contains("--version")).count();
    }
    for file in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if !files.contains(&file) && env::var_os("UPDATE_TRANSCRIPTS").is_some() {
            fs::remove_file(file).unwrap();
        } else {
            assert!(files.contains(&file), "{} is of no command", file.display());
        }
    }
    // Whoever adds one finds another that can go, or be an option of its neighbour.
    assert!(doors < 44 && options < 215, "{doors} commands without those below them, {options} options");
}

#[test]
fn a_reading() {
    assert!(transcript("reading.txt").contains("No Move"));
}

#[test]
fn a_game() {
    transcript("game.txt");
}

#[test]
fn an_explanation() {
    transcript("explanation.txt");
}

#[test]
fn errors() {
    let now = transcript("errors.txt");
    for entry in now.split("\n$ ") {
        assert!(entry.contains("\nexit code "), "{entry}");
    }
    assert!(now.matches("exit code").count() >= 20);
}
