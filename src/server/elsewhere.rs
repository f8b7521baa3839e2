//! What came up in other readings too.

use serde::Serialize;

use crate::journal::{self, IndexEntry, Recurrence};
use crate::render::capitalised;

use super::near_dates::short_day;
use super::routes::Table;

/// A turn of another reading.
#[derive(Debug, Serialize)]
pub(super) struct TurnElsewhere {
    journal: String,
    title: String,
    day: String,
    turn: u32,
}

/// What happened in a turn and in other readings too.
#[derive(Debug, Serialize)]
pub(super) struct AgainView {
    pub(super) turn: u32,
    what: String,
    pub(super) others: Vec<TurnElsewhere>,
}

impl Table<'_> {
    /// A turn of another reading.
    pub(super) fn turn_of(&self, entry: &IndexEntry, turn: u32) -> Option<TurnElsewhere> {
        let metadata = entry.metadata.as_ref().ok()?;
        let day = short_day(metadata.begun.date_naive(), &(self.settings.now)());
        Some(TurnElsewhere { journal: entry.name(), title: metadata.title.clone(), day, turn })
    }

    /// What of a reading came up in others too, turn by turn.
    pub(super) fn again(&self, name: &str, entries: &[IndexEntry]) -> Vec<AgainView> {
        let Some(entry) = entries.iter().find(|entry| entry.name() == name) else { return Vec::new() };
        let view = |it: &Recurrence<'_>| AgainView {
            turn: it.turn,
            what: capitalised(&it.to_string()),
            others: it.others.iter().filter_map(|other| self.turn_of(other.entry, other.turn)).collect(),
        };
        journal::again(entry, entries, self.correspondences).iter().map(view).collect()
    }
}
