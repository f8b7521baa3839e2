//! The acts that a page sends.

use serde::Deserialize;

use crate::record::{Closing, Entry, RecordLens, Timestamp};

use super::call::Problem;
use super::open_journal::{OpenJournal, illegal, in_lines};
use super::page_parts::PageHas;
use super::{enochian_acting, other_acting};

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
    /// What the page has, which need not be the revision on which it acts.
    #[serde(default)]
    pub(super) has: PageHas,
    /// The seat whose player acts, where what a player may know is hidden from the others.
    #[serde(default)]
    pub(super) seat: Option<usize>,
}

/// An act of a page.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum PageAct {
    /// The number on the die.
    Throw { number: u8 },
    /// Lets the program do what chance awaits: throw the die, or deal the cards.
    Deal,
    /// An act in its canonical text.
    Move { text: String },
    /// Anything that the prompts would read.
    Typed { text: String },
    /// A move against the rules.
    Irregular { text: String },
    /// Goes on after a No Move.
    Pass,
    /// Takes back the last decision, and what chance did after it.
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
    /// The side to move resigns, or the player of a seat.
    Resign {
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        seat: Option<usize>,
    },
}

impl OpenJournal<'_> {
    /// Makes an act of a window that sees the game as the player of a seat does.
    pub(super) fn make(&mut self, act: PageAct, seat: Option<usize>, now: Timestamp) -> Result<(), Problem> {
        match act {
            PageAct::Note { text } => self.enter(Entry::Note(in_lines(&text)?)),
            PageAct::Draw => self.enter(Entry::Concluded(Closing::Agreed, now)),
            PageAct::Conclude => self.enter(Entry::Concluded(Closing::ByPlayers, now)),
            act => match self.record().lens() {
                RecordLens::Enochian(_) => enochian_acting::make(self, act, now),
                RecordLens::Other(_) => other_acting::make(self, act, seat),
            },
        }
    }
}

/// The problem that an act is not one of this game.
pub(super) fn not_here() -> Problem {
    illegal("This act is not one of this game")
}
