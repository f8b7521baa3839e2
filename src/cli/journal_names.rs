//! Finding the journal that a person names.

use std::fs;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::prelude::*;
use crate::input::{Diagnostics, Source, reason, replaced_by, search_key};
use crate::journal::{self, IndexEntry, JournalError, latest_first};

use super::settings::Settings;

/// The name of the latest journal.
const LATEST: &str = "@";

/// Finds a journal: by `@` the latest, by its name in the folder, by its path, or by a unique part of its name.
///
/// A file that is not a journal is found only by its path, so that the caller can report what is wrong with it.
pub(super) fn find(cx: &Cx, named: &Path) -> CommandResult<PathBuf> {
    let folder = cx.settings.journals();
    if named == Path::new(LATEST) {
        return match journal::set_copies_aside(list(cx)?).0.into_iter().next() {
            Some(entry) => Ok(entry.path),
            None => fail!("there is no journal in {}", safe_path(folder)),
        };
    }
    if let Some(path) = by_whole_name(folder, named) {
        return Ok(path);
    }
    if journal::is_journal(named).unwrap_or(false) {
        return Ok(named.to_owned());
    }
    let found = if folder.is_dir() { by_part(folder, named)? } else { None };
    match found {
        Some(path) => Ok(path),
        None if named.is_file() => Ok(named.to_owned()),
        None if !folder.is_dir() => Err(no_folder(cx.settings)),
        None => Err(no_file(named).unwrap_or_else(|| unknown(folder, named))),
    }
}

/// Whether a journal is named in full: by `@`, by its name in the folder, or by its path.
pub(super) fn is_whole(settings: &Settings, named: &Path) -> bool {
    named == Path::new(LATEST)
        || by_whole_name(settings.journals(), named).is_some()
        || named.is_file() && journal::is_markdown(named)
}

/// Finds a journal to move; other files are never moved.
pub(super) fn find_to_move(cx: &Cx, named: &Path) -> CommandResult<PathBuf> {
    checked(find(cx, named)?)
}

/// Finds a journal by its name, or a part of it, in a folder.
pub(super) fn find_in(folder: &Path, named: &Path) -> CommandResult<PathBuf> {
    let found = match by_whole_name(folder, named) {
        Some(path) => Some(path),
        None => by_part(folder, named)?,
    };
    checked(found.ok_or_else(|| unknown(folder, named))?)
}

/// The path, if it is a journal.
pub(super) fn checked(path: PathBuf) -> CommandResult<PathBuf> {
    let shown = safe_path(&path);
    match journal::is_journal(&path) {
        Ok(true) => Ok(path),
        Ok(false) => {
            fail!(
                "{shown} is not a journal: it does not start with a header between two lines of +++; it was not moved"
            )
        }
        Err(error) => {
            fail!("{shown} cannot be read: {}; it was not moved; check its permissions", reason(&error))
        }
    }
}

/// The journal with exactly this name, which has precedence over partial matches.
fn by_whole_name(folder: &Path, named: &Path) -> Option<PathBuf> {
    // A path with a folder is not a name.
    let name = named.file_name().filter(|name| *name == named.as_os_str())?;
    let endings: &[&str] = if journal::is_markdown(named) { &[""] } else { &[".md", ".MD"] };
    let named = |ending: &&str| {
        let mut whole = name.to_owned();
        whole.push(ending);
        folder.join(whole)
    };
    endings.iter().map(named).find(|path| path.is_file() && may_be_meant(path))
}

/// Whether a file of the folder can be found by its name: a link to what is no journal may lead to anything.
fn may_be_meant(path: &Path) -> bool {
    !path.is_symlink() || journal::is_journal(path).unwrap_or(false)
}

fn small_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| search_key(&name.to_string_lossy()).into_owned())
}

/// The journal with this part in its name, in any case and without accents, if there is one.
fn by_part(folder: &Path, named: &Path) -> CommandResult<Option<PathBuf>> {
    let part = search_key(&named.to_string_lossy()).into_owned();
    let mut matching = with_folder(folder, latest_first)?;
    matching
        .retain(|path| small_name(path).contains(&part) && !small_name(path).starts_with('.') && may_be_meant(path));
    let stem = part.strip_suffix(".md").unwrap_or(&part);
    let mut whole = matching.iter().filter(|path| small_name(path).strip_suffix(".md") == Some(stem));
    if let (Some(whole), None) = (whole.next(), whole.next()) {
        return Ok(Some(whole.clone()));
    }
    // A branch is named after its reading, which is meant if no more is said.
    if let Some(shortest) = matching.iter().min_by_key(|path| small_name(path).len()) {
        let branches = small_name(shortest).replacen(".md", "-turn-", 1);
        if matching.iter().all(|path| path == shortest || small_name(path).starts_with(&branches)) {
            return Ok(Some(shortest.clone()));
        }
    }
    // Other files beside the journals match only if no journal does.
    if matching.len() > 1 && matching.iter().any(|path| journal::is_journal(path).unwrap_or(true)) {
        matching.retain(|path| journal::is_journal(path).unwrap_or(true));
    }
    if matching.len() > 1 {
        const SHOWN: usize = 12;
        let mut names: Vec<String> =
            matching.iter().take(SHOWN).map(|path| format!("\n  {}", shell_word(path))).collect();
        if matching.len() > SHOWN {
            names.push(format!("\n  and {} more", matching.len() - SHOWN));
        }
        let named = safe_path(named);
        fail!("more than one journal matches {named}; type more of the name:{}", names.concat())
    }
    Ok(matching.pop())
}

