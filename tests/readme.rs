//! The README's commands do what it says, from top to bottom.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A command of the README, with the lines that it shows of the output.
struct Shown {
    command: String,
    output: Vec<String>,
}

/// The commands of the `console` blocks, and those of the table about journals, in their order.
fn commands() -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut inside = false;
    for line in fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap().lines() {
        let new = |command: &str| Shown { command: command.to_owned(), output: Vec::new() };
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            line if inside => match line.strip_prefix("$ ") {
                Some(command) => found.push(new(command)),
                None => found.last_mut().unwrap().output.push(line.to_owned()),
            },
            line if line.starts_with('|') => {
                let code = line.split('`').skip(1).step_by(2);
                found.extend(code.filter(|it| it.starts_with("enochian journal ")).map(new));
            }
            _ => {}
        }
    }
    found
}

/// What is in a fresh clone and the commands use.
fn clone() -> TempDir {
    let clone = tempfile::tempdir().unwrap();
    // Of the journals the one that the README names; others may have been made in this folder since.
    let journal = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
    for used in ["data", "questions", "tests/games", journal] {
        let copy = clone.path().join(used);
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        assert!(Command::new("cp").arg("-r").arg(Path::new(ROOT).join(used)).arg(copy).status().unwrap().success());
    }
    clone
}

/// Runs a command line as a person would who has the program, and at the prompts begins a reading.
fn run(command: &str, clone: &Path) -> Output {
    let command = command.replacen("cargo run --release --", "enochian", 1);
    let typed = if command == "enochian read" { "Will it rain?\nAnna\njourney\n\n\n\n\n\n\n\n\nstop\n" } else { "" };
    let program = Path::new(env!("CARGO_BIN_EXE_enochian")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("bash");
    for name in ["JOURNALS", "DATA", "DIE", "NAMING", "COLOURS", "NOTATION"] {
        shell.env_remove(format!("ENOCHIAN_{name}"));
    }
    shell.args(["-c", &command]).current_dir(clone).env("PATH", path).env("HOME", clone.join("home"));
    shell.env_remove("XDG_CONFIG_HOME").env_remove("XDG_CACHE_HOME").env_remove("VISUAL").env("EDITOR", "true");
    let mut child = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // What asks nothing may have ended before it is answered.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    child.wait_with_output().unwrap()
}

/// Holds what was said against what is shown of it, where … stands for any lines.
fn compare(shown: &[String], said: &str) -> Result<(), String> {
    let said: Vec<&str> = said.lines().map(str::trim_end).collect();
    let mut from = 0;
    let mut skips = false;
    for line in shown.iter().map(|line| line.trim_end()) {
        if line == "…" {
            skips = true;
            continue;
        }
        let at = said[from..].iter().position(|other| *other == line).filter(|at| skips || *at == 0);
        from += at.ok_or_else(|| format!("no longer says there: {line}\nbut: {:#?}", &said[from..]))? + 1;
        skips = false;
    }
    if skips || shown.is_empty() || from == said.len() { Ok(()) } else { Err(format!("and: {:#?}", &said[from..])) }
}

#[cfg(unix)]
#[test]
fn every_command_shown_runs_in_a_fresh_clone_and_says_what_is_shown() {
    let clone = clone();
    let mut run_so_far = 0;
    for Shown { command, output: shown } in commands() {
        if command == "cargo test" {
            continue;
        }
        let output = run(&command, clone.path());
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {told}");
        compare(&shown, &String::from_utf8_lossy(&output.stdout)).unwrap_or_else(|why| panic!("{command}\n{why}"));
        run_so_far += 1;
    }
    assert!(run_so_far >= 30, "{run_so_far} commands");
}
