//! Finding the reading or game to go on with.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::lore::Lore;
use crate::reading::Draft;
use crate::text::Source;

use super::super::named;
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

/// Finds the journal, or the unfinished question, that was named; or the latest unfinished one of a noun, a reading or a game.
pub(super) fn find(noun: &str, folder: &Path, named: Option<&Path>, lore: &Lore) -> anyhow::Result<Found> {
    let Some(named) = named else { return latest(noun, folder, lore) };
    let questions = [named.to_owned(), folder.join(named), folder.join(named).with_extension("toml")];
    let is_question = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(KEPT.trim_end_matches(".toml")) && name.ends_with(".toml") && path.is_file()
    };
    match questions.into_iter().find(is_question).filter(|_| noun == "reading") {
        Some(path) => question(path, lore),
        None => named::find_in(folder, None, lore, named).map(Found::Journal),
    }
}

fn question(path: PathBuf, lore: &Lore) -> anyhow::Result<Found> {
    let draft = Draft::read(&Source::read(&path, Source::TOML_LIMIT)?, lore)?;
    Ok(Found::Question(path, Box::new(draft)))
}

fn latest(noun: &str, folder: &Path, lore: &Lore) -> anyhow::Result<Found> {
    let age = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    // A glance at the text is enough to pass over what is concluded; the one chosen is read with care.
    let unfinished = named::journals(folder)?.into_iter().find(|path| {
        fs::read(path).is_ok_and(|bytes| {
            let text = String::from_utf8_lossy(&bytes);
            let is_game = text.split("\n+++").next().is_some_and(|header| header.contains("\ngame = "));
            text.starts_with("+++") && is_game == (noun == "game") && !text.contains("\n### Concluded · ")
        })
    });
    let draft = kept(folder)
        .filter(|_| noun == "reading")
        .filter(|draft| unfinished.as_ref().is_none_or(|path| age(draft) > age(path)));
    match (draft, unfinished) {
        (Some(path), _) => question(path, lore),
        (None, Some(path)) => Ok(Found::Journal(path)),
        (None, None) => {
            bail!("there is no unfinished {noun} in {}; begin one with enochian {}", folder.display(), command(noun))
        }
    }
}
