//! What is asked, thrown and answered in a reading (RULES 8).
//!
//! A [`Question`] decides how a reading is laid out, a [`Throw`] comes in from a person, a journal or a [`Chance`],
//! and the [`Answer`] follows from the positions.

mod answer;
mod chance;
mod question;
mod throw;

pub(crate) use answer::AnswerTracker;
pub use answer::{Answer, Decision, End, Manner, Verdict};
pub use chance::{Chance, Draw, NoChance};
#[cfg(feature = "cli")]
pub(crate) use question::NOBODY;
pub use question::{Die, Draft, Question, Unfit};
pub use throw::{NotAThrow, Throw};
