//! Branches of a reading: beginning one, and comparing it with its parent.

use std::path::Path;

use crate::chess::Move;
use crate::correspondences::Correspondences;
use crate::input::{Diagnostics, Help, Source};
use crate::reading::DieThrower;
use crate::record::{
    Branch, EnochianRecord, Entry, Game, Heading, InvalidEntry, Quiet, Record, Seats, Subject, Timestamp,
};
use crate::session::Act;

use super::header;
use super::read::LIMIT;
use super::{IndexEntry, Metadata};

/// Why a reading has no such branch.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BranchError {
    /// The journal cannot be read.
    #[error(transparent)]
    Unread(#[from] Diagnostics),
    /// The reading is quiet.
    #[error(transparent)]
    Quiet(#[from] Quiet),
    /// It is a game.
    #[error("a game has no branches, since no throw decides what could have been played instead; name a reading")]
    NotReading,
    /// There is no such turn.
    #[error("there is no turn {turn}; {}", if *last == 0 { "none was played".to_owned() } else { format!("name one from 1 to {last}") })]
    NoTurn {
        /// The turn.
        turn: u32,
        /// The last turn.
        last: u32,
    },
    /// The move is not one of the others that the throw allowed.
    #[error("{}", other_moves(*.turn, *.mv, .others))]
    NotOther {
        /// The turn.
        turn: u32,
        /// The move.
        mv: Move,
        /// The moves that were possible.
        others: Vec<Move>,
    },
    /// An entry of the parent does not fit, which is never the case.
    #[error(transparent)]
    Refused(#[from] InvalidEntry),
}

impl Help for BranchError {
    fn help(&self) -> Option<String> {
        if let BranchError::Quiet(quiet) = self { quiet.help() } else { None }
    }

    fn diagnostics(&self) -> Option<&Diagnostics> {
        if let BranchError::Unread(errors) = self { Some(errors) } else { None }
    }
}

fn other_moves(turn: u32, mv: Move, others: &[Move]) -> String {
    let others: Vec<String> = others.iter().map(Move::to_string).collect();
    match others.as_slice() {
        [] => format!("the throw of turn {turn} allowed no other move; choose another turn"),
        others => {
            format!("{mv} is not another move that the throw of turn {turn} allowed; choose from {}", others.join(", "))
        }
    }
}

/// The moves that the throw of a turn allowed besides the one that was played.
///
/// # Errors
/// If there is no such turn, or it is of a game.
pub fn other_moves_of(record: EnochianRecord<'_>, turn: u32) -> Result<Vec<Move>, BranchError> {
    record.subject().question().ok_or(BranchError::NotReading)?;
    let last = record.turns().len() as u32;
    let played = (turn as usize).checked_sub(1).and_then(|index| record.turns().get(index));
    let thrown = record.session().before_move(turn).and_then(|(_, state)| Some((state, state.thrown()?)));
    let (Some(played), Some((state, throw))) = (played, thrown) else { return Err(BranchError::NoTurn { turn, last }) };
    let mut moves = record.session().terms().moves_for(state.position(), throw).moves;
    moves.retain(|mv| *mv != played.mv);
    Ok(moves)
}

/// Begins a branch of the reading in a journal: a record with the turns before `turn`, its throw, and another move. It goes on
/// with new throws, so a seed of the parent is not one of the branch. [`Journal::save_new`](super::Journal::save_new) keeps it;
/// the parent stays as it is.
///
/// # Errors
/// If the journal cannot be read, is of a game, is quiet, or has no such turn, or if its throw did not allow this move.
///
/// ```
/// use enochian::{journal, correspondences::Correspondences};
/// let parent = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md".as_ref();
/// let begun = "2026-12-01T20:15:00+01:00".parse().unwrap();
/// let zone = Some("Europe/Warsaw".to_owned());
/// let branch = journal::branch(parent, 1, "Pb7b6".parse().unwrap(), (begun, zone), Correspondences::embedded()).unwrap();
/// assert_eq!(branch.enochian().unwrap().turns().len(), 1);
/// let heading = branch.heading();
/// assert_eq!((heading.begun, heading.zone.as_deref(), heading.automatic), (begun, Some("Europe/Warsaw"), false));
/// ```
pub fn branch(
    parent: &Path,
    turn: u32,
    mv: Move,
    (begun, zone): (Timestamp, Option<String>),
    correspondences: &Correspondences,
) -> Result<Record, BranchError> {
    let source = Source::read(parent, LIMIT)?;
    let of = Metadata::read(&source, correspondences)?.id;
    let record = super::read_text(&source, correspondences)?;
    record.check_not_quiet()?;
    let reading = record.enochian().ok_or(BranchError::NotReading)?;
    let others = other_moves_of(reading, turn)?;
    if !others.contains(&mv) {
        return Err(BranchError::NotOther { turn, mv, others });
    }
    let before = before(reading, turn).unwrap_or_default();
    let mut heading = Heading { begun, zone, automatic: false, ..record.heading().clone() };
    heading.branch = Some(Branch { turn, mv, of, before });
    if let Game::Enochian(Subject::Reading(question, die)) = &mut heading.game {
        if matches!(die, DieThrower::Seeded(_)) {
            *die = DieThrower::ByProgram;
        }
        // What the program played by itself, a person goes on with.
        if record.heading().automatic {
            heading.seats = Seats::alone(&question.querent);
        }
    }
    let mut branch = Record::begin(heading);
    let acts = reading.session().before_move(turn).map(|(acts, _)| acts).unwrap_or_default();
    for act in acts.iter().copied().chain([Act::Move(mv)]) {
        branch.enter(Entry::from(act))?;
    }
    Ok(branch)
}

/// The hash of what was played before the move of a turn; `None` if there is no such turn.
pub(super) fn before(record: EnochianRecord<'_>, turn: u32) -> Option<String> {
    let (acts, _) = record.session().before_move(turn)?;
    let acts = acts.iter().map(|act| match act {
        Act::Throw(throw) => throw.to_string(),
        Act::Move(mv) | Act::Irregular(mv) => mv.to_string(),
        Act::Exchange(exchange) => exchange.to_string(),
        Act::Withdrawal(army) => format!("withdrawal of {army}"),
    });
    let texts: Vec<String> = [record.subject().start().to_string()].into_iter().chain(acts).collect();
    Some(header::hash(texts.iter().map(String::as_str)))
}

/// Whether a branch has the turn that its header names, after the turns of that hash.
pub(super) fn is_sound(branch: &Branch, record: EnochianRecord<'_>) -> bool {
    let turn = record.turns().get(branch.turn as usize - 1);
    turn.is_some_and(|turn| turn.mv == branch.mv) && before(record, branch.turn).as_ref() == Some(&branch.before)
}

/// What became of the parent of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParentState {
    /// It has the turns before the branch, and another move in its turn.
    Sound,
    /// It is not among the journals; the branch is read alone.
    Gone,
    /// It cannot be read.
    Unread,
    /// It has other turns.
    Differs,
}

impl Branch {
    /// The journal of the parent, among these.
    #[must_use]
    pub fn parent<'e>(&self, entries: &'e [IndexEntry]) -> Option<&'e IndexEntry> {
        entries.iter().find(|entry| entry.metadata.as_ref().is_ok_and(|it| it.id == self.of))
    }

    /// Compares the branch with its parent, if that is among these journals.
    #[must_use]
    pub fn parentage(&self, entries: &[IndexEntry], correspondences: &Correspondences) -> ParentState {
        let Some(parent) = self.parent(entries) else { return ParentState::Gone };
        let Ok(record) = super::read(&parent.path, correspondences) else { return ParentState::Unread };
        let hash = record.enochian().and_then(|record| before(record, self.turn));
        if hash.as_ref() == Some(&self.before) { ParentState::Sound } else { ParentState::Differs }
    }
}
