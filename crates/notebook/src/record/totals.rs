//! Totals of a record: landings, captures, checks, the king's road.

use crate::chess::{Army, Board, Element, Kind, Piece, Square};
use crate::correspondences::{Correspondences, Quality, SignOrElement};

use crate::session::PlayedTurn;

use super::EnochianRecord;

/// The totals of a reading or a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordTotals {
    /// Landings on squares of each element, in the order of [`Element::ALL`].
    pub by_element: [u32; 4],
    /// Landings on squares of each quality, in the order of [`Quality::ALL`].
    pub by_quality: [u32; 4],
    /// Landings on each sign and element, in the order of [`SignOrElement::ALL`].
    pub by_force: [u32; 16],
    /// Landings in each angle, in the order of [`Angle::ALL`](crate::chess::Angle::ALL).
    pub by_angle: [u32; 4],
    /// Landings of each army's pieces, in the order of [`Army::ALL`].
    pub by_army: [u32; 4],
    /// Turns without a move, by army.
    pub no_moves: [u32; 4],
    /// Every capture: the ply, the capturing army, the captured piece and its square.
    pub captures: Vec<(u32, Army, Piece, Square)>,
    /// Every check: the ply, the army giving it, the army in check.
    pub checks: Vec<(u32, Army, Army)>,
    /// The squares on which the querent's king landed, with the ply; empty in a game.
    pub kings_road: Vec<(u32, Square)>,
}

impl RecordTotals {
    /// Counts the turns of a record.
    #[must_use]
    pub fn of(record: EnochianRecord<'_>, correspondences: &Correspondences) -> RecordTotals {
        let subject = record.subject();
        let mut summary = RecordTotals::default();
        for turn in record.turns() {
            summary.count(turn, subject.board(), subject.querent(), correspondences);
        }
        summary
    }

    fn count(&mut self, turn: &PlayedTurn, board: Board, querent: Option<Army>, correspondences: &Correspondences) {
        let (Some(square), Some(piece)) = (turn.landing(), turn.piece) else {
            self.no_moves[turn.army.index()] += 1;
            return;
        };
        let here = correspondences.square(board, square);
        self.by_element[here.force.element().index()] += 1;
        self.by_quality[here.force.quality().index()] += 1;
        self.by_force[here.force.index()] += 1;
        self.by_angle[square.angle().index()] += 1;
        self.by_army[piece.army.index()] += 1;
        self.captures.extend(turn.captures().map(|(taken, at)| (turn.ply, piece.army, taken, at)));
        self.checks.extend(turn.checks.iter().map(|&checked| (turn.ply, piece.army, checked)));
        if piece.kind == Kind::King && querent == Some(piece.army) {
            self.kings_road.push((turn.ply, square));
        }
    }

    /// The number of landings.
    #[must_use]
    pub fn landings(&self) -> u32 {
        self.by_element.iter().sum()
    }

    /// The qualities of the signs with their landings, most first: the reading's indication of time (ZAL).
    #[must_use]
    pub fn qualities(&self) -> Vec<(Quality, u32)> {
        most_first(Quality::ALL.into_iter().zip(self.by_quality))
    }

    /// The elements with their landings, most first.
    #[must_use]
    pub fn elements(&self) -> Vec<(Element, u32)> {
        most_first(Element::ALL.into_iter().zip(self.by_element))
    }

    /// The signs and elements with their landings, most first.
    #[must_use]
    pub fn forces(&self) -> Vec<(SignOrElement, u32)> {
        most_first(SignOrElement::ALL.into_iter().zip(self.by_force).filter(|&(_, count)| count > 0))
    }
}

fn most_first<T>(counts: impl Iterator<Item = (T, u32)>) -> Vec<(T, u32)> {
    let mut sorted: Vec<_> = counts.collect();
    sorted.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    sorted
}
