//! What if another move had been played with the same throw: the moves, the branch that begins with one, and those there are.

use minijinja::Value;

use crate::chess::Move;
use crate::journal::{self, BranchError, IndexEntry, Metadata};
use crate::record::{Branch, Record};
use crate::render::capitalised;

use super::call::Problem;
use super::html::shown;
use super::playing::quiet;
use super::routes::Table;

impl Table<'_> {
    /// What could have been played in a turn.
    pub(super) fn what_if(&self, record: &Record, turn: u32) -> Result<Value, Problem> {
        record.check_not_quiet().map_err(|_| quiet())?;
        let reading = record.enochian().ok_or(BranchError::NotReading).map_err(problem)?;
        let moves = journal::other_moves_of(reading, turn).map_err(problem)?;
        let played = &reading.turns()[turn as usize - 1];
        let thrown = played.thrown.map_or(String::new(), |thrown| format!(" threw {} and", thrown.throw));
        let other = |mv: &Move| shown! { text: mv.to_string(), label: capitalised(&label(*mv)) };
        Ok(shown! {
            turn,
            // `Fire threw 2 and played knight from h5 to f4.`
            told: format!("{}{thrown} played {}.", played.army, label(played.mv)),
            moves: moves.iter().map(other).collect::<Vec<_>>(),
        })
    }
}

/// The branches of a journal among others, and the journal of which it is one.
pub(super) fn branches(entry: &IndexEntry, entries: &[IndexEntry]) -> (Vec<Value>, Option<Value>) {
    let Ok(Metadata { id, branch, .. }) = entry.metadata.as_deref() else { return (Vec::new(), None) };
    // With the name and the answer of the other journal, if it is there.
    let view = |branch: &Branch, journal: Option<(&IndexEntry, &Metadata)>| {
        let (name, answer) = (journal.map(|(entry, _)| entry.name()), journal.map(|(_, it)| it.answer.clone()));
        shown! { journal: name, turn: branch.turn, label: label(branch.mv), answer }
    };
    let of = |other: &IndexEntry| {
        let metadata = other.metadata.as_deref().ok()?;
        let branch = metadata.branch.as_ref().filter(|branch| branch.of == *id)?;
        Some(view(branch, Some((other, metadata))))
    };
    let parent = branch.as_ref().map(|branch| {
        let parent = branch.parent(entries).and_then(|parent| Some((parent, parent.metadata.as_deref().ok()?)));
        view(branch, parent)
    });
    (entries.iter().filter_map(of).collect(), parent)
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
