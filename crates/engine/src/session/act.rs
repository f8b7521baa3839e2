//! The acts of a session, and the turns that they make.

use std::fmt;

use crate::chess::{
    Army, Effect, Exchange, IllegalAction, IllegalMove, IrregularMoveError, Move, Piece, Position, Role, Square,
};
use crate::input::{Help, ParseError};
use crate::reading::{EndReason, Throw};

/// An act that changes the state of a session and can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Throws the die for the army to move, in a reading.
    Throw(Throw),
    /// Plays the turn's move, or passes: in a reading a No Move.
    Move(Move),
    /// Plays a move in a game that breaks RULES 4 but not RULES 3, and records it as irregular.
    Irregular(Move),
    /// Exchanges prisoners before the move (RULES 6.2).
    Exchange(Exchange),
    /// Withdraws the army to move before its move (RULES 6.3).
    Withdrawal(Army),
}

impl Act {
    /// Reads an act of the army to move: `throw 3`, a move such as `Nc8d6` or `--`, `exchange w h1 a1` or `withdraw`.
    ///
    /// # Errors
    /// If the text is none.
    ///
    /// ```
    /// use enochian::{chess::Army, session::Act};
    /// for text in ["throw 3", "Nc8d6", "--", "exchange w h1 a1", "withdraw"] {
    ///     assert_eq!(Act::read(text, Army::Air).unwrap().to_string(), text);
    /// }
    /// assert!(Act::read("throw 7", Army::Air).is_err());
    /// ```
    pub fn read(text: &str, turn: Army) -> Result<Act, ParseError> {
        match text.split_once(' ') {
            None if text == "withdraw" => Ok(Act::Withdrawal(turn)),
            Some(("throw", number)) => Ok(Act::Throw(number.trim().parse()?)),
            _ if text.starts_with("exchange") => Ok(Act::Exchange(text.parse()?)),
            _ => Ok(Act::Move(text.parse()?)),
        }
    }

    /// Whether the act ends a turn.
    #[must_use]
    pub const fn is_turn(self) -> bool {
        matches!(self, Act::Move(_) | Act::Irregular(_))
    }
}

/// Writes what [`Act::read`] reads; an irregular move as any move.
impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Throw(throw) => write!(f, "throw {throw}"),
            Act::Move(mv) | Act::Irregular(mv) => mv.fmt(f),
            Act::Exchange(exchange) => exchange.fmt(f),
            Act::Withdrawal(_) => f.pad("withdraw"),
        }
    }
}

/// A turn that was played, with all its effects.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlayedTurn {
    /// The ply, counted from 1.
    pub ply: u32,
    /// The army that moved.
    pub army: Army,
    /// The actions before the move.
    pub before: Vec<Action>,
    /// The throw, in a reading.
    pub thrown: Option<ThrownDie>,
    /// The move, or [`Move::Pass`].
    pub mv: Move,
    /// The piece that moved, as it was before the move; `None` for a turn without a move.
    pub piece: Option<Piece>,
    /// The strict sheet text of the move (RULES 9.2); for a No Move the throw and a dash, `3-`.
    pub sheet: String,
    /// The rule that the move breaks, if it is irregular.
    pub irregular: Option<IllegalMove>,
    /// The effects of the move.
    pub effects: Vec<Effect>,
    /// The enemies that the move put in check.
    pub checks: Vec<Army>,
    /// The position after the move.
    pub position: Position,
}

/// What would follow from a move.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MovePreview {
    /// The turn, as it would be played.
    pub turn: PlayedTurn,
    /// Why the session would then be over, if it would.
    pub end: Option<EndReason>,
}

/// A throw, and the piece that it called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThrownDie {
    /// The number on the die.
    pub throw: Throw,
    /// The role that the throw called.
    pub role: Role,
    /// Whether pawns were called because the king cannot move.
    pub instead_of_king: bool,
    /// Whether there is no piece with that role, nor one of a partner who shares the turn (RULES 6.3).
    pub gone: bool,
}

/// An action before a turn's move, which is not a ply of its own (RULES 6.2, 6.3).
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
    /// The square landed on; `None` for a turn without a move.
    #[must_use]
    pub fn landing(&self) -> Option<Square> {
        self.mv.to()
    }

    /// The captured pieces, with their squares.
    pub fn captures(&self) -> impl Iterator<Item = (Piece, Square)> + '_ {
        self.effects.iter().filter_map(|effect| match *effect {
            Effect::Captured { piece, at, .. } => Some((piece, at)),
            _ => None,
        })
    }
}

/// Why an act is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalAct {
    /// The reading has ended.
    #[error("the reading is over: {0}")]
    Over(EndReason),
    /// A throw in a game.
    #[error("no die is thrown in a game; only in a reading")]
    NoDie,
    /// A second throw in one turn.
    #[error("the die has already been thrown for this turn; the throw was {0}")]
    AlreadyThrown(Throw),
    /// A move without a throw.
    #[error("the die has not been thrown for this turn")]
    NotThrown,
    /// The move is illegal in the position.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The move is legal, but not with the piece that the throw calls.
    #[error("the throw of {throw} calls the {role}, not this piece")]
    NotCalled {
        /// The throw.
        throw: Throw,
        /// The role that it calls.
        role: Role,
    },
    /// A No Move although a called piece can move (RULES 8.4).
    #[error("the {0} can move, so this is not a No Move")]
    CanMove(Role),
    /// An irregular move in a reading, where RULES 4 does not apply.
    #[error("a reading has no irregular moves")]
    IrregularReading,
    /// The move cannot be recorded as irregular.
    #[error(transparent)]
    NotIrregular(#[from] IrregularMoveError),
    /// The exchange or withdrawal is not possible.
    #[error(transparent)]
    Action(#[from] IllegalAction),
    /// The withdrawal names another army than the one to move.
    #[error("it is the turn of {0}")]
    NotItsTurn(Army),
}

impl Help for IllegalAct {}
