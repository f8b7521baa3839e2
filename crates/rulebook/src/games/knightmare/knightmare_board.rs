//! Pieces, and which piece stands on which cell.

use super::super::chess_kind::ChessKind;
use crate::chess::Square;

/// A piece: its kind, and the seat of its army.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnightmarePiece {
    seat: u8,
    /// Its kind.
    pub(super) kind: ChessKind,
}

impl KnightmarePiece {
    /// A piece of the army of a seat.
    pub(super) fn new(seat: usize, kind: ChessKind) -> KnightmarePiece {
        // There are four seats at most. One byte keeps a board small enough to copy for every move that is tried.
        KnightmarePiece { seat: u8::try_from(seat).unwrap_or(u8::MAX), kind }
    }

    /// The index of the seat of its army.
    pub(super) fn seat(self) -> usize {
        usize::from(self.seat)
    }

    /// Whether it is this kind of piece of this seat.
    pub(super) fn is(self, seat: usize, kind: ChessKind) -> bool {
        self.seat() == seat && self.kind == kind
    }
}

/// Which piece stands on which cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KnightmareBoard([Option<KnightmarePiece>; 64]);

impl KnightmareBoard {
    /// A board without pieces.
    pub(super) fn empty() -> KnightmareBoard {
        KnightmareBoard([None; 64])
    }

    /// The piece on a cell.
    pub(super) fn at(&self, cell: Square) -> Option<KnightmarePiece> {
        self.0[cell.index()]
    }

    /// Puts a piece on a cell, or empties it, and returns what stood there.
    pub(super) fn put(&mut self, cell: Square, piece: impl Into<Option<KnightmarePiece>>) -> Option<KnightmarePiece> {
        std::mem::replace(&mut self.0[cell.index()], piece.into())
    }

    /// All pieces with their cells.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Square, KnightmarePiece)> {
        Square::all().zip(self.0).filter_map(|(cell, piece)| Some((cell, piece?)))
    }

    /// The cells of the kings of a seat: one, unless a card or a text from outside puts more or none on the board.
    pub(super) fn kings(&self, seat: usize) -> impl Iterator<Item = Square> {
        self.pieces().filter(move |(_, piece)| piece.is(seat, ChessKind::King)).map(|(cell, _)| cell)
    }
}
