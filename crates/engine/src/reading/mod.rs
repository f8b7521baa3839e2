//! The question, the throws and the answer of a reading (RULES 8).
//!
//! A [`Question`] determines the setup of a reading, a [`Throw`] comes from a person, a journal or a [`DiceSource`], and
//! the [`Answer`] follows from the positions.

mod answer;
mod dice_source;
mod dice_table;
mod phase;
mod procedure;
mod quality;
mod question;
mod ruleset;
#[cfg(test)]
pub(crate) mod samples;
mod sign;
mod throw;

pub use answer::{Answer, AnswerTracker, Decision, EndReason, Manner, Verdict};
pub use dice_source::{DiceSource, RandomDraw, RandomSourceError};
pub use dice_table::{DiceTable, ThrowTarget};
pub use phase::Phase;
pub use procedure::{Criterion, KingFalls, OpposingKingsFall, Procedure};
pub use quality::Quality;
pub use question::{Question, QuestionKind, matters_of};
pub use ruleset::Ruleset;
pub use sign::{SIGN_OR_ELEMENT, SignOrElement};
pub use throw::Throw;
