//! The observer that writes a part: counts its readings, and makes batches of their rows.

use enochian_tables::{Batch, LevelTable, ReadingBatch};

use super::super::{Observer, ReadingRow, Tally, TurnRow};
use super::OutputError;

/// The readings of a part. `TURNS` is whether the table needs their turns.
pub(super) struct Collector<'a, const TURNS: bool, F, T, P> {
    table: &'a LevelTable,
    readings: ReadingBatch,
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
        let (readings, batches) = (ReadingBatch::default(), Vec::new());
        Collector { table, readings, batches, make, progress, tally: Tally::new(), made: Ok(None) }
    }

    /// The result of the finished part.
    pub(super) fn done(self) -> Result<(Tally, Option<T>), OutputError> {
        Ok((self.tally, self.made?))
    }
}

impl<const TURNS: bool, F, T, P: Fn(u64)> Collector<'_, TURNS, F, T, P> {
    fn batch(&mut self) {
        (self.progress)(self.readings.len() as u64);
        self.batches.push(self.readings.take(self.table));
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
        self.readings.add(row, turns);
        if self.readings.is_full() {
            self.batch();
        }
    }

    fn end(&mut self) {
        if !self.readings.is_empty() {
            self.batch();
        }
        self.made = (self.make)(std::mem::take(&mut self.batches)).map(Some);
    }
}
