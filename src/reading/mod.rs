//! The question, the throws and the answer of a reading (RULES 8).
//!
//! A [`Question`] determines the setup of a reading, a [`Throw`] comes from a person, a journal or a [`DiceSource`], and
//! the [`Answer`] follows from the positions.

mod answer;
mod dice_source;
mod phase;
mod question;
mod throw;

pub(crate) use answer::AnswerTracker;
pub use answer::{Answer, Decision, EndReason, Manner, Verdict};
pub use dice_source::{DiceSource, RandomDraw, RandomSourceError};
pub use phase::Phase;
#[cfg(feature = "journal")]
pub(crate) use question::UNNAMED;
pub use question::{DieThrower, Question, QuestionDraft, QuestionError, matters_of};
pub use throw::{ParseThrowError, Throw};
