//! The pieces that a side has on the board.

use crate::chess::{Bitboard, Effect, EffectSink, Kind, Move, Officer, Position, Side};

use super::PolicyContext;

/// The value of a piece in hundredths of a pawn; a queen leaps, so it is worth no more than a knight.
pub(super) const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::King => 2000,
        Kind::Officer(Officer::Queen) => 300,
        Kind::Officer(Officer::Rook) => 500,
        Kind::Officer(Officer::Bishop) => 300,
        Kind::Officer(Officer::Knight) => 300,
        Kind::Pawn(_) => 100,
    }
}

/// The material of a side minus that of the other. Frozen armies do not count.
pub(super) fn material(position: &Position, side: Side) -> i32 {
    let moving = !position.frozen();
    let (own, other) = (position.side(side) & moving, position.side(side.opponent()) & moving);
    let more = |pieces: Bitboard| (pieces & own).len() as i32 - (pieces & other).len() as i32;
    let officers = Officer::ALL.map(|officer| worth(Kind::Officer(officer)) * more(position.all_officers(officer)));
    let pawns = worth(Kind::Pawn(Officer::Queen)) * more(position.all_pawns());
    worth(Kind::King) * more(position.all_kings()) + officers.into_iter().sum::<i32>() + pawns
}

/// The position after a move, and its material, if that before the move is known: only effects change it.
pub(super) fn weigh(at: &PolicyContext<'_>, mv: Move, side: Side, before: i32) -> (Position, i32) {
    let mut effects = AnyEffect(false);
    let after = at.play(mv, &mut effects);
    let material = if effects.0 { material(&after, side) } else { before };
    (after, material)
}

/// Whether a move had any effect.
struct AnyEffect(bool);

impl EffectSink for AnyEffect {
    fn effect(&mut self, _: Effect) {
        self.0 = true;
    }
}
