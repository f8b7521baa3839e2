//! The significator, the piece that stands for the matter (INTERPRETATION 2.5).

use crate::chess::{Army, Kind, Officer, Piece};
use crate::correspondences::{Correspondences, EssentialDignity};
use crate::reading::Question;

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
            let of_element = |piece: &Piece| correspondences.piece(*piece).nature == Some(force.element());
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
