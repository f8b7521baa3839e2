//! The kind of a game and its options, as they are named on the command line and in lines of JSON.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::cli::prelude::*;
use crate::games::{GameKind, GameOptions, GameState, Referee, unrefereed};
use crate::lookup::find_kind;

/// The rules of one of the other games, with its options.
#[derive(Clone, Debug)]
pub(in super::super) struct GameRules {
    pub(in super::super) referee: Referee,
    pub(in super::super) options: GameOptions,
}

/// Reads the name of a kind with its options, such as `three,cards=on`; no kind is Enochian chess.
pub(in super::super) fn read_kind_and_options(
    text: Option<&str>,
) -> CommandResult<(Option<GameKind>, BTreeMap<String, String>)> {
    let mut texts = text.unwrap_or(GameKind::default().name()).split(',');
    let kind = find_kind(texts.next().unwrap_or_default())?;
    let mut options = BTreeMap::new();
    for text in texts {
        let Some((name, value)) = text.split_once('=') else {
            fail!("{} is not an option; expected NAME=VALUE, such as cards=on", quoted(text));
        };
        let (name, value) = (name.trim(), value.trim());
        if options.insert(name.to_owned(), value.to_owned()).is_some_and(|before| before != value) {
            fail!("the option {} has two values; give it once", quoted(name));
        }
    }
    if kind.options().is_empty() && !options.is_empty() {
        fail!("a game of the kind {kind} has no options; leave them out");
    }
    Ok((Some(kind).filter(|kind| !kind.has_readings()), options))
}

impl GameRules {
    /// The rules of a kind with a referee.
    pub(in super::super) fn of(kind: GameKind, options: &BTreeMap<String, String>) -> CommandResult<GameRules> {
        let chosen = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let made = GameOptions::new(chosen, kind.options())
            .and_then(|options| Ok(GameRules { referee: kind.referee(&options)?, options }));
        made.map_err(|error| problem!("{error}; see enochian kinds {kind}"))
    }

    /// The rules of a game that is only recorded, with these seats.
    pub(in super::super) fn without_referee(seats: &[String]) -> CommandResult<GameRules> {
        Ok(GameRules { referee: unrefereed(seats)?, options: GameOptions::default() })
    }

    /// Reads a position.
    pub(in super::super) fn read(&self, position: &str) -> CommandResult<Arc<dyn GameState>> {
        Ok(self.referee.read(position)?)
    }
}
