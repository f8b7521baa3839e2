//! Finding the reading or game to go on with.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::journal::{JournalError, latest_first};
use crate::lore::Lore;
use crate::reading::Draft;
use crate::text::Source;

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

/// Finds the journal that was named, by its path or by part of its name; or the latest unfinished one of a
/// noun, a reading or a game.
pub(super) fn find(noun: &str, folder: &Path, named: Option<&Path>, lore: &Lore) -> anyhow::Result<Found> {
    match named {
        Some(named) => named_journal(folder, named).map(Found::Journal),
        None => latest(noun, folder, lore),
    }
}

/// The journal of a path, or of a part of its name that no other has.
pub(in super::super) fn named_journal(folder: &Path, named: &Path) -> anyhow::Result<PathBuf> {
    if named.exists() {
        return Ok(named.to_owned());
    }
    let part = named.to_string_lossy().to_lowercase();
    let mut matching = journals(folder)?;
    matching.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().to_lowercase().contains(&part)));
    match matching.as_slice() {
        [one] => Ok(one.clone()),
        [] => bail!(
            "there is no journal {}, neither by that path nor by part of a name in {}",
            named.display(),
            folder.display()
        ),
        several => {
            let names: Vec<String> = several.iter().map(|path| format!("\n  {}", path.display())).collect();
            bail!("{} could be any of these; type more of the name:{}", named.display(), names.concat())
        }
    }
}

fn journals(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Err(JournalError::NoFolder(folder.to_owned()).into());
    }
    latest_first(folder)
        .map_err(|error| anyhow::anyhow!("the journals in {} cannot be listed: {error}", folder.display()))
}

fn latest(noun: &str, folder: &Path, lore: &Lore) -> anyhow::Result<Found> {
    let age = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    // A glance at the text is enough to pass over what is concluded; the one chosen is read with care.
    let unfinished = journals(folder)?.into_iter().find(|path| {
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
        (Some(path), _) => {
            let draft = Draft::read(&Source::read(&path, Source::TOML_LIMIT)?, lore)?;
            Ok(Found::Question(path, Box::new(draft)))
        }
        (None, Some(path)) => Ok(Found::Journal(path)),
        (None, None) => {
            bail!("there is no unfinished {noun} in {}; begin one with enochian {}", folder.display(), command(noun))
        }
    }
}
