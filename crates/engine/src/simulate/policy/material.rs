//! The pieces that a side has on the board.

use crate::chess::{Bitboard, Effect, EffectSink, Move, Officer, Position, Side};
use crate::player::PieceValues;

use super::PolicyContext;

/// The material of a side minus that of the other. Frozen armies do not count.
pub(super) fn material(position: &Position, side: Side, values: &PieceValues) -> i32 {
    let moving = !position.frozen();
    let (own, other) = (position.side(side) & moving, position.side(side.opponent()) & moving);
    let more = |pieces: Bitboard| (pieces & own).len() as i32 - (pieces & other).len() as i32;
    let officers = Officer::ALL.map(|officer| values.officers[officer.index()] * more(position.all_officers(officer)));
    values.king * more(position.kings) + officers.into_iter().sum::<i32>() + values.pawn * more(position.pawns)
}

/// The position after a move, and its material, if that before the move is known: only effects change it.
pub(super) fn weigh(
    at: &PolicyContext<'_>,
    mv: Move,
    side: Side,
    values: &PieceValues,
    before: i32,
) -> (Position, i32) {
    let mut effects = AnyEffect(false);
    let after = at.play(mv, &mut effects);
    let material = if effects.0 { material(&after, side, values) } else { before };
    (after, material)
}

/// Whether a move had any effect.
struct AnyEffect(bool);

impl EffectSink for AnyEffect {
    fn effect(&mut self, _: Effect) {
        self.0 = true;
    }
}
