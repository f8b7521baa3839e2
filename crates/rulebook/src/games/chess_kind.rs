//! The kinds of pieces of chess, which the games of squares share.

use super::lettered::lettered;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games) enum ChessKind {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
}

lettered! {
    ChessKind { King 'K' "king", Queen 'Q' "queen", Rook 'R' "rook", Bishop 'B' "bishop", Knight 'N' "knight", Pawn 'P' "pawn" }
}

impl ChessKind {
    /// What a pawn may become (GAMES K1.10).
    pub(in crate::games) const PROMOTIONS: [ChessKind; 4] =
        [ChessKind::Queen, ChessKind::Rook, ChessKind::Bishop, ChessKind::Knight];
}
