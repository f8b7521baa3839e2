//! The road of every piece, with the signs along it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::chess::{Army, Effect, Kind, Move, Piece, Position, Square};
use crate::correspondences::{Correspondences, Dignity, PieceElement, SignOrElement};
use crate::record::EnochianRecord;
use crate::session::{Action, PlayedTurn};

use super::serialize;

/// The start, steps and fate of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Road {
    /// The piece, as at the start.
    #[serde(serialize_with = "serialize::word")]
    pub piece: Piece,
    /// The square where it started.
    #[serde(serialize_with = "serialize::word")]
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
    #[serde(serialize_with = "serialize::word")]
    pub square: Square,
    /// Its sign or element.
    #[serde(serialize_with = "serialize::word")]
    pub force: SignOrElement,
    /// The dignity of the piece's element on the square; `None` for a king, who is Spirit.
    #[serde(serialize_with = "serialize::word_or_null")]
    pub dignity: Option<Dignity>,
    /// Whether the king was returned here by an exchange.
    pub returned: bool,
}

/// A piece that became another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RoadChange {
    /// The turn.
    pub turn: u32,
    /// What it became.
    #[serde(serialize_with = "serialize::word")]
    pub into: Piece,
}

/// The capture of the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RoadCapture {
    /// The turn.
    pub turn: u32,
    /// The army that took it.
    #[serde(serialize_with = "serialize::word")]
    pub by: Army,
    /// Where.
    #[serde(serialize_with = "serialize::word")]
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

/// The dignity of a piece's element on a square; Spirit has none.
pub(super) fn dignity(piece: Piece, ground: SignOrElement, correspondences: &Correspondences) -> Option<Dignity> {
    match correspondences.piece(piece).nature {
        PieceElement::Spirit => None,
        PieceElement::Element(element) => Some(correspondences.dignity(element, ground.element()).dignity),
    }
}

/// The roads of all pieces: army by army, kings first, in the order of their starting squares.
#[must_use]
pub fn roads(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Vec<Road> {
    let subject = &record.subject();
    let mut walk = Walk::from(&subject.start());
    for turn in record.turns() {
        let force = |square| correspondences.square(subject.board(), square).force;
        walk.turn(turn, &|piece, square, returned| RoadStep {
            turn: turn.ply,
            square,
            force: force(square),
            dignity: dignity(piece, force(square), correspondences),
            returned,
        });
    }
    walk.roads.sort_by_key(|road| (road.piece.army, road.piece.kind, road.start));
    walk.roads
}

/// The roads so far, and the road of the piece on each square.
struct Walk {
    roads: Vec<Road>,
    standing: BTreeMap<(Square, Piece), usize>,
}

impl Walk {
    fn from(start: &Position) -> Walk {
        let mut walk = Walk { roads: Vec::new(), standing: BTreeMap::new() };
        for (square, piece) in start.pieces() {
            walk.begin(piece, square);
        }
        walk
    }

    fn begin(&mut self, piece: Piece, start: Square) -> usize {
        let road = Road { piece, start, steps: Vec::new(), changes: Vec::new(), taken: Vec::new() };
        self.roads.push(road);
        self.standing.insert((start, piece), self.roads.len() - 1);
        self.roads.len() - 1
    }

    fn turn(&mut self, turn: &PlayedTurn, step: &impl Fn(Piece, Square, bool) -> RoadStep) {
        for action in &turn.before {
            if let Action::Exchange(exchange) = action {
                self.returns(turn.army.partner(), exchange.partners_king, step);
                self.returns(exchange.with.partner(), exchange.enemys_king, step);
            }
        }
        if let (Move::Step { from, to, .. }, Some(piece)) = (turn.mv, turn.piece)
            && let Some(road) = self.standing.remove(&(from, piece))
        {
            self.roads[road].steps.push(step(piece, to, false));
            self.standing.insert((to, piece), road);
        }
        for effect in &turn.effects {
            self.effect(turn.ply, effect);
        }
    }

    fn effect(&mut self, turn: u32, effect: &Effect) {
        match *effect {
            Effect::Captured { piece, at, by } => {
                if let Some(road) = self.standing.remove(&(at, piece)) {
                    self.roads[road].taken.push(RoadCapture { turn, by, at });
                }
            }
            Effect::Joined { piece, at, army } => self.change(turn, at, piece, Piece { army, ..piece }),
            Effect::Promoted { army, at, from, to } => {
                let [pawn, officer] = [Kind::Pawn(from), Kind::Officer(to)].map(|kind| Piece { army, kind });
                self.change(turn, at, pawn, officer);
            }
            Effect::Demoted { army, at, officer } => {
                let [officer, pawn] = [Kind::Officer(officer), Kind::Pawn(officer)].map(|kind| Piece { army, kind });
                self.change(turn, at, officer, pawn);
            }
            _ => {}
        }
    }

    fn change(&mut self, turn: u32, at: Square, from: Piece, into: Piece) {
        if let Some(road) = self.standing.remove(&(at, from)) {
            self.roads[road].changes.push(RoadChange { turn, into });
            self.standing.insert((at, into), road);
        }
    }

    /// Returns a king to the board. A record may begin without him.
    fn returns(&mut self, army: Army, at: Square, step: &impl Fn(Piece, Square, bool) -> RoadStep) {
        let king = Piece { army, kind: Kind::King };
        match self.roads.iter().position(|road| road.piece == king) {
            Some(road) => {
                self.roads[road].steps.push(step(king, at, true));
                self.standing.insert((at, king), road);
            }
            None => {
                self.begin(king, at);
            }
        }
    }
}
