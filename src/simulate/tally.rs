//! What a million readings come to: whole numbers that add up.

use crate::chess::{Army, Command, Draw, Outcome, Side};
use crate::reading::{Answer, Decision, Manner, Verdict};

use super::{Counts, Ending, Observer, Row, Turn};

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
    /// Readings by why they ended: see [`Tally::ENDINGS`].
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
    /// In how many readings each army ended under its own command, frozen, seized.
    pub fates: [[u64; 3]; 4],
    /// Landings on each square, in the order a1, b1 … h8.
    pub landings: [u64; 64],
    /// Moves of each army's king, queen, rook, bishop, knight, pawn.
    pub moved: [[u64; 6]; 4],
}

/// Which of three a verdict is: yes 0, no 1, undecided 2.
const fn place_of(verdict: Verdict) -> usize {
    match verdict {
        Verdict::Yes => 0,
        Verdict::No => 1,
        Verdict::Undecided => 2,
    }
}

impl Tally {
    /// The verdicts in the order in which they are counted.
    pub const VERDICTS: [Verdict; 3] = [Verdict::Yes, Verdict::No, Verdict::Undecided];
    /// The manners in the order in which they are counted.
    pub const MANNERS: [Manner; 3] = [Manner::Unopposed, Manner::UnderOpposition, Manner::UnderStrongOpposition];
    /// The endings in the order in which they are counted.
    pub const ENDINGS: [&str; 6] =
        ["answered", "won by the actives", "won by the passives", "drawn: bare kings", "drawn: stalemate", "limit"];

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
        let cell = |decision: Decision| (place_of(decision.verdict), manner as usize);
        self.readings += 1;
        self.turns += u64::from(row.plies);
        let ((v, m), (w, n)) = (cell(ptah), cell(kings));
        self.ptah[v][m] += 1;
        self.kings[w][n] += 1;
        self.endings[match row.ending {
            Ending::Answered(_) => 0,
            Ending::Game(Outcome::Won(Side::Actives)) => 1,
            Ending::Game(Outcome::Won(Side::Passives)) => 2,
            Ending::Game(Outcome::Drawn(Draw::BareKings(_))) => 3,
            Ending::Game(Outcome::Drawn(Draw::Stalemate(_))) => 4,
            Ending::Limit => 5,
        }] += 1;
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
            // Nobody withdraws in a simulation (RULES 6.3).
            let fate = match row.command[army] {
                Command::Own | Command::Withdrawn => 0,
                Command::Frozen => 1,
                Command::Seized => 2,
            };
            self.fates[army][fate] += 1;
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
