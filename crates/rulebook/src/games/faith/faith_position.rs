//! A position, its acts, and what follows from them (GAMES F3, F4).

use super::faith_armies::{FaithArmy, FaithOrder};
use super::faith_board::FaithBoard;
use super::faith_columns::{FaithCell, FaithColumn};
use super::faith_pieces::{FaithKind, FaithPiece};
use super::faith_reach::reach;

/// A pawn that stepped twice, and can still be captured in passing (GAMES F3.18).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FaithPassed {
    pub(super) cell: FaithCell,
    pub(super) pawn: FaithCell,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FaithPosition {
    pub(super) board: FaithBoard,
    pub(super) turn: FaithArmy,
    /// The armies that are out, in the order in which they went.
    pub(super) out: Vec<FaithArmy>,
    /// The army that won by the second checkmate (GAMES F4.5).
    pub(super) won: Option<FaithArmy>,
    /// The double step of each army's last move.
    pub(super) passed: [Option<FaithPassed>; 4],
    pub(super) ply: u32,
    pub(super) order: FaithOrder,
}

/// A move of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FaithMove {
    pub(super) from: FaithCell,
    pub(super) to: FaithCell,
    /// Where the captured piece stands; in a capture in passing not the cell that is reached.
    pub(super) captured: Option<FaithCell>,
    /// The cell that a double step passes over.
    pub(super) passed: Option<FaithCell>,
    pub(super) promotion: Option<FaithKind>,
}

/// An act of the player whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FaithAct {
    Move(FaithMove),
    /// The piece on a cell checkmates the king on another.
    Checkmate {
        from: FaithCell,
        king: FaithCell,
    },
    Pass,
}

impl FaithPosition {
    pub(super) fn is_in(&self, army: FaithArmy) -> bool {
        !self.out.contains(&army)
    }

    /// The winner, if the game is over.
    pub(super) fn winner(&self) -> Option<FaithArmy> {
        let last = || FaithArmy::ALL.into_iter().find(|&army| self.is_in(army));
        self.won.or_else(|| if self.out.len() == 3 { last() } else { None })
    }

