//! `kill -9` at any moment of a reading: what the program has said it did is done, nothing is torn, and it goes on where it was.

use std::fs;
use std::io::{Read, Seek, Write};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

use crate::notebook::{Notebook, temporary};
use crate::sample::short_or_whole;
use crate::scripted_reading::{ScriptedReading, journal_in, question};

#[test]
fn what_was_acknowledged_is_there_after_kill_9_and_the_reading_goes_on() {
    let kills = short_or_whole(20, 20_000);
    let scripts = [(ScriptedReading::plain(), true), (ScriptedReading::corrected(), false)];
    let at_work: u64 = thread::scope(|scope| {
        let disturbed = scripts.map(|(script, is_quiet)| scope.spawn(move || disturb(&script, is_quiet, kills)));
        disturbed.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    println!("{} kills, {at_work} of them while it had something to write", 2 * kills);
}

/// Kills a reading again and again, goes on with it each time, and at last lets it come to its end; then it begins anew. Gives how
/// many kills came while a file was unfinished.
fn disturb(script: &ScriptedReading, is_quiet: bool, kills: u64) -> u64 {
    let begun = Instant::now();
    let undisturbed = Notebook::new();
    go_on(&undisturbed, script, is_quiet, 0, None);
    let whole = begun.elapsed();
    assert_eq!(done(&undisturbed, script), script.0.len(), "undisturbed, it comes to its end");
    let (mut notebook, mut stands, mut at_work) = (Notebook::new(), 0, 0);
    let mut chance = SplitMix64::seed_from_u64(u64::from(is_quiet));
    for kill in 0..kills {
        if stands == script.0.len() {
            (notebook, stands) = (Notebook::new(), 0);
        }
        // Evenly over the time that it takes, and a little longer.
        let after = whole.mul_f64((chance.next_u64() % 1100) as f64 / 1000.0);
        let acknowledged = go_on(&notebook, script, is_quiet, stands, Some(after)).max(stands);
        at_work += u64::from(has_leftovers(&notebook));
        stands = done(&notebook, script);
        assert!(stands >= acknowledged, "of {acknowledged} steps {stands} are left, at kill {kill} after {after:?}");
    }
    if stands < script.0.len() {
        go_on(&notebook, script, is_quiet, stands, None);
        assert_eq!(done(&notebook, script), script.0.len(), "it cannot be gone on with");
    }
    at_work
}

/// Goes on after so many steps, until it is killed or at its end. Gives how many are then acknowledged.
fn go_on(notebook: &Notebook, script: &ScriptedReading, is_quiet: bool, done: usize, limit: Option<Duration>) -> usize {
    let question = question(notebook);
    let mut command = match journal_in(notebook) {
        Some(_) => notebook.command(&["read", "--resume"]),
        None if is_quiet => notebook.command(&["read", question, "--quiet"]),
        None => notebook.command(&["read", question]),
    };
    let (said, ended) = run_for(&mut command, &script.rest(done), limit);
    if ended { script.0.len() } else { script.acknowledged(done, &said) }
}

/// How many steps stand in the journal, which is not torn.
fn done(notebook: &Notebook, script: &ScriptedReading) -> usize {
    journal_in(notebook).map_or(0, |journal| script.done(&journal))
}

/// Whether there is a file that the program removes before it ends.
fn has_leftovers(notebook: &Notebook) -> bool {
    let mut files = fs::read_dir(notebook.journals()).unwrap().flatten();
    files.any(|entry| entry.file_name().to_string_lossy().starts_with(".enochian-"))
}

/// Runs a command and kills it after a while. What it printed until then, and whether it came to its end.
fn run_for(command: &mut Command, input: &str, limit: Option<Duration>) -> (String, bool) {
    let file = |text: &str| {
        let mut file = tempfile::tempfile_in(temporary()).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.rewind().unwrap();
        file
    };
    // Files, since nobody reads pipes meanwhile.
    let mut printed = file("");
    command.stdin(file(input)).stdout(printed.try_clone().unwrap()).stderr(printed.try_clone().unwrap());
    let mut child = command.spawn().unwrap();
    if let Some(limit) = limit {
        thread::sleep(limit);
        child.kill().unwrap();
    }
    let ended = child.wait().unwrap().success();
    let mut said = String::new();
    printed.rewind().unwrap();
    printed.read_to_string(&mut said).unwrap();
    assert!(ended || limit.is_some(), "{command:?}: {said}");
    (said, ended)
}
