//! The question, the throws and the answer of a reading (RULES 8).
//!
//! A [`Question`] determines the setup of a reading; it is made from a [`QuestionDraft`], which holds a question file or the
//! answers at the prompts. A [`Throw`] comes from a person, a journal or a [`DiceSource`], and the [`Answer`] follows from the
//! positions.

mod draft_key;
mod question_draft;
mod question_errors;
mod question_keys;

pub use draft_key::{Draft, DraftError, DraftKey, KeyValue, Slot};
pub(crate) use draft_key::{error as draft_error, slot};
pub use enochian_engine::reading::*;
pub use question_draft::{DieThrower, QuestionDraft};
