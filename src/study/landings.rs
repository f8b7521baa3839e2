//! The squares landed on, counted against what even chances would bring.

use std::fmt;

use serde::Serialize;

use crate::chess::{Angle, Army, Board, Element, Piece, Square};
use crate::lore::{Force, Lore, Quality, SquareLore};
use crate::record::Record;
use crate::stats::odds;

use super::{Phase, json};

/// One square landed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The turn.
    pub turn: u32,
    /// In which third of the turns.
    pub phase: Phase,
    /// The piece that landed, as it was before.
    pub piece: Piece,
    /// Where.
    pub square: Square,
    /// What the square is on its board.
    pub here: SquareLore,
}

/// Every landing of a record's standing turns, in their order.
pub fn landings(record: &Record, lore: &Lore) -> Vec<Landing> {
    let (turns, board) = (record.turns(), lore.board(record.heading().matter.board()));
    let landing = |index: usize| {
        let turn = &turns[index];
        let phase = Phase::of(index, turns.len());
        let (piece, square) = (turn.piece?, turn.landing()?);
        Some(Landing { turn: turn.ply, phase, piece, square, here: *board.square(square) })
    };
    (0..turns.len()).filter_map(landing).collect()
}

/// By what squares are told apart.
///
/// A sign stands for its house, so the houses need no table of their own.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum By {
    Element,
    Quality,
    Angle,
    Force,
}

/// What a square is, by one of these.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trait {
    Element(Element),
    Quality(Quality),
    Angle(Angle),
    Force(Force),
}

impl By {
    /// All four.
    pub const ALL: [By; 4] = [By::Element, By::Quality, By::Angle, By::Force];

    /// Everything that a square can be by this.
    pub fn traits(self) -> Vec<Trait> {
        match self {
            By::Element => Element::ALL.map(Trait::Element).to_vec(),
            By::Quality => Quality::ALL.map(Trait::Quality).to_vec(),
            By::Angle => Angle::ALL.map(Trait::Angle).to_vec(),
            By::Force => Force::ALL.map(Trait::Force).to_vec(),
        }
    }
}

impl Trait {
    /// Whether a square is so.
    pub fn holds(self, here: &SquareLore) -> bool {
        match self {
            Trait::Element(element) => here.force.element() == element,
            Trait::Quality(quality) => here.force.quality() == quality,
            Trait::Angle(angle) => here.angle == angle,
            Trait::Force(force) => here.force == force,
        }
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["element", "quality", "angle", "sign or element"][*self as usize])
    }
}

impl fmt::Display for Trait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trait::Element(element) => element.fmt(f),
            Trait::Quality(quality) => quality.fmt(f),
            Trait::Angle(angle) => angle.fmt(f),
            Trait::Force(force) => force.fmt(f),
        }
    }
}

/// Landings counted by one of the things that tell squares apart.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tally {
    /// By what.
    #[serde(serialize_with = "json::word")]
    pub by: By,
    /// A row for everything that a square can be by this.
    pub rows: Vec<Row>,
}

/// How often squares of one sort were landed on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The sort.
    #[serde(rename = "name", serialize_with = "json::word")]
    pub of: Trait,
    /// The house that a sign governs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<u8>,
    /// The landings in opening, middle and end.
    pub by_phase: [u32; 3],
    /// The landings that would be expected if every square of the board were equally likely.
    pub expected: f64,
    /// How probable it is that such even chances bring a count as improbable as this (exact, two-sided).
    pub p: f64,
    /// The same, raised for the number of rows that are looked at together (Holm).
    pub p_raised: f64,
    /// The turns of the landings; where several records are counted together, none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<u32>,
}

impl Row {
    /// How many landings there were.
    pub fn landings(&self) -> u32 {
        self.by_phase.iter().sum()
    }

    /// The landings as a multiple of what was expected; none where nothing was.
    pub fn ratio(&self) -> Option<f64> {
        (self.expected > 0.0).then(|| f64::from(self.landings()) / self.expected)
    }

    /// Whether the difference is more than chance, all rows of the tally considered.
    pub fn stands_out(&self) -> bool {
        self.p_raised < odds::LEVEL
    }
}

impl Tally {
    /// Counts landings. All four boards have as many squares of each sort, as the data must have it, so landings on
    /// several may be counted together.
    pub fn of<'l>(by: By, landings: impl Iterator<Item = &'l Landing> + Clone, lore: &Lore) -> Tally {
        let all = landings.clone().count() as u32;
        Tally::of_rows(by, by.traits().into_iter().map(|of| row(of, all, landings.clone(), lore)).collect())
    }

    /// The same of landings that were counted already; of several records the numbers of the turns say nothing.
    pub(super) fn of_counts(by: By, counts: &LandingCounts, lore: &Lore) -> Tally {
        let row = |of| row_of_counts(of, counts.all(), counts.of(of, lore), Vec::new(), lore);
        Tally::of_rows(by, by.traits().into_iter().map(row).collect())
    }

    fn of_rows(by: By, mut rows: Vec<Row>) -> Tally {
        let raised = odds::holm(&rows.iter().map(|row| row.p).collect::<Vec<_>>());
        for (row, raised) in rows.iter_mut().zip(raised) {
            row.p_raised = raised;
        }
        Tally { by, rows }
    }

    /// The rows with a landing, most landings first; equal ones stay in the order of the tally.
    pub fn most_first(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.rows.iter().filter(|row| row.landings() > 0).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.landings()));
        rows
    }
}

/// Landings of several records counted together, on each square of each board and in each phase.
#[derive(Clone, Debug)]
pub(super) struct LandingCounts([[[u32; 3]; 64]; 4]);

