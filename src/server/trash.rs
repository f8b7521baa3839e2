//! Journals that were removed or get another name. Removed ones lie in the folder `trash` beside the others, as at the prompts.

use std::path::{Path, PathBuf};

use crate::disk;
use crate::input::safe_path;
use crate::render::capitalised;

use super::call::Problem;
use super::named_file::{is_name, named_file};
use super::routes::Table;

const TRASH: &str = "trash";

/// The names of the journals in the trash of a folder, in their order.
pub(super) fn journals(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder.join(TRASH)).into_iter().flatten().flatten();
    let name = |file: std::fs::DirEntry| file.file_name().to_str()?.strip_suffix(".md").map(str::to_owned);
    let mut names: Vec<String> = files.filter_map(name).filter(|name| !name.starts_with('.')).collect();
    names.sort();
    names
}

pub(super) fn has_journals(folder: &Path) -> bool {
    !journals(folder).is_empty()
}

impl Table<'_> {
    /// Moves a journal to the trash.
    pub(super) fn remove_journal(&mut self, name: &str) -> Result<(), Problem> {
        let folder = &self.settings.journals;
        let (from, trash) = (named_file(folder, name, ".md")?, folder.join(TRASH));
        if trash.is_symlink() {
            return Err(Problem::invalid("The folder trash is a link, which may lead out of the notebook.")
                .help("Remove the link first."));
        }
        disk::create_folders(&trash).map_err(|error| not_moved(&error.to_string()))?;
        self.move_journal(name, &from, &trash)
    }

    /// Moves a journal back from the trash.
    pub(super) fn restore_journal(&mut self, name: &str) -> Result<(), Problem> {
        let folder = self.settings.journals.clone();
        let from = named_file(&folder.join(TRASH), name, ".md")?;
        self.move_journal(name, &from, &folder)
    }

    fn move_journal(&mut self, name: &str, from: &Path, folder: &Path) -> Result<(), Problem> {
        self.journals.remove(name);
        for file in disk::names(name, "md") {
            match disk::rename(from, &folder.join(file)) {
                Ok(()) => return Ok(()),
                Err(error) if error.is_taken() => {}
                Err(error) => return Err(not_moved(&error.to_string())),
            }
        }
        Ok(())
    }

    /// Gives a journal another name.
    pub(super) fn rename_journal(&mut self, name: &str, other: &str) -> Result<(), Problem> {
        let folder = self.settings.journals.clone();
        let from = named_file(&folder, name, ".md")?;
        let other = other.trim().trim_end_matches(".md").trim();
        if !is_name(other, ".md") || other.starts_with(['@', '-']) {
            return Err(Problem::invalid("A name has no / \\ : in it, and does not begin with . @ or -.")
                .help("Choose another name."));
        }
        self.journals.remove(name);
        let to: PathBuf = folder.join(format!("{other}.md"));
        disk::rename(&from, &to).map_err(|error| match error.is_taken() {
            true => Problem::invalid(format!("{} is there already, so nothing was changed.", safe_path(&to)))
                .help("Choose another name."),
            false => not_moved(&error.to_string()),
        })
    }
}

fn not_moved(why: &str) -> Problem {
    Problem::new("not_saved", 507, capitalised(&format!("{why}; it was not moved.")))
        .help("Allow writing in the folder of journals, then try again.")
}
