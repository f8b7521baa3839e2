//! The readings in `tests/kept`, a line of JSON each, and what is needed to play them again.

use std::fs;
use std::path::{Path, PathBuf};

use enochian::chess::{Exchange, Move};
use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::reading::{Question, QuestionDraft, Throw};
use serde_json::Value;

/// What was done in a reading, in order.
#[derive(Clone, Copy)]
pub(crate) enum Deed {
    Exchange(Exchange),
    Withdrawal,
    Turn(Throw, Move),
}

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept")
}

/// The lines of a file.
pub(crate) fn lines(name: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder().join(name)).unwrap_or_else(|error| panic!("tests/kept/{name}: {error}"));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The question of a line, which has the keys of a question file.
pub(crate) fn question(line: &Value) -> Question {
    let keys = line["question"].as_object().unwrap();
    let file: String = keys.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
    let file = Source::new("kept.toml", format!("question = \"?\"\n{file}"));
    QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap()
}

/// Each deed of a reading: `3Nb1c3`, `exchange w a1 h8` or `withdraw`, with commas between them.
pub(crate) fn deeds(line: &Value) -> Vec<Deed> {
    line["turns"].as_str().unwrap().split(',').filter(|text| !text.is_empty()).map(deed).collect()
}

fn deed(text: &str) -> Deed {
    if text == "withdraw" {
        Deed::Withdrawal
    } else if text.starts_with("exchange") {
        Deed::Exchange(text.parse().unwrap())
    } else {
        let (throw, mv) = text.split_at(1);
        Deed::Turn(throw.parse().unwrap(), mv.parse().unwrap())
    }
}

/// Four digits by which a text is told from another (FNV-1a).
pub(crate) fn digest(text: &str) -> String {
    let mixed = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{:04x}", (mixed >> 48) ^ (mixed & 0xffff))
}