/// The error of a journal with this part in its name that iCloud has moved off this computer.
fn in_icloud(folder: &Path, named: &Path) -> Option<Diagnostics> {
    let part = small_name(named);
    let mut away = fs::read_dir(folder).ok()?.flatten().filter_map(|entry| replaced_by(&entry.path()));
    let path = away.find(|path| small_name(path).contains(&part))?;
    Source::read(&path, journal::LIMIT).err()
}

fn unknown(folder: &Path, named: &Path) -> CommandError {
    if let Some(error) = in_icloud(folder, named) {
        return error.into();
    }
    problem!(
        "no journal in {1} matches {0}, and there is no such file; list the journals with: \
         enochian journal list --names --journals {2}",
        safe_path(named),
        safe_path(folder),
        shell_word(folder)
    )
}

/// Why a path is not a file, if it exists.
fn no_file(named: &Path) -> Option<CommandError> {
    named.symlink_metadata().ok()?;
    let shown = safe_path(named);
    Some(match named.metadata() {
        Ok(about) if about.is_dir() => problem!("{shown} is a folder; name a journal in it"),
        Ok(_) => problem!("{shown} is a pipe or a device; name a file"),
        Err(error) => problem!("{shown} is a link that leads to no file: {}; repair or remove it", reason(&error)),
    })
}

/// The error of a folder of journals that is not there.
fn no_folder(settings: &Settings) -> CommandError {
    if settings.is_at_home() {
        let notebook = safe_path(settings.notebook());
        return problem!(
            "there are no journals yet: your notebook, {notebook}, is made at your first reading; ask a question with enochian read, or name another notebook with --notebook"
        );
    }
    JournalError::NoFolder(settings.journals().to_owned()).into()
}

/// The index of the journals, latest first.
pub(super) fn list(cx: &Cx) -> CommandResult<Vec<IndexEntry>> {
    let folder = cx.settings.journals();
    let progress = ProgressLine::default();
    if !folder.is_dir() {
        return Err(no_folder(cx.settings));
    }
    let listed = with_folder(folder, |folder| {
        journal::list(folder, cx.correspondences, &|done, all| progress.update(done, all))
    });
    progress.finish();
    listed
}

/// A progress bar on standard error, if that is a terminal, for long work on many journals or turns.
pub(super) struct ProgressLine {
    what: &'static str,
    begun: Instant,
    bar: OnceLock<ProgressBar>,
}

impl Default for ProgressLine {
    fn default() -> ProgressLine {
        ProgressLine::of("journals")
    }
}

impl ProgressLine {
    /// A bar for these things, which begins now.
    pub(super) fn of(what: &'static str) -> ProgressLine {
        ProgressLine { what, begun: Instant::now(), bar: OnceLock::new() }
    }

    /// Shows how many are done.
    pub(super) fn update(&self, done: usize, all: usize) {
        const SHORT: Duration = Duration::from_millis(500);
        if self.begun.elapsed() < SHORT {
            return;
        }
        let bar = self.bar.get_or_init(|| {
            let bar = ProgressBar::new(all as u64);
            let style = ProgressStyle::with_template(&format!(
                "  {{wide_bar}} {{human_pos}} of {{human_len}} {}, {{eta}} left",
                self.what
            ));
            if let Ok(style) = style { bar.with_style(style) } else { bar }
        });
        // Threads can report in any order.
        bar.set_position(bar.position().max(done as u64));
    }

    /// Runs something, such as printing, while the bar is hidden.
    pub(super) fn hidden<T>(&self, work: impl FnOnce() -> T) -> T {
        match self.bar.get() {
            Some(bar) => bar.suspend(work),
            None => work(),
        }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

fn with_folder<T>(folder: &Path, look: impl FnOnce(&Path) -> std::io::Result<T>) -> CommandResult<T> {
    look(folder).map_err(|error| {
        let folder = safe_path(folder);
        problem!("the journals in {folder} cannot be listed: {}; name another folder with --journals", reason(&error))
    })
}
