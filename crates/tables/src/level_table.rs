//! A table: its columns, and batches of its rows.

use super::column::Column;
use super::schema::{self, TurnInReading};
use super::values::{Batch, ColumnValues, Field, FieldKind, Values};
use super::{DetailLevel, flags};
use std::fmt;

use enochian_engine::simulate::ReadingRow;

/// The columns of a level.
pub struct LevelTable {
    level: DetailLevel,
    /// In a table of turns, those that stand beside each turn.
    of_readings: Vec<Column<ReadingRow>>,
    of_turns: Vec<Column<TurnInReading>>,
    fields: Vec<Field>,
}

impl LevelTable {
    /// The table of a level.
    #[must_use]
    pub fn new(level: DetailLevel) -> LevelTable {
        let (of_readings, of_turns) = match level {
            DetailLevel::Summary => (schema::of_readings(), vec![]),
            DetailLevel::Lists => (schema::of_readings(), schema::of_turns()),
            DetailLevel::Events => (schema::beside_turns(), schema::of_turns()),
        };
        let mut fields: Vec<Field> = of_readings.iter().map(|column| column.field.clone()).collect();
        let turns = of_turns.iter().map(|column| column.field.clone()).chain(flags::fields());
        match level {
            DetailLevel::Summary => {}
            DetailLevel::Lists => fields.push(Field {
                name: "turns".to_owned(),
                meaning: "the turns, in order".to_owned(),
                kind: FieldKind::List(turns.collect()),
                nullable: false,
            }),
            DetailLevel::Events => fields.extend(turns),
        }
        LevelTable { level, of_readings, of_turns, fields }
    }

    /// The level.
    #[must_use]
    pub fn level(&self) -> DetailLevel {
        self.level
    }

    /// The columns, in order.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The number of readings in a batch, which begins with the first turn of one.
    #[must_use]
    pub fn readings_of(&self, batch: &Batch) -> usize {
        let place = self.fields.iter().position(|field| field.name == "turn");
        match place.and_then(|place| batch.columns.get(place)) {
            Some(turns) => (0..turns.len()).filter(|row| turns.at(*row) == Some(1)).count(),
            None => batch.rows,
        }
    }

    /// The number of columns of readings; those of turns follow.
    pub(crate) fn columns_of_readings(&self) -> usize {
        self.of_readings.len()
    }

    /// The rows of some readings and their turns.
    pub(crate) fn batch(&self, rows: &[ReadingRow], turns: &[TurnInReading]) -> Batch {
        let mut columns: Vec<ColumnValues> = self.of_readings.iter().map(|column| column.filled(rows)).collect();
        if self.level == DetailLevel::Events {
            columns.iter_mut().for_each(|column| beside_turns(&mut column.values, rows));
        }
        columns.extend(self.of_turns.iter().map(|column| column.filled(turns)));
        if self.level != DetailLevel::Summary {
            flags::follow(&mut columns);
        }
        let of_lists = || rows.iter().map(|row| row.length as usize).collect();
        let lengths = (self.level == DetailLevel::Lists).then(of_lists);
        let rows = if self.level == DetailLevel::Events { turns.len() } else { rows.len() };
        Batch { rows, columns, lengths }
    }
}

impl fmt::Debug for LevelTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LevelTable").field("level", &self.level).finish_non_exhaustive()
    }
}

/// Repeats the values of a column of readings, each as often as its reading has turns.
fn beside_turns(column: &mut Values, rows: &[ReadingRow]) {
    fn repeat<T: Copy>(values: &mut Vec<T>, rows: &[ReadingRow]) {
        let mut all = Vec::with_capacity(rows.iter().map(|row| row.length as usize).sum());
        values.iter().zip(rows).for_each(|(&value, row)| all.resize(all.len() + row.length as usize, value));
        *values = all;
    }
    match column {
        Values::Small(values) | Values::Words(values) => repeat(values, rows),
        Values::Number(values) => repeat(values, rows),
        Values::Large(values) => repeat(values, rows),
        // Readings have none.
        Values::Flags(_) | Values::Texts(..) => {}
    }
}
