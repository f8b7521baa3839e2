//! Why a turn has no move (RULES 8.4).

use crate::chess::{Bitboard, Kind, Piece, Position, Role, attacked_from};
use crate::render::{capitalised, list};
use crate::session::TurnMoves;

use super::PlacedPiece;

/// The pieces that a throw calls and that cannot move, and what blocks them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BlockedPieces {
    /// The pieces, in the order a1, b1 … h8; none if the army has no such piece.
    pub pieces: Vec<PlacedPiece>,
    /// The pieces in their way, in the same order.
    pub blockers: Vec<PlacedPiece>,
}

impl BlockedPieces {
    /// The blocked pieces of a turn without a move; `None` in a game, where RULES 4 can forbid moves too.
    #[must_use]
    pub fn of(position: &Position, turn: &TurnMoves) -> Option<BlockedPieces> {
        let role = turn.role?;
        let army = position.turn();
        let is_called = |piece: &Piece| {
            let own = Role::from(piece.kind);
            piece.army == army && (own == role || turn.instead_of_king && own == Role::King)
        };
        let pieces: Vec<PlacedPiece> = position
            .pieces()
            .filter(|(_, piece)| is_called(piece))
            .map(|(at, piece)| PlacedPiece { piece, at })
            .collect();
        let ways = pieces.iter().fold(Bitboard::EMPTY, |all, it| all | ways(position, it));
        let blockers =
            ways.into_iter().filter_map(|at| Some(PlacedPiece { piece: position.pieces_at(at).next()?, at }));
        Some(BlockedPieces { blockers: blockers.collect(), pieces })
    }

    /// Why they cannot move, as a sentence: `Its only way out, g2, is held by a pawn of its own army.` `None` if there are
    /// no such pieces.
    #[must_use]
    pub fn reason(&self, position: &Position) -> Option<String> {
        let army = self.pieces.first()?.piece.army;
        let [it, its] = if self.pieces.len() == 1 { ["It stands", "its"] } else { ["They stand", "their"] };
        let is_frozen = |piece: Piece| position.is_frozen(piece.army);
        Some(match self.blockers.as_slice() {
            [] => format!("{it} at the far edge."),
            [PlacedPiece { piece, at }] => {
                let article = if piece.kind == Kind::King { "the" } else { "a" };
                let whose = if piece.army == army { format!("{its} own army") } else { piece.army.to_string() };
                let frozen = if is_frozen(*piece) { ", which is frozen" } else { "" };
                let role = Role::from(piece.kind);
                format!("{} only way out, {at}, is held by {article} {role} of {whose}{frozen}.", capitalised(its))
            }
            several => {
                let holder = |piece: Piece| match piece.army {
                    other if other == army => format!("{its} own army"),
                    _ if is_frozen(piece) => "frozen pieces".to_owned(),
                    other if other == army.partner() => format!("{its} partner"),
                    _ => "enemies".to_owned(),
                };
                let mut by: Vec<String> = several.iter().map(|blocker| holder(blocker.piece)).collect();
                by.sort();
                by.dedup();
                format!("All {its} ways out are held by {}.", list(&by))
            }
        })
    }
}

/// The squares to which a piece would go if nothing stood there: for a pawn only the one before it.
fn ways(position: &Position, PlacedPiece { piece, at }: &PlacedPiece) -> Bitboard {
    match piece.kind {
        Kind::Pawn(_) => {
            let (files, ranks) = piece.army.forward();
            at.offset(files, ranks).map_or(Bitboard::EMPTY, Bitboard::of)
        }
        kind => attacked_from(kind, piece.army, *at, position.occupied()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Movers, Officer, Rules};

    fn reason(position: &str, role: Role) -> Option<String> {
        let position = position.parse::<Position>().unwrap().with_rules(Rules::CHESSVARIANTS.reading());
        let mut moves = Vec::new();
        position.each_move(Movers::Only(role), &mut |mv| moves.push(mv));
        assert_eq!(moves, [crate::chess::Move::Pass]);
        let turn = TurnMoves { role: Some(role), instead_of_king: false, moves };
        BlockedPieces::of(&position, &turn)?.reason(&position)
    }

    #[test]
    fn rules_8_4_what_blocks_a_piece_is_named() {
        let bishop = Role::Officer(Officer::Bishop);
        let only = "aK6wK/ar6wr/8/8/8/8/er5fq1/eK6fK+fB f ---- ---- 0000 9";
        assert_eq!(reason(only, bishop).unwrap(), "Its only way out, g2, is held by a pawn of its own army.");
        let gone = "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK f ---- ---- 0000 9";
        assert_eq!(reason(gone, bishop), None);
        let pawn = "aK6wK/ar6wr/8/8/8/7aR/er6fr/eK6fK f ---- ---- 0000 9";
        assert_eq!(reason(pawn, Role::Pawn).unwrap(), "Its only way out, h3, is held by a rook of Air.");
        let rook = "aK6wK/ar6wr/8/8/8/8/7fr/eK4erfKfR f ---- ---- 0000 9";
        let rook = reason(rook, Role::Officer(Officer::Rook));
        assert_eq!(rook.unwrap(), "All its ways out are held by its own army.");
        let frozen = "aK6wK/ar6wr/8/8/8/6fK1/6eq1/7fB f ---x ---a 0000 9";
        assert_eq!(
            reason(frozen, bishop).unwrap(),
            "Its only way out, g2, is held by a pawn of Earth, which is frozen."
        );
    }
}
