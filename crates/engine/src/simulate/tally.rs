//! Counts of many readings that can be added.

use crate::chess::Army;
use crate::reading::Criterion;
use crate::reading::{Answer, Decision, Manner, Verdict};

use super::counts::add_counts;
use super::row::fate;
use super::{Counts, Observer, ReadingRow, TurnRow};

/// The counts of many readings. Merging the tallies of parts gives that of the whole, in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The number of readings.
    pub readings: u64,
    /// The number of turns.
    pub turns: u64,
    /// Readings by verdict (yes, no, undecided) and manner, by the Ptah.
    pub ptah: [[u64; 3]; 3],
    /// Readings by verdict and manner, by the kings.
    pub kings: [[u64; 3]; 3],
    /// Readings by ending, in the order of [`ReadingEnd::NAMES`](super::ReadingEnd::NAMES).
    pub endings: [u64; 6],
    /// Readings with 0, 1, 2 … turns.
    pub lengths: Vec<u64>,
    /// Readings in which the king of each army was taken.
    pub kings_taken: [u64; 4],
    /// Readings by army and fate, in the order of [`FATES`](super::FATES).
    pub fates: [[u64; 3]; 4],
    /// The counts of the turns.
    pub counts: Counts<u64>,
}

impl Tally {
    /// The verdicts in the order of the counts.
    pub const VERDICTS: [Verdict; 3] = [Verdict::Yes, Verdict::No, Verdict::Undecided];
    /// The manners in the order of the counts.
    pub const MANNERS: [Manner; 3] = [Manner::Unopposed, Manner::UnderOpposition, Manner::UnderStrongOpposition];

    /// Creates an empty tally.
    #[must_use]
    pub const fn new() -> Tally {
        Tally {
            readings: 0,
            turns: 0,
            ptah: [[0; 3]; 3],
            kings: [[0; 3]; 3],
            endings: [0; 6],
            lengths: Vec::new(),
            kings_taken: [0; 4],
            fates: [[0; 3]; 4],
            counts: Counts::filled(0),
        }
    }

    /// The number of readings with an answer.
    #[must_use]
    pub fn answers(&self, criterion: Criterion, verdict: Verdict) -> u64 {
        let cells = match criterion {
            Criterion::Ptah => &self.ptah,
            Criterion::Kings => &self.kings,
        };
        cells[verdict as usize].iter().sum()
    }

    /// Counts a reading.
    pub fn count(&mut self, row: &ReadingRow) {
        let Answer { ptah, kings, manner, .. } = row.answer;
        let cell = |decision: Decision| (decision.verdict as usize, manner as usize);
        self.readings += 1;
        self.turns += u64::from(row.length);
        let ((v, m), (w, n)) = (cell(ptah), cell(kings));
        self.ptah[v][m] += 1;
        self.kings[w][n] += 1;
        self.endings[row.ending.index()] += 1;
        let plies = row.length as usize;
        if self.lengths.len() <= plies {
            self.lengths.resize(plies + 1, 0);
        }
        self.lengths[plies] += 1;
        for army in Army::ALL.map(Army::index) {
            self.kings_taken[army] += u64::from(row.captors[army].is_some());
            self.fates[army][fate(row.command[army])] += 1;
        }
        self.counts.add(&row.counts);
    }

    /// Adds the counts of other readings.
    pub fn merge(&mut self, other: &Tally) {
        self.readings += other.readings;
        self.turns += other.turns;
        add_counts(self.ptah.as_flattened_mut(), other.ptah.as_flattened());
        add_counts(self.kings.as_flattened_mut(), other.kings.as_flattened());
        add_counts(&mut self.endings, &other.endings);
        if self.lengths.len() < other.lengths.len() {
            self.lengths.resize(other.lengths.len(), 0);
        }
        add_counts(&mut self.lengths, &other.lengths);
        add_counts(&mut self.kings_taken, &other.kings_taken);
        add_counts(self.fates.as_flattened_mut(), other.fates.as_flattened());
        self.counts.add(&other.counts);
    }
}

impl Default for Tally {
    fn default() -> Tally {
        Tally::new()
    }
}

impl Observer for Tally {
    const TURNS: bool = false;

    fn reading(&mut self, row: &ReadingRow, _: &[TurnRow]) {
        self.count(row);
    }
}
