//! What was done, turn by turn: by whom, with which throw, in which words.
//!
//! A [`Record`] is a [`Heading`] and a list of [`Entry`]s over a [`Session`](crate::session::Session). Entering one plays
//! it; an entry that does not fit is refused. So a record that exists is a record that replays. Whoever wants to know of
//! every entry, such as the journal that keeps it on disk, is an [`Observer`].

mod afterword;
mod entry;
mod heading;
mod history;
mod matter;
mod summary;

#[cfg(feature = "journal")]
pub(crate) use afterword::borne;
pub use afterword::{Afterword, NotATag, NotProved, Outcome, Proved, Remark, Tag};
pub use entry::{Closing, Entry};
pub use heading::{Heading, Moment, SeatThrow, Seats};
pub use history::{EnterError, EntryRefused, Note, Observer, Quiet, Record};
pub use matter::{Matter, Setting};
pub use summary::Summary;
