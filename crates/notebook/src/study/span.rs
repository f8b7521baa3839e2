//! The phases of a record's turns.

use serde::Serialize;

use crate::reading::Phase;

use super::serialize;

/// The turns of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Span {
    /// The phase.
    #[serde(serialize_with = "serialize::word")]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_has_one_phase_and_short_games_have_fewer() {
        for turns in 1..50_u32 {
            let numbers: Vec<u32> = (1..=turns).collect();
            let spans = spans(&numbers);
            assert_eq!(spans.iter().map(|span| span.last + 1 - span.first).sum::<u32>(), turns);
            let lengths: Vec<u32> = spans.iter().map(|span| span.last - span.first).collect();
            assert!(lengths.iter().max().unwrap() - lengths.iter().min().unwrap() <= 1, "{lengths:?}");
        }
        assert_eq!(spans(&[]), []);
    }
}
