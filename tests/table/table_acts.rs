//! The built table, played over HTTP as a page plays it, beside the prompts.

use std::fs;
use std::path::Path;
use std::process::Command;

use enochian::correspondences::Correspondences;
use enochian::journal;
use enochian::record::{Entry, Record};
use serde_json::Value;

use crate::desk::http::{Page, Served};
use crate::desk::{BROTHER, PROGRAM, TestDesk, succeeded};

/// Types lines at the prompts.
fn at_the_prompts(desk: &TestDesk, arguments: &[&str], lines: &str) {
    succeeded(&desk.types(arguments, lines));
}

fn record(path: &Path) -> Record {
    journal::read(path, Correspondences::embedded()).unwrap()
}

/// Shows a journal.
fn show(page: &mut Page, path: &Path) {
    page.show(path.file_stem().unwrap().to_str().unwrap()).unwrap();
}

/// Plays a line of the prompts: a throw and a move, or a throw without one.
fn types(page: &mut Page, line: &str) {
    assert_eq!(page.act(line).unwrap(), None, "{line}");
    if page.shown.contains("class=\"play no-move") {
        assert_eq!(page.act("pass").unwrap(), None, "no move after {line}");
    }
}

/// A reading as lines of the prompts, from its question to its end.
fn script() -> Vec<String> {
    let desk = TestDesk::new();
    let output = desk.run(&["read", BROTHER, "--auto", "--json", "--seed", "10"]);
    let account: Value = serde_json::from_slice(&output.stdout).unwrap();
    let line = |turn: &Value| match turn["move"].as_str().unwrap() {
        "--" => turn["throw"].to_string(),
        mv => format!("{} {mv}", turn["throw"]),
    };
    account["turns"].as_array().unwrap().iter().map(line).collect()
}

/// Anna asks, keeps the defaults, plays alone, and throws by hand.
const ANSWERS: &str = "Anna\n\n\n\n";

/// The text of a journal without times and pauses.
fn timeless(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let is_timeless =
        |line: &&str| !["    begun = ", "**Resumed", "**Concluded"].iter().any(|start| line.starts_with(start));
    // After a pause a move names its turn again; what counts the lines above it counts pauses.
    let unnamed = |line: &str| match (line.split_once("** → "), line.split_once(" entries · ")) {
        (Some((_, act)), _) if line.starts_with("**") => format!("**→** {act}"),
        (_, Some((before, after))) => {
            format!("{}{}", before.rsplit_once('*').unwrap().0, after.split_once('*').unwrap().1)
        }
        _ => line.to_owned(),
    };
    let lines: Vec<String> = text.lines().filter(is_timeless).filter(|line| !line.is_empty()).map(unnamed).collect();
    lines.join("\n")
}

#[test]
fn a_reading_is_the_same_at_the_table_and_at_the_prompts() {
    let (script, prompts, table) = (script(), TestDesk::new(), TestDesk::new());
    at_the_prompts(&prompts, &["read", BROTHER], &format!("{ANSWERS}{}\n", script.join("\n")));

    // Both in turn: begun at the prompts, then three parts at the table and two at the prompts.
    at_the_prompts(&table, &["read", BROTHER], &format!("{ANSWERS}{}\nstop\n", script[0]));
    let path = table.journal();
    let served = Served::start(&mut table.command(&["table", "--no-open"]));
    let mut page = Page::of(served.clone());
    for (number, part) in script[1..].chunks(script.len() / 5 + 1).enumerate() {
        if number % 2 == 0 {
            show(&mut page, &path);
            part.iter().for_each(|line| types(&mut page, line));
        } else {
            let stop = if number == 4 { "" } else { "stop\n" };
            at_the_prompts(&table, &["read", "--resume"], &format!("{}\n{stop}", part.join("\n")));
        }
    }
    let (here, there) = (record(&path), record(&prompts.journal()));
    assert_eq!(here.enochian().unwrap().turns(), there.enochian().unwrap().turns());
    assert!(here.closing().is_some() && here.closing() == there.closing());
    assert_eq!(timeless(&path), timeless(&prompts.journal()));
    let resumed = here.entries().iter().filter(|entry| matches!(entry, Entry::Resumed(_))).count();
    assert_eq!(resumed, 3, "the first part at the table, which stays open, and those at the prompts");
}

#[test]
fn a_full_disk_loses_nothing() {
    let script = script();
    let desk = TestDesk::new();
    at_the_prompts(&desk, &["read", BROTHER], &format!("{ANSWERS}{}\nstop\n", script[0]));
    let path = desk.journal();
    // No file may become larger than a few blocks of 1024 bytes more than the journal; the limit is lifted later.
    let blocks = fs::metadata(&path).unwrap().len() / 1024 + 3;
    let limited = format!("trap '' XFSZ; ulimit -S -f {blocks}; exec \"$0\" table --no-open");
    let served = Served::start(&mut desk.program("bash", &["-c", &limited, PROGRAM]));
    let mut page = Page::of(served.clone());
    show(&mut page, &path);
    let mut failed = None;
    'played: for (number, line) in script.iter().enumerate().skip(1) {
        let (throw, mv) = line.split_once(' ').map_or((line.as_str(), None), |(throw, mv)| (throw, Some(mv)));
        for act in [throw, mv.unwrap_or("pass")] {
            if let Some(said) = page.act(act).unwrap() {
                failed = Some((number, act, said));
                break 'played;
            }
        }
    }
    let (number, act, said) = failed.expect("the journal grows by more than three blocks");
    assert!(said.contains("was not saved") && said.contains(&format!("turns 1 to {number} are safe")), "{said}");
    assert_eq!(record(&path).enochian().unwrap().turns().len(), number);

    let id = served.program.0.id().to_string();
    assert!(Command::new("prlimit").args(["--fsize=unlimited:", "--pid", &id]).status().unwrap().success());
    assert_eq!(page.act_again(act).unwrap(), None, "the same act can be sent again");
    let checked = journal::check(
        &enochian::input::Source::new("journal.md", fs::read_to_string(&path).unwrap()),
        Correspondences::embedded(),
    );
    assert!(checked.diagnostics.is_empty(), "{}", checked.diagnostics);
}

#[test]
fn a_branch_whose_answer_was_lost_is_begun_once() {
    let desk = TestDesk::new();
    succeeded(&desk.run(&["read", BROTHER, "--auto", "--seed", "10"]));
    let path = desk.journal();
    let before = record(&path);
    let other = |turn| Some((turn, *journal::other_moves_of(before.enochian().unwrap(), turn).ok()?.first()?));
    let (turn, mv) = (1..).find_map(other).unwrap();
    let served = Served::start(&mut desk.command(&["table", "--no-open"]));
    let mut page = Page::of(served.clone());
    show(&mut page, &path);
    let branch = format!("branch {turn} {mv}");
    assert_eq!(page.act(&branch).unwrap(), None);
    let first = page.between("data-address=\"", "\"").unwrap();
    assert_eq!(page.act_again(&branch).unwrap(), None);
    assert_eq!(page.between("data-address=\"", "\""), Some(first));
    assert_eq!(desk.journals().len(), 2);
    assert_eq!(record(&path), before);
}
