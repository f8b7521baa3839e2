//! Errors of journals on disk.

use std::io;
use std::path::{Path, PathBuf};

use crate::disk::DiskError;
use crate::input::{Diagnostics, Help, reason, safe_path, shell_word, write_remedy};
use crate::record::InvalidEntry;

use super::read::LIMIT;

/// An error when opening or writing a journal.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The folder for the journal does not exist, or is not a folder.
    #[error("there is no folder {}", safe_path(.0))]
    NoFolder(PathBuf),
    /// A file or folder cannot be written.
    #[error("cannot write to {}: {}", safe_path(.0), reason(.1))]
    Unwritable(PathBuf, io::Error),
    /// Another process has been writing to the file all the time that it was waited for.
    #[error("another window has been writing to {} for five seconds", safe_path(.0))]
    Busy(PathBuf),
    /// The journal was played on in another window, and the record has what was played there; the entry was not made.
    #[error("{}: {what} in another window", safe_path(path))]
    Grown {
        /// The journal.
        path: PathBuf,
        /// What was played: `turn 12 was played`.
        what: String,
    },
    /// The journal or its folder was removed or renamed while it was open.
    #[error("{} no longer exists", safe_path(.0))]
    Gone(PathBuf),
    /// The journal would become larger than the limit.
    #[error("{} would exceed the limit of {} MiB for a journal", safe_path(.0), LIMIT >> 20)]
    TooLong(PathBuf),
    /// The file is not a valid journal.
    #[error(transparent)]
    Invalid(#[from] Diagnostics),
    /// The file was changed so that its turns are not those of the open record.
    #[error("{} was changed in the meantime, and its turns are no longer those played here", safe_path(.0))]
    Changed(PathBuf),
    /// The file was changed by someone else while it was being edited.
    #[error("{} was changed in the meantime, so the edit was not saved", safe_path(.0))]
    Rewritten(PathBuf),
    /// Two journals that should be joined are not of the same reading or game.
    #[error("{} and {} are not copies of one journal: their question, players, die or beginning differ", safe_path(.0), safe_path(.1))]
    Different(PathBuf, PathBuf),
    /// Two journals that should be joined would not read back.
    #[error("{} and {} cannot be joined without losing something", safe_path(.0), safe_path(.1))]
    Unjoinable(PathBuf, PathBuf),
    /// The entry does not fit the record.
    #[error(transparent)]
    Refused(#[from] InvalidEntry),
}

impl Help for JournalError {
    fn help(&self) -> Option<String> {
        Some(match self {
            JournalError::NoFolder(path) if path.symlink_metadata().is_ok() => {
                "it is a file or a broken link; name the folder of the journals with --journals".into()
            }
            JournalError::NoFolder(_) => {
                "go to your notebook, or name it with --notebook, or name a folder of journals with --journals; create a notebook with enochian new".into()
            }
            JournalError::Unwritable(_, error) => {
                format!("{}, or name another folder with --journals; nothing was changed", write_remedy(error))
            }
            JournalError::Busy(_) => "nothing was changed; wait until it is done there, or close that window".into(),
            JournalError::Grown { .. } => "what you entered here was not added; look at what was played, and go on".into(),
            JournalError::Gone(_) => {
                "its file or folder may have been removed or renamed; if so, put it back; nothing more was written".into()
            }
            JournalError::TooLong(_) => "nothing was written; shorten it, or start another journal".into(),
            JournalError::Changed(path) => {
                format!("the file was not overwritten; resume from it with: enochian read --resume {}", shell_word(path))
            }
            JournalError::Invalid(_) => "the file was not changed".into(),
            JournalError::Rewritten(_) => "the journal was not overwritten; edit it again".into(),
            JournalError::Different(..) => "nothing was changed; compare them with: enochian journal show".into(),
            JournalError::Unjoinable(..) => {
                "nothing was changed; keep both, and remove one of them with enochian journal remove".into()
            }
            JournalError::Refused(_) => return None,
        })
    }

    fn diagnostics(&self) -> Option<&Diagnostics> {
        if let JournalError::Invalid(errors) = self { Some(errors) } else { None }
    }
}

impl JournalError {
    pub(super) fn unwritable(path: &Path) -> impl Fn(io::Error) -> JournalError {
        move |error| match error.kind() {
            io::ErrorKind::NotFound => JournalError::Gone(path.to_owned()),
            io::ErrorKind::WouldBlock => JournalError::Busy(path.to_owned()),
            _ => JournalError::Unwritable(path.to_owned(), error),
        }
    }

    pub(super) fn disk(path: &Path) -> impl Fn(DiskError) -> JournalError {
        move |error| JournalError::unwritable(path)(error.into_io())
    }
}
