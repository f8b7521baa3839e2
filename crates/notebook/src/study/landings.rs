//! Landings, counted and compared with even chances.

use std::fmt;

use serde::Serialize;

use crate::chess::{Angle, Army, Board, Element, Piece, Square};
use crate::correspondences::{Correspondences, Quality, SignOrElement, SquareCorrespondences};
use crate::record::EnochianRecord;
use crate::stats::significance;

use super::chance::RowByChance;
use super::serialize;
use super::{CountedQuestion, LandingsByChance};
use crate::reading::Phase;

/// A piece landing on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The turn.
    pub turn: u32,
    /// The third of the turns.
    pub phase: Phase,
    /// The piece that landed, as it was before.
    pub piece: Piece,
    /// Where.
    pub square: Square,
    /// The correspondences of the square.
    pub here: SquareCorrespondences,
}

/// Every landing of a record's standing turns, in order.
#[must_use]
pub fn landings(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Vec<Landing> {
    let (turns, board) = (record.turns(), correspondences.board(record.subject().board()));
    let landing = |index: usize| {
        let turn = &turns[index];
        let phase = Phase::of(index, turns.len());
        let (piece, square) = (turn.piece?, turn.landing()?);
        Some(Landing { turn: turn.ply, phase, piece, square, here: *board.square(square) })
    };
    (0..turns.len()).filter_map(landing).collect()
}

/// A property by which squares are grouped.
///
/// A sign stands for its house, so the houses need no table of their own.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SquareProperty {
    Element,
    Quality,
    Angle,
    Force,
}

/// A value of a [`SquareProperty`].
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SquareTrait {
    Element(Element),
    Quality(Quality),
    Angle(Angle),
    Force(SignOrElement),
}

impl SquareProperty {
    /// All values of this property.
    pub fn traits(self) -> Vec<SquareTrait> {
        match self {
            SquareProperty::Element => Element::ALL.map(SquareTrait::Element).to_vec(),
            SquareProperty::Quality => Quality::ALL.map(SquareTrait::Quality).to_vec(),
            SquareProperty::Angle => Angle::ALL.map(SquareTrait::Angle).to_vec(),
            SquareProperty::Force => SignOrElement::ALL.map(SquareTrait::Force).to_vec(),
        }
    }
}

impl SquareTrait {
    /// Whether a square has this trait.
    #[must_use]
    pub fn holds(self, here: &SquareCorrespondences) -> bool {
        match self {
            SquareTrait::Element(element) => here.force.element() == element,
            SquareTrait::Quality(quality) => here.force.quality() == quality,
            SquareTrait::Angle(angle) => here.angle == angle,
            SquareTrait::Force(force) => here.force == force,
        }
    }
}

enochian_engine::named_enum! {
    /// Its name.
    SquareProperty { Element: "element", Quality: "quality", Angle: "angle", Force: "sign or element" }
}

impl fmt::Display for SquareTrait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SquareTrait::Element(element) => element.fmt(f),
            SquareTrait::Quality(quality) => quality.fmt(f),
            SquareTrait::Angle(angle) => angle.fmt(f),
            SquareTrait::Force(force) => force.fmt(f),
        }
    }
}

/// Landings counted by a property of squares.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LandingTally {
    /// The property.
    #[serde(serialize_with = "serialize::word")]
    pub by: SquareProperty,
    /// A row for each value of the property.
    pub rows: Vec<LandingRow>,
}

/// The landings on one group of squares.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LandingRow {
    /// The group.
    #[serde(rename = "name", serialize_with = "serialize::word")]
    pub of: SquareTrait,
    /// The house that a sign governs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<u8>,
    /// The landings in opening, middle and end.
    pub by_phase: [u32; 3],
    /// The expected landings: if every square of the board were equally likely, or, of several records, those that the same
    /// questions give by chance.
    pub expected: f64,
    /// The p-value of the count under even chances (exact binomial test, two-sided), or by chance.
    pub p: f64,
    /// The p-value adjusted for all rows of the tally (Holm), or by chance for all rows of all tallies.
    pub p_corrected: f64,
    /// The turns of the landings; empty if several records are counted together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<u32>,
}

impl LandingRow {
    /// The number of landings.
    #[must_use]
    pub fn landings(&self) -> u32 {
        self.by_phase.iter().sum()
    }

