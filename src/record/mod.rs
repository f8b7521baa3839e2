//! What was done, turn by turn: by whom, with which throw, in which words.
//!
//! A [`Record`] is a [`Heading`] and a list of [`Entry`]s over a [`Session`](crate::session::Session). Entering one plays
//! it; an entry that does not fit is refused. So a record that exists is a record that replays. Whoever wants to know of
//! every entry, such as the journal that keeps it on disk, is an [`RecordObserver`].

mod annotation;
mod entry;
mod heading;
mod history;
mod subject;
mod totals;

#[cfg(feature = "journal")]
pub(crate) use annotation::borne;
pub use annotation::{Annotation, Correctness, ParseCorrectnessError, ParseTagError, RecordedOutcome, Remark, Tag};
pub use entry::{Closing, Entry};
pub use heading::{Heading, SeatThrow, Seats, Timestamp};
pub use history::{EnterError, InvalidEntry, Note, Quiet, Record, RecordObserver};
pub use subject::{GameSettings, Subject};
pub use totals::RecordTotals;
