//! `enochian journal remove` and `restore`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;

use crate::journal::{JournalError, hold};
use crate::lore::Lore;
use crate::text::{safe_path, shell_word};

use super::super::lookup::print_page;
use super::super::named;
use super::super::settings::Settings;
use super::folder::move_into;

/// The folder, within that of the journals, for those that were removed.
pub(super) const TRASH: &str = "trash";

/// Put journals into the folder trash beside the others.
///
/// Nothing is lost: `enochian journal restore` brings them back. To be rid of them for good, remove the files there.
#[derive(Debug, clap::Args)]
pub(super) struct Remove {
    /// The journals: a path or part of a name each, or @ for the latest.
    #[arg(value_name = "JOURNAL", required = true)]
    named: Vec<PathBuf>,
}

/// Bring journals back from the folder trash.
#[derive(Debug, clap::Args)]
pub(super) struct Restore {
    /// The journals: part of a name each, or the path of a file in the folder trash.
    #[arg(value_name = "JOURNAL", required = true)]
    named: Vec<PathBuf>,
}

impl Remove {
    pub(super) fn run(self, lore: &Lore, settings: &Settings) -> anyhow::Result<ExitCode> {
        // All are found before the first is moved.
        let mut found = Vec::new();
        for named in &self.named {
            let path = named::find_to_move(settings, lore, named)?;
            if !found.contains(&path) {
                found.push(path);
            }
        }
        for path in found {
            let _held = hold(&path)?;
            let trash = path.parent().unwrap_or(Path::new("")).join(TRASH);
            let unwritable = |error| JournalError::Unwritable(trash.clone(), error);
            fs::create_dir_all(&trash).map_err(unwritable)?;
            let to = move_into(&path, &trash).map_err(unwritable)?;
            print_page(&format!(
                "Removed {}\nBring it back with: enochian journal restore {}\n",
                safe_path(&path),
                shell_word(&to)
            ))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Restore {
    pub(super) fn run(self, settings: &Settings) -> anyhow::Result<ExitCode> {
        let folder = &settings.journals.value;
        // All are found before the first is moved.
        let mut found = Vec::new();
        for named in &self.named {
            let from = removed(folder, named)?;
            if !found.contains(&from) {
                found.push(from);
            }
        }
        for from in found {
            let folder = from.ancestors().nth(2).filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
            let to = move_into(&from, folder).map_err(|error| JournalError::Unwritable(folder.to_owned(), error))?;
            print_page(&format!("Brought back: {}\n", safe_path(&to)))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Finds a journal in the trash beside the journals of a folder, or, by its path, in the trash of any.
fn removed(folder: &Path, named: &Path) -> anyhow::Result<PathBuf> {
    let is_in_trash = named.parent().is_some_and(|trash| trash.file_name() == Some(TRASH.as_ref()));
    if is_in_trash && named.is_file() {
        return named::checked(named.to_owned());
    }
    let trash = folder.join(TRASH);
    if !trash.is_dir() {
        bail!("nothing was removed from {}, so nothing can be brought back", safe_path(folder));
    }
    named::find_in(&trash, named)
}
