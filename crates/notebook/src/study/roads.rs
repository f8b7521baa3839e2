//! The road of every piece, with the signs along it.

use serde::Serialize;

use crate::chess::{Army, Piece, Square};
use crate::correspondences::{Correspondences, SignOrElement};
use crate::interpretation::log::{Log, What};
use crate::record::EnochianRecord;

/// The start, steps and fate of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Road {
    /// The piece, as at the start.
    pub piece: Piece,
    /// The square where it started.
    pub start: Square,
    /// The squares it moved to, in order.
    pub steps: Vec<RoadStep>,
    /// Its changes by promotion, demotion, or joining another army in a concourse.
    pub changes: Vec<RoadChange>,
    /// When it was taken; a king may return later.
    pub taken: Vec<RoadCapture>,
}

/// A step of a road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RoadStep {
    /// The turn.
    pub turn: u32,
    /// The square.
    pub square: Square,
    /// Its sign or element.
    pub force: SignOrElement,
    /// Whether the king was returned here by an exchange.
    pub returned: bool,
}

/// A piece that became another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RoadChange {
    /// The turn.
    pub turn: u32,
    /// What it became.
    pub into: Piece,
}

/// The capture of the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RoadCapture {
    /// The turn.
    pub turn: u32,
    /// The army that took it.
    pub by: Army,
    /// Where.
    pub at: Square,
}

impl Road {
    /// Whether the piece is on the board at the end.
    #[must_use]
    pub fn stands(&self) -> bool {
        match (self.taken.last(), self.steps.last()) {
            (None, _) => true,
            (Some(taken), last) => last.is_some_and(|step| step.returned && step.turn >= taken.turn),
        }
    }
}

/// The roads of all pieces: army by army, kings first, in the order of their starting squares.
#[must_use]
pub fn roads(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Vec<Road> {
    let (subject, log) = (record.subject(), Log::of(record));
    let begin = |(piece, start)| Road { piece, start, steps: Vec::new(), changes: Vec::new(), taken: Vec::new() };
    let mut roads: Vec<Road> = log.starts().map(begin).collect();
    for happening in &log.happenings {
        let turn = log.turn_number(happening.index);
        for it in &happening.to {
            let Some(road) = roads.get_mut(it.number) else {
                // A king who was missing at the start has come back.
                roads.push(begin((it.starter, it.was.at)));
                continue;
            };
            let into = it.is.map_or(it.was.piece, |is| is.piece);
            match happening.what {
                What::Moved | What::Exchange => {
                    let square = it.is.map_or(it.was.at, |is| is.at);
                    let force = correspondences.square(subject.board(), square).force;
                    let returned = happening.what == What::Exchange;
                    road.steps.push(RoadStep { turn, square, force, returned });
                }
                What::Took { .. } => road.taken.push(RoadCapture { turn, by: happening.was.army, at: it.was.at }),
                What::Joined | What::Promoted | What::Demoted => road.changes.push(RoadChange { turn, into }),
                _ => {}
            }
        }
    }
    roads.sort_by_key(|road| (road.piece.army, road.piece.kind, road.start));
    roads
}
