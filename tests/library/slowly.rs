//! A reading played turn by turn, and a plan counted as a whole: what simulations are compared with.

use std::convert::Infallible;

use enochian::chess::{Army, Effect, Move};
use enochian::reading::{DiceSource, Question};
use enochian::session::{Act, Session};
use enochian::simulate::{Plan, Tally};

/// An army's turn, its throw, its move, and what came of it.
pub(crate) type SummaryFacts = (Army, u8, Move, Vec<Effect>);

/// Plays a reading as `enochian read --auto` does.
pub(crate) fn slowly(question: &Question, seed: u64, limit: u32) -> (Session, Vec<SummaryFacts>) {
    let mut chance = DiceSource::seeded(seed);
    let mut reading = Session::of_question(question);
    let mut turns = Vec::new();
    while reading.end().is_none() && reading.position().ply() < limit {
        let draw = chance.draw().unwrap();
        reading.accept(Act::Throw(draw.throw())).unwrap();
        let moves = reading.moves();
        let mv = moves[draw.choice(moves.len())];
        reading.accept(Act::Move(mv)).unwrap();
        let turn = reading.turns().last().unwrap();
        turns.push((turn.army, draw.throw().number(), mv, turn.effects.clone()));
    }
    (reading, turns)
}

/// Everything that a plan comes to.
pub(crate) fn tallied(plan: &Plan, threads: usize) -> Tally {
    let mut all = Tally::new();
    let run: Result<(), Infallible> = plan.run(threads, Tally::new, |_, piece| {
        all.merge(&piece);
        Ok(())
    });
    run.unwrap();
    all
}
