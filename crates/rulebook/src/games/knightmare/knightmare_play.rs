//! What follows from a move: the next position, who goes out, and whether the game is over.

use super::super::chess_kind::ChessKind;
use super::knightmare_game::{KnightmareGame, is_left};
use super::knightmare_moves::{KnightmareMove, Taken};
use super::knightmare_position::KnightmarePosition;

/// Something that the army whose turn it is can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnightmareAct {
    /// A move of a piece.
    Move(KnightmareMove),
    /// A turn without a move (GAMES K1.8).
    Pass,
    /// It goes out, in the game with cards (GAMES K5.6).
    GoOut,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnightmareEnd {
    /// Only this side is left.
    Won(usize),
    /// Every army that is in the game has only its king.
    BareKings,
    /// This seat is stalemated.
    Stalemate(usize),
}

/// A position in which everything that follows of itself has happened, and what can be done in it.
#[derive(Clone, Debug)]
pub(super) struct SettledPosition {
    /// The position.
    pub(super) position: KnightmarePosition,
    /// What the army whose turn it is can do; nothing if the game is over.
    pub(super) acts: Vec<KnightmareAct>,
    /// How the game ended, if it is over.
    pub(super) end: Option<KnightmareEnd>,
}

impl KnightmareGame {
    /// The position after an act, before anybody else goes out.
    pub(super) fn after(&self, position: &KnightmarePosition, act: KnightmareAct) -> KnightmarePosition {
        let mut next = position.clone();
        match act {
            KnightmareAct::GoOut => {
                next.take_out(self, position.turn);
                return next;
            }
            KnightmareAct::Pass => {}
            KnightmareAct::Move(mv) => {
                let taken = self.carry_out(position, &mut next.board, position.turn, &mv);
                follow_midline_pawns(&mut next, mv, taken);
                next.drop_lost_rights(self);
                self.note_double_step(position, &mut next, mv);
            }
        }
        next.ply = next.ply.saturating_add(1);
        next.pass_turn(self);
        next
    }

    fn note_double_step(&self, before: &KnightmarePosition, next: &mut KnightmarePosition, mv: KnightmareMove) {
        let KnightmareMove::Step { from, to, .. } = mv else { return };
        let seat = before.turn;
        let is_double =
            before.board.at(from).is_some_and(|piece| piece.kind == ChessKind::Pawn) && from.distance(to) == 2;
        if is_double {
            next.en_passant[seat] = self.step(from, self.forward(seat)[0]);
        }
    }

    /// Lets everything happen that follows of itself: armies without an answer to check go out, and the game may end
    /// (GAMES K1.6–K1.9).
    pub(super) fn settle(&self, mut position: KnightmarePosition) -> SettledPosition {
        loop {
            if let Some(end) = self.end_by_armies(&position) {
                return SettledPosition { position, acts: Vec::new(), end: Some(end) };
            }
            let seat = position.turn;
            let moves = self.legal_moves(&position, seat);
            if !moves.is_empty() {
                let acts = moves.into_iter().map(KnightmareAct::Move).collect();
                return SettledPosition { position, acts, end: None };
            }
            let is_in_check = self.is_in_check(&position, seat);
            if self.cards {
                let acts = if is_in_check {
                    vec![KnightmareAct::GoOut]
                } else {
                    vec![KnightmareAct::GoOut, KnightmareAct::Pass]
                };
                return SettledPosition { position, acts, end: None };
            }
            if !is_in_check {
                let end = self.is_drawn_by_stalemate(&position).then_some(KnightmareEnd::Stalemate(seat));
                let acts = if end.is_none() { vec![KnightmareAct::Pass] } else { Vec::new() };
                return SettledPosition { position, acts, end };
            }
            position.take_out(self, seat);
        }
    }

    fn end_by_armies(&self, position: &KnightmarePosition) -> Option<KnightmareEnd> {
        let mut sides: Vec<usize> = self.seats_in(position).map(|seat| self.seats[seat].side).collect();
        sides.sort_unstable();
        sides.dedup();
        if let [side] = sides[..] {
            return Some(KnightmareEnd::Won(side));
        }
        let mut others = position.board.pieces().filter(|(_, piece)| piece.kind != ChessKind::King);
        (!others.any(|(_, piece)| position.is_in(piece.seat()))).then_some(KnightmareEnd::BareKings)
    }

    fn seats_in(&self, position: &KnightmarePosition) -> impl Iterator<Item = usize> {
        (0..self.seats.len()).filter(|&seat| position.is_in(seat))
    }

    /// Whether the stalemate of the army whose turn it is draws the game (GAMES K1.8): two armies are left, or in teams
    /// the partner cannot move on either.
    fn is_drawn_by_stalemate(&self, position: &KnightmarePosition) -> bool {
        let seat = position.turn;
        let mut partners = self.seats_in(position).filter(|&other| other != seat && self.are_partners(seat, other));
        if self.has_teams() {
            partners
                .all(|partner| !self.is_in_check(position, partner) && self.legal_moves(position, partner).is_empty())
        } else {
            self.seats_in(position).count() == 2
        }
    }
}

/// Keeps the midline pawns in step with a move: one that moved is followed, one that captured across the midline is
/// freed. Whatever ends the rule is seen by `drop_lost_rights`.
fn follow_midline_pawns(position: &mut KnightmarePosition, mv: KnightmareMove, taken: Taken) {
    let (KnightmareMove::Step { from, to, .. }, Some(pawns)) = (mv, &mut position.midline) else { return };
    if pawns.iter().any(|pawn| taken.is_some_and(|(cell, _)| cell == pawn.cell)) {
        position.midline = None;
        return;
    }
    let crosses = is_left(from) != is_left(to);
    for pawn in pawns.iter_mut().filter(|pawn| pawn.cell == from) {
        pawn.cell = to;
        pawn.is_free |= crosses && taken.is_some();
    }
}
