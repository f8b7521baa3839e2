//! The road of each piece: where it went, what it became, where it ended.

use std::collections::BTreeSet;

use crate::chess::{Move, Piece, Position, Square};

use super::Record;

/// The way of one piece through a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Road {
    /// The piece as it began.
    pub piece: Piece,
    /// Where it began.
    pub start: Square,
    /// Where it went, turn by turn, and what it became.
    pub steps: Vec<Step>,
    /// The ply in which it was taken, if it does not stand at the end.
    pub taken: Option<u32>,
}

/// A change on the road of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The ply in which it came about.
    pub ply: u32,
    /// Where the piece stood after it.
    pub square: Square,
    /// What the piece was after it: promoted, demoted, or gone over to another army.
    pub piece: Piece,
}

impl Road {
    /// What the piece is, or was when it was taken, and where.
    pub fn end(&self) -> (Square, Piece) {
        self.steps.last().map_or((self.start, self.piece), |step| (step.square, step.piece))
    }

    fn turn_to(&mut self, ply: u32, (square, piece): (Square, Piece)) {
        self.taken = None;
        self.steps.push(Step { ply, square, piece });
    }
}

impl Record {
    /// The roads of all pieces, army by army, as the turns that stand made them.
    ///
    /// A captured king who comes back goes on with his own road (RULES 6.2).
    pub fn roads(&self) -> Vec<Road> {
        let start = self.heading().matter.start();
        let mut roads: Vec<Road> =
            start.pieces().map(|(square, piece)| Road { piece, start: square, steps: vec![], taken: None }).collect();
        roads.sort_by_key(|road| road.piece);
        for turn in self.turns() {
            let moved = match (turn.piece, turn.mv) {
                (Some(piece), Move::Step { from, .. }) => Some((from, piece)),
                _ => None,
            };
            follow(&mut roads, turn.ply, moved, turn.landing(), &turn.position);
        }
        roads
    }
}

/// Brings the roads to the position after a turn: what moved, then what stays, what changed where it stood, what is gone,
/// and what came back.
fn follow(roads: &mut [Road], ply: u32, moved: Option<(Square, Piece)>, to: Option<Square>, after: &Position) {
    let mut new: BTreeSet<(Square, Piece)> = after.pieces().collect();
    let mover = roads.iter().position(|road| road.taken.is_none() && Some(road.end()) == moved);
    let mut left = Vec::new();
    for (index, road) in roads.iter().enumerate().filter(|(index, road)| road.taken.is_none() && Some(*index) != mover)
    {
        if !new.remove(&road.end()) {
            left.push(index);
        }
    }
    if let (Some(mover), Some(to)) = (mover, to) {
        // What arrives is the piece itself, or what it is promoted to at once.
        let army = roads[mover].end().1.army;
        let arrived = new.iter().copied().find(|(square, piece)| *square == to && piece.army == army);
        match arrived {
            Some(arrived) => {
                new.remove(&arrived);
                roads[mover].turn_to(ply, arrived);
            }
            // A concourse of the enemy's took it where it landed.
            None => {
                let piece = roads[mover].end().1;
                roads[mover].turn_to(ply, (to, piece));
                roads[mover].taken = Some(ply);
            }
        }
    }
    for index in left {
        let (square, _) = roads[index].end();
        let mut changed = new.iter().copied().filter(|(place, _)| *place == square && Some(*place) != to);
        match changed.next() {
            Some(changed) => {
                new.remove(&changed);
                roads[index].turn_to(ply, changed);
            }
            None => roads[index].taken = Some(ply),
        }
    }
    for back in new {
        if let Some(road) = roads.iter_mut().find(|road| road.taken.is_some() && road.end().1 == back.1) {
            road.turn_to(ply, back);
        }
    }
}
