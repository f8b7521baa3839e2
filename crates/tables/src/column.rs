//! A column of a table, and how it is filled.

use super::bit_list::Bits;
use super::values::{ColumnValues, Field, FieldKind, Values};

/// The code for no word.
const NONE: u8 = u8::MAX;

/// A column, filled from a slice of `T`.
pub(crate) struct Column<T> {
    pub(crate) field: Field,
    fill: FillColumn<T>,
}

type FillColumn<T> = Box<dyn Fn(&[T]) -> ColumnValues + Send + Sync>;

/// A type of whole numbers.
pub(crate) trait ColumnNumber: Copy + Default {
    const KIND: FieldKind;
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
    pub(crate) fn number<N: ColumnNumber>(
        name: impl Into<String>,
        meaning: impl Into<String>,
        of: impl Fn(&T) -> N + Send + Sync + 'static,
    ) -> Column<T> {
        Column::new(name, meaning, N::KIND, false, move |all| {
            ColumnValues::new(N::VALUES(all.iter().map(&of).collect()), None)
        })
    }

    /// Whole numbers, or null.
    pub(crate) fn optional_number<N: ColumnNumber>(
        name: impl Into<String>,
        meaning: impl Into<String>,
        of: impl Fn(&T) -> Option<N> + Send + Sync + 'static,
    ) -> Column<T> {
        Column::new(name, meaning, N::KIND, true, move |all| {
            let known = Bits::of(all.len(), |at| of(&all[at]).is_some());
            ColumnValues::new(N::VALUES(all.iter().map(|one| of(one).unwrap_or_default()).collect()), Some(known))
        })
    }

    /// A word of a fixed list, by its index.
    pub(crate) fn word<W: ToString>(
        name: impl Into<String>,
        meaning: impl Into<String>,
        words: impl IntoIterator<Item = W>,
        of: impl Fn(&T) -> usize + Send + Sync + 'static,
    ) -> Column<T> {
        Column::words(name, meaning, words, false, move |one| of(one) as u8)
    }

    /// A word of a fixed list, or null.
    pub(crate) fn optional_word<W: ToString>(
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_meaning_of_a_column_lists_its_words_unless_they_are_many() {
        let meaning =
            |words: usize| Column::word("column", "one of them", 1..=words, |&word: &usize| word).field.meaning;
        assert_eq!(meaning(3), "one of them: 1, 2, 3");
        assert_eq!(meaning(12), "one of them: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12");
        for many in [13, 20] {
            assert_eq!(meaning(many), format!("one of them: 1, 2 … {many}"));
        }
    }
}
