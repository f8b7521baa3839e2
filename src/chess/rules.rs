//! What may differ between one table and another: the rulesets as values.

use super::{Array, Officer};

/// What becomes of the partner's piece in a concourse (RULES 3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartnerInConcourse {
    /// It is taken with the other two (CVP).
    Taken,
    /// It stays and becomes a piece of the mover's army (ZAL 5.10).
    Joins,
}

/// Where a returned king stands when its throne is occupied (RULES 6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReturnedKing {
    /// On a nearest empty square (CVP).
    Nearest,
    /// On a nearest empty square that its enemies do not attack, if there is one (ZAL 8.5b).
    NearestUnattacked,
}

/// The settings of a game that the position itself does not show.
///
/// A value of this type is handed to every operation that needs it; there is
/// one generator of moves for all of them.
///
/// ```
/// use enochian::chess::{Array, Element, Officer, Rules};
/// let rules = Rules::ZALEWSKI.with_array(Array::of(Element::Water, Element::Air)).reading();
/// assert_eq!(rules.throne_promotion(), Some(Officer::Queen));
/// assert!(!rules.duty_of_check);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Whether section 4 of the rules, check and stalemate, holds: in a game it does, a reading suspends it (RULES 8.5).
    pub duty_of_check: bool,
    /// What becomes of the partner's piece in a concourse (RULES 3.6).
    pub concourse: PartnerInConcourse,
    /// Whether a pawn that promotes on a throne becomes the piece that first shared it (RULES 5.3).
    pub throne_officer_only: bool,
    /// Where a returned king stands (RULES 6.2).
    pub returned_king: ReturnedKing,
    /// The array the armies started from, on which RULES 5.3 depends; without one that clause has no effect.
    pub array: Option<Array>,
}

impl Rules {
    /// The default ruleset: CVP, in a game.
    pub const CHESSVARIANTS: Rules = Rules {
        duty_of_check: true,
        concourse: PartnerInConcourse::Taken,
        throne_officer_only: false,
        returned_king: ReturnedKing::Nearest,
        array: None,
    };

    /// The ruleset of C. Zalewski's book where it differs, in a game.
    pub const ZALEWSKI: Rules = Rules {
        concourse: PartnerInConcourse::Joins,
        throne_officer_only: true,
        returned_king: ReturnedKing::NearestUnattacked,
        ..Rules::CHESSVARIANTS
    };

    /// The same rules in a reading, where section 4 is suspended (RULES 8.5).
    pub const fn reading(self) -> Rules {
        Rules { duty_of_check: false, ..self }
    }

    /// The same rules for armies that started from this array.
    pub const fn with_array(self, array: Array) -> Rules {
        Rules { array: Some(array), ..self }
    }

    /// The only piece that a pawn may become on a throne square, when the rules say so (RULES 5.3).
    pub const fn throne_promotion(&self) -> Option<Officer> {
        match self.array {
            Some(array) if self.throne_officer_only => Some(array.throne_officer()),
            _ => None,
        }
    }
}
