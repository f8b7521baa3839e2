//! What if another move had been played with the same throw: the moves, the branch that begins with one, and those there are.

use serde::Serialize;

use crate::chess::Move;
use crate::journal::{self, BranchError, IndexEntry, Metadata};
use crate::record::{Branch, Record};
use crate::render::capitalised;

use super::call::Problem;
use super::playing::quiet;
use super::routes::Table;

/// The moves that the throw of a turn allowed besides the one that was played.
#[derive(Debug, Serialize)]
pub(super) struct WhatIfView {
    turn: u32,
    /// What was played: `Fire threw 2 and played knight from h5 to f4.`
    told: String,
    moves: Vec<OtherMove>,
}

#[derive(Debug, Serialize)]
struct OtherMove {
    text: String,
    label: String,
}

/// A branch of a reading, or the reading of which one is a branch.
#[derive(Debug, Serialize)]
pub(super) struct BranchView {
    /// Null if the journal is not there.
    journal: Option<String>,
    turn: u32,
    /// The move of the branch.
    label: String,
    answer: String,
}

impl Table<'_> {
    /// What could have been played in a turn.
    pub(super) fn what_if(&self, record: &Record, turn: u32) -> Result<WhatIfView, Problem> {
        record.check_not_quiet().map_err(|_| quiet())?;
        let reading = record.enochian().ok_or(BranchError::NotReading).map_err(problem)?;
        let moves = journal::other_moves_of(reading, turn).map_err(problem)?;
        let played = &reading.turns()[turn as usize - 1];
        let thrown = played.thrown.map_or(String::new(), |thrown| format!(" threw {} and", thrown.throw));
        let other = |mv: &Move| OtherMove { text: mv.to_string(), label: capitalised(&label(*mv)) };
        Ok(WhatIfView {
            turn,
            told: format!("{}{thrown} played {}.", played.army, label(played.mv)),
            moves: moves.iter().map(other).collect(),
        })
    }
}

impl BranchView {
    /// The branches of a journal among others, and the journal of which it is one.
    pub(super) fn around(entry: &IndexEntry, entries: &[IndexEntry]) -> (Vec<BranchView>, Option<BranchView>) {
        let Ok(Metadata { id, branch, .. }) = entry.metadata.as_deref() else { return (Vec::new(), None) };
        let of = |other: &IndexEntry| {
            let metadata = other.metadata.as_deref().ok()?;
            let branch = metadata.branch.as_ref().filter(|branch| branch.of == *id)?;
            Some(BranchView::new(branch, Some((other, metadata))))
        };
        let parent = branch.as_ref().map(|branch| {
            let parent = branch.parent(entries).and_then(|parent| Some((parent, parent.metadata.as_deref().ok()?)));
            BranchView::new(branch, parent)
        });
        (entries.iter().filter_map(of).collect(), parent)
    }

    /// A branch, with the answer of this journal.
    fn new(branch: &Branch, journal: Option<(&IndexEntry, &Metadata)>) -> BranchView {
        BranchView {
            journal: journal.map(|(entry, _)| entry.name()),
            turn: branch.turn,
            label: label(branch.mv),
            answer: journal.map_or_else(String::new, |(_, metadata)| metadata.answer.clone()),
        }
    }
}

/// A move in words: `knight from h5 to f4`.
fn label(mv: Move) -> String {
    match mv {
        Move::Pass => "no move".to_owned(),
        Move::Step { role, from, to, promotion } => {
            let becomes = promotion.map_or_else(String::new, |officer| format!(", which becomes a {officer}"));
            format!("{role} from {from} to {to}{becomes}")
        }
    }
}

pub(super) fn problem(error: BranchError) -> Problem {
    match error {
        BranchError::Quiet(_) => quiet(),
        error => Problem::invalid(capitalised(&format!("{error}."))),
    }
}
