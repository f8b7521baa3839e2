//! The journals that a command is about.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::correspondences::Correspondences;
use crate::disk::folder_of;
use crate::input::safe_path;
use crate::journal::{self, IndexEntry, JournalCopy, Query};
use crate::render::count;

use super::super::command_error::CommandResult;
use super::super::cx::Cx;
use super::super::journal_names;
use super::folder::copies_told;

/// The journals in the folder that match, latest first, with each reading or game once; and the copies of those that match.
pub(super) fn journals_once(query: &Query, cx: &Cx) -> CommandResult<(Vec<IndexEntry>, Vec<JournalCopy>)> {
    let (mut entries, mut copies) = journal::set_copies_aside(journal_names::list(cx)?);
    keep_found(&mut entries, query, cx.correspondences);
    copies.retain(|copy| entries.iter().any(|it| it.path == copy.of));
    Ok((entries, copies))
}

/// The same for those named.
pub(super) fn named_journals(
    names: &[PathBuf],
    query: &Query,
    cx: &Cx,
) -> CommandResult<(Vec<IndexEntry>, Vec<JournalCopy>)> {
    let mut fitting = journal_names::list(cx)?;
    keep_found(&mut fitting, query, cx.correspondences);
    let named: Vec<PathBuf> = names.iter().map(|name| in_folder(cx, name)).collect::<CommandResult<_>>()?;
    fitting.retain(|entry| named.contains(&entry.path));
    Ok(journal::set_copies_aside(fitting))
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
pub(super) fn tell_copies_left_out(copies: &[JournalCopy], correspondences: &Correspondences) -> CommandResult<()> {
    if !copies.is_empty() {
        let (left_out, told) = (count(copies.len(), "copy"), copies_told(copies, correspondences));
        write!(anstream::stderr(), "note: {left_out} left out\n{told}")?;
    }
    Ok(())
}

/// Keeps the journals that match. Files whose header cannot be read match only if nothing is asked.
pub(super) fn keep_found(entries: &mut Vec<IndexEntry>, query: &Query, correspondences: &Correspondences) {
    entries.retain(|it| match &it.metadata {
        Ok(metadata) => query.find(metadata, correspondences).is_some(),
        Err(_) => query.is_empty(),
    });
}
