//! A column of a table, and how it is filled.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use super::values::{ColumnValues, Field, FieldKind, Values};

/// The code for no word.
const NONE: u8 = u8::MAX;

/// A column, filled from a slice of `T`.
///
/// Each constructor takes its name, its meaning in words, and what its value is in a row.
pub struct Column<T> {
    pub(crate) field: Field,
    fill: FillColumn<T>,
}

type FillColumn<T> = Box<dyn Fn(&[T]) -> ColumnValues + Send + Sync>;

impl<T: 'static> Column<T> {
    /// Numbers up to 65,535.
    pub fn number<N: Into<u16>>(
        name: impl Into<String>,
        meaning: impl Into<String>,
        of: impl Fn(&T) -> N + Send + Sync + 'static,
    ) -> Column<T> {
        Column::new(name, meaning, FieldKind::Number, false, move |all| ColumnValues {
            values: Values::Numbers(all.iter().map(|one| of(one).into()).collect()),
            known: None,
        })
    }

    /// Numbers up to 65,535, or null.
    pub fn optional_number<N: Into<u16>>(
        name: impl Into<String>,
        meaning: impl Into<String>,
        of: impl Fn(&T) -> Option<N> + Send + Sync + 'static,
    ) -> Column<T> {
        Column::new(name, meaning, FieldKind::Number, true, move |all| ColumnValues {
            values: Values::Numbers(all.iter().map(|one| of(one).map_or(0, Into::into)).collect()),
            known: Some(all.iter().map(|one| of(one).is_some()).collect()),
        })
    }

    /// Numbers of 64 bits.
    pub fn large(
        name: impl Into<String>,
        meaning: impl Into<String>,
        of: impl Fn(&T) -> i64 + Send + Sync + 'static,
    ) -> Column<T> {
        Column::new(name, meaning, FieldKind::Large, false, move |all| ColumnValues {
            values: Values::Large(all.iter().map(&of).collect()),
            known: None,
        })
    }

    /// Yes or no.
    pub fn flag(
        name: impl Into<String>,
        meaning: impl Into<String>,
        of: impl Fn(&T) -> bool + Send + Sync + 'static,
    ) -> Column<T> {
        Column::new(name, meaning, FieldKind::Flag, false, move |all| ColumnValues {
            values: Values::Flags(all.iter().map(&of).collect()),
            known: None,
        })
    }

    /// A text, or null if the column is nullable.
    pub fn text(
        name: impl Into<String>,
        meaning: impl Into<String>,
        nullable: bool,
        of: impl Fn(&T) -> Option<Cow<'_, str>> + Send + Sync + 'static,
    ) -> Column<T> {
        Column::new(name, meaning, FieldKind::Text, nullable, move |all| ColumnValues {
            values: Values::Texts(all.iter().map(|one| of(one).map_or_else(String::new, Cow::into_owned)).collect()),
            known: nullable.then(|| all.iter().map(|one| of(one).is_some()).collect()),
        })
    }

    /// A word of a fixed list, by its index.
    pub fn word<W: ToString>(
        name: impl Into<String>,
        meaning: impl Into<String>,
        words: impl IntoIterator<Item = W>,
        of: impl Fn(&T) -> usize + Send + Sync + 'static,
    ) -> Column<T> {
        Column::words(name, meaning, words, false, move |one| of(one) as u8)
    }

    /// A word of a fixed list, or null.
    pub fn optional_word<W: ToString>(
        name: impl Into<String>,
        meaning: impl Into<String>,
        words: impl IntoIterator<Item = W>,
        of: impl Fn(&T) -> Option<usize> + Send + Sync + 'static,
    ) -> Column<T> {
        Column::words(name, meaning, words, true, move |one| of(one).map_or(NONE, |place| place as u8))
    }

    fn words<W: ToString>(
        name: impl Into<String>,
        meaning: impl Into<String>,
        words: impl IntoIterator<Item = W>,
        nullable: bool,
        place: impl Fn(&T) -> u8 + Send + Sync + 'static,
    ) -> Column<T> {
        let words = kept(words.into_iter().map(|word| word.to_string()).collect());
        let listed = match words {
            [first, second, .., last] if words.len() > 12 => format!("{first}, {second} … {last}"),
            words => words.join(", "),
        };
        let meaning = format!("{}: {listed}", meaning.into());
        Column::new(name, meaning, FieldKind::Word(words), nullable, move |all| {
            let mut places: Vec<u8> = all.iter().map(&place).collect();
            let known = nullable.then(|| places.iter().map(|place| *place != NONE).collect());
            // Some programs also read the keys of nulls, so these must be valid.
            places.iter_mut().for_each(|place| *place = if *place == NONE { 0 } else { *place });
            ColumnValues { values: Values::Words(places), known }
        })
    }

    fn new(
        name: impl Into<String>,
        meaning: impl Into<String>,
        kind: FieldKind,
        nullable: bool,
        fill: impl Fn(&[T]) -> ColumnValues + Send + Sync + 'static,
    ) -> Column<T> {
        Column { field: Field { name: name.into(), meaning: meaning.into(), kind, nullable }, fill: Box::new(fill) }
    }

    pub(crate) fn filled(&self, all: &[T]) -> ColumnValues {
        (self.fill)(all)
    }
}

/// The same words for good: Parquet's writer passes on those that are never freed without counting who has them. There are few lists
/// of words, and each is kept once.
fn kept(words: Vec<String>) -> &'static [&'static str] {
    static ALL: Mutex<Vec<&'static [&'static str]>> = Mutex::new(Vec::new());
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    let found = all.iter().find(|list| **list == words).copied();
    found.unwrap_or_else(|| {
        let list = words.into_iter().map(|word| &*word.leak()).collect::<Vec<&'static str>>().leak();
        all.push(list);
        list
    })
}

impl<T> fmt::Debug for Column<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Column").field("field", &self.field).finish_non_exhaustive()
    }
}
