//! How the pieces move, what they attack, and which moves are legal.

use super::super::chess_kind::ChessKind;
use super::knightmare_board::{KnightmareBoard, KnightmarePiece};
use super::knightmare_game::{KnightmareGame, WHITE};
use super::knightmare_position::{CASTLING, KnightmarePosition};
use crate::chess::Square;

/// A move of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnightmareMove {
    /// A piece moves, and captures what stands on the cell that it reaches.
    Step {
        /// The cell that it leaves.
        from: Square,
        /// The cell that it reaches.
        to: Square,
        /// What it becomes there.
        promotion: Option<ChessKind>,
    },
    /// White castles (GAMES K2.9).
    Castle,
}

/// A piece that a move takes from the board, and where it stood.
pub(super) type Taken = Option<(Square, KnightmarePiece)>;

impl KnightmareGame {
    /// Whether a cell is attacked by a piece of one of these seats.
    pub(super) fn is_attacked(
        &self,
        board: &KnightmareBoard,
        cell: Square,
        is_attacker: impl Fn(usize) -> bool,
    ) -> bool {
        let attacker = |from| board.at(from).filter(|piece| is_attacker(piece.seat()));
        let by_knight =
            self.leaps(cell).iter().any(|&from| attacker(from).is_some_and(|piece| piece.kind == ChessKind::Knight));
        by_knight || (0..8).any(|way| self.is_attacked_along(board, cell, way, &attacker))
    }

    /// Whether the first piece in a direction attacks a cell. Every step can be made both ways, so looking out from the
    /// cell finds what looks at it.
    fn is_attacked_along(
        &self,
        board: &KnightmareBoard,
        cell: Square,
        way: usize,
        attacker: &impl Fn(Square) -> Option<KnightmarePiece>,
    ) -> bool {
        let mut from = cell;
        let mut is_near = true;
        while let Some(next) = self.step(from, way) {
            if board.at(next).is_some() {
                return attacker(next).is_some_and(|piece| match piece.kind {
                    ChessKind::Queen => true,
                    ChessKind::Rook => way.is_multiple_of(2),
                    ChessKind::Bishop => !way.is_multiple_of(2),
                    ChessKind::King => is_near,
                    ChessKind::Pawn => is_near && self.pawn_captures(piece.seat()).contains(&((way + 4) % 8)),
                    ChessKind::Knight => false,
                });
            }
            from = next;
            is_near = false;
        }
        false
    }

    /// Whether the king of a seat is attacked by an enemy that is in the game.
    pub(super) fn is_in_check(&self, position: &KnightmarePosition, seat: usize) -> bool {
        self.is_king_attacked(&position.board, seat, |other| position.is_threat(self, seat, other))
    }

    /// Whether the king of a seat is attacked by one of these.
    pub(super) fn is_king_attacked(
        &self,
        board: &KnightmareBoard,
        seat: usize,
        is_attacker: impl Fn(usize) -> bool,
    ) -> bool {
        board.kings(seat).any(|king| self.is_attacked(board, king, &is_attacker))
    }

    /// The legal moves of a seat, as if it were its turn.
    pub(super) fn legal_moves(&self, position: &KnightmarePosition, seat: usize) -> Vec<KnightmareMove> {
        let mut moves = self.moves_of_pieces(position, seat);
        moves.retain(|mv| !self.leaves_king_attacked(position, seat, mv));
        moves
    }

    /// Whether a move leaves the mover's own king attacked (GAMES K1.3).
    pub(super) fn leaves_king_attacked(&self, position: &KnightmarePosition, seat: usize, mv: &KnightmareMove) -> bool {
        let mut board = position.board.clone();
        self.carry_out(position, &mut board, seat, mv);
        self.is_king_attacked(&board, seat, |other| position.is_threat(self, seat, other))
    }

    /// Every move of a seat's pieces as they move, also one that leaves the own king attacked.
    pub(super) fn moves_of_pieces(&self, position: &KnightmarePosition, seat: usize) -> Vec<KnightmareMove> {
        let mut moves = Vec::with_capacity(64);
        for (from, piece) in position.board.pieces().filter(|(_, piece)| piece.seat() == seat) {
            if piece.kind == ChessKind::Pawn {
                self.add_pawn_moves(position, seat, from, &mut moves);
            } else {
                self.each_target(position, seat, from, piece.kind, |to| {
                    moves.push(KnightmareMove::Step { from, to, promotion: None });
                });
            }
        }
        if seat == WHITE && self.castling_problem(position).is_none() {
            moves.push(KnightmareMove::Castle);
        }
        moves
    }

