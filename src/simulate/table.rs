//! One reading or game by the engine's own lists of moves, with any players.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chess::{Army, Move, Position, Role, Rules, Square};
use crate::reading::{Draw, End, Witness, called};

use super::counts::Listener;
use super::policy::Situation;
use super::{Counts, Effects, Plan, Play, Row, Turn, place, reading_seed};

/// Plays one reading of a plan.
pub(super) fn play(plan: &Plan, index: u64) -> (Row, Vec<Turn>) {
    let question = &plan.question;
    let rules = match plan.play {
        Play::Reading => question.rules(),
        Play::Game => Rules { duty_of_check: true, ..question.rules() },
    };
    let mut witness = Witness::of(question);
    let mut position = plan.start();
    let mut stream = Xoshiro256PlusPlus::seed_from_u64(reading_seed(plan.seed, index));
    let mut counts = Counts::filled(0);
    let mut turns = Vec::new();
    let end = loop {
        let end = match plan.play {
            Play::Reading => witness.end(&position, &rules),
            Play::Game => position.outcome(&rules).map(End::Game),
        };
        if end.is_some() || position.ply() >= u32::from(plan.limit.max(1)) {
            break end;
        }
        let draw = Draw::from_number(stream.next_u64());
        let army = position.turn();
        let (throw, role, moves) = offered(plan, &position, &rules, draw);
        let mv = if moves.is_empty() {
            Move::Pass
        } else {
            let at = Situation { question, position: &position, rules: &rules, play: plan.play };
            moves[plan.players[army.index()].choose(&at, &moves, draw)]
        };
        let mut listener = Listener { counts: &mut counts, effects: Effects::default() };
        position.play_unchecked(mv, &rules, &mut listener);
        let effects = listener.effects;
        turns.push(enter(&mut counts, army, throw, role, mv, effects));
        witness.watch(army, &position);
    };
    (Row::of(index, witness.answer(&position), end, &position, counts), turns)
}

/// The throw, what it calls, and the moves to choose from; in a game every move, and no throw.
fn offered(plan: &Plan, position: &Position, rules: &Rules, draw: Draw) -> (u8, Role, Vec<Move>) {
    match plan.play {
        Play::Reading => {
            let throw = draw.throw();
            let called = called(position, rules, &plan.question.dice, plan.question.array, throw);
            (throw.number(), called.role, called.moves)
        }
        Play::Game => (0, Role::King, position.moves(rules)),
    }
}

/// Counts a turn that was played.
fn enter(counts: &mut Counts, army: Army, throw: u8, called: Role, mv: Move, effects: Effects) -> Turn {
    match mv {
        Move::Pass => {
            let nowhere = Square::wrapping(0);
            let effects = Effects(effects.0 | Effects::NO_MOVE.0);
            Turn { army, throw, role: called, from: nowhere, to: nowhere, promotion: None, effects }
        }
        Move::Step { role, from, to, promotion } => {
            counts.landings[to.index()] += 1;
            counts.moved[army.index()][place(role)] += 1;
            Turn { army, throw, role, from, to, promotion, effects }
        }
    }
}
