//! Tables in memory, in columns: what their columns are, and batches of their rows.

use std::sync::Arc;

use super::bit_list::Bits;

/// A column: its name, meaning and type.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) meaning: String,
    pub(super) kind: FieldKind,
    pub(super) nullable: bool,
}

#[derive(Clone, Debug)]
pub(super) enum FieldKind {
    Small,
    Number,
    Large,
    Flag,
    /// One of these words.
    Word(Arc<[String]>),
    /// Items with these columns.
    List(Vec<Field>),
}

impl Field {
    /// The fields of the columns that have values: this, or those of the items in a list.
    #[cfg(feature = "parquet")]
    pub(super) fn leaves(&self) -> &[Field] {
        match &self.kind {
            FieldKind::List(items) => items,
            _ => std::slice::from_ref(self),
        }
    }
}

/// The values of a column in a batch.
#[derive(Debug)]
pub(super) struct ColumnValues {
    pub(super) values: Values,
    /// Which are there; `None` if all are. Where one is missing stands 0.
    pub(super) known: Option<Bits>,
}

#[derive(Debug)]
pub(super) enum Values {
    Small(Vec<u8>),
    Number(Vec<u16>),
    Large(Vec<i64>),
    Flags(Bits),
    /// The places of words in the list of the field.
    Words(Vec<u8>),
}

impl ColumnValues {
    /// The values, and whether each is there.
    pub(super) fn new(values: Values, known: Option<Bits>) -> ColumnValues {
        ColumnValues { values, known: known.filter(|known| known.count() < known.len()) }
    }

    pub(super) fn len(&self) -> usize {
        match &self.values {
            Values::Small(values) | Values::Words(values) => values.len(),
            Values::Number(values) => values.len(),
            Values::Large(values) => values.len(),
            Values::Flags(flags) => flags.len(),
        }
    }
}

/// Some rows of a table.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) rows: usize,
    /// The columns in their order; after those of rows stand those of the items in lists.
    pub(super) columns: Vec<ColumnValues>,
    /// The lengths of the lists, if the table has some.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "CSV has no lists"))]
    pub(super) lengths: Option<Vec<usize>>,
}
