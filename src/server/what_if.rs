//! What if another move had been played with the same throw: the moves, the branch that begins with one, and those there are.

use serde::{Deserialize, Serialize};

use crate::chess::Move;
use crate::input::quoted;
use crate::journal::{self, BranchError, IndexEntry, Journal, Metadata};
use crate::record::Branch;
use crate::render::capitalised;

use super::beginning::not_created;
use super::call::{Call, CallAnswer, Problem};
use super::meanings::quiet;
use super::named_file::named_file;
use super::routes::Table;

/// The moves that the throw of a turn allowed besides the one that was played.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct WhatIfView {
    army: String,
    throw: Option<u8>,
    /// What was played: `knight to f6`.
    played: String,
    moves: Vec<OtherMove>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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

#[derive(Debug, Deserialize)]
struct BranchRequest {
    journal: String,
    turn: u32,
    #[serde(rename = "move")]
    mv: String,
}

impl Table<'_> {
    /// GET `api/what-if`.
    pub(super) fn what_if(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let record = self.record(call.query("journal").unwrap_or_default())?;
        record.check_not_quiet().map_err(|_| quiet())?;
        let turn = call.query("turn").and_then(|turn| turn.parse().ok()).unwrap_or(0);
        let reading = record.enochian().ok_or(BranchError::NotReading).map_err(problem)?;
        let moves = journal::other_moves_of(reading, turn).map_err(problem)?;
        let played = &reading.turns()[turn as usize - 1];
        let other = |mv: &Move| OtherMove { text: mv.to_string(), label: capitalised(&label(*mv)) };
        Ok(CallAnswer::json(&WhatIfView {
            army: played.army.to_string(),
            throw: played.thrown.map(|thrown| thrown.throw.number()),
            played: label(played.mv),
            moves: moves.iter().map(other).collect(),
        }))
    }

    /// POST `api/branch`: begins a branch, and answers with its name.
    pub(super) fn begin_branch(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let BranchRequest { journal: name, turn, mv } = call.body()?;
        let settings = self.settings;
        let path = named_file(&settings.journals, &name, ".md")?;
        let mv = mv.parse().map_err(|_| Problem::invalid(format!("{} is not a move.", quoted(&mv))))?;
        let when = ((settings.now)(), settings.zone.clone());
        let record = journal::branch(&path, turn, mv, when, self.correspondences).map_err(problem)?;
        let branch = Journal::save_new(&settings.journals, &record, self.correspondences).map_err(not_created)?;
        Ok(CallAnswer::json(&serde_json::json!({ "journal": self.begun(branch) })))
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

fn problem(error: BranchError) -> Problem {
    match error {
        BranchError::Quiet(_) => quiet(),
        error => Problem::invalid(capitalised(&format!("{error}."))),
    }
}
