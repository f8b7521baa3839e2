//! The reasons why a move is not legal, in words for the person who tried it.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::{Army, EffectSink, Kind, Move, Movers, Outcome, Piece, Position, Role, Square};

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// A pass although the army has a legal move (RULES 4.4).
    #[error("{0} has a move, and in a game it must be made")]
    MustMove(Army),
    /// There is no piece on the square.
    #[error("{0} is empty")]
    Empty(Square),
    /// A different piece stands on the square.
    #[error("{square} holds the {there}, not a {role}")]
    OtherPiece {
        /// The square.
        square: Square,
        /// The piece on the square.
        there: Piece,
        /// The role given in the move.
        role: Role,
    },
    /// The piece belongs to an army that does not move this turn.
    #[error("the {0} cannot move: it is the turn of {1}")]
    NotItsTurn(Piece, Army),
    /// The target holds a piece that cannot be captured (RULES 3.4).
    #[error("{0} is occupied by the {1}, of the same side")]
    OccupiedByFriend(Square, Piece),
    /// The target holds a frozen piece (RULES 3.7).
    #[error("{0} is occupied by the {1}, which is frozen and cannot be captured")]
    OccupiedByFrozen(Square, Piece),
    /// The piece does not move in that way (RULES 3.1–3.3).
    #[error("the {piece} on {from} cannot reach {to}")]
    OutOfReach {
        /// The piece.
        piece: Piece,
        /// The square on which it stands.
        from: Square,
        /// The target.
        to: Square,
    },
    /// The king is in check and must move itself (RULES 4.2).
    #[error("the king of {0} is in check and must move")]
    KingMustMove(Army),
    /// The move would put the army's own king in check (RULES 4.3).
    #[error("this would put the king of {0} in check")]
    ExposesKing(Army),
    /// A privileged pawn needs a choice of promotion (RULES 5.2).
    #[error("this pawn chooses its promotion: add =Q, =R, =B or =N")]
    ChoiceNeeded,
    /// There is no choice of promotion here (RULES 5.1, 5.3).
    #[error("there is no choice of promotion here: leave out the =")]
    NoChoice,
}

/// Why a move cannot be recorded as irregular, that is, as one that breaks RULES 4 but not RULES 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IrregularMoveError {
    /// The move is legal.
    #[error("the move is legal, so it cannot be recorded as irregular")]
    Regular,
    /// It breaks RULES 3 too.
    #[error(transparent)]
    Illegal(IllegalMove),
}

impl Position {
    /// Why a move is not legal, or `None` if it is.
    #[must_use]
    pub fn why_illegal(&self, mv: Move) -> Option<IllegalMove> {
        if let Some(outcome) = self.outcome() {
            return Some(IllegalMove::Over(outcome));
        }
        if self.is_legal(mv) {
            return None;
        }
        let Move::Step { role, from, to, .. } = mv else { return Some(IllegalMove::MustMove(self.turn)) };
        let Some(there) = self.pieces_at(from).last() else { return Some(IllegalMove::Empty(from)) };
        let Some(piece) = self.mover(role, from) else {
            return Some(IllegalMove::OtherPiece { square: from, there, role });
        };
        let mut sets = Vec::new();
        let ControlFlow::Continue(()) = self.each_set::<Infallible>(Movers::Any, &mut |set| {
            sets.extend(set);
            ControlFlow::Continue(())
        });
        if piece.army != self.turn && sets.iter().all(|set| set.piece.army != piece.army) {
            return Some(IllegalMove::NotItsTurn(piece, self.turn));
        }
        if let Some(target) = self.pieces_at(to).last() {
            if self.is_frozen(target.army) {
                return Some(IllegalMove::OccupiedByFrozen(to, target));
            }
            if target.army.side() == piece.army.side() {
                return Some(IllegalMove::OccupiedByFriend(to, target));
            }
        }
        if !self.reach(piece, from).has(to) {
            return Some(IllegalMove::OutOfReach { piece, from, to });
        }
        if let Some(set) = sets.iter().find(|set| set.piece == piece && set.from == from && set.to.has(to)) {
            return Some(if set.choices.has(to) { IllegalMove::ChoiceNeeded } else { IllegalMove::NoChoice });
        }
        if self.in_check(piece.army) && piece.kind != Kind::King {
            return Some(IllegalMove::KingMustMove(piece.army));
        }
        Some(IllegalMove::ExposesKing(piece.army))
    }

    /// Plays a move that breaks RULES 4 but not RULES 3, as in some published games, and returns the rule that it breaks. A
    /// pass although the army has a move is such a move too.
    ///
    /// # Errors
    /// If the move breaks no rule or breaks RULES 3 too, and if the game is over; the position is then unchanged.
    ///
    /// ```
    /// use enochian::chess::{Angle, Army, Array, Board, Direction, IllegalMove, Move, Position};
    /// let mut position = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
    /// assert_eq!(position.play_irregular(Move::Pass, &mut ()), Ok(IllegalMove::MustMove(Army::Air)));
    /// assert_eq!(position.turn(), Army::Water);
    /// ```
    pub fn play_irregular(&mut self, mv: Move, sink: &mut impl EffectSink) -> Result<IllegalMove, IrregularMoveError> {
        let broken_rule = self.why_illegal(mv).ok_or(IrregularMoveError::Regular)?;
        if let IllegalMove::Over(_) = broken_rule {
            return Err(IrregularMoveError::Illegal(broken_rule));
        }
        // A reading suspends RULES 4 and nothing else.
        let mut suspended = self.clone().with_rules(self.rules.reading());
        suspended.play(mv, sink).map_err(IrregularMoveError::Illegal)?;
        *self = suspended.with_rules(self.rules);
        Ok(broken_rule)
    }
}
