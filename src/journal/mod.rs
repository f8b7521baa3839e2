//! The journal: one Markdown file a reading or game, for people first, that reads back without loss.
//!
//! `docs/JOURNAL.md` describes the format. The program only ever adds to the
//! end of a journal; whatever a person writes between its parts stays as it is.

mod conclusion;
mod header;
mod marks;
mod opening;
mod parse;
mod print;
mod store;

pub use header::FORMAT;
pub use store::{Journal, JournalError, check_folder, latest_first, read, read_text};
