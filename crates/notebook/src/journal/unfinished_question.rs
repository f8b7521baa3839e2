//! Unfinished questions: a file for each, so that no answer is lost if the reading never starts.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::disk::{self, DiskError};
use crate::input::Help;
use crate::reading::QuestionDraft;

/// The prefix of the file names.
const STEM: &str = "unfinished-question";

const COMMENT: &str = "\
# A question that is being asked. Continue it with: enochian read --resume
# If several are unfinished, name this file: enochian read --resume FILE
";

/// The question that is being asked. Each window has a file of its own; if two resume the same, what is saved later counts.
#[derive(Debug)]
pub struct UnfinishedQuestion {
    folder: PathBuf,
    path: Option<PathBuf>,
    /// Whether there are answers that could not be saved.
    is_behind: bool,
}

/// The answers could not be written.
#[derive(Debug, thiserror::Error)]
#[error("your answers were not saved: {0}")]
pub struct UnsavedAnswers(DiskError);

impl UnsavedAnswers {
    /// What helps.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        self.0.remedy()
    }
}

impl Help for UnsavedAnswers {
    fn help(&self) -> Option<String> {
        Some(format!("{}, or name another folder with --journals", self.remedy()))
    }
}

impl UnfinishedQuestion {
    /// A new question: its file is created with the first answer, under a unique name.
    #[must_use]
    pub fn new(folder: &Path) -> UnfinishedQuestion {
        UnfinishedQuestion { folder: folder.to_owned(), path: None, is_behind: false }
    }

    /// Goes on with the file of an unfinished question.
    #[must_use]
    pub fn resume(path: &Path) -> UnfinishedQuestion {
        let folder = path.parent().map_or_else(PathBuf::new, Path::to_owned);
        UnfinishedQuestion { folder, path: Some(path.to_owned()), is_behind: false }
    }

    /// The file, if something was answered.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
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
    pub fn save(&mut self, draft: &QuestionDraft) -> Result<(), UnsavedAnswers> {
        let saved = self.put(&format!("{COMMENT}{}", draft.to_toml()));
        self.is_behind = saved.is_err();
        saved.map_err(UnsavedAnswers)
    }

    /// Writes the whole file, in its place or under a free name.
    fn put(&mut self, text: &str) -> Result<(), DiskError> {
        if let Some(path) = &self.path {
            let put = if path.exists() { disk::replace } else { disk::create };
            return put(path, text.as_bytes()).map(drop);
        }
        for name in disk::names(STEM, "toml") {
            let path = self.folder.join(name);
            match disk::create(&path, text.as_bytes()) {
                Err(error) if error.is_taken() => {}
                created => {
                    created?;
                    self.path = Some(path);
                    break;
                }
            }
        }
        Ok(())
    }

    /// Removes the file, after the reading has started.
    pub fn remove(self) {
        if let Some(path) = self.path {
            disk::remove(&path);
        }
    }

    /// Whether a file has the name of an unfinished question.
    #[must_use]
    pub fn is_at(path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(STEM) && name.ends_with(".toml") && path.is_file()
    }

    /// The unfinished questions in a folder, with the time of the last answer; latest first.
    #[must_use]
    pub fn list(folder: &Path) -> Vec<(SystemTime, PathBuf)> {
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| UnfinishedQuestion::is_at(path));
        let mut found: Vec<_> = paths
            .filter_map(|path| Some((fs::metadata(&path).and_then(|about| about.modified()).ok()?, path)))
            .collect();
        found.sort();
        found.reverse();
        found
    }
}
