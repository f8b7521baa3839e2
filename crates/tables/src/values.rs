//! Tables in memory, in columns: what their columns are, and batches of their rows.

use std::sync::Arc;

use super::bit_list::Bits;

/// A column: its name, meaning and type.
#[derive(Clone, Debug)]
pub struct Field {
    /// `ptah_turn`.
    pub name: String,
    /// What its values are, in words.
    pub meaning: String,
    /// Its type.
    pub kind: FieldKind,
    /// Whether values may be missing.
    pub nullable: bool,
}

/// The type of a column.
#[derive(Clone, Debug)]
pub enum FieldKind {
    /// Numbers up to 255.
    Small,
    /// Numbers up to 65,535.
    Number,
    /// Numbers of 64 bits.
    Large,
    /// Yes or no.
    Flag,
    /// One of these words.
    Word(Arc<[String]>),
    /// Any text.
    Text,
    /// Items with these columns.
    List(Vec<Field>),
}

impl Field {
    /// The fields of the columns that have values: this, or those of the items in a list.
    pub fn leaves(&self) -> &[Field] {
        match &self.kind {
            FieldKind::List(items) => items,
            _ => std::slice::from_ref(self),
        }
    }
}

/// The values of a column in a batch.
#[derive(Debug)]
pub struct ColumnValues {
    /// The values.
    pub values: Values,
    /// Which are there; `None` if all are. Where one is missing stands 0.
    pub known: Option<Bits>,
}

/// The values of a column by its type: see [`FieldKind`].
#[allow(missing_docs, reason = "they are those of the types")]
#[derive(Debug)]
pub enum Values {
    Small(Vec<u8>),
    Number(Vec<u16>),
    Large(Vec<i64>),
    Flags(Bits),
    /// The places of words in the list of the field.
    Words(Vec<u8>),
    /// The places of texts in a list of their own, where each stands once.
    Texts(Vec<u32>, Vec<String>),
}

impl ColumnValues {
    /// The values, and whether each is there.
    #[must_use]
    pub fn new(values: Values, known: Option<Bits>) -> ColumnValues {
        ColumnValues { values, known: known.filter(|known| known.count() < known.len()) }
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.values {
            Values::Small(values) | Values::Words(values) => values.len(),
            Values::Number(values) => values.len(),
            Values::Large(values) => values.len(),
            Values::Flags(flags) => flags.len(),
            Values::Texts(places, _) => places.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value in a row: a number, the place of a word or text, or 1 for a flag that is set.
    #[must_use]
    pub fn at(&self, row: usize) -> Option<i64> {
        if self.known.as_ref().is_some_and(|known| !known.get(row)) {
            return None;
        }
        Some(match &self.values {
            Values::Small(values) | Values::Words(values) => values[row].into(),
            Values::Number(values) => values[row].into(),
            Values::Large(values) => values[row],
            Values::Flags(flags) => flags.get(row).into(),
            Values::Texts(places, _) => places[row].into(),
        })
    }
}

/// Some rows of a table.
#[derive(Debug)]
pub struct Batch {
    /// The number of rows.
    pub rows: usize,
    /// The columns in their order; after those of rows stand those of the items in lists.
    pub columns: Vec<ColumnValues>,
    /// The lengths of the lists, if the table has some.
    pub lengths: Option<Vec<usize>>,
}
