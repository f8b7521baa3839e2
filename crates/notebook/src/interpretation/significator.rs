//! The significator, the piece that stands for the matter (INTERPRETATION 2.5).

use crate::chess::{Army, Kind, Officer, Piece};
use crate::chess::{Effect, Move, Square};
use crate::correspondences::{Correspondences, EssentialDignity, PieceElement};
use crate::reading::Question;
use crate::session::PlayedTurn;

use super::context::ReadingContext;

/// Why a piece is the significator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// Its planet rules the sign of the Ptah, or is exalted there.
    Dignity(EssentialDignity),
    /// The Ptah is on the square of its element.
    Element,
    /// A person chose it.
    Named,
}

/// What stands for the matter, besides the querent's king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Significator {
    /// The querent's own king: the Ptah is on the Sun's sign, and no officer has a dignity there.
    King,
    /// An officer, and why.
    Officer(Piece, Reason),
}

/// The order in which officers are considered.
const ORDER: [Officer; 4] = [Officer::Queen, Officer::Knight, Officer::Bishop, Officer::Rook];

impl Significator {
    /// The significator of a question, if there is one (INTERPRETATION 2.5).
    pub(super) fn of(question: &Question, correspondences: &Correspondences) -> Option<Significator> {
        let (querent, force) = (question.army(), question.force);
        let officer = |army: Army, officer: Officer| Piece { army, kind: Kind::Officer(officer) };
        if !force.is_sign() {
            let of_element =
                |piece: &Piece| correspondences.piece(*piece).nature == PieceElement::Element(force.element());
            let found = ORDER.map(|kind| officer(querent, kind)).into_iter().find(of_element)?;
            return Some(Significator::Officer(found, Reason::Element));
        }
        let is_ruler = |name: Option<&str>, dignity| {
            name.and_then(|name| correspondences.planet_correspondences(name))
                .is_some_and(|planet| planet.dignity(force) == Some(dignity))
        };
        let dignities = [EssentialDignity::Domicile, EssentialDignity::Exaltation];
        for army in [querent, querent.partner()] {
            for dignity in dignities {
                let has = |piece: &Piece| is_ruler(correspondences.planet(*piece, querent), dignity);
                if let Some(found) = ORDER.map(|kind| officer(army, kind)).into_iter().find(has) {
                    return Some(Significator::Officer(found, Reason::Dignity(dignity)));
                }
            }
        }
        let king = Piece { army: querent, kind: Kind::King };
        is_ruler(correspondences.planet(king, querent), EssentialDignity::Domicile).then_some(Significator::King)
    }
}

/// A piece followed through a reading: where and what it is after each turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Followed {
    start: Option<(Square, Piece)>,
    after: Vec<Option<(Square, Piece)>>,
}

impl Followed {
    /// Follows the significator from the start; nothing if it is the king, or there is none.
    pub(super) fn of(context: &ReadingContext<'_>) -> Followed {
        let Some(Significator::Officer(piece, _)) = context.significator else { return Followed::default() };
        let start = context.start.pieces().find(|(_, standing)| *standing == piece);
        let mut now = start;
        let after = context.turns.iter().map(|turn| {
            now = now.and_then(|standing| after(standing, turn));
            now
        });
        let after = after.collect();
        Followed { start, after }
    }

    /// Where and what it is before the turn at `index`; `None` once it was taken.
    pub(super) fn before(&self, index: usize) -> Option<(Square, Piece)> {
        match index.checked_sub(1) {
            Some(last) => self.after.get(last).copied().flatten(),
            None => self.start,
        }
    }

    /// Whether it moves in the turn at `index`.
    pub(super) fn moves(&self, index: usize, turn: &PlayedTurn) -> bool {
        matches!((turn.mv, turn.piece), (Move::Step { from, .. }, Some(piece)) if self.before(index) == Some((from, piece)))
    }
}

fn after((mut at, mut piece): (Square, Piece), turn: &PlayedTurn) -> Option<(Square, Piece)> {
    if let (Move::Step { from, to, .. }, Some(moved)) = (turn.mv, turn.piece)
        && (from, moved) == (at, piece)
    {
        at = to;
    }
    for effect in &turn.effects {
        match *effect {
            Effect::Captured { piece: taken, at: square, .. } if (square, taken) == (at, piece) => return None,
            Effect::Joined { piece: joined, at: square, army } if (square, joined) == (at, piece) => piece.army = army,
            Effect::Promoted { army, at: square, from, to }
                if (square, Piece { army, kind: Kind::Pawn(from) }) == (at, piece) =>
            {
                piece.kind = Kind::Officer(to);
            }
            Effect::Demoted { army, at: square, officer }
                if (square, Piece { army, kind: Kind::Officer(officer) }) == (at, piece) =>
            {
                piece.kind = Kind::Pawn(officer);
            }
            _ => {}
        }
    }
    Some((at, piece))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Angle, Board};
    use crate::correspondences::SignOrElement;
    use crate::reading::QuestionDraft;

    /// The significator of a question there; `None` where the Ptah may not stand: on the square where the king starts.
    fn significator(board: Board, angle: Angle, force: SignOrElement) -> Option<Option<Significator>> {
        let (text, board, angle, force) = (Some("?".into()), Some(board), Some(angle), Some(force));
        let question = QuestionDraft { text, board, angle, force, ..QuestionDraft::default() }
            .resolve(Correspondences::embedded())
            .ok()?;
        Some(Significator::of(&question, Correspondences::embedded()))
    }

    fn officer(army: Army, officer: Officer, reason: Reason) -> Significator {
        Significator::Officer(Piece { army, kind: Kind::Officer(officer) }, reason)
    }

    #[test]
    fn interpretation_2_5_the_published_reading_has_waters_knight() {
        let exalted = Reason::Dignity(EssentialDignity::Exaltation);
        let found = significator(Board::Air, Angle::Water, SignOrElement::Capricorn);
        assert_eq!(found, Some(Some(officer(Army::Water, Officer::Knight, exalted))));
    }

    #[test]
    fn interpretation_2_5_an_elements_own_square_has_the_officer_of_that_element() {
        let officers = [Officer::Knight, Officer::Queen, Officer::Bishop, Officer::Rook];
        let mut found = 0;
        for (force, kind) in [SignOrElement::Fire, SignOrElement::Water, SignOrElement::Air, SignOrElement::Earth]
            .into_iter()
            .zip(officers)
        {
            let Some(significator) = significator(Board::Earth, Angle::Fire, force) else { continue };
            assert_eq!(significator, Some(officer(Army::Fire, kind, Reason::Element)), "{force}");
            found += 1;
        }
        assert_eq!(found, 3, "on one of the four the king starts");
    }

    #[test]
    fn interpretation_2_5_on_leo_the_querents_own_king_rules() {
        for board in Board::ALL {
            for angle in Angle::ALL {
                let found = significator(board, angle, SignOrElement::Leo);
                assert!(found.is_none_or(|found| found == Some(Significator::King)), "{board}, {angle}: {found:?}");
            }
        }
        assert!(significator(Board::Air, Angle::Water, SignOrElement::Leo).is_some());
    }
}
