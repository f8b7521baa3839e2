//! The journal: one Markdown file for each reading or game, written for people and parsed without loss.
//!
//! `docs/JOURNAL.md` describes the format. The program only ever appends to a journal; whatever a person writes between its
//! parts stays as it is.

mod again;
mod annotate;
mod annotate_again;
mod beside;
mod branching;
mod check;
mod copies;
mod due;
mod error;
mod found_header;
mod header;
mod index;
mod join;
mod learned;
mod line;
mod list_page;
mod metadata;
mod note_links;
mod own_lines;
mod own_meanings;
mod pictures;
mod print;
mod read;
mod search;
mod store;
mod trash;
mod unfinished_question;

pub use crate::record::FORMAT;
pub use again::{OtherTurn, Recurrence, again, countable};
pub use annotate_again::annotated;
#[doc(hidden)]
pub use beside::{MeaningsBeside, OwnJson};
pub use branching::{BranchError, ParentState, branch, other_moves_of};
pub use check::{CheckedJournal, check};
pub use copies::{CopyDifference, JournalCopy, JournalWithCopies, find_same, set_copies_aside};
pub use due::{DUE, Due, DueReading, due_readings};
pub use error::JournalError;
pub use index::{IndexEntry, is_journal, is_markdown, latest_first, list};
pub use join::{JoinedJournal, KeptTurns, join};
pub(crate) use line::escaped;
#[doc(hidden)]
pub use list_page::{list_page, unreadable};
pub use metadata::{LastOutcome, Metadata, OwnLine};
pub use note_links::{NoteLink, link_targets, linked, named_in, note_links};
pub use own_meanings::{MEANINGS, OwnMeaning, OwnMeanings, occurrences};
pub use pictures::{KeptPicture, PICTURE_LIMIT, PictureError, picture, with_pictures};
pub use read::LIMIT;
pub use search::{FoundTurn, Query, QueryAnswer};
pub use store::{Journal, check_folder, read, read_as_far, read_text, rewrite};
pub use unfinished_question::{UnfinishedQuestion, UnsavedAnswers};

// What only the program needs.
#[doc(hidden)]
pub use self::{
    index::{has_vanished, in_threads},
    learned::{read_learned, write_learned},
    pictures::{keep as keep_picture, keep_file as keep_picture_file},
    search::day,
    trash::{TRASH, TrashError, check_trash, move_into, put_into, removed_journals, trash_beside},
};
