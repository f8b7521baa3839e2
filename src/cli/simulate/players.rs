//! The option `--policy querent=purpose`: who chooses the moves.

use crate::chess::Army;
use crate::simulate::ArmyPlayer;

use super::super::command_error::CommandResult;

/// Reads the policies one after another; the default is random.
pub(super) fn read(asked: &[String], querent: Army) -> CommandResult<[ArmyPlayer; 4]> {
    ArmyPlayer::of_words(asked.iter().map(String::as_str), querent).map_err(|error| problem!("{error}"))
}
