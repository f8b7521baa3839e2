//! Serialisers that write values as the text that people see.

use std::fmt::Display;

use serde::Serializer;

use crate::chess::Square;

pub(crate) fn word<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

pub(super) fn words<T: Display, S: Serializer>(values: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(ToString::to_string))
}

pub(super) fn word_or_null<T: Display, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}

/// Writes the numbers for a1, b1 … h8 as a map by square name.
pub(super) fn by_square<S: Serializer>(numbers: &[u32], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(Square::all().map(|square| square.to_string()).zip(numbers))
}