    /// Observed over expected landings; `None` if none were expected.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        (self.expected > 0.0).then(|| f64::from(self.landings()) / self.expected)
    }

    /// Whether the adjusted p-value is significant.
    #[must_use]
    pub fn stands_out(&self) -> bool {
        self.p_corrected < significance::LEVEL
    }
}

impl LandingTally {
    /// Counts landings. All four boards have equally many squares of each group (the data are checked for this), so landings
    /// on several boards may be counted together.
    pub fn of<'l>(
        by: SquareProperty,
        landings: impl Iterator<Item = &'l Landing> + Clone,
        correspondences: &Correspondences,
    ) -> LandingTally {
        let all = landings.clone().count() as u32;
        LandingTally::of_rows(
            by,
            by.traits().into_iter().map(|of| row(of, all, landings.clone(), correspondences)).collect(),
        )
    }

    /// All four tallies of several records, without turns, compared with what their questions give by chance.
    pub(super) fn all_by_chance(
        counts: &LandingCounts,
        readings: &[(CountedQuestion, u32)],
        chance: &LandingsByChance,
        correspondences: &Correspondences,
    ) -> Vec<LandingTally> {
        let of = |of: SquareTrait| counts.of(of, correspondences);
        let by_phase: Vec<[u32; 3]> =
            SquareProperty::ALL.into_iter().flat_map(SquareProperty::traits).map(of).collect();
        let landings: Vec<u32> = by_phase.iter().map(|phases| phases.iter().sum()).collect();
        let mut tested = by_phase.into_iter().zip(chance.test(readings, &landings));
        let mut row = |of| {
            let (by_phase, RowByChance { expected, p, p_corrected }) = tested.next()?;
            Some(LandingRow {
                of,
                house: house(of, correspondences),
                by_phase,
                expected,
                p,
                p_corrected,
                turns: Vec::new(),
            })
        };
        SquareProperty::ALL
            .map(|by| LandingTally { by, rows: by.traits().into_iter().filter_map(&mut row).collect() })
            .into()
    }

    fn of_rows(by: SquareProperty, mut rows: Vec<LandingRow>) -> LandingTally {
        let adjusted = significance::holm(&rows.iter().map(|row| row.p).collect::<Vec<_>>());
        for (row, adjusted) in rows.iter_mut().zip(adjusted) {
            row.p_corrected = adjusted;
        }
        LandingTally { by, rows }
    }

    /// The rows with a landing, most landings first; equal rows keep the order of the tally.
    #[must_use]
    pub fn most_first(&self) -> Vec<&LandingRow> {
        let mut rows: Vec<&LandingRow> = self.rows.iter().filter(|row| row.landings() > 0).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.landings()));
        rows
    }
}

/// The landings of several records, by board, square and phase.
#[derive(Clone, Debug)]
pub(super) struct LandingCounts([[[u32; 3]; 64]; 4]);

impl Default for LandingCounts {
    fn default() -> LandingCounts {
        LandingCounts([[[0; 3]; 64]; 4])
    }
}

impl LandingCounts {
    /// Counts a landing.
    pub(super) fn add(&mut self, board: Board, square: Square, phase: Phase) {
        self.0[board.index()][square.index()][phase as usize] += 1;
    }

    /// The number of landings.
    pub(super) fn all(&self) -> u32 {
        self.0.as_flattened().as_flattened().iter().sum()
    }

    /// The landings on squares with a trait, by phase.
    fn of(&self, of: SquareTrait, correspondences: &Correspondences) -> [u32; 3] {
        let mut by_phase = [0; 3];
        for board in Board::ALL {
            for square in Square::all().filter(|square| of.holds(correspondences.square(board, *square))) {
                let here = self.0[board.index()][square.index()];
                by_phase.iter_mut().zip(here).for_each(|(all, here)| *all += here);
            }
        }
        by_phase
    }
}

fn row<'l>(
    of: SquareTrait,
    all: u32,
    landings: impl Iterator<Item = &'l Landing>,
    correspondences: &Correspondences,
) -> LandingRow {
    let (mut by_phase, mut turns) = ([0; 3], Vec::new());
    for landing in landings.filter(|landing| of.holds(&landing.here)) {
        by_phase[landing.phase as usize] += 1;
        turns.push(landing.turn);
    }
    row_of_counts(of, all, by_phase, turns, correspondences)
}

