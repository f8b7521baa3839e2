//! The facts of a reading a second time, slowly.
//!
//! What stands in this folder was written from the text of `docs/INTERPRETATION.md` (2 to 8) and shares nothing with
//! what the program finds them by. It takes from the program only what is proven elsewhere: the record that a journal
//! holds, the moves that a throw calls, and what the data say of squares and pieces.

mod answer;
mod board;
mod counts;
mod course;
mod keep;
mod links;
mod pivot;
mod significator;
mod threads;
mod told;

pub(crate) use counts::counts;
pub(crate) use course::Course;
pub(crate) use pivot::{pivot, strikes};
pub(crate) use told::told;