impl Default for LandingCounts {
    fn default() -> LandingCounts {
        LandingCounts([[[0; 3]; 64]; 4])
    }
}

impl LandingCounts {
    /// Counts one.
    pub(super) fn add(&mut self, board: Board, square: Square, phase: Phase) {
        self.0[board.index()][square.index()][phase as usize] += 1;
    }

    /// How many there are.
    pub(super) fn all(&self) -> u32 {
        self.0.as_flattened().as_flattened().iter().sum()
    }

    /// Those on squares that are so, in each phase.
    fn of(&self, of: Trait, lore: &Lore) -> [u32; 3] {
        let mut by_phase = [0; 3];
        for board in Board::ALL {
            for square in Square::all().filter(|square| of.holds(lore.square(board, *square))) {
                let here = self.0[board.index()][square.index()];
                by_phase.iter_mut().zip(here).for_each(|(all, here)| *all += here);
            }
        }
        by_phase
    }
}

fn row<'l>(of: Trait, all: u32, landings: impl Iterator<Item = &'l Landing>, lore: &Lore) -> Row {
    let (mut by_phase, mut turns) = ([0; 3], Vec::new());
    for landing in landings.filter(|landing| of.holds(&landing.here)) {
        by_phase[landing.phase as usize] += 1;
        turns.push(landing.turn);
    }
    row_of_counts(of, all, by_phase, turns, lore)
}

fn row_of_counts(of: Trait, all: u32, by_phase: [u32; 3], turns: Vec<u32>, lore: &Lore) -> Row {
    let squares = Square::all().flat_map(|square| Board::ALL.map(|board| lore.square(board, square)));
    let share = squares.filter(|here| of.holds(here)).count() as f64 / 256.0;
    let p = odds::binomial(by_phase.iter().sum(), all, share);
    let house = match of {
        Trait::Force(force) => lore.force(force).house,
        _ => None,
    };
    Row { of, house, by_phase, expected: f64::from(all) * share, p, p_raised: p, turns }
}

/// Whose landings are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// All four armies'.
    All,
    /// Those of the querent's army and its partner.
    For,
    /// Those of the two opposing armies.
    Against,
    /// Those of one army.
    Army(Army),
}

impl Whose {
    /// Whether a piece of that army belongs here, the reading being this querent's.
    pub fn includes(self, army: Army, querent: Army) -> bool {
        match self {
            Whose::All => true,
            Whose::For => army.side() == querent.side(),
            Whose::Against => army.side() != querent.side(),
            Whose::Army(one) => army == one,
        }
    }
}

impl fmt::Display for Whose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Whose::All => f.pad("all"),
            Whose::For => f.pad("for the querent"),
            Whose::Against => f.pad("against the querent"),
            Whose::Army(army) => army.fmt(f),
        }
    }
}

/// The landings of one army, of one side, or of all.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Share {
    /// Whose.
    #[serde(serialize_with = "json::word")]
    pub whose: Whose,
    /// How many, in opening, middle and end.
    pub by_phase: [u32; 3],
    /// By element, quality, angle and sign.
    pub tallies: Vec<Tally>,
}

impl Share {
    /// The part of a reading's landings that is theirs.
    pub fn of(whose: Whose, landings: &[Landing], querent: Army, lore: &Lore) -> Share {
        let theirs = landings.iter().filter(|landing| whose.includes(landing.piece.army, querent));
        let mut by_phase = [0; 3];
        theirs.clone().for_each(|landing| by_phase[landing.phase as usize] += 1);
        let tallies = By::ALL.map(|by| Tally::of(by, theirs.clone(), lore)).to_vec();
        Share { whose, by_phase, tallies }
    }

    /// How many landings there are.
    pub fn landings(&self) -> u32 {
        self.by_phase.iter().sum()
    }

    /// The tally by one of the things that tell squares apart.
    pub fn by(&self, by: By) -> &Tally {
        &self.tallies[by as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Kind, Officer};

    fn landing(square: &str, turn: u32) -> Landing {
        let piece = Piece { army: Army::Air, kind: Kind::Officer(Officer::Rook) };
        let square = square.parse().unwrap();
        let here = *Lore::embedded().square(Board::Air, square);
        Landing { turn, phase: Phase::Opening, piece, square, here }
    }

    #[test]
    fn what_is_expected_comes_from_the_board() {
        let all: Vec<Landing> = Square::all().map(|square| landing(&square.to_string(), 1)).collect();
        for by in By::ALL {
            let tally = Tally::of(by, all.iter(), Lore::embedded());
            for row in &tally.rows {
                // Every square once: each sort has just what even chances bring, and nothing stands out.
                assert_eq!(f64::from(row.landings()), row.expected, "{}", row.of);
                assert!((row.p - 1.0).abs() < 1e-9 && !row.stands_out(), "{}: {}", row.of, row.p);
            }
        }
    }

    #[test]
    fn more_than_chance_stands_out_and_names_its_turns() {
        // f5 is Capricorn on the Air board; eight landings of ten there.
        let mut landings: Vec<Landing> = (1..=8).map(|turn| landing("f5", turn)).collect();
        landings.extend([landing("a8", 9), landing("c4", 10)]);
        let tally = Tally::of(By::Force, landings.iter(), Lore::embedded());
        let first = tally.most_first()[0];
        assert_eq!((first.of, first.house, first.landings()), (Trait::Force(Force::Capricorn), Some(10), 8));
        assert_eq!((first.expected, first.ratio()), (0.625, Some(12.8)));
        assert!(first.stands_out() && first.turns == [1, 2, 3, 4, 5, 6, 7, 8]);
        assert!(tally.rows.iter().filter(|row| row.stands_out()).count() == 1);
    }
}
