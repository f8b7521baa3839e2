//! The journal: one Markdown file a reading or game, for people first, that reads back without loss.
//!
//! `docs/JOURNAL.md` describes the format. The program only ever adds to the
//! end of a journal; whatever a person writes between its parts stays as it is.

mod afterwords;
mod card;
mod conclusion;
mod format;
mod header;
mod index;
mod marks;
mod mend;
mod opening;
mod own;
mod parse;
mod print;
mod store;
mod told;

pub use card::Card;
pub use format::FORMAT;
pub use index::{Listed, list};
pub(crate) use marks::escaped;
pub use parse::LIMIT;
pub use store::{Journal, JournalError, check_folder, hold, latest_first, read, read_text, rewrite, upgrade};
pub use told::{Checked, check};
