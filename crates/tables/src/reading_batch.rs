//! The readings that become one batch of a table.

use enochian_engine::simulate::{ReadingRow, TurnRow};

use super::level_table::LevelTable;
use super::schema::TurnInReading;
use super::values::Batch;

/// The readings, or turns, of a batch: few enough to stay in the cache until they are written to columns.
const READINGS: usize = 1024;
const EVENTS: usize = 1 << 15;

/// Readings and their turns, until there are enough for a batch.
#[derive(Debug, Default)]
pub struct ReadingBatch {
    rows: Vec<ReadingRow>,
    events: Vec<TurnInReading>,
}

impl ReadingBatch {
    /// Adds a reading.
    pub fn add(&mut self, row: &ReadingRow, turns: &[TurnRow]) {
        self.rows.push(row.clone());
        let event = |(place, &turn)| TurnInReading { ply: place as u16 + 1, turn };
        self.events.extend(turns.iter().enumerate().map(event));
    }

    /// The number of readings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether there are enough for a batch.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.rows.len() >= READINGS || self.events.len() >= EVENTS
    }

    /// Makes the batch, and begins with the next.
    #[must_use]
    pub fn take(&mut self, table: &LevelTable) -> Batch {
        let batch = table.batch(&self.rows, &self.events);
        self.rows.clear();
        self.events.clear();
        batch
    }
}
