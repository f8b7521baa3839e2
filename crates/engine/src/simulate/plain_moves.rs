//! Plain moves on the boards of a [`Position`], which a simulation makes millions of times a second.

use crate::chess::{Army, Bitboard, Position, Role, Square};

/// What plain moves and captures change of a position, for those who keep many positions side by side.
pub(crate) struct BoardSets {
    pub(crate) armies: [Bitboard; 4],
    pub(crate) kings: Bitboard,
    pub(crate) serving: [Bitboard; 4],
    pub(crate) pawns: Bitboard,
    pub(crate) pawns_lost: [u8; 4],
}

impl Position {
    /// The sets of squares of which it is made.
    #[inline]
    pub(crate) fn board_sets(&self) -> BoardSets {
        let Position { armies, kings, serving, pawns, pawns_lost, .. } = *self;
        BoardSets { armies, kings, serving, pawns, pawns_lost }
    }

    /// Puts sets from [`Position::board_sets`] in their place, after plain moves that changed nothing else.
    #[inline]
    pub(crate) fn replace_board(&mut self, sets: &BoardSets, turn: Army, ply: u32) {
        let BoardSets { armies, kings, serving, pawns, pawns_lost } = *sets;
        (self.armies, self.kings, self.serving) = (armies, kings, serving);
        (self.pawns, self.pawns_lost, self.turn, self.ply) = (pawns, pawns_lost, turn, ply);
    }

    /// Moves a piece, whose role is known, to an empty square; without squares nothing moves.
    #[inline]
    pub(crate) fn move_unchecked(&mut self, army: Army, role: Role, from: Bitboard, to: Bitboard) {
        let change = from ^ to;
        let shared = match role {
            Role::King => {
                self.kings = self.kings ^ change;
                self.all_serving()
            }
            Role::Officer(officer) => {
                self.serving[officer.index()] = self.serving[officer.index()] ^ change;
                self.kings
            }
            Role::Pawn => {
                self.pawns = self.pawns ^ change;
                for board in &mut self.serving {
                    let serves = if board.meets(from) { change } else { Bitboard::EMPTY };
                    *board = *board ^ serves;
                }
                // An officer demoted on its throne shares it as a pawn (RULES 5.2).
                self.kings
            }
        };
        self.armies[army.index()] = self.armies[army.index()] ^ (from & !shared) ^ to;
    }

    /// Captures the piece on a square, if nothing follows from it, and returns its army. More may follow from
    /// the capture of a king, of a piece beside it, and of the first pawn of an army with pawns that wait; then nothing is done.
    #[inline]
    pub(crate) fn capture_plainly(&mut self, at: Square) -> Option<Army> {
        let army = self.army_at(at)?;
        let (is_pawn, pawns) = (self.pawns.has(at), self.pawns(army));
        let frees_pawns = is_pawn & (self.pawns_lost(army) == 0) & pawns.meets(army.far_edge());
        if self.kings.has(at) | frees_pawns {
            return None;
        }
        self.pawns_lost[army.index()] += u8::from(is_pawn);
        self.clear(army, at);
        Some(army)
    }

    /// Sets the ply and the army to move. They are not kept here at every turn.
    #[inline]
    pub(crate) fn set_clock(&mut self, turn: Army, ply: u32) {
        (self.turn, self.ply) = (turn, ply);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Array, Direction, Move, Rules, splitmix64};

    #[test]
    fn pieces_move_to_the_same_places() {
        let (mut kings, mut shared) = (0, 0);
        for (number, array) in Array::all().into_iter().enumerate() {
            let rules = Rules::ZALEWSKI.with_array(array).reading();
            let mut position = Position::start(array, Army::Air, Direction::Deosil).with_rules(rules);
            for ply in 0..300 {
                let moves = position.moves();
                for mv in &moves {
                    let Move::Step { role, from, to, .. } = *mv else { continue };
                    let piece = position.mover(role, from).unwrap();
                    if position.occupied().has(to) {
                        continue;
                    }
                    kings += u32::from(role == Role::King);
                    shared += u32::from(position.is_shared(piece.kind, from));
                    let (mut shifted, mut moved) = (position.clone(), position.clone());
                    shifted.remove(piece, from);
                    shifted.put(piece, to);
                    moved.move_unchecked(piece.army, role, Bitboard::of(from), Bitboard::of(to));
                    assert_eq!(moved, shifted, "{mv} in {position}");
                    moved.move_unchecked(piece.army, role, Bitboard::EMPTY, Bitboard::EMPTY);
                    assert_eq!(moved, shifted, "nothing moves");
                }
                let Some(&mv) = moves.get(splitmix64(number as u64, ply) as usize % moves.len().max(1)) else { break };
                position.play(mv, &mut ()).unwrap();
            }
        }
        assert!(kings > 1_000 && shared > 200, "{kings} moves of kings, {shared} of pieces that share a square");
    }
}
