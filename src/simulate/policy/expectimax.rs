//! A policy that searches ahead over moves and throws.

use crate::chess::{Mode, Move, Position, Side};
use crate::reading::{RandomDraw, Throw};

use super::{Policy, PolicyContext, best, material};

/// Searches a few plies ahead: each army chooses the best for its side, and all throws are equally likely. The search is
/// limited by positions, not by time, so that readings are reproducible.
#[derive(Clone, Copy, Debug)]
pub struct Expectimax;

/// The depth of the search in plies, including its own move.
const PLIES: u32 = 2;
/// The most positions searched for one choice; beyond them a position is evaluated by its pieces.
const POSITIONS: u32 = 2000;

impl Policy for Expectimax {
    fn name(&self) -> &str {
        "expectimax"
    }

    fn choose(&self, at: &PolicyContext<'_>, moves: &[Move], draw: RandomDraw) -> usize {
        let side = at.position.turn().side();
        // An equal share for each move, so that their order does not matter.
        let share = POSITIONS / moves.len() as u32;
        best(moves, draw, |mv| {
            let mut left = share;
            value(&at.after(mv), at, side, PLIES - 1, &mut left)
        })
    }
}

/// The number of throws, all equally likely.
const THROWS: i32 = Throw::ALL.len() as i32;

/// The value of a position to a side after a search of some plies, multiplied by the number of throws for each ply: values
/// of throws are summed and not averaged, to avoid rounding.
fn value(position: &Position, at: &PolicyContext<'_>, side: Side, plies: u32, left: &mut u32) -> i32 {
    let rules = &at.terms.rules;
    if plies == 0 || *left == 0 || position.decided(rules).is_some() {
        return material(position, side) * THROWS.pow(plies);
    }
    let mut of_moves = |moves: Vec<Move>| {
        let here = PolicyContext { position, ..*at };
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
        found.unwrap_or_else(|| material(position, side) * THROWS.pow(plies - 1))
    };
    match rules.mode {
        Mode::Game => of_moves(position.moves(rules)) * THROWS,
        Mode::Reading => {
            let of_throw = |throw| of_moves(at.terms.moves_for(position, throw).moves);
            Throw::ALL.map(of_throw).into_iter().sum()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::correspondences::Correspondences;
    use crate::input::Source;
    use crate::reading::{DiceSource, QuestionDraft};
    use crate::session::{Act, Session};

    /// The expected value of a position to a side after some plies, as a fraction.
    fn average(position: &Position, at: &PolicyContext<'_>, side: Side, plies: u32) -> f64 {
        if plies == 0 || position.decided(&at.terms.rules).is_some() {
            return material(position, side).into();
        }
        let here = PolicyContext { position, ..*at };
        let of_throw = |throw| {
            let moves = at.terms.moves_for(position, throw).moves;
            let values = moves.into_iter().map(|mv| average(&here.after(mv), at, side, plies - 1));
            let best = if position.turn().side() == side { values.reduce(f64::max) } else { values.reduce(f64::min) };
            best.unwrap()
        };
        Throw::ALL.map(of_throw).into_iter().sum::<f64>() / 6.0
    }

    #[test]
    fn a_value_is_the_average_over_the_throws_and_no_fraction_of_it_is_lost() {
        let correspondences = Correspondences::embedded();
        let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
        let question = QuestionDraft::read(&file, correspondences).unwrap().resolve(correspondences).unwrap();
        let (mut reading, mut chance) = (Session::of_question(&question), DiceSource::seeded(1));
        let mut fractions = 0;
        while reading.end().is_none() {
            let position = reading.position();
            let at = PolicyContext { question: &question, position, terms: reading.terms() };
            for plies in 0..3 {
                let mut left = u32::MAX;
                let value = value(position, &at, Side::Actives, plies, &mut left);
                let average = average(position, &at, Side::Actives, plies);
                assert!((f64::from(value) / 6_f64.powi(plies as i32) - average).abs() < 1e-6, "{value} {average}");
                fractions += usize::from(average.fract() != 0.0);
            }
            let draw = chance.draw().unwrap();
            reading.accept(Act::Throw(draw.throw())).unwrap();
            let moves = reading.moves();
            reading.accept(Act::Move(moves[draw.choice(moves.len())])).unwrap();
        }
        assert!(fractions > 100, "{fractions}");
    }
}
