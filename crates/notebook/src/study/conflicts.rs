//! Captures, with the elemental dignities of the pieces and the square.

use serde::Serialize;

use crate::chess::{Army, Effect, Piece, Square};
use crate::correspondences::{Correspondences, Dignity, PieceElement, SignOrElement};
use crate::record::EnochianRecord;
use crate::session::PlayedTurn;

use super::roads::dignity;
use super::serialize;

/// A capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// The turn.
    pub turn: u32,
    /// The piece that took.
    #[serde(serialize_with = "serialize::word")]
    pub taker: Piece,
    /// The piece that was taken.
    #[serde(serialize_with = "serialize::word")]
    pub taken: Piece,
    /// Where it stood.
    #[serde(serialize_with = "serialize::word")]
    pub at: Square,
    /// The sign or element of that square.
    #[serde(serialize_with = "serialize::word")]
    pub force: SignOrElement,
    /// The dignity between the two pieces' elements; `None` if one is a king, who is Spirit.
    #[serde(serialize_with = "serialize::word_or_null")]
    pub between: Option<Dignity>,
    /// The dignity of the taker's element on the square.
    #[serde(serialize_with = "serialize::word_or_null")]
    pub taker_on_ground: Option<Dignity>,
    /// The dignity of the taken piece's element on the square.
    #[serde(serialize_with = "serialize::word_or_null")]
    pub taken_on_ground: Option<Dignity>,
    /// Whether it was taken by a concourse, not on the square landed on.
    pub by_concourse: bool,
}

impl Conflict {
    /// Whether the piece that took is on the querent's side.
    #[must_use]
    pub fn is_for(&self, querent: Army) -> bool {
        self.taker.army.side() == querent.side()
    }
}

/// Every capture of the standing turns, in order.
#[must_use]
pub fn conflicts(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Vec<Conflict> {
    let board = record.subject().board();
    let of = |turn: &PlayedTurn| -> Vec<Conflict> {
        let Some(taker) = turn.piece else { return Vec::new() };
        let by_concourse = turn.effects.iter().any(|effect| matches!(effect, Effect::Concourse { .. }));
        let conflict = |(taken, at): (Piece, Square)| {
            let force = correspondences.square(board, at).force;
            Conflict {
                turn: turn.ply,
                taker,
                taken,
                at,
                force,
                between: between(taker, taken, correspondences),
                taker_on_ground: dignity(taker, force, correspondences),
                taken_on_ground: dignity(taken, force, correspondences),
                by_concourse: by_concourse && turn.landing() != Some(at),
            }
        };
        turn.captures().map(conflict).collect()
    };
    record.turns().iter().flat_map(of).collect()
}

fn between(one: Piece, two: Piece, correspondences: &Correspondences) -> Option<Dignity> {
    match (correspondences.piece(one).nature, correspondences.piece(two).nature) {
        (PieceElement::Element(one), PieceElement::Element(two)) => Some(correspondences.dignity(one, two).dignity),
        _ => None,
    }
}
