//! Turning points, by criteria fixed in advance.

use std::fmt;

use serde::Serialize;

use crate::chess::{Army, Effect, Kind, Position, Square};
use crate::reading::{Answer, Verdict};
use crate::record::EnochianRecord;
use crate::render::effect;
use crate::session::{Action, PlayedTurn};

use super::serialize;

/// Why a turn is a turning point.
///
/// These are all the criteria: changes of which armies move and who commands them, changes of a piece into another, and
/// what happens to the querent's king on the Ptah square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TurningReason {
    /// An exchange of prisoners before the move, or a withdrawal.
    Before(Action),
    /// A king was taken, an army frozen, awakened, seized or released, a concourse completed, a pawn promoted, an officer
    /// demoted, or a piece brought over to another army.
    Effect(Effect),
    /// The querent's king reached the Ptah square.
    ReachedPtah,
    /// The querent's king left the Ptah square, or was taken there.
    LeftPtah,
    /// The querent's king was put in check on the Ptah square.
    CheckOnPtah,
    /// The answer by the Ptah was decided.
    DecidedByPtah(Verdict),
    /// The answer by the kings was decided.
    DecidedByKings(Verdict),
}

/// A clause: `the querent's king reaches the Ptah`.
impl fmt::Display for TurningReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurningReason::Before(Action::Exchange(exchange)) => {
                write!(f, "prisoners are exchanged with {}", exchange.with)
            }
            TurningReason::Before(Action::Withdrawal) => f.write_str("the army withdraws"),
            TurningReason::Effect(done) => f.write_str(&effect(done)),
            TurningReason::ReachedPtah => f.write_str("the querent's king reaches the Ptah"),
            TurningReason::LeftPtah => f.write_str("the querent's king is no longer on the Ptah"),
            TurningReason::CheckOnPtah => f.write_str("check to the querent's king on the Ptah"),
            TurningReason::DecidedByPtah(verdict) => write!(f, "the answer by the Ptah is {verdict}"),
            TurningReason::DecidedByKings(verdict) => write!(f, "the answer by the kings is {verdict}"),
        }
    }
}

/// A turning point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurningPoint {
    /// The turn.
    pub turn: u32,
    /// The army whose turn it was.
    #[serde(serialize_with = "serialize::word")]
    pub army: Army,
    /// The criteria that it meets.
    #[serde(serialize_with = "serialize::words")]
    pub why: Vec<TurningReason>,
}

/// The turning points of a record, in order.
pub fn turning_points(record: EnochianRecord<'_>) -> Vec<TurningPoint> {
    let subject = &record.subject();
    let (mut before, mut points) = (subject.start(), Vec::new());
    for turn in record.turns() {
        let mut why: Vec<TurningReason> = turn.before.iter().copied().map(TurningReason::Before).collect();
        why.extend(turn.effects.iter().copied().filter(is_turning_point).map(TurningReason::Effect));
        if let (Some(querent), Some(ptah)) = (subject.querent(), subject.ptah()) {
            why.extend(at_the_ptah(querent, ptah, &before, turn));
        }
        why.extend(record.answer().iter().flat_map(|answer| decided(answer, turn.ply)));
        if !why.is_empty() {
            points.push(TurningPoint { turn: turn.ply, army: turn.army, why });
        }
        before = turn.position.clone();
    }
    points
}

fn is_turning_point(effect: &Effect) -> bool {
    match effect {
        Effect::Captured { piece, .. } => piece.kind == Kind::King,
        // The pawn changes only when it is promoted.
        Effect::Waits { .. } => false,
        _ => true,
    }
}

fn at_the_ptah(querent: Army, ptah: Square, before: &Position, turn: &PlayedTurn) -> Vec<TurningReason> {
    let now = &turn.position;
    let [was, is] = [before, now].map(|position| position.king(querent) == Some(ptah));
    let checked = |position: &Position| position.in_check(querent);
    let mut why = Vec::new();
    if is && !was {
        why.push(TurningReason::ReachedPtah);
    }
    if was && !is {
        why.push(TurningReason::LeftPtah);
    }
    if is && checked(now) && !(was && checked(before)) {
        why.push(TurningReason::CheckOnPtah);
    }
    why
}

fn decided(answer: &Answer, turn: u32) -> Vec<TurningReason> {
    let mut why = Vec::new();
    if answer.ptah.ply == Some(turn) {
        why.push(TurningReason::DecidedByPtah(answer.ptah.verdict));
    }
    if answer.kings.ply == Some(turn) {
        why.push(TurningReason::DecidedByKings(answer.kings.verdict));
    }
    why
}
