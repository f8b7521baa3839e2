//! The acts that a page sends.

use serde::Deserialize;

/// A request to make an act.
#[derive(Debug, Deserialize)]
pub(super) struct ActRequest {
    pub(super) journal: String,
    pub(super) client: String,
    /// Made up by the page, another for each act.
    pub(super) id: String,
    /// The revision that the page shows.
    pub(super) revision: u64,
    pub(super) act: PageAct,
    /// The number of turns that the page has.
    #[serde(default)]
    pub(super) have: usize,
}

/// An act of a page.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum PageAct {
    /// The number on the die.
    Throw { number: u8 },
    /// Lets the program throw the die.
    ThrowByProgram,
    /// A move in its canonical text.
    Move { text: String },
    /// Anything that the prompts would read.
    Typed { text: String },
    /// Goes on after a No Move.
    Pass,
    /// Takes back the last decision.
    TakeBack,
    /// Takes back the throw, and throws again.
    CorrectThrow { number: u8 },
    /// A note on the present turn.
    Note { text: String },
    /// An exchange of prisoners in its canonical text.
    Exchange { text: String },
    /// The army to move withdraws.
    Withdraw,
    /// Concludes without an answer or a result.
    Conclude,
    /// All players agree to a draw.
    Draw,
    /// The side to move resigns.
    Resign,
}
