//! A policy that searches ahead over moves and throws.

use crate::chess::{Mode, Move, MoveSet, Movers, Position, Role, Rules, Side};
use crate::reading::{RandomDraw, Throw};
use crate::session::SessionTerms;
use crate::simulate::{ROLES, index};

use super::material::{PieceValues, material as material_by};
use super::{Policy, PolicyContext, best};

/// Searches a few plies ahead: each army chooses the best for its side, and all throws are equally likely. The search is
/// limited by its depth, not by time, so that readings are reproducible.
#[derive(Clone, Copy, Debug)]
pub struct Expectimax;

/// The depth of the search in plies, including its own move.
const PLIES: u32 = 2;

impl Policy for Expectimax {
    fn name(&self) -> &str {
        "expectimax"
    }

    fn choose(&self, at: &PolicyContext<'_>, moves: &[Move], draw: RandomDraw) -> usize {
        let side = at.position.turn().side();
        best(moves, draw, |mv| value(&at.after(mv), at.terms, side, PLIES - 1))
    }
}

/// The material by the usual values.
fn material(position: &Position, side: Side) -> i32 {
    material_by(position, side, &PieceValues::STANDARD)
}

/// The number of throws, all equally likely.
const THROWS: i32 = Throw::ALL.len() as i32;

/// The value of a position to a side after a search of some plies, multiplied by the number of throws for each ply: values
/// of throws are summed and not averaged, to avoid rounding.
fn value(position: &Position, terms: &SessionTerms, side: Side, plies: u32) -> i32 {
    let rules = &terms.rules;
    if plies == 0 || position.decided(rules).is_some() {
        return material(position, side) * THROWS.pow(plies);
    }
    let best = BestByRole::search(position, terms, side, plies);
    // A game drawn by stalemate has no moves.
    let without_move = || match position.outcome(rules) {
        None => value(&after_pass(position, rules), terms, side, plies - 1),
        Some(_) => material(position, side) * THROWS.pow(plies - 1),
    };
    let of_movers = |movers| best.of(movers, position).unwrap_or_else(without_move);
    match rules.mode {
        Mode::Game => of_movers(Movers::Any) * THROWS,
        Mode::Reading => Throw::ALL.into_iter().map(|throw| of_movers(terms.movers(throw))).sum(),
    }
}

fn after_pass(position: &Position, rules: &Rules) -> Position {
    let mut after = position.clone();
    after.play_unchecked(Move::Pass, rules, &mut ());
    after
}

/// The value of the best move with each role to the army to move, if it has one: the throws choose among these, so
/// every move is searched once and not again for each throw that calls its piece.
struct BestByRole {
    values: [Option<i32>; ROLES.len()],
    /// Whether the army to move is of the side to which the values belong; if not, the lowest is the best.
    ours: bool,
}

impl BestByRole {
    fn search(position: &Position, terms: &SessionTerms, side: Side, plies: u32) -> BestByRole {
        let mut best = BestByRole { values: [None; ROLES.len()], ours: position.turn().side() == side };
        if plies == 1 {
            best.search_last_ply(position, &terms.rules, side);
        } else {
            position.each_child(&terms.rules, &mut |mv, child| {
                if let Move::Step { role, .. } = mv {
                    best.take(role, value(child, terms, side, plies - 1));
                }
            });
        }
        best
    }

    /// Quiet moves leave the material as it is, so only the others are played.
    fn search_last_ply(&mut self, position: &Position, rules: &Rules, side: Side) {
        let still = material(position, side);
        position.move_sets(rules, &mut |MoveSet { piece, from, to }| {
            let role = Role::from(piece.kind);
            let eventful = to & position.eventful(piece);
            if eventful != to {
                self.take(role, still);
            }
            for to in eventful {
                let mut weigh = |_, child: &Position| self.take(role, material(child, side));
                position.each_eventful_child(piece, from, to, rules, &mut weigh);
            }
        });
    }

    /// Counts a move with a role.
    fn take(&mut self, role: Role, value: i32) {
        let best = &mut self.values[index(role)];
        *best = Some(match *best {
            None => value,
            Some(best) if self.ours => best.max(value),
            Some(best) => best.min(value),
        });
    }

    /// The value of the best move of some pieces, if they have one (RULES 8.3).
    fn of(&self, movers: Movers, position: &Position) -> Option<i32> {
        let of_role = |role| self.values[index(role)];
        match movers {
            Movers::Any if self.ours => self.values.into_iter().flatten().max(),
            Movers::Any => self.values.into_iter().flatten().min(),
            Movers::Only(role) => of_role(role),
            Movers::KingOrPawn => {
                of_role(Role::King).or_else(|| position.king(position.turn()).and_then(|_| of_role(Role::Pawn)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{DiceSource, samples};
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
        let question = samples::brother("ptah");
        let mut fractions = 0;
        for seed in 0..30 {
            let (mut reading, mut chance) = (Session::of_question(&question), DiceSource::seeded(seed));
            // Two plies take long, so only the first reading is searched so far.
            let depths = if seed == 0 { 0..3 } else { 0..2 };
            while reading.end().is_none() {
                let position = reading.position();
                let at = PolicyContext { question: &question, position, terms: reading.terms() };
                for plies in depths.clone() {
                    let value = value(position, at.terms, Side::Actives, plies);
                    let average = average(position, &at, Side::Actives, plies);
                    assert!((f64::from(value) / 6_f64.powi(plies as i32) - average).abs() < 1e-6, "{value} {average}");
                    fractions += usize::from(average.fract() != 0.0);
                }
                let draw = chance.draw().unwrap();
                reading.accept(Act::Throw(draw.throw())).unwrap();
                let moves = reading.moves();
                reading.accept(Act::Move(moves[draw.choice(moves.len())])).unwrap();
            }
        }
        assert!(fractions > 100, "{fractions}");
    }
}
