//! Turning points, by criteria fixed in advance.

use serde::Serialize;

use crate::chess::{Army, Effect, Kind, Position};
use crate::record::EnochianRecord;
use crate::render::effect;
use crate::session::{Action, PlayedTurn};

use super::serialize;

/// A turning point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurningPoint {
    /// The turn.
    pub turn: u32,
    /// The army whose turn it was.
    #[serde(serialize_with = "serialize::word")]
    pub army: Army,
    /// The criteria that it meets, as clauses: `the querent's king reaches the Ptah`.
    pub why: Vec<String>,
}

/// The turning points of a record, in order.
///
/// These are all the criteria: changes of which armies move and who commands them, changes of a piece into another, what happens
/// to the querent's king on the Ptah square, and an answer decided.
pub fn turning_points(record: EnochianRecord<'_>) -> Vec<TurningPoint> {
    let (mut before, mut points) = (record.subject().start(), Vec::new());
    for turn in record.turns() {
        let mut why: Vec<String> = turn.before.iter().map(agreement).collect();
        why.extend(turn.effects.iter().filter(|effect| is_turning_point(effect)).map(effect));
        why.extend(at_the_ptah(record, &before, turn).map(str::to_owned));
        why.extend(decided(record, turn.ply));
        if !why.is_empty() {
            points.push(TurningPoint { turn: turn.ply, army: turn.army, why });
        }
        before = turn.position.clone();
    }
    points
}

fn agreement(action: &Action) -> String {
    match action {
        Action::Exchange(exchange) => format!("prisoners are exchanged with {}", exchange.with),
        Action::Withdrawal => "the army withdraws".to_owned(),
    }
}

fn is_turning_point(effect: &Effect) -> bool {
    match effect {
        Effect::Captured { piece, .. } => piece.kind == Kind::King,
        // The pawn changes only when it is promoted.
        Effect::Waits { .. } => false,
        _ => true,
    }
}

/// What happened to the querent's king on the Ptah square.
fn at_the_ptah(record: EnochianRecord<'_>, before: &Position, turn: &PlayedTurn) -> impl Iterator<Item = &'static str> {
    let held = |querent, ptah| {
        let on_ptah = |position: &Position| position.king(querent) == Some(ptah);
        let checked = |position: &Position| on_ptah(position) && position.in_check(querent);
        (on_ptah(before), on_ptah(&turn.position), checked(&turn.position) && !checked(before))
    };
    let (was, is, in_check) = record
        .subject()
        .querent()
        .zip(record.subject().ptah())
        .map_or_else(Default::default, |(querent, ptah)| held(querent, ptah));
    [
        (is && !was, "the querent's king reaches the Ptah"),
        (was && !is, "the querent's king is no longer on the Ptah"),
        (in_check, "check to the querent's king on the Ptah"),
    ]
    .into_iter()
    .filter_map(|(holds, words)| holds.then_some(words))
}

fn decided(record: EnochianRecord<'_>, turn: u32) -> impl Iterator<Item = String> {
    let answers = record.answer().into_iter().flat_map(|answer| [("Ptah", answer.ptah), ("kings", answer.kings)]);
    let now = answers.filter(move |(_, decision)| decision.ply == Some(turn));
    now.map(|(by, decision)| format!("the answer by the {by} is {}", decision.verdict))
}
