//! A column of a table, and how it is filled.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use super::bit_list::Bits;
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

/// A type of whole numbers.
pub trait ColumnNumber: Copy + Default {
    /// Of the column.
    const KIND: FieldKind;
    /// The values of the column.
    const VALUES: fn(Vec<Self>) -> Values;
}

impl ColumnNumber for u8 {
    const KIND: FieldKind = FieldKind::Small;
    const VALUES: fn(Vec<u8>) -> Values = Values::Small;
}

impl ColumnNumber for u16 {
    const KIND: FieldKind = FieldKind::Number;
    const VALUES: fn(Vec<u16>) -> Values = Values::Number;
}

impl ColumnNumber for i64 {
    const KIND: FieldKind = FieldKind::Large;
    const VALUES: fn(Vec<i64>) -> Values = Values::Large;
}

impl<T: 'static> Column<T> {
    /// Whole numbers.
    pub fn number<N: ColumnNumber>(
        name: impl Into<String>,
        meaning: impl Into<String>,
        of: impl Fn(&T) -> N + Send + Sync + 'static,
    ) -> Column<T> {
        Column::new(name, meaning, N::KIND, false, move |all| {
            ColumnValues::new(N::VALUES(all.iter().map(&of).collect()), None)
        })
    }

    /// Whole numbers, or null.
    pub fn optional_number<N: ColumnNumber>(
        name: impl Into<String>,
        meaning: impl Into<String>,
        of: impl Fn(&T) -> Option<N> + Send + Sync + 'static,
    ) -> Column<T> {
        Column::new(name, meaning, N::KIND, true, move |all| {
            let known = Bits::of(all.len(), |at| of(&all[at]).is_some());
            ColumnValues::new(N::VALUES(all.iter().map(|one| of(one).unwrap_or_default()).collect()), Some(known))
        })
    }

    /// Yes or no.
    pub fn flag(
        name: impl Into<String>,
        meaning: impl Into<String>,
        of: impl Fn(&T) -> bool + Send + Sync + 'static,
    ) -> Column<T> {
        Column::new(name, meaning, FieldKind::Flag, false, move |all| {
            ColumnValues::new(Values::Flags(Bits::of(all.len(), |at| of(&all[at]))), None)
        })
    }

    /// A text, or null if the column is nullable.
    pub fn text(
        name: impl Into<String>,
        meaning: impl Into<String>,
        nullable: bool,
        of: impl Fn(&T) -> Option<Cow<'_, str>> + Send + Sync + 'static,
    ) -> Column<T> {
        Column::new(name, meaning, FieldKind::Text, nullable, move |all| {
            let mut seen: HashMap<Cow<'_, str>, u32> = HashMap::new();
            let mut texts = Vec::new();
            let mut place = |text: Cow<'_, str>| texts.push(text.into_owned());
            let places = all.iter().map(|one| {
                let Some(text) = of(one) else { return 0 };
                let next = seen.len() as u32;
                *seen.entry(text).or_insert_with_key(|text| {
                    place(Cow::Borrowed(text));
                    next
                })
            });
            let places = places.collect();
            let known = nullable.then(|| Bits::of(all.len(), |at| of(&all[at]).is_some()));
            ColumnValues::new(Values::Texts(places, texts), known)
        })
    }

    /// The same column of rows that have such a row in them.
    #[must_use]
    pub fn within<U: 'static>(self, part: fn(&U) -> T) -> Column<U> {
        let fill = self.fill;
        let fill = move |all: &[U]| fill(&all.iter().map(part).collect::<Vec<T>>());
        Column { field: self.field, fill: Box::new(fill) }
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
        let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
        let listed = match words.as_slice() {
            [first, second, .., last] if words.len() > 12 => format!("{first}, {second} … {last}"),
            words => words.join(", "),
        };
        let meaning = format!("{}: {listed}", meaning.into());
        Column::new(name, meaning, FieldKind::Word(words.into()), nullable, move |all| {
            let mut places: Vec<u8> = all.iter().map(&place).collect();
            let known = nullable.then(|| Bits::of(places.len(), |at| places[at] != NONE));
            // Some programs also read the keys of nulls, so these must be valid.
            places.iter_mut().for_each(|place| *place = if *place == NONE { 0 } else { *place });
            ColumnValues::new(Values::Words(places), known)
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

impl<T> fmt::Debug for Column<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Column").field("field", &self.field).finish_non_exhaustive()
    }
}
