//! A table of any rows.

use std::fmt;

use super::column::Column;
use super::flags;
use super::values::{Batch, Field};

/// The column whose flags follow it.
const EFFECTS: &str = "effects";

/// A table whose rows are values of `T`.
pub struct RowTable<T> {
    columns: Vec<Column<T>>,
    fields: Vec<Field>,
}

impl<T: 'static> RowTable<T> {
    /// The table with these columns. If the effects of turns are the last, a column for each of their flags follows.
    #[must_use]
    pub fn new(columns: Vec<Column<T>>) -> RowTable<T> {
        let mut fields: Vec<Field> = columns.iter().map(|column| column.field.clone()).collect();
        if fields.last().is_some_and(|last| last.name == EFFECTS) {
            fields.extend(flags::fields());
        }
        RowTable { columns, fields }
    }

    /// The columns, in order.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Some rows in columns.
    #[must_use]
    pub fn batch(&self, rows: &[T]) -> Batch {
        let mut columns = self.columns.iter().map(|column| column.filled(rows)).collect();
        if self.columns.len() < self.fields.len() {
            flags::follow(&mut columns);
        }
        Batch { rows: rows.len(), columns, lengths: None }
    }
}

impl<T> fmt::Debug for RowTable<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowTable").field("fields", &self.fields).finish_non_exhaustive()
    }
}
