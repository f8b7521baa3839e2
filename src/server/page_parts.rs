//! What a page has of a journal already, so that it is sent only what has changed.

use std::collections::VecDeque;

use serde::Deserialize;

use crate::games::GameAct;
use crate::record::{NoteId, Record, RecordLens, Timestamp};
use crate::session::PlayedTurn;

/// How many changes of something earlier are remembered; a page that missed more gets everything.
const REMEMBERED: usize = 64;

/// The number of turns and notes, from the first on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Parts {
    pub(super) turns: usize,
    pub(super) notes: usize,
}

/// What a page has: a revision, and its turns and notes. By default nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct PageHas {
    pub(super) revision: u64,
    #[serde(flatten)]
    pub(super) parts: Parts,
}

impl Parts {
    fn smaller(self, other: Parts) -> Parts {
        Parts { turns: self.turns.min(other.turns), notes: self.notes.min(other.notes) }
    }

    /// What is the same in two versions of a record.
    pub(super) fn same(before: &Record, now: &Record) -> Parts {
        let (notes_before, notes) = (before.notes(), now.notes());
        let notes = notes_before.iter().zip(&notes).take_while(|(before, now)| before == now).count();
        let turns = if before.is_quiet() == now.is_quiet() { same_turns(before, now) } else { 0 };
        Parts { turns, notes }
    }
}

/// The number of turns, or of acts in a game in which a turn has several.
fn turns(record: &Record) -> usize {
    match record.lens() {
        RecordLens::Enochian(record) => record.turns().len(),
        RecordLens::Other(record) => record.session().steps().len(),
    }
}

/// The number of turns from the first on that are the same in both.
fn same_turns(before: &Record, now: &Record) -> usize {
    fn same<T>(before: &[T], now: &[T], is_same: impl Fn(&T, &T) -> bool) -> usize {
        before.iter().zip(now).take_while(|(before, now)| is_same(before, now)).count()
    }
    match (before.lens(), now.lens()) {
        (RecordLens::Enochian(before), RecordLens::Enochian(now)) => same(before.turns(), now.turns(), PlayedTurn::eq),
        (RecordLens::Other(before), RecordLens::Other(now)) => {
            same(before.session().acts(), now.session().acts(), GameAct::eq)
        }
        _ => 0,
    }
}

/// What is needed of a record to tell what an entry has left as it was.
#[derive(Debug)]
pub(super) struct Outline {
    is_quiet: bool,
    turns: usize,
    /// Which notes there are, when each was last corrected, and whether it was taken back. Its words change only so.
    notes: Vec<(NoteId, Option<Timestamp>, bool)>,
}

impl Outline {
    pub(super) fn of(record: &Record) -> Outline {
        let notes = record.notes().into_iter().map(|note| (note.id, note.corrected, note.is_taken_back)).collect();
        Outline { is_quiet: record.is_quiet(), turns: turns(record), notes }
    }

    /// The number of its turns and notes.
    pub(super) fn parts(&self) -> Parts {
        Parts { turns: self.turns, notes: self.notes.len() }
    }

    /// What an entry has left as it was.
    pub(super) fn same(&self, now: &Outline) -> Parts {
        let notes = self.notes.iter().zip(&now.notes).take_while(|(before, now)| before == now).count();
        let turns = if self.is_quiet == now.is_quiet { self.turns.min(now.turns) } else { 0 };
        Parts { turns, notes }
    }
}

/// The changes of what pages have. What is only added to is no such change.
#[derive(Debug)]
pub(super) struct PartChanges {
    /// The earliest revision of a page about which enough is known.
    first: u64,
    /// The last changes: the revision that came about, and what was the same.
    last: VecDeque<(u64, Parts)>,
}

impl PartChanges {
    /// None yet.
    pub(super) fn from(revision: u64) -> PartChanges {
        PartChanges { first: revision, last: VecDeque::new() }
    }

    /// Remembers a change that led to a revision, if it left less than there was.
    pub(super) fn add(&mut self, revision: u64, before: Parts, same: Parts) {
        if same == before {
            return;
        }
        self.last.push_back((revision, same));
        if self.last.len() > REMEMBERED {
            self.first = self.last.pop_front().map_or(self.first, |(revision, _)| revision);
        }
    }

    /// What a page need not be sent.
    pub(super) fn same_as(&self, has: PageHas) -> Parts {
        if has.revision < self.first {
            return Parts::default();
        }
        let later = self.last.iter().filter(|(revision, _)| *revision > has.revision);
        later.fold(has.parts, |parts, (_, same)| parts.smaller(*same))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_sent_what_changed_after_its_revision() {
        let parts = |turns, notes| Parts { turns, notes };
        let has = |revision, turns, notes| PageHas { revision, parts: parts(turns, notes) };
        let mut changes = PartChanges::from(10);
        changes.add(12, parts(8, 5), parts(8, 5));
        changes.add(20, parts(8, 5), parts(6, 5));
        changes.add(30, parts(9, 7), parts(9, 2));
        assert_eq!(changes.same_as(has(9, 3, 3)), parts(0, 0), "nothing is known of what it has");
        assert_eq!(changes.same_as(has(12, 8, 5)), parts(6, 2));
        assert_eq!(changes.same_as(has(12, 4, 1)), parts(4, 1));
        assert_eq!(changes.same_as(has(20, 8, 5)), parts(8, 2));
        assert_eq!(changes.same_as(has(30, 8, 5)), parts(8, 5));
        for revision in 31..=(30 + REMEMBERED as u64) {
            changes.add(revision, parts(9, 7), parts(9, 6));
        }
        assert_eq!(changes.same_as(has(12, 8, 5)), parts(0, 0), "this is too long ago");
    }
}