    fn each_target(
        &self,
        position: &KnightmarePosition,
        seat: usize,
        from: Square,
        kind: ChessKind,
        mut each: impl FnMut(Square),
    ) {
        let is_open = |to| position.board.at(to).is_none_or(|piece| position.may_capture(self, seat, piece));
        let (first, stride, is_slider) = match kind {
            ChessKind::Knight => {
                self.leaps(from).iter().copied().filter(|&to| is_open(to)).for_each(each);
                return;
            }
            ChessKind::King => (0, 1, false),
            ChessKind::Rook => (0, 2, true),
            ChessKind::Bishop => (1, 2, true),
            ChessKind::Queen | ChessKind::Pawn => (0, 1, true),
        };
        for way in (first..8).step_by(stride) {
            let mut at = from;
            while let Some(to) = self.step(at, way) {
                if is_open(to) {
                    each(to);
                }
                if !is_slider || position.board.at(to).is_some() {
                    break;
                }
                at = to;
            }
        }
    }

    fn add_pawn_moves(
        &self,
        position: &KnightmarePosition,
        seat: usize,
        from: Square,
        moves: &mut Vec<KnightmareMove>,
    ) {
        let mut add = |to| {
            if self.promotes_on(seat, to) {
                let steps = ChessKind::PROMOTIONS;
                moves.extend(steps.map(|kind| KnightmareMove::Step { from, to, promotion: Some(kind) }));
            } else {
                moves.push(KnightmareMove::Step { from, to, promotion: None });
            }
        };
        let empty = |cell: &Square| position.board.at(*cell).is_none();
        for &way in self.forward(seat) {
            let Some(one) = self.step(from, way).filter(empty) else { continue };
            add(one);
            if self.may_double_step(seat, from) {
                self.step(one, way).filter(empty).into_iter().for_each(&mut add);
            }
        }
        for &way in self.pawn_captures(seat) {
            let Some(to) = self.step(from, way) else { continue };
            let victim = match position.board.at(to) {
                Some(piece) if position.may_capture(self, seat, piece) => Some(to),
                Some(_) => None,
                None => position.passing_pawn(self, seat, to),
            };
            if victim.is_some_and(|victim| !position.midline_forbids(from, victim)) {
                add(to);
            }
        }
    }

    /// Why White cannot castle, apart from a king that would land in check; `None` if it can (GAMES K2.9).
    pub(super) fn castling_problem(&self, position: &KnightmarePosition) -> Option<&'static str> {
        let [_, _, between] = CASTLING;
        if !self.is_for_three() {
            Some("there is no castling in this game")
        } else if !position.castling {
            Some("the king or the rook of White has moved, or the rook was taken")
        } else if position.board.at(between).is_some() {
            Some("c8 is not empty")
        } else if self.is_in_check(position, WHITE) {
            Some("the king of White is in check")
        } else {
            None
        }
    }

    /// Moves the pieces of a move on a board, and returns what it takes.
    pub(super) fn carry_out(
        &self,
        position: &KnightmarePosition,
        board: &mut KnightmareBoard,
        seat: usize,
        mv: &KnightmareMove,
    ) -> Taken {
        match *mv {
            KnightmareMove::Step { from, to, promotion } => {
                let victim = self.victim(position, seat, from, to);
                let taken = victim.and_then(|cell| Some((cell, board.put(cell, None)?)));
                let piece = board.put(from, None);
                board.put(to, promotion.map(|kind| KnightmarePiece::new(seat, kind)).or(piece));
                taken
            }
            KnightmareMove::Castle => {
                let [king, rook, between] = CASTLING;
                let moved = board.put(king, None);
                board.put(between, moved);
                let moved = board.put(rook, None);
                board.put(king, moved);
                None
            }
        }
    }

    /// The cell of what a move from one cell to another takes.
    pub(super) fn victim(
        &self,
        position: &KnightmarePosition,
        seat: usize,
        from: Square,
        to: Square,
    ) -> Option<Square> {
        if position.board.at(to).is_some() {
            return Some(to);
        }
        let is_pawn = position.board.at(from).is_some_and(|piece| piece.kind == ChessKind::Pawn);
        if is_pawn && from.file() != to.file() && from.rank() != to.rank() {
            position.passing_pawn(self, seat, to)
        } else {
            None
        }
    }
}
