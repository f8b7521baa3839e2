//! The option `--policy querent=purpose`: who chooses the moves.

use crate::chess::Army;
use crate::input::quoted;
use crate::simulate::{ArmyPlayer, ScanOver};

use super::super::command_error::CommandResult;

/// The policies that are compared: those that are named or, if none is, the fast ones.
pub(super) fn compared(asked: &[String]) -> CommandResult<Vec<ArmyPlayer>> {
    let names: Vec<&str> = match asked.is_empty() {
        true => ArmyPlayer::NAMES[..ScanOver::FAST].to_vec(),
        false => asked.iter().map(String::as_str).collect(),
    };
    if let Some(name) = names.iter().find(|name| name.contains('=')) {
        fail!("{} names armies; here each policy plays both sides, so name the policy alone", quoted(name));
    }
    names.into_iter().map(|name| Ok(read(&[name.to_owned()], Army::Air)?[0].clone())).collect()
}

/// Reads the policies one after another; the default is random.
pub(super) fn read(asked: &[String], querent: Army) -> CommandResult<[ArmyPlayer; 4]> {
    ArmyPlayer::of_words(asked.iter().map(String::as_str), querent).map_err(|error| problem!("{error}"))
}
