//! What is asked, thrown and answered in a reading (RULES 8).
//!
//! A [`Question`] decides how a reading is laid out, a [`Throw`] comes in from a person, a journal or a [`DiceSource`],
//! and the [`Answer`] follows from the positions.

mod answer;
mod dice_source;
mod question;
mod throw;

pub(crate) use answer::AnswerTracker;
pub use answer::{Answer, Decision, EndReason, Manner, Verdict};
pub use dice_source::{DiceSource, RandomDraw, RandomSourceError};
#[cfg(feature = "cli")]
pub(crate) use question::NOBODY;
pub use question::{DieThrower, Question, QuestionDraft, QuestionError};
pub use throw::{ParseThrowError, Throw};
