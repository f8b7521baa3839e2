//! Unfinished questions: a file for each, so that no answer is lost if the reading never starts.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::disk::{self, FileLock, LockError};
use crate::input::{Help, safe_path};
use crate::reading::QuestionDraft;

/// The prefix of the file names.
const STEM: &str = "unfinished-question";

const COMMENT: &str = "\
# A question that is being asked. Continue it with: enochian read --resume
# If several are unfinished, name this file: enochian read --resume FILE
";

/// The question that is being asked. Its file is locked, so that it cannot be resumed in another window.
#[derive(Debug)]
pub struct UnfinishedQuestion {
    folder: PathBuf,
    file: Option<(PathBuf, FileLock)>,
    /// Whether there are answers that could not be saved.
    is_behind: bool,
}

/// An error with the file of an unfinished question.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UnfinishedQuestionError {
    /// It is open in another window.
    #[error("{} is open in another window ({holder})", safe_path(path))]
    InUse {
        /// The file.
        path: PathBuf,
        /// The process, its computer, and since when.
        holder: String,
    },
    /// It cannot be locked, because nothing can be written in its folder.
    #[error("{0}")]
    Unlockable(String),
    /// The answers could not be written.
    #[error("your answers were not saved: {0}")]
    Unsaved(LockError),
}

impl Help for UnfinishedQuestionError {
    fn help(&self) -> Option<String> {
        let help = match self {
            UnfinishedQuestionError::InUse { .. } => "stop it there first",
            UnfinishedQuestionError::Unlockable(_) => "allow writing in its folder, or copy the file to another",
            UnfinishedQuestionError::Unsaved(LockError::Taken { .. }) => "wait until it is done there",
            UnfinishedQuestionError::Unsaved(LockError::Disk(error)) => {
                return Some(format!("{}, or name another folder with --journals", error.remedy()));
            }
        };
        Some(help.to_owned())
    }
}

impl UnfinishedQuestion {
    /// A new question: its file is created with the first answer, under a unique name.
    #[must_use]
    pub fn new(folder: &Path) -> UnfinishedQuestion {
        UnfinishedQuestion { folder: folder.to_owned(), file: None, is_behind: false }
    }

    /// Opens the file of an unfinished question.
    ///
    /// # Errors
    /// If it is open in another window, or cannot be locked.
    pub fn resume(path: &Path) -> Result<UnfinishedQuestion, UnfinishedQuestionError> {
        let lock = lock(path).map_err(|error| match error {
            LockError::Taken { .. } => {
                UnfinishedQuestionError::InUse { path: path.to_owned(), holder: error.to_string() }
            }
            LockError::Disk(error) => UnfinishedQuestionError::Unlockable(error.to_string()),
        })?;
        let folder = path.parent().map_or_else(PathBuf::new, Path::to_owned);
        Ok(UnfinishedQuestion { folder, file: Some((path.to_owned(), lock)), is_behind: false })
    }

    /// The file, if something was answered.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|(path, _)| path.as_path())
    }

    /// Whether the last answers could not be saved.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.is_behind
    }

    /// Saves the answers so far.
    ///
    /// # Errors
    /// If the file cannot be written; then it stays as it was.
    pub fn save(&mut self, draft: &QuestionDraft) -> Result<(), UnfinishedQuestionError> {
        let saved = self.put(&format!("{COMMENT}{}", draft.to_toml()));
        self.is_behind = saved.is_err();
        saved.map_err(UnfinishedQuestionError::Unsaved)
    }

    /// Writes the whole file, in its place or under a free name.
    fn put(&mut self, text: &str) -> Result<(), LockError> {
        if let Some((path, _)) = &self.file {
            let put = if path.exists() { disk::replace } else { disk::create };
            return Ok(put(path, text.as_bytes()).map(drop)?);
        }
        for name in disk::names(STEM, "toml") {
            let path = self.folder.join(name);
            if path.exists() {
                continue;
            }
            let lock = match lock(&path) {
                Err(LockError::Taken { .. }) => continue,
                lock => lock?,
            };
            match disk::create(&path, text.as_bytes()) {
                Err(error) if error.is_taken() => {}
                created => {
                    created?;
                    self.file = Some((path, lock));
                    break;
                }
            }
        }
        Ok(())
    }

    /// Removes the file, after the reading has started.
    pub fn remove(self) {
        if let Some((path, _lock)) = self.file {
            disk::remove(&path);
        }
    }

    /// Whether a file has the name of an unfinished question.
    #[must_use]
    pub fn is_at(path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(STEM) && name.ends_with(".toml") && path.is_file()
    }

    /// The unfinished questions in a folder that are not open elsewhere, with the time of the last answer; latest first.
    #[must_use]
    pub fn list(folder: &Path) -> Vec<(SystemTime, PathBuf)> {
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| UnfinishedQuestion::is_at(path));
        let mut found: Vec<_> = paths
            .filter(|path| !matches!(lock(path), Err(LockError::Taken { .. })))
            .filter_map(|path| Some((fs::metadata(&path).and_then(|about| about.modified()).ok()?, path)))
            .collect();
        found.sort();
        found.reverse();
        found
    }
}

fn lock(path: &Path) -> Result<FileLock, LockError> {
    FileLock::take(path, "question", Duration::ZERO)
}