    /// Every act that can be played (GAMES F4). Nothing if the game is over.
    pub(super) fn acts(&self) -> Vec<FaithAct> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let checkmates = self.checkmates();
        if !checkmates.is_empty() {
            return checkmates;
        }
        let moves = self.moves();
        if moves.is_empty() {
            return vec![FaithAct::Pass];
        }
        let mut board = self.board.clone();
        let safe: Vec<FaithMove> = moves.iter().copied().filter(|&mv| self.is_safe(&mut board, mv)).collect();
        // A threat that cannot be met becomes checkmate only when the enemy's turn comes (GAMES F4.1).
        let moves = if safe.is_empty() { moves } else { safe };
        moves.into_iter().map(FaithAct::Move).collect()
    }

    /// The kings that the mover threatens, with the pieces that do: they are checkmated before anything else (GAMES
    /// F4.2).
    fn checkmates(&self) -> Vec<FaithAct> {
        let mut checkmates = Vec::new();
        for army in self.order.after(self.turn) {
            // Most kings are threatened by nobody, which is the quicker question.
            let Some(king) = self.board.king(army).filter(|&king| self.board.is_threatened(king, army)) else {
                continue;
            };
            let own = self.board.pieces().filter(|(_, piece)| piece.army == self.turn);
            let threats = own.filter(|&(from, _)| self.board.threatens(from, king));
            checkmates.extend(threats.map(|(from, _)| FaithAct::Checkmate { from, king }));
        }
        checkmates
    }

    /// The moves of the army whose turn it is, safe or not for its king.
    pub(super) fn moves(&self) -> Vec<FaithMove> {
        let mut moves = Vec::with_capacity(128);
        for (from, FaithPiece { army, kind }) in self.board.pieces() {
            if army != self.turn {
                continue;
            }
            if kind == FaithKind::Pawn {
                self.pawn_moves(from, &mut moves);
                continue;
            }
            self.board.for_each_reached(kind, from, |to| {
                if self.can_land(to) {
                    let captured = (!self.board.is_empty(to)).then_some(to);
                    moves.push(FaithMove { from, to, captured, passed: None, promotion: None });
                }
            });
        }
        moves
    }

    /// Whether a piece of the mover may land on a cell. Kings are not captured (GAMES F4.2).
    fn can_land(&self, to: FaithCell) -> bool {
        self.board.at(to).is_none_or(|piece| piece.army != self.turn && !piece.kind.is_royal())
    }

    fn pawn_moves(&self, from: FaithCell, moves: &mut Vec<FaithMove>) {
        let mut ends = |to: FaithCell, captured, passed| {
            let mv = FaithMove { from, to, captured, passed, promotion: None };
            let column = to.column();
            if column.promotes(self.turn) {
                moves.extend(FaithKind::PAWN_PROMOTIONS.map(|kind| FaithMove { promotion: Some(kind), ..mv }));
            }
            if !must_promote(self.turn, column) {
                moves.push(mv);
            }
        };
        for step in reach().pawn_steps(self.turn, from) {
            if !self.board.is_empty(step.to) {
                continue;
            }
            ends(step.to, None, None);
            if let Some(double) = step.double.filter(|&cell| self.board.is_empty(cell)) {
                ends(double, None, Some(step.to));
            }
        }
        for &to in reach().pawn_captures(self.turn, from) {
            if self.board.is_empty(to) {
                if let Some(pawn) = self.passed_pawn(to) {
                    ends(to, Some(pawn), None);
                }
            } else if self.can_land(to) {
                ends(to, Some(to), None);
            }
        }
    }

    /// The pawn that the mover captures in passing by landing on a cell (GAMES F3.18).
    fn passed_pawn(&self, to: FaithCell) -> Option<FaithCell> {
        FaithArmy::ALL.into_iter().find_map(|army| {
            let passed = self.passed[army.index()].filter(|passed| passed.cell == to && army != self.turn)?;
            let is_allowed = meeting_column(self.turn, army).is_none_or(|column| column == to.column());
            is_allowed.then_some(passed.pawn)
        })
    }

    /// Whether the own king is not in check after a move; the board is as before when this returns.
    fn is_safe(&self, board: &mut FaithBoard, mv: FaithMove) -> bool {
        let captured = mv.captured.map(|cell| (cell, board.put(cell, None)));
        let piece = board.put(mv.from, None);
        board.put(mv.to, piece);
        let is_safe = !board.is_in_check(self.turn);
        board.put(mv.to, None);
        board.put(mv.from, piece);
        if let Some((cell, taken)) = captured {
            board.put(cell, taken);
        }
        is_safe
    }

    /// The position after an act.
    pub(super) fn after(&self, act: FaithAct) -> FaithPosition {
        let mut next = self.clone();
        match act {
            FaithAct::Move(mv) => next.make(mv),
            FaithAct::Checkmate { from, king } => next.checkmate(from, king),
            FaithAct::Pass => next.end_turn(),
        }
        next
    }

    fn make(&mut self, mv: FaithMove) {
        if let Some(cell) = mv.captured {
            self.board.put(cell, None);
        }
        let piece = self.board.put(mv.from, None);
        let piece = piece.map(|piece| FaithPiece { kind: mv.promotion.unwrap_or(piece.kind), ..piece });
        self.board.put(mv.to, piece);
        self.passed[self.turn.index()] = mv.passed.map(|cell| FaithPassed { cell, pawn: mv.to });
        self.drop_lapsed();
        self.end_turn();
    }

    /// Drops the double steps that can no longer be answered, because something stands on the cell passed over or the
    /// pawn is gone.
    pub(super) fn drop_lapsed(&mut self) {
        for army in FaithArmy::ALL {
            let pawn = Some(FaithPiece { army, kind: FaithKind::Pawn });
            let passed = &mut self.passed[army.index()];
            *passed = passed.filter(|passed| self.board.is_empty(passed.cell) && self.board.at(passed.pawn) == pawn);
        }
    }

    /// Counts a ply, and passes the turn on.
    pub(super) fn end_turn(&mut self) {
        self.ply = self.ply.saturating_add(1);
        self.pass_turn();
    }

    /// Gives the turn to the next army that is in.
    pub(super) fn pass_turn(&mut self) {
        if let Some(army) = self.order.after(self.turn).find(|&army| self.is_in(army)) {
            self.give_turn(army);
        }
    }

    /// Gives the turn to an army; its own double step can then no longer be answered.
    pub(super) fn give_turn(&mut self, army: FaithArmy) {
        self.turn = army;
        self.passed[army.index()] = None;
    }

    /// An army goes out: its pieces are removed (GAMES F4.3).
    pub(super) fn go_out(&mut self, army: FaithArmy) {
        self.board.clear(army);
        self.out.push(army);
        self.passed[army.index()] = None;
    }

    fn checkmate(&mut self, from: FaithCell, king: FaithCell) {
        let (Some(mated), Some(piece)) = (self.board.at(king), self.board.at(from)) else { return };
        self.go_out(mated.army);
        if self.out.len() == 2 && piece.kind.is_promoted() {
            self.won = Some(self.turn);
        }
        let promoted = FaithPiece { kind: piece.kind.after_checkmate(), ..piece };
        self.board.put(from, Some(promoted));
        if let Some(own) = self.board.king(self.turn) {
            self.board.put(own, Some(FaithPiece { army: self.turn, kind: FaithKind::Emperor }));
        }
    }
}

/// Whether an army's pawn that lands on a column must promote, since no column lies before it (GAMES F3.19).
pub(super) fn must_promote(army: FaithArmy, column: FaithColumn) -> bool {
    column.forward(army).next().is_none()
}

/// The only column on which two armies capture each other in passing (GAMES F3.18).
fn meeting_column(one: FaithArmy, other: FaithArmy) -> Option<FaithColumn> {
    use FaithArmy::{Blue, Green, Orange, Red};
    match (one, other) {
        (Red, Blue) | (Blue, Red) => FaithColumn::named("rd"),
        (Orange, Green) | (Green, Orange) => FaithColumn::named("mi"),
        _ => None,
    }
}
