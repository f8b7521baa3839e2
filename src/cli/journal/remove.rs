//! `enochian journal remove` and `restore`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;

use crate::journal::{JournalError, hold};
use crate::lore::Lore;
use crate::text::safe;

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
    /// The journals: part of a name each.
    #[arg(value_name = "JOURNAL", required = true)]
    named: Vec<PathBuf>,
}

impl Remove {
    pub(super) fn run(self, lore: &Lore, settings: &Settings) -> anyhow::Result<ExitCode> {
        let folder = &settings.journals.value;
        // All are found before the first is moved.
        let mut found = Vec::new();
        for named in &self.named {
            let path = named::find(settings, lore, named)?;
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
            let name = to.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            print_page(&format!(
                "Removed {}\nIt is kept in {}; {}\n",
                safe(&path.display().to_string()),
                safe(&to.display().to_string()),
                if trash == folder.join(TRASH) {
                    format!("bring it back with: enochian journal restore {}", safe(&name))
                } else {
                    "move it from there to bring it back".to_owned()
                }
            ))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Restore {
    pub(super) fn run(self, lore: &Lore, settings: &Settings) -> anyhow::Result<ExitCode> {
        let folder = &settings.journals.value;
        let trash = folder.join(TRASH);
        if !trash.is_dir() {
            bail!("nothing was removed from {}, so nothing can be brought back", folder.display());
        }
        for named in &self.named {
            let from = named::find_in(&trash, None, lore, named)?;
            let to = move_into(&from, folder).map_err(|error| JournalError::Unwritable(folder.clone(), error))?;
            print_page(&format!("Brought back: {}\n", safe(&to.display().to_string())))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
