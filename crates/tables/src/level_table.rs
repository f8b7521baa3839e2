//! A table of readings: its columns, and batches of its rows.

use enochian_engine::simulate::{ReadingRow, TurnRow};

use super::DetailLevel;
use super::row_table::RowTable;
use super::schema::{self, ReadingTurn, TurnInReading};
use super::values::{Batch, Field, FieldKind};

/// The columns of a level.
#[derive(Debug)]
pub struct LevelTable {
    level: DetailLevel,
    of_readings: RowTable<ReadingRow>,
    of_turns: RowTable<ReadingTurn>,
    fields: Vec<Field>,
}

impl LevelTable {
    /// The table of a level.
    #[must_use]
    pub fn new(level: DetailLevel) -> LevelTable {
        let of_readings = RowTable::new(schema::of_readings());
        let of_turns = RowTable::new(match level {
            DetailLevel::Summary => vec![],
            DetailLevel::Lists => schema::of_turns(|row: &ReadingTurn| &row.turn),
            DetailLevel::Events => schema::of_events(),
        });
        let turns = of_turns.fields().to_vec();
        let fields = match level {
            DetailLevel::Summary => of_readings.fields().to_vec(),
            DetailLevel::Lists => {
                let (name, meaning) = ("turns".to_owned(), "the turns, in order".to_owned());
                let list = Field { name, meaning, kind: FieldKind::List(turns), nullable: false };
                of_readings.fields().iter().cloned().chain([list]).collect()
            }
            DetailLevel::Events => turns,
        };
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

    /// The rows of some readings and their turns.
    fn batch(&self, readings: &[ReadingRow], turns: &[ReadingTurn]) -> Batch {
        match self.level {
            DetailLevel::Summary => self.of_readings.batch(readings),
            DetailLevel::Events => self.of_turns.batch(turns),
            DetailLevel::Lists => {
                let mut batch = self.of_readings.batch(readings);
                batch.columns.extend(self.of_turns.batch(turns).columns);
                batch.lengths = Some(readings.iter().map(|row| row.length as usize).collect());
                batch
            }
        }
    }
}

/// The readings, or turns, of a batch: few enough to stay in the cache until they are written to columns.
const READINGS: usize = 1024;
const TURNS: usize = 1 << 15;

/// Readings and their turns, until there are enough for a batch.
#[derive(Debug, Default)]
pub struct ReadingBatch {
    readings: Vec<ReadingRow>,
    turns: Vec<ReadingTurn>,
}

impl ReadingBatch {
    /// Adds a reading.
    pub fn add(&mut self, row: &ReadingRow, turns: &[TurnRow]) {
        self.readings.push(row.clone());
        let (reading, answer) = (row.index, [row.answer.ptah.verdict, row.answer.kings.verdict]);
        let turn = |(ply, &turn)| ReadingTurn { reading, answer, turn: TurnInReading { ply, turn } };
        self.turns.extend((1..).zip(turns).map(turn));
    }

    /// The number of readings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.readings.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.readings.is_empty()
    }

    /// Whether there are enough for a batch.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.readings.len() >= READINGS || self.turns.len() >= TURNS
    }

    /// Makes the batch, and begins with the next.
    #[must_use]
    pub fn take(&mut self, table: &LevelTable) -> Batch {
        let batch = table.batch(&self.readings, &self.turns);
        self.readings.clear();
        self.turns.clear();
        batch
    }
}
