//! What a position is worth to a side.

use crate::chess::{Army, Kind, Officer, Position, Side};

/// What a piece is worth, in hundredths of a pawn: the queen, who leaps, no more than a knight.
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

/// The pieces of a side against those of the other. A frozen army's count for nothing.
pub(super) fn material(position: &Position, side: Side) -> i32 {
    let own = |army: Army| if army.side() == side { 1 } else { -1 };
    let moving = position.pieces().filter(|(_, piece)| !position.is_frozen(piece.army));
    moving.map(|(_, piece)| own(piece.army) * worth(piece.kind)).sum()
}
