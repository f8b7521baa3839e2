//! Who threatens a king, and since which move (INTERPRETATION 4.1).

use std::borrow::Cow;

use crate::chess::{Army, Bitboard, Piece, Position, Side, Square, attacked_from};
use crate::record::Record;
use crate::session::{Action, PlayedTurn};
use crate::study::PlacedPiece;

/// The turns, each with the position in which its move was made: after an exchange or a withdrawal, where there was one.
pub(super) fn turns_from(record: &Record) -> impl Iterator<Item = (Cow<'_, Position>, &PlayedTurn)> {
    let mut before = Cow::Owned(record.heading().subject.start());
    record.turns().iter().map(move |turn| {
        let mut from = std::mem::replace(&mut before, Cow::Borrowed(&turn.position));
        for action in &turn.before {
            // What stands in a record was accepted, and a withdrawal moves nothing.
            if let Action::Exchange(exchange) = *action {
                let _ = from.to_mut().exchange(exchange, record.rules(), &mut ());
            }
        }
        (from, turn)
    })
}

/// The squares from which an army's king is threatened after a move and was not before it.
pub(super) fn new_checkers(before: &Position, after: &Position, army: Army) -> Bitboard {
    after.checkers(army) & !before.checkers(army)
}

/// The pieces of a side's unfrozen armies that could capture on a square by RULES 3, were an enemy of theirs there, in the
/// order a1, b1 … h8. No piece bears upon its own square, and a concourse, which takes elsewhere, does not count.
pub(super) fn bearing(position: &Position, square: Square, side: Side) -> Vec<PlacedPiece> {
    let occupied = position.occupied();
    let from = side.armies().map(|army| position.attackers(square, army, occupied));
    let reaches =
        |at: Square, piece: &Piece| attacked_from(piece.kind, piece.army, at, occupied).has(square) && at != square;
    let pieces = (from[0] | from[1]).into_iter().flat_map(|at| position.pieces_at(at).map(move |piece| (at, piece)));
    pieces.filter(|(at, piece)| reaches(*at, piece)).map(|(at, piece)| PlacedPiece { piece, at }).collect()
}

/// Whether an unfrozen enemy of an army could capture on a square by RULES 3 (INTERPRETATION 4.1).
pub(super) fn is_threatened(position: &Position, square: Square, army: Army) -> bool {
    let occupied = position.occupied();
    army.enemies().into_iter().any(|enemy| !position.attackers(square, enemy, occupied).is_empty())
}
