//! The option `--policy querent=purpose`: who chooses the moves.

use crate::chess::Army;
use crate::simulate::ArmyPlayer;

use super::super::command_error::CommandResult;

/// One player for both armies of the querent's side, another for the others.
pub(super) fn of_sides(querent: Army, theirs: &ArmyPlayer, others: &ArmyPlayer) -> [ArmyPlayer; 4] {
    Army::ALL.map(|army| if army.side() == querent.side() { theirs } else { others }.clone())
}

/// Reads the policies one after another; the default is random.
pub(super) fn read(asked: &[String], querent: Army) -> CommandResult<[ArmyPlayer; 4]> {
    ArmyPlayer::of_words(asked.iter().map(String::as_str), querent).map_err(|error| problem!("{error}"))
}
