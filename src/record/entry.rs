//! What is written down, one thing after another, and never struck out.

use std::fmt;

use crate::chess::{Army, Exchange, Move};
use crate::reading::Throw;

use super::Moment;

/// One thing that was done or said in the course of a reading.
///
/// Entries are only ever added. What is taken back stays, followed by the entry that takes it back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The die was thrown for the army whose turn it is.
    Throw(Throw),
    /// The turn was played, or lost: a No Move.
    Move(Move),
    /// Prisoners were exchanged before the move.
    Exchange(Exchange),
    /// The army whose turn it is withdrew before its move.
    Withdrawal(Army),
    /// So many acts (throws, moves, exchanges, withdrawals) were taken back.
    TakenBack(usize),
    /// Words of a player about the turn then being played.
    Note(String),
    /// The reading was taken up again after a pause.
    Resumed(Moment),
    /// The reading was closed.
    Concluded(Closing, Moment),
}

impl Entry {
    /// Whether the entry changes the game, and so can be taken back.
    pub fn is_act(&self) -> bool {
        matches!(self, Entry::Throw(_) | Entry::Move(_) | Entry::Exchange(_) | Entry::Withdrawal(_))
    }
}

/// How a reading was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// It reached its own end.
    Ended,
    /// The players closed it.
    ByPlayers,
    /// An automatic reading reached its limit of plies.
    AtLimit(u32),
}

impl fmt::Display for Closing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Closing::Ended => f.pad("at its end"),
            Closing::ByPlayers => f.pad("by the players"),
            Closing::AtLimit(ply) => write!(f, "at the limit of {ply} plies"),
        }
    }
}
