//! A column of a table: its name, meaning and values.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::types::UInt8Type;
use arrow_array::{ArrayRef, ArrowPrimitiveType, DictionaryArray, PrimitiveArray, StringArray, UInt8Array};
use arrow_buffer::{BooleanBuffer, NullBuffer};
use arrow_schema::{DataType, Field, FieldRef};

/// The key of a column's meaning in the metadata of its field.
pub(super) const MEANING: &str = "meaning";

/// The code for no word.
const NONE: u8 = u8::MAX;

/// A column, filled from a slice of `T`.
pub(super) struct Column<T> {
    pub(super) field: FieldRef,
    fill: FillColumn<T>,
}

type FillColumn<T> = Box<dyn Fn(&[T]) -> ArrayRef + Send + Sync>;

impl<T: 'static> Column<T> {
    /// Whole numbers.
    pub(super) fn number<P: ArrowPrimitiveType>(
        name: impl Into<String>,
        meaning: impl Into<String>,
        of: impl Fn(&T) -> P::Native + Send + Sync + 'static,
    ) -> Column<T> {
        let fill = move |all: &[T]| Arc::new(PrimitiveArray::<P>::from_iter_values(all.iter().map(&of))) as ArrayRef;
        Column { field: field(name, meaning, P::DATA_TYPE, false), fill: Box::new(fill) }
    }

    /// Whole numbers, or null.
    pub(super) fn optional_number<P: ArrowPrimitiveType>(
        name: impl Into<String>,
        meaning: impl Into<String>,
        of: impl Fn(&T) -> Option<P::Native> + Send + Sync + 'static,
    ) -> Column<T> {
        let fill = move |all: &[T]| Arc::new(all.iter().map(&of).collect::<PrimitiveArray<P>>()) as ArrayRef;
        Column { field: field(name, meaning, P::DATA_TYPE, true), fill: Box::new(fill) }
    }

    /// A word of a fixed list, by its index.
    pub(super) fn word<W: ToString>(
        name: impl Into<String>,
        meaning: impl Into<String>,
        words: impl IntoIterator<Item = W>,
        of: impl Fn(&T) -> usize + Send + Sync + 'static,
    ) -> Column<T> {
        Column::words(name, meaning, words, false, move |one| of(one) as u8)
    }

    /// A word of a fixed list, or null.
    pub(super) fn optional_word<W: ToString>(
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
        let kind = DataType::Dictionary(Box::new(DataType::UInt8), Box::new(DataType::Utf8));
        let listed = match words.as_slice() {
            [first, second, .., last] if words.len() > 12 => format!("{first}, {second} … {last}"),
            words => words.join(", "),
        };
        let field = field(name, format!("{}: {listed}", meaning.into()), kind, nullable);
        let words = Arc::new(StringArray::from(words)) as ArrayRef;
        let fill = move |all: &[T]| {
            let mut places: Vec<u8> = all.iter().map(&place).collect();
            let known = |places: &[u8]| BooleanBuffer::collect_bool(places.len(), |at| places[at] != NONE);
            let nulls = nullable.then(|| NullBuffer::new(known(&places)));
            // Some programs also read the keys of nulls, so these must be valid.
            places.iter_mut().for_each(|place| *place = if *place == NONE { 0 } else { *place });
            let places = UInt8Array::new(places.into(), nulls);
            Arc::new(DictionaryArray::<UInt8Type>::new(places, Arc::clone(&words))) as ArrayRef
        };
        Column { field, fill: Box::new(fill) }
    }

    pub(super) fn filled(&self, all: &[T]) -> ArrayRef {
        (self.fill)(all)
    }
}

fn field(name: impl Into<String>, meaning: impl Into<String>, kind: DataType, nullable: bool) -> FieldRef {
    let meaning = HashMap::from([(MEANING.to_owned(), meaning.into())]);
    Arc::new(Field::new(name, kind, nullable).with_metadata(meaning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_meaning_of_a_column_lists_its_words_unless_they_are_many() {
        let meaning = |words: usize| {
            let column = Column::word("column", "one of them", 1..=words, |&word: &usize| word);
            column.field.metadata()[MEANING].clone()
        };
        assert_eq!(meaning(3), "one of them: 1, 2, 3");
        assert_eq!(meaning(12), "one of them: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12");
        for many in [13, 20] {
            assert_eq!(meaning(many), format!("one of them: 1, 2 … {many}"));
        }
    }
}
