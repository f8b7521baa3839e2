//! The errors of this module.

use crate::input::Help;

/// The error when an act cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ActError {
    /// The text is not an act of the game.
    #[error("{text} is not an act; expected {expected}")]
    Unreadable {
        /// The text, in quotation marks and safe to print.
        text: String,
        /// What was expected: `a move such as Pa3a4 or Pa3xb4`.
        expected: String,
    },
    /// The act is not possible now; the message says why: `the knight of White on b8 cannot reach b5`.
    #[error("{0}")]
    Illegal(String),
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// The error when a position text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}; expected {expected}")]
pub struct StateError {
    /// What is wrong: `field 2, the turn, is "x"`.
    pub problem: String,
    /// What was expected: `one of w, r, b`.
    pub expected: String,
}

/// The error when the options of a game are not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}; expected {expected}")]
pub struct OptionsError {
    /// What is wrong: `unknown option "card"`.
    pub problem: String,
    /// What was expected: `one of cards`.
    pub expected: String,
}

impl Help for ActError {}
impl Help for StateError {}
impl Help for OptionsError {}
