//! One turn that was played, with all that followed from it.

use crate::chess::{Army, Effect, Exchange, Move, Piece, Position, Refusal, Role, Square};
use crate::reading::Throw;

/// One turn as it was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The ply, counted from 1.
    pub ply: u32,
    /// The army whose turn it was.
    pub army: Army,
    /// What was done before the move.
    pub before: Vec<Action>,
    /// What the die showed and called, in a reading.
    pub thrown: Option<Thrown>,
    /// The move, or [`Move::Pass`] for a turn without one.
    pub mv: Move,
    /// The piece that moved, as it was before; none for a turn without a move.
    pub piece: Option<Piece>,
    /// The strict sheet text of the move (RULES 9.2); for a No Move the throw and a dash, `3-`.
    pub sheet: String,
    /// What the move was against, where a game is kept as it was played.
    pub irregular: Option<Refusal>,
    /// What the move did.
    pub effects: Vec<Effect>,
    /// The enemies to whom the move gave check.
    pub checks: Vec<Army>,
    /// The position after the move.
    pub position: Position,
}

/// A throw, and what it called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thrown {
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

impl Turn {
    /// The square landed on; none for a turn without a move.
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
