//! The answer to a request, as text and as JSON.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::cli::lookup::screen;
use crate::lookup::ShownPosition;

/// What is answered.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Answer {
    Moves {
        moves: Vec<String>,
        outcome: Option<String>,
    },
    Position {
        position: String,
        outcome: Option<String>,
    },
    Perft {
        perft: u64,
        /// For each first move, if that is asked.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        divide: BTreeMap<String, u64>,
    },
    Best {
        /// Nothing where nothing can be played.
        best: Option<String>,
        /// The best move, and what is expected to follow.
        line: Vec<String>,
        /// What the side to move can expect, from 0 to 1; nothing where nobody is to move, and it is not known whose turn it was.
        estimate: Option<f64>,
        nodes: u64,
        depth: u32,
    },
    Shown(Box<ShownPosition>),
    Error {
        error: String,
    },
}

impl Answer {
    /// The answer where nothing can be played, with what the side to move has then.
    pub(super) const fn no_move(estimate: Option<f64>) -> Answer {
        Answer::Best { best: None, line: Vec::new(), estimate, nodes: 0, depth: 0 }
    }

    /// The best move, and what is expected to follow.
    pub(super) fn best(line: Vec<String>, estimate: f64, nodes: u64, depth: u32) -> Answer {
        Answer::Best { best: line.first().cloned(), line, estimate: Some(estimate), nodes, depth }
    }
}

/// Writes the lines of the command line.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Moves { moves, .. } => moves.iter().try_for_each(|text| writeln!(f, "{text}")),
            Answer::Position { position, .. } => writeln!(f, "{position}"),
            Answer::Perft { perft, divide } => {
                divide.iter().try_for_each(|(text, count)| writeln!(f, "{text}: {count}"))?;
                writeln!(f, "{perft}")
            }
            Answer::Best { best: Some(_), line, estimate: Some(estimate), nodes, depth } => {
                let plies = if *depth == 1 { "ply" } else { "plies" };
                writeln!(f, "{}\nestimate {estimate:.3}, {nodes} positions, {depth} {plies}", line.join(" "))
            }
            Answer::Best { .. } => Ok(()),
            Answer::Shown(shown) => f.write_str(&shown.page(&screen()).plain()),
            Answer::Error { error } => writeln!(f, "{error}"),
        }
    }
}
