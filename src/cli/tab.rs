//! What Tab completes at a prompt.

use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

/// The words that can be typed.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// Whole answers, and the first words of lines.
    pub(super) first: Vec<String>,
    /// The words that can follow the first.
    pub(super) rest: Vec<String>,
}

impl Words {
    /// Where the completed word begins, and all completions, in any case.
    fn completed(&self, typed: &str) -> (usize, Vec<String>) {
        let beginning = |words: &[String], part: &str| -> Vec<String> {
            let part = part.to_lowercase();
            words.iter().filter(|word| word.to_lowercase().starts_with(&part)).cloned().collect()
        };
        let start = typed.len() - typed.trim_start().len();
        let whole = beginning(&self.first, &typed[start..]);
        if !whole.is_empty() {
            return (start, whole);
        }
        match typed.rfind(' ') {
            Some(space) => (space + 1, beginning(&self.rest, &typed[space + 1..])),
            None => (start, whole),
        }
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.completed(&line[..at]))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_or_its_last_word_is_completed() {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let known = Words { first: words(&["square", "stop", "Air of Air & Water"]), rest: words(&["a1", "a2", "b1"]) };
        for (typed, start, found) in [
            ("s", 0, &["square", "stop"][..]),
            (" ST", 1, &["stop"]),
            ("air of a", 0, &["Air of Air & Water"]),
            ("square a", 7, &["a1", "a2"]),
            ("square ", 7, &["a1", "a2", "b1"]),
            ("x", 0, &[]),
            ("note é x", 8, &[]),
        ] {
            assert_eq!(known.completed(typed), (start, words(found)), "{typed:?}");
        }
    }
}
