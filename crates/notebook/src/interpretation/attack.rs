//! Threats to squares and kings, and whether they are new (INTERPRETATION 4.1).

use std::borrow::Cow;

use crate::chess::{Army, Bitboard, Piece, Position, Side, Square, attacked_from};
use crate::record::EnochianRecord;
use crate::session::{Action, PlayedTurn};
use crate::study::PlacedPiece;

/// Each turn with the position in which its move was made: after any exchange or withdrawal.
pub(super) fn turns_from(record: EnochianRecord<'_>) -> impl Iterator<Item = (Cow<'_, Position>, &PlayedTurn)> {
    let mut before = Cow::Owned(record.subject().start());
    record.turns().iter().map(move |turn| {
        let mut from = std::mem::replace(&mut before, Cow::Borrowed(&turn.position));
        for action in &turn.before {
            // Recorded actions are legal, and a withdrawal moves nothing.
            if let Action::Exchange(exchange) = *action {
                let _ = from.to_mut().exchange(exchange, &mut ());
            }
        }
        (from, turn)
    })
}

/// The squares from which an army's king is threatened after a move but was not before it.
pub(super) fn new_checkers(before: &Position, after: &Position, army: Army) -> Bitboard {
    after.checkers(army) & !before.checkers(army)
}

/// The pieces of a side that attack a square: those of its unfrozen armies that could capture an enemy there by RULES 3,
/// in the order a1, b1 … h8. A piece does not attack its own square, and captures by concourse do not count.
pub(crate) fn attackers_of(position: &Position, square: Square, side: Side) -> Vec<PlacedPiece> {
    let occupied = position.occupied();
    let attackers = side.armies().map(|army| position.attackers(square, army, occupied));
    let reaches =
        |at: Square, piece: &Piece| attacked_from(piece.kind, piece.army, at, occupied).has(square) && at != square;
    let pieces =
        (attackers[0] | attackers[1]).into_iter().flat_map(|at| position.pieces_at(at).map(move |piece| (at, piece)));
    pieces.filter(|(at, piece)| reaches(*at, piece)).map(|(at, piece)| PlacedPiece { piece, at }).collect()
}

/// The pieces that give check to a king by an enemy's move: those that attack him from a square from which he was not
/// attacked before it (INTERPRETATION 4.1). The piece that moved comes first, the others in the order a1, b1 … h8.
///
/// A king who moves onto an attacked square is not in check by this definition.
pub(super) fn checks(from: &Position, turn: &PlayedTurn, king: Army) -> Vec<PlacedPiece> {
    let now = &turn.position;
    let Some(target) = now.king(king).filter(|_| turn.army.side() != king.side()) else { return Vec::new() };
    let fresh = new_checkers(from, now, king);
    let mut found = attackers_of(now, target, king.side().opponent());
    found.retain(|it| fresh.has(it.at));
    // The sort is stable: the others stay in the order of their squares.
    found.sort_by_key(|it| Some(it.at) != turn.landing());
    found
}

/// Whether an unfrozen enemy of an army could capture on a square by RULES 3 (INTERPRETATION 4.1).
pub(super) fn is_threatened(position: &Position, square: Square, army: Army) -> bool {
    let occupied = position.occupied();
    army.enemies().into_iter().any(|enemy| !position.attackers(square, enemy, occupied).is_empty())
}
