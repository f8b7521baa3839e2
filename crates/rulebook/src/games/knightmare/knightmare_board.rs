//! Cells, pieces, and which piece stands on which cell.

use std::fmt;

use super::super::chess_kind::ChessKind;

/// A cell of the 8×8 board, numbered from a1 along the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct KnightmareCell(u8);

impl KnightmareCell {
    /// The number of cells, void ones included.
    pub(super) const COUNT: usize = 64;

    /// The cell with this file and rank, both counted from 0, if it is on the board.
    pub(super) fn new(file: i8, rank: i8) -> Option<KnightmareCell> {
        let is_on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        is_on_board.then_some(KnightmareCell(rank.unsigned_abs() * 8 + file.unsigned_abs()))
    }

    /// All cells, from a1 to h8.
    pub(super) fn all() -> impl Iterator<Item = KnightmareCell> {
        (0..64).map(KnightmareCell)
    }

    /// Its number, from 0 to 63.
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its file, counted from 0.
    pub(super) fn file(self) -> i8 {
        (self.0 % 8).cast_signed()
    }

    /// Its rank, counted from 0.
    pub(super) fn rank(self) -> i8 {
        (self.0 / 8).cast_signed()
    }

    /// Reads a cell from two characters: `a`, `1`.
    pub(super) fn from_letters(file: char, rank: char) -> Option<KnightmareCell> {
        let file = "abcdefgh".find(file)?;
        let rank = "12345678".find(rank)?;
        u8::try_from(rank * 8 + file).ok().map(KnightmareCell)
    }
}

impl fmt::Display for KnightmareCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 8), char::from(b'1' + self.0 / 8))
    }
}

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
pub(super) struct KnightmareBoard([Option<KnightmarePiece>; KnightmareCell::COUNT]);

impl KnightmareBoard {
    /// A board without pieces.
    pub(super) fn empty() -> KnightmareBoard {
        KnightmareBoard([None; KnightmareCell::COUNT])
    }

    /// The piece on a cell.
    pub(super) fn at(&self, cell: KnightmareCell) -> Option<KnightmarePiece> {
        self.0[cell.index()]
    }

    /// Puts a piece on a cell, or empties it, and returns what stood there.
    pub(super) fn put(
        &mut self,
        cell: KnightmareCell,
        piece: impl Into<Option<KnightmarePiece>>,
    ) -> Option<KnightmarePiece> {
        std::mem::replace(&mut self.0[cell.index()], piece.into())
    }

    /// All pieces with their cells.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (KnightmareCell, KnightmarePiece)> {
        KnightmareCell::all().zip(self.0).filter_map(|(cell, piece)| Some((cell, piece?)))
    }

    /// The cells of the kings of a seat: one, unless a card or a text from outside puts more or none on the board.
    pub(super) fn kings(&self, seat: usize) -> impl Iterator<Item = KnightmareCell> {
        self.pieces().filter(move |(_, piece)| piece.is(seat, ChessKind::King)).map(|(cell, _)| cell)
    }
}
