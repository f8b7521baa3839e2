//! The commands that are for readings and games of Enochian chess.

use std::path::Path;

use crate::input::safe_path;
use crate::journal;
use crate::record::Record;

use super::super::command_error::CommandResult;
use super::super::cx::Cx;
use super::super::journal_names;

/// The record of a journal of Enochian chess, for this command.
pub(super) fn record(command: &str, cx: &Cx, named: &Path) -> CommandResult<Record> {
    let path = journal_names::find(cx, named)?;
    let record = journal::read(&path, cx.correspondences)?;
    if let Some(other) = record.other() {
        fail!(
            "{} is a game of the kind {}; {command} is for readings and games of Enochian chess; show it with enochian journal show",
            safe_path(&path),
            other.game().referee.kind()
        );
    }
    Ok(record)
}
