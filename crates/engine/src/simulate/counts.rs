//! Counts per turn, of one reading or of many.
//!
//! [`COUNTERS`] lists the counted effects. The rows, tallies, summaries and their JSON, the columns of the tables and the page
//! printed by `enochian simulate` are all derived from it: to add a counter, add an entry. The counts by square and by piece
//! are fields of [`Counts`].

use std::collections::BTreeMap;
use std::ops::AddAssign;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::chess::{Effect, EffectSink};

use super::EffectFlags;

/// The description of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterInfo {
    /// Its name in JSON and as a column.
    pub name: &'static str,
    /// What it counts, for the column's metadata and `docs/RESEARCH.md`.
    pub meaning: &'static str,
    /// Its label on the page.
    pub label: &'static str,
    /// The unit of its rate on the page.
    pub per: CountUnit,
    /// The effect that it counts.
    pub effect: EffectFlags,
}

/// The unit of a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountUnit {
    /// A share of the turns, on a line of its own.
    Turn,
    /// A number per reading, on a line with others.
    Reading,
}

/// All counted effects of turns, in the order of JSON and columns.
pub const COUNTERS: &[CounterInfo] = &[
    CounterInfo {
        name: "no_moves",
        meaning: "No Moves (turns lost because the piece thrown could not move) and passes",
        label: "No Moves",
        per: CountUnit::Turn,
        effect: EffectFlags::NO_MOVE,
    },
    CounterInfo {
        name: "captures",
        meaning: "pieces taken; two in one turn if they shared a square",
        label: "captures",
        per: CountUnit::Reading,
        effect: EffectFlags::CAPTURE,
    },
    CounterInfo {
        name: "promotions",
        meaning: "pawns promoted; several in one turn if some had waited",
        label: "promotions",
        per: CountUnit::Reading,
        effect: EffectFlags::PROMOTED,
    },
    CounterInfo {
        name: "concourses",
        meaning: "concourses of bishops or queens completed",
        label: "concourses",
        per: CountUnit::Reading,
        effect: EffectFlags::CONCOURSE,
    },
    CounterInfo {
        name: "seizures",
        meaning: "thrones seized",
        label: "thrones seized",
        per: CountUnit::Reading,
        effect: EffectFlags::SEIZED,
    },
];

/// A number for each of the [`COUNTERS`]. In JSON the keys are their names.
///
/// ```
/// use enochian::correspondences::Correspondences;
/// use enochian::reading::QuestionDraft;
/// use enochian::simulate::{EffectFlags, Plan};
/// use enochian::input::Source;
///
/// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
/// let question = QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
/// let (row, turns) = Plan::new(question, 1, 0..10).one(4);
/// let no_moves = turns.iter().filter(|turn| turn.is_no_move()).count();
/// assert_eq!(row.counts.events.of(EffectFlags::NO_MOVE), Some(no_moves as u16));
/// for (counter, number) in row.counts.events.iter() {
///     println!("{number} {}", counter.label);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventCounts<N = u16>(pub [N; COUNTERS.len()]);

impl<N: Copy> EventCounts<N> {
    /// Iterates over the counters and their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (&'static CounterInfo, N)> {
        COUNTERS.iter().zip(self.0)
    }

    /// The number of an effect; `None` if it is not counted.
    pub fn of(&self, effect: EffectFlags) -> Option<N> {
        self.iter().find(|(counter, _)| counter.effect == effect).map(|(_, number)| number)
    }
}

impl Serialize for EventCounts<u64> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter().map(|(counter, number)| (counter.name, number)))
    }
}

impl<'de> Deserialize<'de> for EventCounts<u64> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<EventCounts<u64>, D::Error> {
        // The map may have other keys.
        let mut named = BTreeMap::<String, serde_json::Value>::deserialize(from)?;
        let mut events = EventCounts([0; COUNTERS.len()]);
        for (counter, number) in COUNTERS.iter().zip(&mut events.0) {
            let value = named.remove(counter.name).ok_or_else(|| D::Error::missing_field(counter.name))?;
            *number =
                u64::deserialize(value).map_err(|error| D::Error::custom(format!("{}: {error}", counter.name)))?;
        }
        Ok(events)
    }
}

/// The counts of a reading; with `u64`, of many. A reading has at most 65,535 turns, so no `u16` overflows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts<N = u16> {
    /// The landings on each square, in the order a1, b1 … h8.
    pub landings: [N; 64],
    /// The moves of each army by role: see [`Role::index`](crate::chess::Role::index).
    pub moved: [[N; 6]; 4],
    /// The counted effects.
    pub events: EventCounts<N>,
}

impl<N: Copy> Counts<N> {
    /// The same number everywhere: an empty count if it is 0.
    pub(super) const fn filled(number: N) -> Counts<N> {
        Counts { landings: [number; 64], moved: [[number; 6]; 4], events: EventCounts([number; COUNTERS.len()]) }
    }
}

impl<N: AddAssign> Counts<N> {
    /// Adds the counts of other readings.
    pub(super) fn add<M: Copy + Into<N>>(&mut self, more: &Counts<M>) {
        let Counts { landings, moved, events } = self;
        add_counts(landings, &more.landings);
        add_counts(moved.as_flattened_mut(), more.moved.as_flattened());
        add_counts(&mut events.0, &more.events.0);
    }
}

/// Adds numbers element by element.
pub fn add_counts<N: AddAssign, M: Copy + Into<N>>(sums: &mut [N], more: &[M]) {
    sums.iter_mut().zip(more).for_each(|(sum, &number)| *sum += number.into());
}

impl Counts {
    /// Counts effects `times` times.
    #[inline]
    pub(super) fn count(&mut self, effects: EffectFlags, times: u16) {
        for (number, counter) in self.events.0.iter_mut().zip(COUNTERS) {
            *number += if effects.has(counter.effect) { times } else { 0 };
        }
    }
}

/// Counts the effects of one turn and collects their flags.
pub(super) struct Listener<'c> {
    pub(super) counts: &'c mut Counts,
    pub(super) effects: EffectFlags,
}

impl EffectSink for Listener<'_> {
    fn effect(&mut self, effect: Effect) {
        let effects = EffectFlags::of(effect);
        self.counts.count(effects, 1);
        self.effects.0 |= effects.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_among_other_fields_and_none_may_be_missing() {
        let events = EventCounts(std::array::from_fn(|index| index as u64 + 7));
        let mut json = serde_json::to_value(events).unwrap();
        json["answers"] = serde_json::json!({ "ptah": 1 });
        assert_eq!(serde_json::from_value::<EventCounts<u64>>(json.clone()).unwrap(), events);
        for CounterInfo { name, .. } in COUNTERS {
            let message = |json: &serde_json::Value| {
                serde_json::from_value::<EventCounts<u64>>(json.clone()).unwrap_err().to_string()
            };
            let mut changed = json.clone();
            changed[name] = "many".into();
            assert!(message(&changed).starts_with(&format!("{name}: invalid type")), "{}", message(&changed));
            changed.as_object_mut().unwrap().remove(*name);
            assert_eq!(message(&changed), format!("missing field `{name}`"));
        }
    }
}
