//! Captures.

use serde::Serialize;

use crate::chess::{Effect, Piece, Square};
use crate::record::EnochianRecord;
use crate::session::PlayedTurn;

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
    /// Whether it was taken by a concourse, not on the square landed on.
    pub by_concourse: bool,
}

/// Every capture of the standing turns, in order.
#[must_use]
pub fn conflicts(record: EnochianRecord<'_>) -> Vec<Conflict> {
    let of = |turn: &PlayedTurn| -> Vec<Conflict> {
        let Some(taker) = turn.piece else { return Vec::new() };
        let is_concourse = turn.effects.iter().any(|effect| matches!(effect, Effect::Concourse { .. }));
        let by_concourse = |at| is_concourse && turn.landing() != Some(at);
        let capture = |(taken, at)| Conflict { turn: turn.ply, taker, taken, at, by_concourse: by_concourse(at) };
        turn.captures().map(capture).collect()
    };
    record.turns().iter().flat_map(of).collect()
}
