//! Runs that were killed while they wrote tables: they are gone on with as if they had not been.

use std::process::Stdio;

use super::commands::{content, damage, json, levels_and_formats, refused, wait_for_parts};
use super::*;
use crate::desk::TestDesk;
use crate::sample::short_or_whole;

#[test]
fn a_run_that_was_killed_and_gone_on_with_equals_one_that_was_not() {
    killed_and_gone_on_with(short_or_whole(30_000, 60_000), &["--part", "256"]);
}

#[test]
fn a_killed_run_of_events_in_csv_or_lists_in_arrow_is_gone_on_with_too() {
    for (level, format) in levels_and_formats().filter(|(_, format)| *format != "parquet") {
        // Slow players, so that there is time to break it off.
        killed_and_gone_on_with(
            short_or_whole(240, 400),
            &["--part", "4", "--level", level, "--format", format, "--policy", "greedy"],
        );
    }
}

fn killed_and_gone_on_with(readings: u64, shape: &[&str]) {
    let desk = TestDesk::new();
    let at = |name: &str| desk.path(name).to_str().unwrap().to_owned();
    let number = readings.to_string();
    let run = |folder: &str| {
        let mut run = desk.command(&[]);
        run.args(["simulate", BROTHER, "--readings", &number, "--seed", "8", "--out", folder]).args(shape);
        run
    };
    let whole = run(&at("whole")).output().unwrap();
    assert!(whole.status.success(), "{}", String::from_utf8_lossy(&whole.stderr));

    let broken = at("broken");
    let mut run = run(&broken).stdout(Stdio::null()).spawn().unwrap();
    wait_for_parts(broken.as_ref());
    // Another is not let in while the first is at it.
    refused(&["--resume", &broken], 1, "another run is writing to");
    run.kill().unwrap();
    run.wait().unwrap();
    let so_far = RunDir::summary_of(broken.as_ref()).unwrap();
    assert!(so_far.readings < readings, "{} were done", so_far.readings);
    // Every part that has its name is whole.
    let read: BTreeSet<_> = rows(broken.as_ref()).into_iter().map(|mut row| row.remove("reading")).collect();
    assert!(read.len() as u64 >= so_far.readings);
    // One of them is damaged afterwards.
    damage(&parts(broken.as_ref())[0], 2);

    let summary = json(&["--resume", &broken, "--threads", "1"]);
    assert_eq!(summary["readings"], readings);
    assert!(content(broken.as_ref()) == content(at("whole").as_ref()), "the folders differ");
    // Once more there is nothing left to do.
    assert_eq!(json(&["--resume", &broken]), summary);
}
