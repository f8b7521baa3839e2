//! Reads what was typed into the fields of a page, with all errors.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::chess::Direction;
use crate::input::{is_plain, quoted};
use crate::reading::DieThrower;

/// An error in a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct FieldError {
    /// The name of the field.
    pub(super) key: &'static str,
    /// The error as a sentence.
    pub(super) text: String,
}

/// A seed as it was typed, or as a number. In the browser, large numbers are not exact.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub(super) enum SeedField {
    Number(u64),
    Typed(String),
}

impl SeedField {
    /// The seed, if it is not too large for a question file.
    fn number(&self) -> Option<u64> {
        let number = match self {
            SeedField::Number(number) => Some(*number),
            SeedField::Typed(text) => text.trim().parse().ok(),
        };
        number.filter(|seed| i64::try_from(*seed).is_ok())
    }
}

/// Reads fields, and collects the errors. A field with an error counts as empty.
#[derive(Debug, Default)]
pub(super) struct FieldReader {
    pub(super) errors: Vec<FieldError>,
}

impl FieldReader {
    /// A text on one line: white space of any kind becomes one space.
    pub(super) fn text(&mut self, key: &'static str, typed: Option<&String>) -> Option<String> {
        let text = typed?.split_whitespace().collect::<Vec<_>>().join(" ");
        if !is_plain(&text) {
            self.error(key, format!("{} has control characters; leave them out", quoted(&text)));
            return None;
        }
        Some(text).filter(|text| !text.is_empty())
    }

    /// A name of something that is chosen from a list.
    pub(super) fn name<T: FromStr>(&mut self, key: &'static str, typed: Option<&String>) -> Option<T> {
        let text = typed.filter(|text| !text.is_empty())?;
        let read = text.parse().ok();
        if read.is_none() {
            self.error(key, format!("{} is not a choice", quoted(text)));
        }
        read
    }

    /// The direction of play.
    pub(super) fn direction(&mut self, typed: Option<&String>) -> Option<Direction> {
        let text = typed?;
        let read = [Direction::Deosil, Direction::Widdershins].into_iter().find(|it| it.to_string() == *text);
        if read.is_none() {
            self.error("direction", format!("{} is not a choice", quoted(text)));
        }
        read
    }

    /// Who throws the die.
    pub(super) fn die(&mut self, typed: Option<&String>, seed: Option<&SeedField>) -> Option<DieThrower> {
        match typed?.as_str() {
            "hand" => Some(DieThrower::ByHand),
            "program" => Some(DieThrower::ByProgram),
            "seeded" => {
                let seed = seed.and_then(SeedField::number);
                if seed.is_none() {
                    self.error("seed", format!("the seed is a whole number from 0 to {}", i64::MAX));
                }
                seed.map(DieThrower::Seeded)
            }
            other => {
                self.error("die", format!("{} is not a choice", quoted(other)));
                None
            }
        }
    }

    pub(super) fn error(&mut self, key: &'static str, text: impl Into<String>) {
        self.errors.push(FieldError { key, text: text.into() });
    }
}
