//! What was done, turn by turn: by whom, with which throw, in which words.
//!
//! A [`Record`] is a [`Heading`] and a list of [`Entry`]s. Entering one plays
//! it; an entry that does not fit is refused. So a record that exists is a
//! record that replays.

mod entry;
mod heading;
mod history;
mod matter;
mod summary;
mod turn;

pub use entry::{Closing, Entry};
pub use heading::{Heading, Moment, SeatThrow, Seats};
pub use history::{EntryRefused, Record};
pub use matter::Matter;
pub use summary::Summary;
pub use turn::{Action, Thrown, Turn};
