//! A policy that takes what it can and avoids attacks.

use crate::chess::{Army, Move, Position};
use crate::reading::RandomDraw;

use super::{Policy, PolicyContext, best, material, worth};

/// Maximises the material of its side, counting the moved piece as lost if an enemy attacks it.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl Policy for Greedy {
    fn name(&self) -> &str {
        "greedy"
    }

    fn choose(&self, at: &PolicyContext<'_>, moves: &[Move], draw: RandomDraw) -> usize {
        let army = at.position.turn();
        best(moves, draw, |mv| {
            let after = at.after(mv);
            material(&after, army.side()) - at_risk(&after, army, mv)
        })
    }
}

/// The value of the moved piece if an enemy attacks it.
fn at_risk(after: &Position, army: Army, mv: Move) -> i32 {
    let Some(square) = mv.to() else { return 0 };
    let reached = |enemy| !after.attackers(square, enemy, after.occupied()).is_empty();
    if !army.enemies().into_iter().any(reached) {
        return 0;
    }
    after.pieces_at(square).map(|piece| worth(piece.kind)).sum()
}
