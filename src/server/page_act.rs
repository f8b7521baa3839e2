//! The acts that a page sends.

use serde::Deserialize;

use super::page_parts::PageHas;

/// A request to make an act.
#[derive(Debug, Deserialize)]
pub(super) struct ActRequest<A> {
    pub(super) journal: String,
    pub(super) client: String,
    /// Made up by the page, another for each act.
    pub(super) id: String,
    /// The revision that the page shows.
    pub(super) revision: u64,
    pub(super) act: A,
    /// What the page has, which need not be the revision on which it acts.
    #[serde(default)]
    pub(super) has: PageHas,
    /// The seat whose player acts, in one of the other games.
    #[serde(default)]
    pub(super) seat: Option<usize>,
}

/// An act of a page in Enochian chess.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum EnochianPageAct {
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

/// An act of a page in one of the other games.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum VariantPageAct {
    /// An act as it is recorded, or as a person types it.
    Play { text: String },
    /// A move against the rules.
    Irregular { text: String },
    /// Lets the program draw what chance awaits.
    Deal,
    /// Takes back the last act of a player, and what chance did after it.
    TakeBack,
    /// A note on the present turn.
    Note { text: String },
    /// The player of a seat resigns.
    Resign { seat: usize },
    /// All players agree to a draw.
    Draw,
    /// Concludes without a result.
    Conclude,
}
