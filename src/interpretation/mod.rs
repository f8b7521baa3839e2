//! What a record tells, clause by clause (`docs/INTERPRETATION.md`).
//!
//! Facts are found in the standing turns of a [`Record`](crate::record::Record), and put into the words of the data.

mod attack;
mod pivot;

pub use pivot::{Blow, Choice, Decisive, Pivot, decisive, pivot};
