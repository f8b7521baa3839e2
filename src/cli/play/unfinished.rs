//! Unfinished questions: a file for each, so that no answer is lost if the reading never starts.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::anyhow;

use crate::disk::{self, FileLock, LockError};
use crate::input::safe_path;
use crate::reading::QuestionDraft;

/// The prefix of the file names.
const STEM: &str = "unfinished-question";

const COMMENT: &str = "\
# A question that is being asked. Continue it with: enochian read --resume
# If several are unfinished, name this file: enochian read --resume FILE
";

/// The question that is being asked. Its file is locked, so that it cannot be resumed in another window.
pub(in super::super) struct Unfinished {
    folder: PathBuf,
    file: Option<(PathBuf, FileLock)>,
    /// Whether there are answers that could not be saved.
    is_behind: bool,
}

impl Unfinished {
    /// A new question: its file is created with the first answer, under a unique name.
    pub(in super::super) fn new(folder: &Path) -> Unfinished {
        Unfinished { folder: folder.to_owned(), file: None, is_behind: false }
    }

    /// An unfinished question.
    pub(super) fn resume(path: &Path) -> anyhow::Result<Unfinished> {
        let hold = hold(path).map_err(|error| match error {
            LockError::Taken { .. } => {
                anyhow!("{} is open in another window ({error}); stop it there first", safe_path(path))
            }
            LockError::Disk(_) => anyhow!("{error}; allow writing in its folder, or copy the file to another"),
        })?;
        let folder = path.parent().map_or_else(PathBuf::new, Path::to_owned);
        Ok(Unfinished { folder, file: Some((path.to_owned(), hold)), is_behind: false })
    }

    /// The file, if something was answered.
    pub(in super::super) fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|(path, _)| path.as_path())
    }

    /// Whether the last answers could not be saved.
    pub(in super::super) fn is_behind(&self) -> bool {
        self.is_behind
    }

    /// Saves the answers so far.
    pub(in super::super) fn save(&mut self, draft: &QuestionDraft) -> anyhow::Result<()> {
        let saved = self.put(&format!("{COMMENT}{}", draft.to_toml()));
        self.is_behind = saved.is_err();
        saved.map_err(|error| {
            let way = "free some disk space or allow writing there, or name another folder with --journals";
            anyhow!("your answers were not saved: {error}; {way}")
        })
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
            let hold = match hold(&path) {
                Err(LockError::Taken { .. }) => continue,
                hold => hold?,
            };
            match disk::create(&path, text.as_bytes()) {
                Err(error) if error.is_taken() => {}
                created => {
                    created?;
                    self.file = Some((path, hold));
                    break;
                }
            }
        }
        Ok(())
    }

    /// Removes the file, after the reading has started.
    pub(in super::super) fn remove(self) {
        if let Some((path, _hold)) = self.file {
            let _ = fs::remove_file(path);
        }
    }
}

/// Whether a file has the name of an unfinished question.
pub(super) fn is_unfinished(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(STEM) && name.ends_with(".toml") && path.is_file()
}

/// The unfinished questions in a folder that are not open in another window, with the time of the last answer; latest
/// first.
pub(in super::super) fn all(folder: &Path) -> Vec<(SystemTime, PathBuf)> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| is_unfinished(path));
    let mut found: Vec<_> = paths
        .filter(|path| !matches!(hold(path), Err(LockError::Taken { .. })))
        .filter_map(|path| Some((fs::metadata(&path).and_then(|about| about.modified()).ok()?, path)))
        .collect();
    found.sort();
    found.reverse();
    found
}

fn hold(path: &Path) -> Result<FileLock, LockError> {
    FileLock::take(path, "question", Duration::ZERO)
}
