//! What a million readings come to: whole numbers that add up.

use crate::chess::Army;
use crate::reading::{Answer, Decision, Manner, Verdict};

use super::row::fate;
use super::{Counts, Observer, Row, Turn};

/// The counts of many readings. Tallies of parts add up to that of the whole, in whatever order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Readings.
    pub readings: u64,
    /// Turns of all of them.
    pub turns: u64,
    /// Readings by verdict (yes, no, undecided) and manner, by the Ptah.
    pub ptah: [[u64; 3]; 3],
    /// The same by the kings.
    pub kings: [[u64; 3]; 3],
    /// Readings by why they ended, in the order of [`Ending::NAMES`](super::Ending::NAMES).
    pub endings: [u64; 6],
    /// How many readings had 0, 1, 2 … plies.
    pub lengths: Vec<u64>,
    /// Turns lost because the piece thrown could not move, and passes.
    pub no_moves: u64,
    /// Pieces taken.
    pub captures: u64,
    /// Pawns that became pieces.
    pub promotions: u64,
    /// Fours of bishops or queens that were filled.
    pub concourses: u64,
    /// Thrones seized.
    pub seizures: u64,
    /// In how many readings the king of each army was taken.
    pub kings_taken: [u64; 4],
    /// In how many readings each army ended in the order of [`FATES`](super::FATES).
    pub fates: [[u64; 3]; 4],
    /// Landings on each square, in the order a1, b1 … h8.
    pub landings: [u64; 64],
    /// Moves of each army's king, queen, rook, bishop, knight, pawn.
    pub moved: [[u64; 6]; 4],
}

impl Tally {
    /// The verdicts in the order in which they are counted.
    pub const VERDICTS: [Verdict; 3] = [Verdict::Yes, Verdict::No, Verdict::Undecided];
    /// The manners in the order in which they are counted.
    pub const MANNERS: [Manner; 3] = [Manner::Unopposed, Manner::UnderOpposition, Manner::UnderStrongOpposition];

    /// Nothing counted yet.
    pub const fn new() -> Tally {
        Tally {
            readings: 0,
            turns: 0,
            ptah: [[0; 3]; 3],
            kings: [[0; 3]; 3],
            endings: [0; 6],
            lengths: Vec::new(),
            no_moves: 0,
            captures: 0,
            promotions: 0,
            concourses: 0,
            seizures: 0,
            kings_taken: [0; 4],
            fates: [[0; 3]; 4],
            landings: [0; 64],
            moved: [[0; 6]; 4],
        }
    }

    /// Counts one reading.
    pub fn count(&mut self, row: &Row) {
        let Counts { landings, moved, no_moves, captures, promotions, concourses, seizures } = &row.counts;
        let Answer { ptah, kings, manner, .. } = row.answer;
        let cell = |decision: Decision| (decision.verdict as usize, manner as usize);
        self.readings += 1;
        self.turns += u64::from(row.plies);
        let ((v, m), (w, n)) = (cell(ptah), cell(kings));
        self.ptah[v][m] += 1;
        self.kings[w][n] += 1;
        self.endings[row.ending.place()] += 1;
        let plies = row.plies as usize;
        if self.lengths.len() <= plies {
            self.lengths.resize(plies + 1, 0);
        }
        self.lengths[plies] += 1;
        self.no_moves += u64::from(*no_moves);
        self.captures += u64::from(*captures);
        self.promotions += u64::from(*promotions);
        self.concourses += u64::from(*concourses);
        self.seizures += u64::from(*seizures);
        for army in Army::ALL.map(Army::index) {
            self.kings_taken[army] += u64::from(row.captors[army].is_some());
            self.fates[army][fate(row.command[army])] += 1;
        }
        add(&mut self.landings, landings.iter().map(|&n| n.into()));
        add(self.moved.as_flattened_mut(), moved.as_flattened().iter().map(|&n| n.into()));
    }

    /// Adds the counts of other readings.
    pub fn merge(&mut self, other: &Tally) {
        self.readings += other.readings;
        self.turns += other.turns;
        add(self.ptah.as_flattened_mut(), other.ptah.as_flattened().iter().copied());
        add(self.kings.as_flattened_mut(), other.kings.as_flattened().iter().copied());
        add(&mut self.endings, other.endings.iter().copied());
        if self.lengths.len() < other.lengths.len() {
            self.lengths.resize(other.lengths.len(), 0);
        }
        add(&mut self.lengths, other.lengths.iter().copied());
        self.no_moves += other.no_moves;
        self.captures += other.captures;
        self.promotions += other.promotions;
        self.concourses += other.concourses;
        self.seizures += other.seizures;
        add(&mut self.kings_taken, other.kings_taken.iter().copied());
        add(self.fates.as_flattened_mut(), other.fates.as_flattened().iter().copied());
        add(&mut self.landings, other.landings.iter().copied());
        add(self.moved.as_flattened_mut(), other.moved.as_flattened().iter().copied());
    }
}

impl Default for Tally {
    fn default() -> Tally {
        Tally::new()
    }
}

fn add(to: &mut [u64], counts: impl Iterator<Item = u64>) {
    to.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}

impl Observer for Tally {
    const TURNS: bool = false;

    fn reading(&mut self, row: &Row, _: &[Turn]) {
        self.count(row);
    }
}
