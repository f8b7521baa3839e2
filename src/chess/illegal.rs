//! Why a move is not legal, in words for the person who tried it.

use super::{Army, Kind, Move, Outcome, Piece, Position, Role, Rules, Square};

/// Why a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// A pass, though the army has a move (RULES 4.4).
    #[error("{0} has a move, and in a game it must be made")]
    MustMove(Army),
    /// No piece stands there.
    #[error("{0} is empty")]
    Empty(Square),
    /// Another piece stands there.
    #[error("on {square} stands the {there}, not a {role}")]
    OtherPiece {
        /// The square.
        square: Square,
        /// The piece that stands there.
        there: Piece,
        /// The piece that was named.
        role: Role,
    },
    /// The piece belongs to an army that does not move this turn.
    #[error("the {0} may not move: it is the turn of {1}")]
    NotItsTurn(Piece, Army),
    /// The target holds a piece that may not be landed on (RULES 3.4).
    #[error("{0} is held by the {1}, of the same side")]
    HeldByFriend(Square, Piece),
    /// The target holds a frozen piece (RULES 3.7).
    #[error("{0} is held by the {1}, which is frozen and cannot be taken")]
    HeldByFrozen(Square, Piece),
    /// The piece does not move so (RULES 3.1–3.3).
    #[error("the {piece} on {from} does not reach {to}")]
    OutOfReach {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// The king is in check and must move itself (RULES 4.2).
    #[error("the king of {0} is in check and must move")]
    KingMustMove(Army),
    /// The move would put the army's own king in check (RULES 4.3).
    #[error("this would put the king of {0} in check")]
    ExposesKing(Army),
    /// A privileged pawn must say what it becomes (RULES 5.2).
    #[error("this pawn is privileged: add what it becomes, =Q, =R, =B or =N")]
    ChoiceNeeded,
    /// There is no choice of promotion here (RULES 5.1, 5.3).
    #[error("there is no choice of promotion here: leave out the =")]
    NoChoice,
}

/// Why a move cannot be kept as an irregular one, which breaks RULES 4 but fits RULES 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IrregularMoveError {
    /// The move is legal.
    #[error("the move breaks no rule, so nothing about it is irregular")]
    Regular,
    /// It does not even fit RULES 3.
    #[error(transparent)]
    Illegal(IllegalMove),
}

impl Position {
    /// Why a move is not legal, or nothing if it is.
    #[must_use]
    pub fn refusal(&self, mv: Move, rules: &Rules) -> Option<IllegalMove> {
        if let Some(outcome) = self.outcome(rules) {
            return Some(IllegalMove::Over(outcome));
        }
        if self.is_legal(mv, rules) {
            return None;
        }
        let Move::Step { role, from, to, promotion } = mv else { return Some(IllegalMove::MustMove(self.turn)) };
        let Some(there) = self.pieces_at(from).last() else { return Some(IllegalMove::Empty(from)) };
        let Some(piece) = self.mover(role, from) else {
            return Some(IllegalMove::OtherPiece { square: from, there, role });
        };
        let mut army_moves = Vec::new();
        self.move_sets(rules, &mut |set| army_moves.push(set));
        let shares = army_moves.iter().any(|set| set.piece.army == piece.army);
        if piece.army != self.turn && !shares {
            return Some(IllegalMove::NotItsTurn(piece, self.turn));
        }
        if let Some(held) = self.pieces_at(to).last() {
            if self.is_frozen(held.army) {
                return Some(IllegalMove::HeldByFrozen(to, held));
            }
            if held.army.side() == piece.army.side() {
                return Some(IllegalMove::HeldByFriend(to, held));
            }
        }
        if !self.reach(piece, from).has(to) {
            return Some(IllegalMove::OutOfReach { piece, from, to });
        }
        if army_moves.iter().any(|set| set.piece == piece && set.from == from && set.to.has(to)) {
            return Some(if promotion.is_some() && !self.chooses(piece, to, rules) {
                IllegalMove::NoChoice
            } else {
                IllegalMove::ChoiceNeeded
            });
        }
        if self.in_check(piece.army) && piece.kind != Kind::King {
            return Some(IllegalMove::KingMustMove(piece.army));
        }
        Some(IllegalMove::ExposesKing(piece.army))
    }
}
