//! The commands that are for readings and games of Enochian chess.

use std::path::Path;

use crate::correspondences::Correspondences;
use crate::input::safe_path;
use crate::journal;
use crate::record::Record;

use super::super::command_error::CommandResult;
use super::super::journal_names;
use super::super::settings::Settings;

/// The record of a journal of any kind.
pub(super) fn any_record(
    settings: &Settings,
    named: &Path,
    correspondences: &Correspondences,
) -> CommandResult<Record> {
    Ok(journal::read(&journal_names::find(settings, correspondences, named)?, correspondences)?)
}

/// The record of a journal of Enochian chess, for this command.
pub(super) fn record(
    command: &str,
    settings: &Settings,
    named: &Path,
    correspondences: &Correspondences,
) -> CommandResult<Record> {
    let path = journal_names::find(settings, correspondences, named)?;
    let record = journal::read(&path, correspondences)?;
    if let Some(other) = record.other() {
        fail!(
            "{} is a game of the kind {}; {command} is for readings and games of Enochian chess; show it with enochian journal show",
            safe_path(&path),
            other.game().referee.kind()
        );
    }
    Ok(record)
}
