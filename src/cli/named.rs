//! Finding the journal that a person names.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};

use crate::journal::{self, IndexEntry, JournalError, latest_first};
use crate::lore::Lore;
use crate::text::{reason, safe};

use super::settings::Settings;

/// What names the latest journal.
const LATEST: &str = "@";

/// Finds a journal by its path, by part of its name in the folder, or the one begun last by `@`.
pub(super) fn find(settings: &Settings, lore: &Lore, named: &Path) -> anyhow::Result<PathBuf> {
    find_in(&settings.journals.value, settings.cache.as_deref(), lore, named)
}

/// The same in any folder, with or without a folder of caches.
pub(super) fn find_in(folder: &Path, cache: Option<&Path>, lore: &Lore, named: &Path) -> anyhow::Result<PathBuf> {
    if named == Path::new(LATEST) {
        return match list_in(folder, cache, lore)?.into_iter().next() {
            Some(entry) => Ok(entry.path),
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

/// The journals in brief, the one begun last first.
pub(super) fn list(settings: &Settings, lore: &Lore) -> anyhow::Result<Vec<IndexEntry>> {
    list_in(&settings.journals.value, settings.cache.as_deref(), lore)
}

fn list_in(folder: &Path, cache: Option<&Path>, lore: &Lore) -> anyhow::Result<Vec<IndexEntry>> {
    let progress = Progress::default();
    let listed =
        with_folder(folder, |folder| journal::list(folder, cache, lore, &|done, all| progress.tell(done, all)));
    progress.finish();
    listed
}

/// A bar on standard error, where that is a terminal, for work on many journals that takes long enough to wonder.
pub(super) struct Progress {
    begun: Instant,
    bar: OnceLock<ProgressBar>,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress { begun: Instant::now(), bar: OnceLock::new() }
    }
}

impl Progress {
    /// Shows how many of all journals are done.
    pub(super) fn tell(&self, done: usize, all: usize) {
        const SHORT: Duration = Duration::from_millis(500);
        if self.begun.elapsed() < SHORT {
            return;
        }
        let bar = self.bar.get_or_init(|| {
            let bar = ProgressBar::new(all as u64);
            let style = ProgressStyle::with_template("  {wide_bar} {human_pos} of {human_len} journals, {eta} left");
            if let Ok(style) = style { bar.with_style(style) } else { bar }
        });
        // Threads may come here in any order.
        bar.set_position(bar.position().max(done as u64));
    }

    /// Does something with the bar out of the way, such as printing.
    pub(super) fn hidden<T>(&self, work: impl FnOnce() -> T) -> T {
        match self.bar.get() {
            Some(bar) => bar.suspend(work),
            None => work(),
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
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
