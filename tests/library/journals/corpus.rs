//! The fuzzer's promises, kept on its corpus: `cargo fuzz run position` looks for more.

use std::fs;
use std::path::Path;

use crate::sample;

#[path = "../../corpus/promises.rs"]
mod promises;

fn each(target: &str, promise: fn(&[u8])) {
    each_numbered(target, |_, bytes| promise(bytes));
}

fn each_numbered(target: &str, promise: impl Fn(usize, &[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(target);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{target} has no corpus");
    for (number, path) in paths.iter().enumerate() {
        promise(number, &fs::read(path).unwrap());
    }
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
    // All acts of every third game, the first of the others.
    let whole = sample::short_or_whole(6, 1);
    each_numbered("other-game", |number, bytes| {
        if number % whole == whole - 1 { promises::other_game(bytes) } else { promises::other_beginning(bytes) }
    });
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
