//! The trash: a folder beside the journals, in which removed ones lie until somebody moves them back or deletes them.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::disk::{self, DiskError, folder_of};
use crate::input::{Help, reason, safe_path};

/// The name of the folder.
pub const TRASH: &str = "trash";

/// Why nothing was moved.
#[derive(Debug, Error)]
pub enum TrashError {
    /// The trash is a link.
    #[error("{} is a link, which may lead out of the notebook, so nothing was moved", safe_path(.0))]
    Link(PathBuf),
    /// There is no trash, and it could not be created.
    #[error("the folder {} could not be created: {}", safe_path(.0), reason(.1))]
    NotCreated(PathBuf, io::Error),
    /// A file could not be put into a folder.
    #[error("{1}; it was not moved")]
    NotMoved(PathBuf, DiskError),
}

impl Help for TrashError {
    fn help(&self) -> Option<String> {
        Some(match self {
            TrashError::Link(_) => "remove the link".to_owned(),
            TrashError::NotCreated(trash, _) => {
                format!("allow writing in {}, or remove what is in its place", safe_path(folder_of(trash)))
            }
            TrashError::NotMoved(folder, _) => {
                format!("allow writing in {}, or rename it if its name is too long", safe_path(folder))
            }
        })
    }
}

/// The trash beside a journal, created if missing.
///
/// # Errors
/// If it is a link or cannot be created.
pub fn trash_beside(journal: &Path) -> Result<PathBuf, TrashError> {
    let trash = journal.with_file_name(TRASH);
    check_trash(&trash)?;
    disk::create_folders(&trash).map_err(|error| TrashError::NotCreated(trash.clone(), error))?;
    disk::sweep(&trash);
    Ok(trash)
}

/// Checks that a trash is not a link, which may lead out of the notebook.
///
/// # Errors
/// If it is one.
pub fn check_trash(trash: &Path) -> Result<(), TrashError> {
    if trash.is_symlink() { Err(TrashError::Link(trash.to_owned())) } else { Ok(()) }
}

/// Moves a journal into a folder, under its own name or, if that is taken, with a number. Returns its path there.
///
/// # Errors
/// If it cannot be moved.
pub fn move_into(journal: &Path, folder: &Path) -> Result<PathBuf, TrashError> {
    put_into(journal, folder, |to| disk::rename(journal, to))
}

/// Puts a file into a folder, under the name of a journal or, if that is taken, with a number. Returns its path.
///
/// # Errors
/// If it cannot be put there.
pub fn put_into(
    journal: &Path,
    folder: &Path,
    put: impl Fn(&Path) -> Result<(), DiskError>,
) -> Result<PathBuf, TrashError> {
    let stem = journal.file_stem().unwrap_or_default().to_string_lossy();
    for name in disk::names(&stem, "md") {
        let to = folder.join(name);
        match put(&to) {
            Ok(()) => return Ok(to),
            Err(error) if error.is_taken() => {}
            Err(error) => return Err(TrashError::NotMoved(folder.to_owned(), error)),
        }
    }
    unreachable!("there are more names than files")
}

/// The names of the journals in the trash of a folder, in their order.
#[must_use]
pub fn removed_journals(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder.join(TRASH)).into_iter().flatten().flatten();
    let name = |file: std::fs::DirEntry| file.file_name().to_str()?.strip_suffix(".md").map(str::to_owned);
    let mut names: Vec<String> = files.filter_map(name).filter(|name| !name.starts_with('.')).collect();
    names.sort();
    names
}
