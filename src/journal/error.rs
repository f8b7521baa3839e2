//! What can go wrong with journals on disk.

use std::io;
use std::path::{Path, PathBuf};

use crate::disk::{DiskError, LockError, folder_of};
use crate::input::{Diagnostics, reason, safe_path};
use crate::record::{EnterError, InvalidEntry};

use super::parse;

/// Why a journal could not be opened or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The folder for the journal is not there, or is none.
    #[error("there is no folder {}", safe_path(.0))]
    NoFolder(PathBuf),
    /// Nothing can be written there.
    #[error("nothing can be written in {}: {}", safe_path(.0), reason(.1))]
    Unwritable(PathBuf, io::Error),
    /// Another process has the journal open.
    #[error("{} is open in another window ({holder})", safe_path(path))]
    InUse {
        /// The journal.
        path: PathBuf,
        /// Which process, on which computer, since when.
        holder: String,
        /// The lock file to remove if that process is gone, where only a person can know.
        doubtful: Option<PathBuf>,
    },
    /// The journal, or its folder, was removed or renamed while it was open.
    #[error("{} is no longer there", safe_path(.0))]
    Gone(PathBuf),
    /// With this the journal would be larger than what can be read.
    #[error("{} would grow beyond {} MiB, and could not be read again", safe_path(.0), parse::LIMIT >> 20)]
    TooLong(PathBuf),
    /// The file does not read back as a journal.
    #[error(transparent)]
    Faults(#[from] Diagnostics),
    /// The file was changed in a way that does not agree with what is at the prompt.
    #[error("{} was changed meanwhile, and what stands in it is no longer what was played here", safe_path(.0))]
    Changed(PathBuf),
    /// The file was changed while it was being edited.
    #[error("{} was changed meanwhile, so the edit was not put in its place", safe_path(.0))]
    Rewritten(PathBuf),
    /// The entry does not fit the record.
    #[error(transparent)]
    Refused(#[from] InvalidEntry),
}

impl From<EnterError<JournalError>> for JournalError {
    fn from(error: EnterError<JournalError>) -> JournalError {
        match error {
            EnterError::Refused(refused) => refused.into(),
            EnterError::Observer(error) => error,
        }
    }
}

impl JournalError {
    pub(super) fn unwritable(path: &Path) -> impl Fn(io::Error) -> JournalError {
        move |error| match error.kind() {
            io::ErrorKind::NotFound => JournalError::Gone(path.to_owned()),
            _ => JournalError::Unwritable(path.to_owned(), error),
        }
    }

    pub(super) fn undone(path: &Path) -> impl Fn(DiskError) -> JournalError {
        move |error| JournalError::unwritable(path)(error.into_io())
    }

    pub(super) fn unheld(path: &Path) -> impl Fn(LockError) -> JournalError {
        move |error| match error {
            LockError::Taken { ref doubtful, .. } => {
                JournalError::InUse { path: path.to_owned(), holder: error.to_string(), doubtful: doubtful.clone() }
            }
            // It is the folder in which no lock file can be made, unless it is gone with the journal.
            LockError::Disk(error) => match error.into_io() {
                error if error.kind() == io::ErrorKind::NotFound => JournalError::Gone(path.to_owned()),
                error => JournalError::Unwritable(folder_of(path).to_owned(), error),
            },
        }
    }
}
