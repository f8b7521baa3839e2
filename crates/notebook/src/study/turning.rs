//! Turning points, by criteria fixed in advance.

use serde::Serialize;

use crate::chess::{Army, Kind, Piece};
use crate::interpretation::log::{Happening, Log, What};
use crate::record::EnochianRecord;
use crate::render::effect;
use crate::session::PlayedTurn;

use super::PlacedPiece;

/// A turning point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurningPoint {
    /// The turn.
    pub turn: u32,
    /// The army whose turn it was.
    pub army: Army,
    /// The criteria that it meets, as clauses: `the querent's king reaches the Ptah`.
    pub why: Vec<String>,
}

/// The turning points of a record, in order.
///
/// These are all the criteria: changes of which armies move and who commands them, changes of a piece into another, what happens
/// to the querent's king on the Ptah square, and an answer decided.
pub fn turning_points(record: EnochianRecord<'_>) -> Vec<TurningPoint> {
    let log = Log::of(record);
    let point = |(index, turn): (usize, &PlayedTurn)| {
        let mut why: Vec<String> = log.in_turn(index).filter_map(change).collect();
        why.extend(at_the_ptah(record, &log, index).map(str::to_owned));
        why.extend(decided(record, turn.ply));
        (!why.is_empty()).then_some(TurningPoint { turn: turn.ply, army: turn.army, why })
    };
    record.turns().iter().enumerate().filter_map(point).collect()
}

/// A change of which armies move and who commands them, or of a piece into another; of takings only that of a king is one.
fn change(it: &Happening) -> Option<String> {
    match it.what {
        What::Exchange => Some(format!("prisoners are exchanged with {}", it.to[1].was.piece.army.partner())),
        What::Withdrawal => Some("the army withdraws".to_owned()),
        _ => it.effect.as_ref().map(effect),
    }
}

/// What happened to the querent's king on the Ptah square.
fn at_the_ptah(record: EnochianRecord<'_>, log: &Log<'_>, index: usize) -> impl Iterator<Item = &'static str> {
    let found = || {
        let (army, ptah) = (record.subject().querent()?, record.subject().ptah()?);
        let king = Piece { army, kind: Kind::King };
        let is_there = |placed: Option<PlacedPiece>| placed.is_some_and(|placed| placed.at == ptah);
        let is_checked = |index: Option<usize>| !log.attackers_of_king(army, index).is_empty();
        let (was, is) = (is_there(log.before(index, king)), is_there(log.after(index, king)));
        let in_check = is && is_checked(Some(index)) && !(was && is_checked(index.checked_sub(1)));
        Some([
            (is && !was, "the querent's king reaches the Ptah"),
            (was && !is, "the querent's king is no longer on the Ptah"),
            (in_check, "check to the querent's king on the Ptah"),
        ])
    };
    found().into_iter().flatten().filter_map(|(holds, words)| holds.then_some(words))
}

fn decided(record: EnochianRecord<'_>, turn: u32) -> impl Iterator<Item = String> {
    let answers = record.answer().into_iter().flat_map(|answer| [("Ptah", answer.ptah), ("kings", answer.kings)]);
    let now = answers.filter(move |(_, decision)| decision.ply == Some(turn));
    now.map(|(by, decision)| format!("the answer by the {by} is {}", decision.verdict))
}
