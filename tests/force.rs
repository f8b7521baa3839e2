//! Readings that are killed at any moment, and disks that fail: nothing that was recorded is lost, and nothing is recorded
//! that was not typed.
//!
//! `ENOCHIAN_FORCE=2000 cargo test --test force -- --nocapture` does so often, as `.ci/long` does.
#![cfg(feature = "cli")]
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, missing_docs, clippy::print_stderr)]

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal::{self, Journal};
use enochian::session::Act;
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;
use serde_json::Value;
use tempfile::TempDir;

const BROTHER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/questions/brother.toml");

/// Anna asks, keeps the customs, plays alone, and throws by hand.
const ANSWERS: &str = "Anna\n\n\n\n";

/// How many readings are disturbed.
fn times(usual: u64) -> u64 {
    std::env::var("ENOCHIAN_FORCE").map_or(usual, |times| times.parse().expect("a number"))
}

/// A reading as it should come out: its acts, and for each the line to type; none for a turn without a move.
fn script() -> Vec<(Act, Option<String>)> {
    let folder = TempDir::new().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_enochian"))
        .args(["read", BROTHER, "--auto", "--json", "--seed", "10", "--journals"])
        .arg(folder.path())
        .output()
        .unwrap();
    let account: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut script = Vec::new();
    for turn in account["turns"].as_array().unwrap() {
        let (throw, mv) = (turn["throw"].to_string(), turn["move"].as_str().unwrap());
        script.push((Act::Throw(throw.parse().unwrap()), Some(throw)));
        script.push((Act::Move(mv.parse().unwrap()), Some(mv.to_owned()).filter(|mv| mv != "--")));
    }
    script
}

/// One reading in a folder of its own, disturbed and gone on with until it is concluded.
struct Reading<'s> {
    folder: TempDir,
    script: &'s [(Act, Option<String>)],
    /// Whether it is recorded quietly: every other one is (INTERPRETATION 1.1).
    quiet: bool,
}

impl Reading<'_> {
    fn journal(&self) -> Option<PathBuf> {
        let entries = fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "md")).min()
    }

    /// What stands in the journal; half an entry at its end is mended as it would be by going on.
    fn acts(&self) -> Vec<Act> {
        let Some(path) = self.journal() else { return Vec::new() };
        drop(Journal::open(&path, Correspondences::embedded()).unwrap_or_else(|error| panic!("{error}")));
        let text = fs::read_to_string(&path).unwrap();
        let checked = journal::check(&Source::new("disturbed.md", text), Correspondences::embedded());
        assert!(checked.diagnostics.is_empty(), "{}", checked.diagnostics);
        journal::read(&path, Correspondences::embedded()).unwrap().standing().collect()
    }

    /// Types the rest.
    fn go_on(&self, mut command: Command, done: usize) -> Child {
        command.args(["--journals"]).arg(self.folder.path()).stdin(Stdio::piped());
        let begun = self.journal().is_some();
        let mut input = if begun { String::new() } else { ANSWERS.to_owned() };
        for line in self.script[done..].iter().filter_map(|(_, line)| line.as_ref()) {
            input += &format!("{line}\n");
        }
        if begun {
            command.arg("--resume")
        } else {
            command.arg(BROTHER).args(self.quiet.then_some("--quiet"))
        };
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Who is killed reads no more.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child
    }

    /// Nothing but what was typed, in order; how much of it there is.
    fn agreed(&self, before: usize) -> usize {
        let acts = self.acts();
        let expected: Vec<Act> = self.script.iter().map(|(act, _)| *act).collect();
        assert!(expected.starts_with(&acts), "something was recorded that was not typed: {acts:?}");
        assert!(acts.len() >= before, "{} of {before} recorded acts are left", acts.len());
        acts.len()
    }
}

fn read() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_enochian"));
    command.arg("read");
    command
}

#[test]
fn readings_killed_at_any_moment_lose_nothing() {
    let script = script();
    let mut chance = SplitMix64::seed_from_u64(12);
    let (mut kills, mut readings) = (0, 0);
    while kills < times(12) {
        let reading = Reading { folder: TempDir::new().unwrap(), script: &script, quiet: readings % 2 == 1 };
        let mut done = 0;
        while done < script.len() && kills < times(12) {
            let mut child = reading.go_on(read(), done);
            sleep(Duration::from_micros(chance.next_u64() % 60_000));
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
            done = reading.agreed(done);
        }
        readings += 1;
    }
    eprintln!("{kills} kills in {readings} readings, and no act was lost");
}

#[test]
fn readings_on_a_failing_disk_record_nothing_wrong() {
    if Command::new("strace").arg("--version").output().is_err() {
        assert!(std::env::var_os("ENOCHIAN_FORCE").is_none(), "strace is not installed");
        eprintln!("passed over: strace is not installed");
        return;
    }
    let script = script();
    let mut chance = SplitMix64::seed_from_u64(21);
    let mut stopped = 0;
    for number in 0..times(8) {
        let quiet = number.is_multiple_of(2);
        let reading = Reading { folder: TempDir::new().unwrap(), script: &script, quiet };
        let fault = ["fdatasync:error=EIO", "write:error=ENOSPC", "fdatasync:error=EDQUOT", "ftruncate:error=EIO"]
            [(chance.next_u64() % 4) as usize];
        let mut command = Command::new("strace");
        command.args(["-f", "-qq", "-o", "/dev/null", "-e"]);
        command.arg(format!("inject={fault}:when={}", 1 + chance.next_u64() % 60));
        command.arg(env!("CARGO_BIN_EXE_enochian")).arg("read");
        let status = reading.go_on(command, 0).wait().unwrap();
        let done = reading.agreed(0);
        if done < script.len() {
            assert_eq!(status.code(), Some(1), "{fault}: it stops where nothing can be saved");
            stopped += 1;
        }
        // What failed was the disk, and not the record: with a sound one it goes on to its end.
        assert!(reading.go_on(read(), done).wait().unwrap().success());
        assert_eq!(reading.agreed(done), script.len());
    }
    eprintln!("{} faults, {stopped} of them where something was to be saved", times(8));
}
