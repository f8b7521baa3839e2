//! The pieces that attack the Ptah square, turn by turn.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::chess::{Army, Piece, Position, Side, Square};
use crate::interpretation::attackers_of;
use crate::record::EnochianRecord;

/// A piece on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlacedPiece {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub at: Square,
}

/// `rook of Air on a8`.
impl fmt::Display for PlacedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.piece, self.at)
    }
}

impl Serialize for PlacedPiece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A run of turns with the same pieces on and attacking the Ptah square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Aspect {
    /// The first turn of the run.
    pub first: u32,
    /// The last turn of the run.
    pub last: u32,
    /// The piece that stands on the square.
    pub holder: Option<Piece>,
    /// The pieces of the querent's side that attack it.
    pub support: Vec<PlacedPiece>,
    /// The pieces of the opposing side that attack it.
    pub threat: Vec<PlacedPiece>,
}

impl Aspect {
    /// The number of turns.
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.last + 1 - self.first
    }
}

/// The aspects of a reading, in order. A game has no Ptah and so no aspects.
#[must_use]
pub fn aspects(record: EnochianRecord<'_>) -> Vec<Aspect> {
    let subject = &record.subject();
    let (Some(querent), Some(ptah)) = (subject.querent(), subject.ptah()) else { return Vec::new() };
    let mut aspects: Vec<Aspect> = Vec::new();
    for turn in record.turns() {
        let position = &turn.position;
        let (support, threat) = pieces_reaching(position, ptah)
            .into_iter()
            .partition(|standing| standing.piece.army.side() == querent.side());
        let aspect = Aspect {
            first: turn.ply,
            last: turn.ply,
            // On a shared throne the king comes first.
            holder: position.pieces_at(ptah).next(),
            support,
            threat,
        };
        match aspects.last_mut() {
            Some(before) if before.is_like(&aspect) => before.last = aspect.last,
            _ => aspects.push(aspect),
        }
    }
    aspects
}

impl Aspect {
    fn is_like(&self, other: &Aspect) -> bool {
        (self.holder, &self.support, &self.threat) == (other.holder, &other.support, &other.threat)
    }
}

/// The pieces that could come to a square: those that attack it (INTERPRETATION 4.1), and the pawns that could step onto it if it
/// is empty. By square and piece.
#[must_use]
pub fn pieces_reaching(position: &Position, square: Square) -> Vec<PlacedPiece> {
    let mut found: Vec<PlacedPiece> =
        Side::ALL.into_iter().flat_map(|side| attackers_of(position, square, side)).collect();
    let steps = |at: Square, piece: Piece| {
        let (files, ranks) = Army::forward(piece.army);
        piece.kind.is_pawn() && at.offset(files, ranks) == Some(square) && !position.is_frozen(piece.army)
    };
    if !position.occupied().has(square) {
        let stepping = position.pieces().filter(|(at, piece)| steps(*at, *piece));
        found.extend(stepping.map(|(at, piece)| PlacedPiece { piece, at }));
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces_reaching(position: &str, square: &str) -> Vec<String> {
        let position = position.parse().unwrap();
        super::pieces_reaching(&position, square.parse().unwrap()).iter().map(PlacedPiece::to_string).collect()
    }

    #[test]
    fn what_could_capture_or_step_there_could_come_there() {
        // The rook on the fifth rank, the pawn of Air that could step down from a6, the knight of Earth on b3.
        let empty = "aK7/8/ab7/6wR1/8/1eN6/8/eK4fK1wK a ---- ---- 0000 9";
        assert_eq!(
            pieces_reaching(empty, "a5"),
            ["pawn of bishop of Air on a6", "rook of Water on g5", "knight of Earth on b3"]
        );
        // A piece in the way, and an occupied square: pawns only step onto an empty one.
        let held = "aK7/8/ab7/eB5wR1/8/1eN6/8/eK4fK1wK a ---- ---- 0000 9";
        assert_eq!(pieces_reaching(held, "a5"), ["rook of Water on g5", "knight of Earth on b3"]);
        let shut = "aK7/8/8/3fn2wR1/8/8/8/eK4fK1wK a ---- ---- 0000 9";
        assert_eq!(pieces_reaching(shut, "a5"), [""; 0]);
    }

    #[test]
    fn rules_3_7_frozen_armies_attack_nothing() {
        let frozen = "aK7/8/8/6wR1/8/1eN6/8/eK4fK2 a -x-- -f-- 0000 9";
        assert_eq!(pieces_reaching(frozen, "a5"), ["knight of Earth on b3"]);
    }
}
