//! The observer that writes a part: counts its readings, and makes batches of their rows.

use super::super::{Observer, ReadingRow, Tally, TurnRow};
use super::OutputError;
use super::level_table::LevelTable;
use super::schema::TurnInReading;
use super::values::Batch;

/// The readings, or turns, of a batch: few enough to stay in the cache until they are written to columns.
const READINGS: usize = 1024;
const EVENTS: usize = 1 << 15;

/// The readings of a part. `TURNS` is whether the table needs their turns.
pub(super) struct Collector<'a, const TURNS: bool, F, T, P> {
    table: &'a LevelTable,
    rows: Vec<ReadingRow>,
    events: Vec<TurnInReading>,
    batches: Vec<Batch>,
    /// Makes the result from the batches at the end of the part, on the thread that played it.
    make: F,
    /// Called with the number of new readings.
    progress: &'a P,
    tally: Tally,
    made: Result<Option<T>, OutputError>,
}

impl<'a, const TURNS: bool, F, T, P> Collector<'a, TURNS, F, T, P> {
    pub(super) fn new(table: &'a LevelTable, progress: &'a P, make: F) -> Collector<'a, TURNS, F, T, P> {
        let (rows, events, batches) = (Vec::with_capacity(READINGS), Vec::new(), Vec::new());
        Collector { table, rows, events, batches, make, progress, tally: Tally::new(), made: Ok(None) }
    }

    /// The result of the finished part.
    pub(super) fn done(self) -> Result<(Tally, Option<T>), OutputError> {
        Ok((self.tally, self.made?))
    }
}

impl<const TURNS: bool, F, T, P: Fn(u64)> Collector<'_, TURNS, F, T, P> {
    fn batch(&mut self) {
        (self.progress)(self.rows.len() as u64);
        self.batches.push(self.table.batch(&self.rows, &self.events));
        self.rows.clear();
        self.events.clear();
    }
}

impl<const TURNS: bool, F, T, P> Observer for Collector<'_, TURNS, F, T, P>
where
    F: FnMut(Vec<Batch>) -> Result<T, OutputError> + Send,
    T: Send,
    P: Fn(u64) + Sync,
{
    const TURNS: bool = TURNS;

    fn reading(&mut self, row: &ReadingRow, turns: &[TurnRow]) {
        self.tally.count(row);
        self.rows.push(row.clone());
        let event = |(place, &turn)| TurnInReading { ply: place as u16 + 1, turn };
        self.events.extend(turns.iter().enumerate().map(event));
        if self.rows.len() >= READINGS || self.events.len() >= EVENTS {
            self.batch();
        }
    }

    fn end(&mut self) {
        if !self.rows.is_empty() {
            self.batch();
        }
        self.made = (self.make)(std::mem::take(&mut self.batches)).map(Some);
    }
}
