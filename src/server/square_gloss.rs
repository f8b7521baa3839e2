//! What a square means, in the few words that fit beside the board.

use serde::Serialize;

use crate::chess::{Board, Square};
use crate::correspondences::Correspondences;
use crate::render::{attributions, capitalised, house};

/// The gloss of a square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct SquareGloss {
    square: String,
    /// The sign or element.
    force: String,
    phrase: String,
    house: String,
    /// What else belongs to the sign: `Ruler Mercury · trump VI The Lovers · letter Zayin ז · figure Albus: …`.
    line: String,
    /// What the square, its sign and what belongs to that mean to the person.
    own: Vec<String>,
}

impl SquareGloss {
    pub(super) fn of(board: Board, square: Square, own: Vec<String>, correspondences: &Correspondences) -> SquareGloss {
        let gloss = correspondences.gloss(board, square, None, None);
        let (house, line) = (capitalised(&house(&gloss)), attributions(&gloss));
        SquareGloss { square: gloss.square, force: gloss.force, phrase: gloss.phrase, house, line, own }
    }
}
