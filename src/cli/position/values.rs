//! The values of a request, each read the same from the command line and from a line of JSON.

use std::time::Duration;

use crate::chess::Square;
use crate::cli::play::rules::{GameRules, read_kind_and_options};
use crate::cli::prelude::*;
use crate::games::{GameKind, Referee};
use crate::lookup::find_square;
use crate::player::{Level, SearchLimit};
use crate::reading::Throw;

/// The greatest depth: no computer finishes a deeper count.
const DEEPEST: u8 = 32;

/// The longest time for a move, in seconds.
const LONGEST: f64 = 3600.0;

/// The most positions for a move: about as many as are looked at in the longest time.
const MOST_NODES: u64 = 1_000_000_000;

/// Reads a kind with its options, such as `three,cards=on`.
pub(super) fn referee(text: &str) -> CommandResult<Referee> {
    let (kind, options) = read_kind_and_options(Some(text))?;
    let kind = kind.unwrap_or_default();
    if !kind.is_refereed() {
        fail!("a game of the kind other has no positions: no referee knows its rules");
    }
    Ok(GameRules::of(kind, &options)?.referee)
}

/// Checks that nothing is given to another game that only Enochian chess has.
pub(super) fn check_kind(kind: GameKind, enochian: &[(&str, bool)]) -> CommandResult<()> {
    match enochian.iter().find(|(_, is_given)| *is_given) {
        Some((name, _)) if !kind.has_readings() => {
            misuse!("{name} belongs to Enochian chess; leave it out, or leave out the kind {kind}")
        }
        _ => Ok(()),
    }
}

/// Reads a throw.
pub(super) fn throw(text: &str) -> CommandResult<Throw> {
    text.parse().map_err(|_| problem!("expected a whole number from 1 to 6"))
}

/// Reads a square.
pub(super) fn square(text: &str) -> CommandResult<Square> {
    Ok(find_square(text)?)
}

/// Reads a depth.
pub(super) fn depth(text: &str) -> CommandResult<u8> {
    let depth = text.parse().ok().filter(|depth| *depth <= DEEPEST);
    depth.ok_or_else(|| problem!("expected a whole number from 0 to {DEEPEST}"))
}

/// Reads yes or no, as JSON has it.
pub(super) fn truth(text: &str) -> CommandResult<bool> {
    text.parse().map_err(|_| problem!("expected true or false"))
}

/// Reads what a search for the best move may spend: a level, a time, a number of positions, or several that hold together.
pub(super) fn limit(text: &str) -> CommandResult<SearchLimit> {
    let mut limit = SearchLimit::NONE;
    for part in text.split(',').map(str::trim) {
        let nodes = part.strip_prefix("nodes-").and_then(|number| number.parse().ok());
        let nodes = nodes.filter(|nodes| (1..=MOST_NODES).contains(nodes));
        let seconds = part.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= LONGEST);
        if let Ok(level) = part.parse::<Level>() {
            let level = level.limit();
            limit = SearchLimit { nodes: limit.nodes.min(level.nodes), time: limit.time, ..level };
        } else if let Some(nodes) = nodes {
            limit.nodes = limit.nodes.min(nodes);
        } else if let Some(seconds) = seconds {
            limit.time = Some(Duration::from_secs_f64(seconds));
        } else {
            fail!(
                "expected level-1 to level-4, seconds such as 0.5, at most 3600, or nodes-500 for 500 positions, at most \
                 nodes-{MOST_NODES}"
            );
        }
    }
    Ok(limit)
}
