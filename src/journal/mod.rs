//! The journal: one Markdown file for each reading or game, written for people and parsed without loss.
//!
//! `docs/JOURNAL.md` describes the format. The program only ever appends to a journal; whatever a person writes between its
//! parts stays as it is.

mod again;
mod branching;
mod cache;
mod conclusion;
mod copies;
mod due;
mod error;
mod format;
mod header;
mod identity;
mod index;
mod join;
#[cfg(any(feature = "cli", feature = "web"))]
mod learned;
mod lines;
mod merge;
mod metadata;
mod note_links;
mod opening;
mod other;
mod own_meanings;
mod parse;
mod pictures;
mod print;
mod repair;
mod replay;
mod search;
mod store;
mod unfinished_question;
mod verify;
mod wording;

pub use again::{CameAgain, again, countable};
pub use branching::{BranchError, Parentage, branch, other_moves_of};
pub use copies::{JournalCopy, Parting, set_copies_aside};
pub use due::{DUE, Due};
pub use error::JournalError;
pub use format::{FORMAT, WORDING};
#[cfg(any(feature = "cli", feature = "tables"))]
pub(crate) use index::has_vanished;
pub(crate) use index::in_threads;
pub use index::{IndexEntry, is_journal, last_querent, latest_first, list};
pub use join::{JoinedJournal, Kept, join};
#[cfg(any(feature = "cli", feature = "web"))]
pub(crate) use learned::{read_learned, write_learned};
pub(crate) use lines::escaped;
pub use metadata::{Metadata, OwnLine};
pub use note_links::{NoteLink, link_targets, linked, named_in, note_links};
pub use own_meanings::{MEANINGS, OwnMeaning, OwnMeanings, came_up};
pub use parse::LIMIT;
#[cfg(any(feature = "cli", feature = "table", feature = "web"))]
pub(crate) use pictures::keep as keep_picture;
#[cfg(feature = "cli")]
pub(crate) use pictures::keep_file as keep_picture_file;
pub use pictures::{KeptPicture, PICTURE_LIMIT, PictureError, picture, with_pictures};
pub(crate) use search::day;
#[cfg(feature = "cli")]
pub(crate) use search::read_tag;
pub use search::{FoundTurn, Query, QueryAnswer};
#[cfg(any(feature = "table", feature = "web"))]
pub(crate) use store::player_of;
pub use store::{Journal, JournalLock, check_folder, lock, read, read_text, rewrite, upgrade};
pub use unfinished_question::{UnfinishedQuestion, UnfinishedQuestionError};
pub use verify::{CheckedJournal, check};
