//! The facts of a summary a second time, slowly.
//!
//! What stands in this folder was written from the text of `docs/INTERPRETATION.md` (2 to 8) and shares nothing with
//! what the program makes its summaries by. It takes from the program only what is proven elsewhere: the record that a
//! journal holds, the moves that a throw calls, and what the data say of squares and pieces.

mod board;
mod chance;
mod course;
mod events;
mod frames;
mod pivot;

pub(crate) use course::Course;
pub(crate) use frames::{houses, landed, over_the_border, summary, walked};
pub(crate) use pivot::{Pivot, pivot, strikes};