fn row_of_counts(
    of: SquareTrait,
    all: u32,
    by_phase: [u32; 3],
    turns: Vec<u32>,
    correspondences: &Correspondences,
) -> LandingRow {
    let squares = Square::all().flat_map(|square| Board::ALL.map(|board| correspondences.square(board, square)));
    let share = squares.filter(|here| of.holds(here)).count() as f64 / 256.0;
    let p = significance::binomial(by_phase.iter().sum(), all, share);
    let house = house(of, correspondences);
    LandingRow { of, house, by_phase, expected: f64::from(all) * share, p, p_corrected: p, turns }
}

/// The house that a sign governs.
fn house(of: SquareTrait, correspondences: &Correspondences) -> Option<u8> {
    match of {
        SquareTrait::Force(force) => correspondences.force(force).house,
        _ => None,
    }
}

/// The armies whose landings are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LandingGroup {
    /// All four armies.
    All,
    /// The querent's army and its partner.
    For,
    /// The two opposing armies.
    Against,
    /// One army.
    Army(Army),
}

impl LandingGroup {
    /// Whether an army belongs to the group, for this querent.
    #[must_use]
    pub fn includes(self, army: Army, querent: Army) -> bool {
        match self {
            LandingGroup::All => true,
            LandingGroup::For => army.side() == querent.side(),
            LandingGroup::Against => army.side() != querent.side(),
            LandingGroup::Army(one) => army == one,
        }
    }
}

impl fmt::Display for LandingGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LandingGroup::All => f.pad("all"),
            LandingGroup::For => f.pad("for the querent"),
            LandingGroup::Against => f.pad("against the querent"),
            LandingGroup::Army(army) => army.fmt(f),
        }
    }
}

/// The landings of a group of armies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LandingShare {
    /// The group.
    #[serde(serialize_with = "serialize::word")]
    pub whose: LandingGroup,
    /// The landings in opening, middle and end.
    pub by_phase: [u32; 3],
    /// By element, quality, angle and sign.
    pub tallies: Vec<LandingTally>,
}

impl LandingShare {
    /// Selects and counts a group's landings.
    #[must_use]
    pub fn of(
        whose: LandingGroup,
        landings: &[Landing],
        querent: Army,
        correspondences: &Correspondences,
    ) -> LandingShare {
        let theirs = landings.iter().filter(|landing| whose.includes(landing.piece.army, querent));
        let mut by_phase = [0; 3];
        theirs.clone().for_each(|landing| by_phase[landing.phase as usize] += 1);
        let tallies = SquareProperty::ALL.map(|by| LandingTally::of(by, theirs.clone(), correspondences)).to_vec();
        LandingShare { whose, by_phase, tallies }
    }

    /// The number of landings.
    #[must_use]
    pub fn landings(&self) -> u32 {
        self.by_phase.iter().sum()
    }

    /// The tally by a property.
    #[must_use]
    pub fn by(&self, by: SquareProperty) -> &LandingTally {
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
        let here = *Correspondences::embedded().square(Board::Air, square);
        Landing { turn, phase: Phase::Opening, piece, square, here }
    }

    #[test]
    fn what_is_expected_comes_from_the_board() {
        let all: Vec<Landing> = Square::all().map(|square| landing(&square.to_string(), 1)).collect();
        for by in SquareProperty::ALL {
            let tally = LandingTally::of(by, all.iter(), Correspondences::embedded());
            for row in &tally.rows {
                // Every square once: each group has exactly the expected count, and nothing stands out.
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
        let tally = LandingTally::of(SquareProperty::Force, landings.iter(), Correspondences::embedded());
        let first = tally.most_first()[0];
        assert_eq!(
            (first.of, first.house, first.landings()),
            (SquareTrait::Force(SignOrElement::Capricorn), Some(10), 8)
        );
        assert_eq!((first.expected, first.ratio()), (0.625, Some(12.8)));
        assert!(first.stands_out() && first.turns == [1, 2, 3, 4, 5, 6, 7, 8]);
        assert!(tally.rows.iter().filter(|row| row.stands_out()).count() == 1);
    }
}
