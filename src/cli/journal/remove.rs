//! `enochian journal remove`.

use std::collections::HashSet;

use crate::cli::prelude::*;
use crate::disk::folder_of;
use crate::journal::{TRASH, check_trash, move_into, trash_beside};

use super::super::settings::Settings;

/// Move journals to the folder trash, or back
///
/// To delete them for good, delete the files in the folder trash.
#[derive(Debug, clap::Args)]
pub(super) struct RemoveArgs {
    /// The journals: paths, parts of names, or @ for the latest
    #[arg(value_name = "JOURNAL", required = true)]
    named: Vec<PathBuf>,
    /// Move them back from the folder trash
    #[arg(long)]
    restore: bool,
}

impl RemoveArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        if self.restore {
            return self.move_back(cx.settings);
        }
        for path in self.found(|named| journal_names::find_to_move(cx, named))? {
            let to = move_into(&path, &trash_beside(&path)?)?;
            print_page(format!(
                "Moved to the trash: {}\nRestore it with: enochian journal remove --restore {}\n",
                safe_path(&path),
                shell_word(&to)
            ))?;
        }
        Ok(())
    }

    /// All journals, each once: they must be found before the first is moved.
    fn found(&self, find: impl Fn(&Path) -> CommandResult<PathBuf>) -> CommandResult<Vec<PathBuf>> {
        let mut found = self.named.iter().map(|named| find(named)).collect::<CommandResult<Vec<_>>>()?;
        let mut seen = HashSet::new();
        found.retain(|path| seen.insert(path.clone()));
        Ok(found)
    }

    fn move_back(self, settings: &Settings) -> CommandResult<()> {
        let found = self.found(|named| {
            let from = removed(settings.journals(), named)?;
            check_trash(folder_of(&from))?;
            Ok(from)
        })?;
        for from in found {
            let to = move_into(&from, folder_of(folder_of(&from)))?;
            print_page(format!("Restored: {}\n", safe_path(&to)))?;
        }
        Ok(())
    }
}

/// Finds a journal in the trash of a folder or, by its path, in any trash.
fn removed(folder: &Path, named: &Path) -> CommandResult<PathBuf> {
    let is_removed = named.parent().is_some_and(|trash| trash.file_name() == Some(TRASH.as_ref()));
    // A link can be broken there, and lead to its journal again from where it was.
    if is_removed && named.is_symlink() {
        return Ok(named.to_owned());
    }
    if is_removed && named.is_file() {
        return journal_names::checked(named.to_owned());
    }
    let trash = folder.join(TRASH);
    if !trash.is_dir() {
        fail!("there is nothing to restore: {} has no folder trash", safe_path(folder));
    }
    journal_names::find_in(&trash, named)
}
