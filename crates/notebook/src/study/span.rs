//! The phases of a record's turns.

use serde::Serialize;

use crate::reading::Phase;

/// The turns of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Span {
    /// The phase.
    pub phase: Phase,
    /// Its first turn.
    pub first: u32,
    /// Its last turn.
    pub last: u32,
}

/// The phases of turns given by their numbers; empty phases are left out.
pub(super) fn spans(turns: &[u32]) -> Vec<Span> {
    let of = |phase: Phase| {
        let within = || turns.iter().enumerate().filter(move |(index, _)| Phase::of(*index, turns.len()) == phase);
        Some(Span { phase, first: *within().next()?.1, last: *within().next_back()?.1 })
    };
    Phase::ALL.into_iter().filter_map(of).collect()
}
