//! Finding the journal that a person names.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};

use crate::journal::{self, JournalError, Listed, latest_first};
use crate::text::{reason, safe};

/// What names the latest journal.
const LATEST: &str = "@";

/// Finds a journal by its path, by part of its name in the folder, or the one begun last by `@`.
pub(super) fn find(folder: &Path, named: &Path) -> anyhow::Result<PathBuf> {
    if named == Path::new(LATEST) {
        return match list(folder)?.into_iter().next() {
            Some(listed) => Ok(listed.path),
            None => bail!("there is no journal in {}", folder.display()),
        };
    }
    if named.is_file() {
        return Ok(named.to_owned());
    }
    let part = named.to_string_lossy().to_lowercase();
    let name = |path: &PathBuf| path.file_name().map_or_else(String::new, |it| it.to_string_lossy().to_lowercase());
    let mut matching = journals(folder)?;
    matching.retain(|path| name(path).contains(&part));
    // A whole name is meant even if it begins another's.
    if let Some(whole) = matching.iter().find(|path| name(path).strip_suffix(".md") == Some(part.as_str())) {
        return Ok(whole.clone());
    }
    match matching.as_slice() {
        [one] => Ok(one.clone()),
        [] => bail!(
            "there is no journal {}, neither by that path nor by part of a name in {}; \
             enochian journal list --names shows them",
            named.display(),
            folder.display()
        ),
        several => {
            const SHOWN: usize = 12;
            let mut names: Vec<String> =
                several.iter().take(SHOWN).map(|path| format!("\n  {}", safe(&path.display().to_string()))).collect();
            if several.len() > SHOWN {
                names.push(format!("\n  and {} more", several.len() - SHOWN));
            }
            bail!("{} could be any of these; type more of the name:{}", named.display(), names.concat())
        }
    }
}

/// The files of a folder that may be journals, the one written to last first.
pub(super) fn journals(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    with_folder(folder, latest_first)
}

/// The journals of a folder at a glance, the one begun last first.
pub(super) fn list(folder: &Path) -> anyhow::Result<Vec<Listed>> {
    with_folder(folder, journal::list)
}

fn with_folder<T>(folder: &Path, look: impl FnOnce(&Path) -> std::io::Result<T>) -> anyhow::Result<T> {
    if !folder.is_dir() {
        return Err(JournalError::NoFolder(folder.to_owned()).into());
    }
    look(folder).map_err(|error| {
        let folder = folder.display();
        anyhow!("the journals in {folder} cannot be listed: {}; name another folder with --journals", reason(&error))
    })
}
