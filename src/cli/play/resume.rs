//! Finding the reading or game to go on with.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::chess::Mode;
use crate::journal::IndexEntry;
use crate::lore::Lore;
use crate::reading::Draft;
use crate::text::Source;

use super::super::named;
use super::super::settings::Settings;
use super::sitting::command;

/// The file that keeps a question while it is being asked.
pub(in super::super) const KEPT: &str = "unfinished-question.toml";

/// The unfinished question in a folder, if there is one.
pub(in super::super) fn kept(folder: &Path) -> Option<PathBuf> {
    Some(folder.join(KEPT)).filter(|path| path.is_file())
}

/// What there is to go on with.
pub(in super::super) enum Found {
    /// A journal.
    Journal(PathBuf),
    /// A question that was being asked.
    Question(PathBuf, Box<Draft>),
}

/// Finds the journal, or the unfinished question, that was named; or the latest unfinished one, a reading or a game.
pub(super) fn find(mode: Mode, named: Option<&Path>, settings: &Settings, lore: &Lore) -> anyhow::Result<Found> {
    let Some(named) = named else { return latest(mode, settings, lore) };
    let folder = &settings.journals.value;
    let questions = [named.to_owned(), folder.join(named), folder.join(named).with_extension("toml")];
    let is_question = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(KEPT.trim_end_matches(".toml")) && name.ends_with(".toml") && path.is_file()
    };
    match questions.into_iter().find(is_question).filter(|_| mode == Mode::Reading) {
        Some(path) => question(path, lore),
        None => named::find(settings, lore, named).map(Found::Journal),
    }
}

fn question(path: PathBuf, lore: &Lore) -> anyhow::Result<Found> {
    let draft = Draft::read(&Source::read(&path, Source::TOML_LIMIT)?, lore)?;
    Ok(Found::Question(path, Box::new(draft)))
}

fn latest(mode: Mode, settings: &Settings, lore: &Lore) -> anyhow::Result<Found> {
    let folder = &settings.journals.value;
    let is_open = |entry: &IndexEntry| matches!(&entry.metadata, Ok(it) if it.mode == mode && !it.is_concluded);
    let journals = named::list(settings, lore)?.into_iter().filter(is_open);
    let unfinished = journals.max_by_key(|entry| entry.modified);
    let age = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let draft = kept(folder)
        .filter(|_| mode == Mode::Reading)
        .filter(|draft| unfinished.as_ref().is_none_or(|entry| age(draft) > Some(entry.modified)));
    match (draft, unfinished) {
        (Some(path), _) => question(path, lore),
        (None, Some(entry)) => Ok(Found::Journal(entry.path)),
        (None, None) => {
            bail!("there is no unfinished {mode} in {}; begin one with enochian {}", folder.display(), command(mode))
        }
    }
}
