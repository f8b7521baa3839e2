//! A policy that takes what it can and avoids attacks.

use crate::chess::{Army, Move, Position};
use crate::reading::RandomDraw;

use super::material::{material, weigh, worth};
use super::{Policy, PolicyContext, best};

/// Maximises the material of its side, counting the moved piece as lost if an enemy attacks it.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl Policy for Greedy {
    fn name(&self) -> &str {
        "greedy"
    }

    fn choose(&self, at: &PolicyContext<'_>, moves: &[Move], draw: RandomDraw) -> usize {
        let army = at.position.turn();
        let before = material(at.position, army.side());
        best(moves, draw, |mv| {
            let (after, material) = weigh(at, mv, army.side(), before);
            material - at_risk(&after, army, mv)
        })
    }
}

/// The value of the moved piece if an enemy attacks it.
fn at_risk(after: &Position, army: Army, mv: Move) -> i32 {
    let Some(square) = mv.to() else { return 0 };
    if after.attacked(square, army, after.occupied()) {
        after.pieces_at(square).map(|piece| worth(piece.kind)).sum()
    } else {
        0
    }
}
