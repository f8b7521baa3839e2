//! The best move of a position.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::chess::splitmix64;
use crate::input::quoted;
use crate::player::{Level, SearchLimit, search, search_acts};

use super::super::command_error::CommandResult;
use super::rules::RuledPosition;

/// The longest time for a move.
const LONGEST: f64 = 3600.0;

/// What a line of JSON allows for a move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BestLimits {
    level: Option<u8>,
    nodes: Option<u64>,
    seconds: Option<f64>,
}

/// The best move of a position.
#[derive(Serialize)]
pub(super) struct BestMove {
    /// Nothing where nothing can be played.
    pub(super) best: Option<String>,
    /// The best move, and what is expected to follow.
    pub(super) line: Vec<String>,
    /// What the side to move can expect, from 0 to 1.
    estimate: f64,
    nodes: u64,
    depth: u32,
}

impl BestMove {
    /// The answer where nothing can be played.
    pub(super) const NONE: BestMove = BestMove { best: None, line: Vec::new(), estimate: 0.5, nodes: 0, depth: 0 };
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BestMove { estimate, nodes, depth, .. } = self;
        write!(f, "estimate {estimate:.3}, {nodes} positions, {depth} {}", if *depth == 1 { "ply" } else { "plies" })
    }
}

/// Reads a level or a time.
pub(super) fn limit(text: &str) -> Result<SearchLimit, String> {
    let seconds = || text.parse().ok().and_then(of_seconds);
    let level = text.parse::<Level>().ok().map(Level::limit);
    level.or_else(seconds).ok_or_else(|| "expected level-1 to level-4, or seconds such as 0.5, at most 3600".to_owned())
}

fn of_seconds(seconds: f64) -> Option<SearchLimit> {
    let is_time = seconds > 0.0 && seconds <= LONGEST;
    is_time.then(|| SearchLimit { time: Some(Duration::from_secs_f64(seconds)), ..SearchLimit::NONE })
}

impl BestLimits {
    /// The limit that is meant; several hold together.
    pub(super) fn limit(&self) -> CommandResult<SearchLimit> {
        let mut limit = match self.level.map(Level::new) {
            Some(None) => fail!("there is no such level; expected 1, 2, 3 or 4"),
            Some(Some(level)) => level.limit(),
            None if self.nodes.is_none() && self.seconds.is_none() => {
                fail!("\"best\" is empty; expected \"level\", \"nodes\" or \"seconds\", such as {{\"level\": 3}}")
            }
            None => SearchLimit::NONE,
        };
        if let Some(nodes) = self.nodes {
            limit.nodes = nodes.min(limit.nodes);
        }
        if let Some(seconds) = self.seconds {
            let Some(timed) = of_seconds(seconds) else {
                fail!(
                    "{} seconds are not possible; expected more than 0 and at most {LONGEST}",
                    quoted(&seconds.to_string())
                )
            };
            limit.time = timed.time;
        }
        Ok(limit)
    }
}

impl RuledPosition<'_> {
    /// The best move; none if nothing can be played.
    pub(super) fn best(&self, limit: &SearchLimit) -> CommandResult<Option<BestMove>> {
        let seed = splitmix64(0, 0);
        Ok(match self {
            RuledPosition::Enochian(terms, position) => {
                let session = terms.session(position.clone())?;
                let moves = session.moves();
                (!moves.is_empty()).then(|| {
                    let found = search(session.state(), session.terms(), &moves, limit, seed);
                    let line: Vec<String> = found.line.iter().map(ToString::to_string).collect();
                    let best = line.first().cloned();
                    BestMove { best, line, estimate: found.estimate, nodes: found.nodes, depth: found.depth }
                })
            }
            RuledPosition::Other(rules, state) => {
                search_acts(&*rules.referee, &**state, None, limit, seed).map(|found| BestMove {
                    best: Some(found.act.clone()),
                    line: vec![found.act],
                    estimate: found.estimate,
                    nodes: found.nodes,
                    depth: found.depth,
                })
            }
        })
    }
}
