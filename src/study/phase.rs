//! Opening, middle and end: the thirds of a record's turns.

use std::fmt;

use serde::Serialize;

use super::serialize;

/// A third of the turns.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    Opening,
    Middle,
    End,
}

impl Phase {
    /// All three, in order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::End];

    /// The phase of the turn at `index`, counted from 0, of `turns` turns. If they cannot be divided by three, the earlier
    /// phases are longer by one.
    ///
    /// ```
    /// use enochian::study::Phase;
    /// assert_eq!([0, 10, 11, 21, 22, 31].map(|index| Phase::of(index, 32) as usize), [0, 0, 1, 1, 2, 2]);
    /// ```
    #[must_use]
    pub fn of(index: usize, turns: usize) -> Phase {
        Phase::ALL[(index * 3 / turns.max(1)).min(2)]
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["opening", "middle", "end"][*self as usize])
    }
}

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
