//! The significator, the piece that stands for the matter (INTERPRETATION 2.5).

use crate::chess::{Army, Kind, Officer, Piece};
use crate::correspondences::{Correspondences, EssentialDignity};
use crate::reading::Question;

/// What stands for the matter, besides the querent's king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Significator {
    /// An officer; or the querent's own king: the Ptah is on the Sun's sign, and no officer has a dignity there.
    pub(super) piece: Piece,
    /// Why it does: the `domicile` or `exaltation` of its planet, its `element`, or that a person `named` it.
    pub(super) reason: &'static str,
}

/// The order in which officers are considered, and of those that weigh the same in the cast.
pub(super) const ORDER: [Officer; 4] = [Officer::Queen, Officer::Knight, Officer::Bishop, Officer::Rook];

impl Significator {
    /// The significator of a question, if there is one (INTERPRETATION 2.5).
    pub(super) fn of(question: &Question, correspondences: &Correspondences) -> Option<Significator> {
        let (querent, force) = (question.army(), question.force);
        let officer = |army: Army, officer: Officer| Piece { army, kind: Kind::Officer(officer) };
        if !force.is_sign() {
            let of_element = |piece: &Piece| correspondences.piece(*piece).nature == Some(force.element());
            let piece = ORDER.map(|kind| officer(querent, kind)).into_iter().find(of_element)?;
            return Some(Significator { piece, reason: "element" });
        }
        let is_ruler = |name: Option<&str>, dignity| {
            name.and_then(|name| correspondences.planet_correspondences(name))
                .is_some_and(|planet| planet.dignity(force) == Some(dignity))
        };
        let dignities = [EssentialDignity::Domicile, EssentialDignity::Exaltation];
        for army in [querent, querent.partner()] {
            for dignity in dignities {
                let has = |piece: &Piece| is_ruler(correspondences.planet(*piece, querent), dignity);
                if let Some(piece) = ORDER.map(|kind| officer(army, kind)).into_iter().find(has) {
                    return Some(Significator { piece, reason: dignity.name() });
                }
            }
        }
        let (piece, domicile) = (Piece { army: querent, kind: Kind::King }, EssentialDignity::Domicile);
        let rules = is_ruler(correspondences.planet(piece, querent), domicile);
        rules.then_some(Significator { piece, reason: domicile.name() })
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

    fn officer(army: Army, officer: Officer, reason: &'static str) -> Significator {
        Significator { piece: Piece { army, kind: Kind::Officer(officer) }, reason }
    }

    #[test]
    fn interpretation_2_5_the_published_reading_has_waters_knight() {
        let found = significator(Board::Air, Angle::Water, SignOrElement::Capricorn);
        assert_eq!(found, Some(Some(officer(Army::Water, Officer::Knight, "exaltation"))));
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
            assert_eq!(significator, Some(officer(Army::Fire, kind, "element")), "{force}");
            found += 1;
        }
        assert_eq!(found, 3, "on one of the four the king starts");
    }

    #[test]
    fn interpretation_2_5_on_leo_the_querents_own_king_rules() {
        for board in Board::ALL {
            for angle in Angle::ALL {
                let found = significator(board, angle, SignOrElement::Leo);
                let king = Piece { army: Army::of(angle.element()), kind: Kind::King };
                let king = Some(Significator { piece: king, reason: "domicile" });
                assert!(found.is_none_or(|found| found == king), "{board}, {angle}: {found:?}");
            }
        }
        assert!(significator(Board::Air, Angle::Water, SignOrElement::Leo).is_some());
    }
}
