//! The fuzzer's promises, kept on its corpus: `cargo fuzz run position` looks for more. That of designs is kept in
//! `tests/rules/designs_of_corpus.rs`.

use std::fs;
use std::path::Path;

#[path = "../corpus/promises.rs"]
mod promises;

fn each(target: &str, promise: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(target);
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        promise(&fs::read(entry.unwrap().path()).unwrap());
        count += 1;
    }
    assert!(count > 0, "{target} has no corpus");
}

#[test]
fn position_texts() {
    each("position", promises::position);
}

#[test]
fn move_texts() {
    each("moves", promises::moves);
}

#[test]
fn sheet_texts() {
    each("sheet", promises::sheet);
}

#[test]
fn question_files() {
    each("question", promises::question);
}

#[test]
fn journals() {
    each("journal", promises::journal);
}

#[test]
fn data_files() {
    each("data", promises::data);
}

#[test]
fn other_games() {
    each("variant", promises::variant);
}

#[test]
fn words() {
    each("words", promises::words);
}

#[test]
fn set_ups() {
    each("setup", promises::setup);
}

#[test]
fn summaries() {
    each("summary", promises::summary);
}
