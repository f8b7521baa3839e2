//! The pieces that a side has on the board.

use crate::chess::{Bitboard, Effect, EffectSink, Kind, Move, Officer, Position, Side};

use super::PolicyContext;

/// The values of the pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PieceValues {
    pub(super) king: i32,
    /// In the order of [`Officer::ALL`].
    pub(super) officers: [i32; 4],
    pub(super) pawn: i32,
}

impl PieceValues {
    /// In hundredths of a pawn; a queen leaps, so it is worth no more than a knight.
    pub(super) const STANDARD: PieceValues = PieceValues { king: 2000, officers: [300, 500, 300, 300], pawn: 100 };

    /// The value of a piece.
    pub(super) const fn of(&self, kind: Kind) -> i32 {
        match kind {
            Kind::King => self.king,
            Kind::Officer(officer) => self.officers[officer.index()],
            Kind::Pawn(_) => self.pawn,
        }
    }
}

/// The material of a side minus that of the other. Frozen armies do not count.
pub(super) fn material(position: &Position, side: Side, values: &PieceValues) -> i32 {
    let moving = !position.frozen();
    let (own, other) = (position.side(side) & moving, position.side(side.opponent()) & moving);
    let more = |pieces: Bitboard| (pieces & own).len() as i32 - (pieces & other).len() as i32;
    let officers = Officer::ALL.map(|officer| values.officers[officer.index()] * more(position.all_officers(officer)));
    values.king * more(position.all_kings())
        + officers.into_iter().sum::<i32>()
        + values.pawn * more(position.all_pawns())
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
