//! What can be done in a session, and what comes of it.

use crate::chess::{
    Army, Effect, Exchange, IllegalAction, IllegalMove, IrregularMoveError, Move, Piece, Position, Role, Square,
};
use crate::reading::{EndReason, Throw};

use super::TurnMoves;

/// Something done that changes how things stand, and can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// The die was thrown for the army whose turn it is, in a reading.
    Throw(Throw),
    /// The turn was played, or passed: a No Move.
    Move(Move),
    /// The turn of a game was played against RULES 4, though not against RULES 3, and is kept as it was played.
    Irregular(Move),
    /// Prisoners were exchanged before the move (RULES 6.2).
    Exchange(Exchange),
    /// The army whose turn it is withdrew before its move (RULES 6.3).
    Withdrawal(Army),
}

impl Act {
    /// Whether the act ends a turn.
    #[must_use]
    pub const fn is_turn(self) -> bool {
        matches!(self, Act::Move(_) | Act::Irregular(_))
    }
}

/// What came of an act.
#[derive(Clone, Debug, PartialEq)]
pub enum SessionEvent<'s> {
    /// The die was thrown: what the turn can be now.
    Thrown(TurnMoves),
    /// A turn was played.
    Played(&'s PlayedTurn),
    /// Prisoners were exchanged.
    Exchanged(Vec<Effect>),
    /// The army whose turn it is has withdrawn.
    Withdrew,
}

/// One turn as it was played, with all that followed from it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedTurn {
    /// The ply, counted from 1.
    pub ply: u32,
    /// The army whose turn it was.
    pub army: Army,
    /// What was done before the move.
    pub before: Vec<Action>,
    /// What the die showed and called, in a reading.
    pub thrown: Option<ThrownDie>,
    /// The move, or [`Move::Pass`] for a turn without one.
    pub mv: Move,
    /// The piece that moved, as it was before; none for a turn without a move.
    pub piece: Option<Piece>,
    /// The strict sheet text of the move (RULES 9.2); for a No Move the throw and a dash, `3-`.
    pub sheet: String,
    /// What the move was against, where a game is kept as it was played.
    pub irregular: Option<IllegalMove>,
    /// What the move did.
    pub effects: Vec<Effect>,
    /// The enemies to whom the move gave check.
    pub checks: Vec<Army>,
    /// The position after the move.
    pub position: Position,
}

/// A throw, and what it called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThrownDie {
    /// What the die showed.
    pub throw: Throw,
    /// The sort of piece that the throw called.
    pub role: Role,
    /// Whether pawns were called in place of a king who cannot move.
    pub instead_of_king: bool,
    /// Whether the army has no piece of that sort.
    pub gone: bool,
}

/// Something done before a turn's move, no ply of its own (RULES 6.2, 6.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// An exchange of prisoners.
    Exchange(Exchange),
    /// A withdrawal.
    Withdrawal,
}

impl Action {
    pub(super) fn of(act: Act) -> Option<Action> {
        match act {
            Act::Exchange(exchange) => Some(Action::Exchange(exchange)),
            Act::Withdrawal(_) => Some(Action::Withdrawal),
            Act::Throw(_) | Act::Move(_) | Act::Irregular(_) => None,
        }
    }
}

impl PlayedTurn {
    /// The square landed on; none for a turn without a move.
    #[must_use]
    pub fn landing(&self) -> Option<Square> {
        self.mv.to()
    }

    /// The pieces taken, with their squares.
    pub fn captures(&self) -> impl Iterator<Item = (Piece, Square)> + '_ {
        self.effects.iter().filter_map(|effect| match *effect {
            Effect::Captured { piece, at, .. } => Some((piece, at)),
            _ => None,
        })
    }
}

/// Why an act was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalAct {
    /// The reading has its end.
    #[error("the reading is over: {0}")]
    Over(EndReason),
    /// A throw in a game.
    #[error("in a game that is no reading no die is thrown")]
    NoDie,
    /// A throw, though one lies on the table.
    #[error("the die has already been thrown for this turn; the throw was {0}")]
    AlreadyThrown(Throw),
    /// A move without a throw.
    #[error("the die has not been thrown for this turn")]
    NotThrown,
    /// The move is not legal in the position.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The move is legal, but not for the piece that the die named.
    #[error("the throw of {throw} calls the {role}, not this piece")]
    NotCalled {
        /// The throw.
        throw: Throw,
        /// What it calls.
        role: Role,
    },
    /// A turn is given up though the thrown piece can move (RULES 8.4).
    #[error("the {0} can move, so the turn is not lost")]
    CanMove(Role),
    /// A turn against the rules in a reading, which has no RULES 4 to break.
    #[error("in a reading a turn against the rules has no place")]
    IrregularReading,
    /// The move cannot be kept as an irregular one.
    #[error(transparent)]
    NotIrregular(#[from] IrregularMoveError),
    /// The exchange or withdrawal is not possible.
    #[error(transparent)]
    Action(#[from] IllegalAction),
    /// The withdrawal names another army than the one whose turn it is.
    #[error("it is the turn of {0}")]
    NotItsTurn(Army),
    /// More is taken back than was done.
    #[error("there is nothing so far back to take back")]
    NothingToTakeBack,
}
