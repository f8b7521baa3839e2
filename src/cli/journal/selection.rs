//! The journals that a command is about.

use std::fs;

use crate::cli::prelude::*;
use crate::disk::folder_of;
use crate::journal::{self, IndexEntry, JournalCopy, Query};
use crate::record::Record;
use crate::render::count;

use super::folder::copies_told;

/// The journals in the folder that match, or those of them that are named, latest first, with each reading or game once; and
/// their copies.
pub(super) fn selected(
    named: &[PathBuf],
    query: &Query,
    cx: &Cx,
) -> CommandResult<(Vec<IndexEntry>, Vec<JournalCopy>)> {
    let mut entries = journal_names::list(cx)?;
    if !named.is_empty() {
        let named: Vec<PathBuf> = named.iter().map(|name| in_folder(cx, name)).collect::<CommandResult<_>>()?;
        entries.retain(|entry| named.contains(&entry.path));
    }
    let (mut entries, mut copies) = journal::set_copies_aside(entries);
    // Files whose header cannot be read match only if nothing is asked.
    entries.retain(|it| match &it.metadata {
        Ok(metadata) => query.find(metadata, cx.correspondences).is_some(),
        Err(_) => query.is_empty(),
    });
    copies.retain(|copy| entries.iter().any(|it| it.path == copy.of));
    Ok((entries, copies))
}

/// Finds a journal in the folder, in whatever form its path was typed.
fn in_folder(cx: &Cx, named: &Path) -> CommandResult<PathBuf> {
    let folder = cx.settings.journals();
    let path = journal_names::find(cx, named)?;
    let listed = folder.join(path.file_name().unwrap_or_default());
    match (fs::canonicalize(folder_of(&path)), fs::canonicalize(folder)) {
        (Ok(there), Ok(here)) if there == here => Ok(listed),
        _ => fail!("{} is not in {}; name its folder with --journals", safe_path(&path), safe_path(folder)),
    }
}

/// Tells which copies are not counted.
pub(super) fn tell_copies_left_out(copies: &[JournalCopy], correspondences: &Correspondences) {
    if !copies.is_empty() {
        let (left_out, told) = (count(copies.len(), "copy"), copies_told(copies, correspondences));
        notice(format!("note: {left_out} left out\n{told}").trim_end());
    }
}

/// The record of a journal of Enochian chess, for this command.
pub(super) fn record(command: &str, cx: &Cx, named: &Path) -> CommandResult<Record> {
    let path = journal_names::find(cx, named)?;
    let record = journal::read(&path, cx.correspondences)?;
    if !record.game().kind().has_readings() {
        fail!(
            "{} is a game of the kind {}; {command} is for readings and games of Enochian chess; show it with enochian journal show",
            safe_path(&path),
            record.game().kind()
        );
    }
    Ok(record)
}
