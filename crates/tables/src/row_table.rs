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

#[cfg(all(test, feature = "parquet"))]
mod tests {
    use std::borrow::Cow;

    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::*;
    use crate::{TableCompression, parquet::file};

    /// A row: a text, or none, and a flag.
    type TestRow = (Option<String>, bool);

    #[test]
    fn texts_and_flags_come_back_from_parquet() {
        let table = RowTable::new(vec![
            Column::text("always", "never null", false, |row: &TestRow| {
                Some(Cow::Borrowed(row.0.as_deref().unwrap_or("")))
            }),
            Column::text("sometimes", "or null", true, |row: &TestRow| row.0.as_deref().map(Cow::Borrowed)),
            Column::flag("flag", "yes or no", |row: &TestRow| row.1),
        ]);
        let text = |row: usize| (!row.is_multiple_of(3)).then(|| format!("ü, \"{}\"\n", row % 700));
        let rows: Vec<TestRow> = (0..5000).map(|row| (text(row), row.is_multiple_of(7))).collect();
        // None has a null, another nothing else.
        let batches = [&rows[1..3], &rows[..1], &rows[3..4], &rows[4..4], &rows[4..]].map(|some| table.batch(some));
        let about = ("key".to_owned(), "value".to_owned());
        let content = file(table.fields(), None, about, TableCompression::None, &batches).unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(content)).unwrap();
        let mut found = reader.get_row_iter(None).unwrap().map(Result::unwrap);
        let order = rows[1..3].iter().chain(&rows[..1]).chain(&rows[3..]);
        for ((text, flag), row) in order.zip(&mut found) {
            let cells: Vec<String> = row.get_column_iter().map(|(_, cell)| cell.to_string()).collect();
            let quoted = |text: &str| format!("\"{text}\"");
            let sometimes = text.as_deref().map_or("null".to_owned(), quoted);
            assert_eq!(cells, [quoted(text.as_deref().unwrap_or("")), sometimes, flag.to_string()]);
        }
        assert!(found.next().is_none());
    }
}
