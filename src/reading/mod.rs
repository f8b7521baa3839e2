//! A reading: the question, the throws, the answer (RULES 8).
//!
//! [`Reading`] is the whole procedure as a value that changes turn by turn. It
//! throws no dice itself: a [`Throw`] comes in from a person, a journal or a
//! [`Chance`].

mod answer;
mod chance;
mod question;
mod state;
mod throw;

pub(crate) use answer::Witness;
pub use answer::{Answer, Decision, Manner, Verdict};
pub use chance::{Chance, Draw, NoChance};
pub use question::{Die, Draft, Question, Unfit};
pub use state::{End, Reading, TurnRefused};
pub use throw::{Called, NotAThrow, Throw, called};
