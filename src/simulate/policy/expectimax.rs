//! Looks ahead over the moves and the die.

use crate::chess::{Mode, Move, Position, Side};
use crate::reading::{Draw, Throw};

use super::worth::material;
use super::{Policy, Situation, best};

/// Looks a few plies ahead: each army chooses what is best for its side, and each throw is as likely as another.
/// It counts what it has looked at and stops at a number of positions, not at a time, so that a reading can be repeated.
#[derive(Clone, Copy, Debug)]
pub struct Expectimax;

/// How many plies it looks ahead, its own move the first.
const PLIES: u32 = 2;
/// How many positions it looks at for one choice. Where they are used up a position is worth its pieces.
const POSITIONS: u32 = 2000;

impl Policy for Expectimax {
    fn name(&self) -> &str {
        "expectimax"
    }

    fn choose(&self, at: &Situation<'_>, moves: &[Move], draw: Draw) -> usize {
        let side = at.position.turn().side();
        // An equal share for each of the moves, so that their order gives none an advantage.
        let share = POSITIONS / moves.len() as u32;
        best(moves, draw, |mv| {
            let mut left = share;
            value(&at.after(mv), at, side, PLIES - 1, &mut left)
        })
    }
}

/// What a position is worth to a side in so many plies.
fn value(position: &Position, at: &Situation<'_>, side: Side, plies: u32, left: &mut u32) -> i32 {
    let rules = &at.terms.rules;
    if plies == 0 || *left == 0 || position.decided(rules).is_some() {
        return material(position, side);
    }
    let mut of_moves = |moves: Vec<Move>| {
        let here = Situation { position, ..*at };
        let ours = position.turn().side() == side;
        let mut found: Option<i32> = None;
        for mv in moves {
            *left = left.saturating_sub(1);
            let next = value(&here.after(mv), at, side, plies - 1, left);
            found = Some(match found {
                None => next,
                Some(best) if ours => best.max(next),
                Some(best) => best.min(next),
            });
        }
        // A game drawn by stalemate has no moves.
        found.unwrap_or_else(|| material(position, side))
    };
    match rules.mode {
        Mode::Game => of_moves(position.moves(rules)),
        Mode::Reading => {
            let of_throw = |throw| of_moves(at.terms.called(position, throw).moves);
            Throw::ALL.map(of_throw).into_iter().sum::<i32>() / 6
        }
    }
}
