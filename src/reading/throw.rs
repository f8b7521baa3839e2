//! A throw of the die, and the moves it leaves (RULES 8.3, 8.4).

use std::fmt;
use std::str::FromStr;

use crate::chess::{Move, Position, Role};
use crate::lore::Named;

use super::Question;

/// What the die shows: one to six.
///
/// ```
/// use enochian::reading::Throw;
/// assert_eq!("3".parse::<Throw>().unwrap().number(), 3);
/// assert!("7".parse::<Throw>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Throw(u8);

impl Throw {
    /// All six.
    pub const ALL: [Throw; 6] = [Throw(1), Throw(2), Throw(3), Throw(4), Throw(5), Throw(6)];

    /// The throw of a number, if it is one to six.
    pub fn new(number: u8) -> Option<Throw> {
        Throw::ALL.into_iter().find(|throw| throw.0 == number)
    }

    /// The number, one to six.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The text is no throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a die shows a number from 1 to 6")]
pub struct NotAThrow;

impl FromStr for Throw {
    type Err = NotAThrow;

    fn from_str(text: &str) -> Result<Throw, NotAThrow> {
        text.trim().parse().ok().and_then(Throw::new).ok_or(NotAThrow)
    }
}

/// What a throw calls upon in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// The sort of piece that may move.
    pub role: Role,
    /// Whether pawns are called because the king, who was thrown, has no move (RULES 8.3).
    pub instead_of_king: bool,
    /// The moves to choose from. With none the turn is lost: a No Move (RULES 8.4).
    pub moves: Vec<Move>,
}

/// Finds what a throw calls upon.
///
/// "The king cannot move" means that it has no move; an army that has several pieces of the thrown kind
/// may move any of them; a throw of the king for an army without one is a No Move (RULES 8.3, **Decided**).
pub(super) fn called(position: &Position, question: &Question, throw: Throw) -> Called {
    let all = position.moves(&question.rules());
    let of = |wanted: Role| -> Vec<Move> {
        all.iter().copied().filter(|mv| matches!(mv, Move::Step { role, .. } if *role == wanted)).collect()
    };
    let named = question.dice.throws[usize::from(throw.number()) - 1];
    let role = match named.officer(question.array) {
        Some(officer) => Role::Officer(officer),
        None if named == Named::KingOrPawn => Role::King,
        None => Role::Pawn,
    };
    let moves = of(role);
    if role == Role::King && moves.is_empty() && position.king(position.turn()).is_some() {
        return Called { role: Role::Pawn, instead_of_king: true, moves: of(Role::Pawn) };
    }
    Called { role, instead_of_king: false, moves }
}
