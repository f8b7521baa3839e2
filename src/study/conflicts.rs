//! Who took whom, where, and how their elements stand to each other and to the ground.

use serde::Serialize;

use crate::chess::{Army, Effect, Piece, Square};
use crate::lore::{Dignity, Force, Lore, Nature};
use crate::record::Record;
use crate::session::Turn;

use super::json;
use super::roads::dignity;

/// A piece was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// The turn.
    pub turn: u32,
    /// The piece that took.
    #[serde(serialize_with = "json::word")]
    pub taker: Piece,
    /// The piece that was taken.
    #[serde(serialize_with = "json::word")]
    pub taken: Piece,
    /// Where it stood.
    #[serde(serialize_with = "json::word")]
    pub at: Square,
    /// The sign or element of that square.
    #[serde(serialize_with = "json::word")]
    pub force: Force,
    /// How the taker's element stands to the other's; none where one of them is a king, who is Spirit.
    #[serde(serialize_with = "json::word_or_null")]
    pub between: Option<Dignity>,
    /// How the taker's element stands to the ground.
    #[serde(serialize_with = "json::word_or_null")]
    pub taker_on_ground: Option<Dignity>,
    /// How the taken piece's element stands to the ground.
    #[serde(serialize_with = "json::word_or_null")]
    pub taken_on_ground: Option<Dignity>,
    /// Whether it fell in a concourse, and not on the square landed on.
    pub by_concourse: bool,
}

impl Conflict {
    /// Whether the one who took is of an army's side.
    pub fn is_for(&self, querent: Army) -> bool {
        self.taker.army.side() == querent.side()
    }
}

/// Every capture of the standing turns, in their order.
pub fn conflicts(record: &Record, lore: &Lore) -> Vec<Conflict> {
    let board = record.heading().matter.board();
    let of = |turn: &Turn| -> Vec<Conflict> {
        let Some(taker) = turn.piece else { return Vec::new() };
        let by_concourse = turn.effects.iter().any(|effect| matches!(effect, Effect::Concourse { .. }));
        let conflict = |(taken, at): (Piece, Square)| {
            let force = lore.square(board, at).force;
            Conflict {
                turn: turn.ply,
                taker,
                taken,
                at,
                force,
                between: between(taker, taken, lore),
                taker_on_ground: dignity(taker, force, lore),
                taken_on_ground: dignity(taken, force, lore),
                by_concourse: by_concourse && turn.landing() != Some(at),
            }
        };
        turn.captures().map(conflict).collect()
    };
    record.turns().iter().flat_map(of).collect()
}

fn between(one: Piece, two: Piece, lore: &Lore) -> Option<Dignity> {
    match (lore.piece(one).nature, lore.piece(two).nature) {
        (Nature::Element(one), Nature::Element(two)) => Some(lore.dignity(one, two).dignity),
        _ => None,
    }
}
