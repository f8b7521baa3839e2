//! The worked examples of docs/INTERPRETATION.md fact by fact, and summaries as they were when last read.
//!
//! `.ci/update summaries` writes the texts anew; then look at the difference.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use enochian::correspondences::Correspondences;
use enochian::interpretation::SummaryFacts;
use enochian::journal;
use serde_json::Value;

use crate::desk::{ROOT, TestDesk};
use crate::facts::{chosen, facts, flat};

fn folder() -> PathBuf {
    Path::new(ROOT).join("tests/summaries")
}

/// A reading of a question that the program plays from a seed; a person plays it where moves are typed.
fn played(question: &Path, seed: &str, typed: &str) -> TestDesk {
    let desk = TestDesk::new();
    let arguments = ["read", question.to_str().unwrap(), "--seed", seed, "--auto"];
    let arguments = if typed.is_empty() { &arguments[..] } else { &arguments[..4] };
    desk.types(arguments, typed);
    desk
}

/// The facts of a worked example, which has the first few of the cast only, are those that the program finds.
fn is_found(example: &str, journal: &Path) {
    let file = fs::read_to_string(folder().join(format!("{example}.json"))).unwrap();
    let listed: Value = serde_json::from_str(&file).unwrap();
    let mut found = facts(&journal::read(journal, Correspondences::embedded()).unwrap());
    found["cast"].as_array_mut().unwrap().truncate(listed["cast"].as_array().unwrap().len());
    ["counts", "answers"].iter().for_each(|more| drop(found.as_object_mut().unwrap().remove(*more)));
    assert_eq!(flat(&found), flat(&listed), "{example}");
}

#[test]
fn interpretation_8_13_example_a_fact_by_fact() {
    let journal = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
    is_found("example-a", &Path::new(ROOT).join(journal));
}

#[test]
fn interpretation_8_13_example_b_fact_by_fact() {
    is_found("example-b", &played(&Path::new(ROOT).join("questions/project.toml"), "12", "").journal());
}

#[test]
fn interpretation_8_13_example_c_fact_by_fact() {
    is_found("example-c", &played(&folder().join("example-c.toml"), "1012", "").journal());
}

/// A file has this text; with `UPDATE_SUMMARIES` it gets it.
fn is_told_as(file: &str, text: &str) {
    let path = folder().join(file);
    if env::var_os("UPDATE_SUMMARIES").is_some() {
        fs::write(&path, text).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap();
    let line = kept.lines().zip(text.lines()).position(|(kept, now)| kept != now);
    assert!(
        kept == text,
        "tests/summaries/{file} differs{}; if it should, run .ci/update summaries, and read it",
        line.map_or(String::new(), |line| format!(" from line {}: {}", line + 1, text.lines().nth(line).unwrap()))
    );
}

/// Summaries of questions with notes, a term and a querent, long and short, as they are printed: what a reading holds that no kept
/// reading has, since nothing but its question or a person brings it about.
#[test]
fn summaries_of_questions_are_told_as_when_last_read() {
    let table: toml::Table = fs::read_to_string(folder().join("readings.toml")).unwrap().parse().unwrap();
    for (name, seed) in &table {
        let typed = fs::read_to_string(folder().join(format!("{name}.moves"))).unwrap_or_default();
        let desk = played(&folder().join(format!("{name}.toml")), &seed.to_string(), &typed);
        let told = ["summary", "short"].map(|form| desk.says(&["journal", "explain", "--form", form])).join("\n");
        is_told_as(&format!("{name}.txt"), &told);
    }
}

/// The sentences of those of the kept readings that `told.txt` names: together they have nearly every form.
#[test]
fn summaries_of_kept_readings_are_told_as_when_last_read() {
    let kept = fs::read_to_string(folder().join("told.txt")).unwrap();
    let numbers: Vec<usize> =
        kept.lines().filter_map(|line| line.strip_prefix("reading ")).map(|number| number.parse().unwrap()).collect();
    assert!(numbers.len() > 20, "{numbers:?}");
    let mut text = String::new();
    for (record, number) in chosen(|number, _| numbers.contains(&number)).zip(&numbers) {
        let told =
            serde_json::to_value(SummaryFacts::of(record.enochian().unwrap(), Correspondences::embedded())).unwrap();
        let sentences = told["sentences"].as_array().unwrap().iter().map(|it| it["text"].as_str().unwrap());
        text.push_str(&format!("reading {number}\n{}\n\n", sentences.collect::<Vec<_>>().join("\n")));
    }
    is_told_as("told.txt", &text);
}
