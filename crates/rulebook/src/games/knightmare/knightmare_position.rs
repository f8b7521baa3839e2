//! A position: what stands where, whose turn it is, and the rights that the board does not show.

use super::super::chess_kind::ChessKind;
use super::knightmare_board::{KnightmareBoard, KnightmarePiece};
use super::knightmare_game::{BLACK_OF_THREE, KnightmareGame, RED_OF_THREE, WHITE};
use crate::chess::{File, Rank, Square};

/// One of the two pawns that the midline rule binds (GAMES K2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MidlinePawn {
    /// Where it stands.
    pub(super) cell: Square,
    /// Whether it has captured across the midline, so that nothing binds it.
    pub(super) is_free: bool,
}

/// A position of one of the three games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KnightmarePosition {
    /// What stands where.
    pub(super) board: KnightmareBoard,
    /// The seat whose turn it is.
    pub(super) turn: usize,
    /// The seats that are out, in the order of going out.
    pub(super) out: Vec<usize>,
    /// Whether White may still castle (GAMES K2.9).
    pub(super) castling: bool,
    /// Black's pawn from d2 and Red's from e2, while the midline rule holds.
    pub(super) midline: Option<[MidlinePawn; 2]>,
    /// For each seat the square that its pawn has just passed over (GAMES K2.6).
    pub(super) en_passant: [Option<Square>; 4],
    /// The number of moves and passes played.
    pub(super) ply: u32,
}

/// The seats of the two pawns of [`KnightmarePosition::midline`].
pub(super) const MIDLINE_SEATS: [usize; 2] = [BLACK_OF_THREE, RED_OF_THREE];

/// The cells on which White's king and rook stand before castling, and the empty one between them.
pub(super) const CASTLING: [Square; 3] =
    [Square::new(File::D, Rank::Eighth), Square::new(File::B, Rank::Eighth), Square::new(File::C, Rank::Eighth)];

impl KnightmarePosition {
    /// Whether a seat is still in the game.
    pub(super) fn is_in(&self, seat: usize) -> bool {
        !self.out.contains(&seat)
    }

    /// Whether a seat may capture a piece: not a king, not its own or a partner's, unless that army is out (GAMES K1.4,
    /// K1.6, K4.3).
    pub(super) fn may_capture(&self, game: &KnightmareGame, seat: usize, piece: KnightmarePiece) -> bool {
        piece.kind != ChessKind::King && (!game.are_partners(seat, piece.seat()) || !self.is_in(piece.seat()))
    }

    /// Whether two seats are enemies, both still in the game.
    pub(super) fn is_threat(&self, game: &KnightmareGame, seat: usize, other: usize) -> bool {
        !game.are_partners(seat, other) && self.is_in(other)
    }

    /// The cell of the pawn that has just passed over a cell, and may be captured there by this seat.
    pub(super) fn passing_pawn(&self, game: &KnightmareGame, seat: usize, over: Square) -> Option<Square> {
        let owner = self.en_passant.iter().position(|&passed| passed == Some(over))?;
        if game.are_partners(seat, owner) {
            return None;
        }
        game.step(over, game.forward(owner)[0])
    }

    /// Whether the midline rule forbids the pawn on a cell to capture the piece on another (GAMES K2.7).
    pub(super) fn midline_forbids(&self, from: Square, victim: Square) -> bool {
        self.midline.is_some_and(|[black, red]| {
            [(black, red), (red, black)]
                .iter()
                .any(|(mover, other)| mover.cell == from && !mover.is_free && other.cell == victim)
        })
    }

    /// Passes the turn to a seat. Its right of being captured in passing ends there (GAMES K2.6).
    pub(super) fn give_turn(&mut self, seat: usize) {
        self.turn = seat;
        self.en_passant[seat] = None;
    }

    /// Passes the turn to the next seat that is in the game, if there is one.
    pub(super) fn pass_turn(&mut self, game: &KnightmareGame) {
        let seats = game.seats.len();
        let next = (1..=seats).map(|ahead| (self.turn + ahead) % seats).find(|&seat| self.is_in(seat));
        if let Some(next) = next {
            self.give_turn(next);
        }
    }

    /// Takes an army out of the game: its king leaves the board, its other pieces stay (GAMES K1.6). The turn stays.
    pub(super) fn strike(&mut self, seat: usize) {
        let kings: Vec<_> = self.board.kings(seat).collect();
        for king in kings {
            self.board.put(king, None);
        }
        self.out.push(seat);
    }

    /// Takes an army out of the game, and passes the turn on if it was its turn.
    pub(super) fn take_out(&mut self, game: &KnightmareGame, seat: usize) {
        self.strike(seat);
        self.drop_lost_rights(game);
        if self.turn == seat {
            self.pass_turn(game);
        }
    }

    /// Drops every right whose pieces are no longer where it needs them, or whose army is out.
    pub(super) fn drop_lost_rights(&mut self, game: &KnightmareGame) {
        if !game.is_for_three() {
            return;
        }
        self.castling = self.castling && self.has_castling_pieces();
        self.midline = self.midline.filter(|pawns| self.is_midline_sound(pawns));
        for seat in 0..game.seats.len() {
            self.en_passant[seat] = self.en_passant[seat].filter(|&over| self.is_passing_sound(game, seat, over));
        }
    }

    /// Whether White's king and rook stand where they castle.
    pub(super) fn has_castling_pieces(&self) -> bool {
        let stands = |cell, kind| self.board.at(cell) == Some(KnightmarePiece::new(WHITE, kind));
        self.is_in(WHITE) && stands(CASTLING[0], ChessKind::King) && stands(CASTLING[1], ChessKind::Rook)
    }

    /// Whether the midline rule can hold with these two pawns.
    pub(super) fn is_midline_sound(&self, pawns: &[MidlinePawn; 2]) -> bool {
        pawns.iter().zip(MIDLINE_SEATS).all(|(pawn, seat)| {
            self.is_in(seat)
                && pawn.cell.rank() <= Rank::Fourth
                && self.board.at(pawn.cell) == Some(KnightmarePiece::new(seat, ChessKind::Pawn))
        })
    }

    /// Whether a pawn of a seat can just have passed over a cell.
    pub(super) fn is_passing_sound(&self, game: &KnightmareGame, seat: usize, over: Square) -> bool {
        let pawn = game.step(over, game.forward(seat)[0]).and_then(|cell| self.board.at(cell));
        self.is_in(seat)
            && seat != self.turn
            && game.passed_squares(seat).any(|passed| passed == over)
            && self.board.at(over).is_none()
            && pawn == Some(KnightmarePiece::new(seat, ChessKind::Pawn))
    }
}
