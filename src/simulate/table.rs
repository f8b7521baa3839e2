//! One reading or game by the engine's own lists of moves, with any players.

use std::convert::Infallible;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chess::{Army, Mode, Move, Role, Rules, Square};
use crate::reading::{AnswerTracker, Draw, Throw};
use crate::session::{Act, AutoPlayer, State, Table, Terms, drive};

use super::counts::Listener;
use super::policy::Situation;
use super::{Counts, Effects, Plan, Row, Turn, place, reading_seed};

/// A reading or game under way, counted turn by turn.
struct Counted {
    terms: Terms,
    state: State,
    /// What a game would answer, were it a reading.
    tracker: Option<AnswerTracker>,
    counts: Counts,
    turns: Vec<Turn>,
    throw: Option<Throw>,
}

/// Plays one reading of a plan.
pub(super) fn play(plan: &Plan, index: u64) -> (Row, Vec<Turn>) {
    let question = &plan.question;
    let terms = match plan.mode {
        Mode::Reading => Terms::of_question(question),
        Mode::Game => Terms::of_rules(Rules { mode: Mode::Game, ends_without_kings: true, ..question.rules() }),
    };
    let mut table = Counted {
        state: State::begin(&terms, plan.start()),
        terms,
        tracker: (plan.mode == Mode::Game).then(|| AnswerTracker::of(question)),
        counts: Counts::filled(0),
        turns: Vec::new(),
        throw: None,
    };
    let mut stream = Xoshiro256PlusPlus::seed_from_u64(reading_seed(plan.seed, index));
    let draw = || Ok(Draw::from_number(stream.next_u64()));
    let choose = |table: &Counted, moves: &[Move], draw| {
        let position = table.state.position();
        let at = Situation { question, position, terms: &table.terms };
        plan.players[position.turn().index()].choose(&at, moves, draw)
    };
    let Ok(end) = drive(&mut table, &mut AutoPlayer::new(plan.limit.max(1).into(), draw, choose));
    let Counted { state, tracker, counts, turns, .. } = table;
    let of_game = || tracker.map(|tracker| tracker.answer(state.position()));
    let answer = state.answer().or_else(of_game).expect("a reading and a game both have their tracker");
    (Row::of(index, answer, end, state.position(), counts), turns)
}

impl Table for Counted {
    type Error = Infallible;

    fn session_state(&self) -> (&State, &Terms) {
        (&self.state, &self.terms)
    }

    fn act(&mut self, act: Act) -> Result<(), Infallible> {
        match act {
            Act::Throw(throw) => {
                self.throw = Some(throw);
                self.state.throw_unchecked(throw);
            }
            Act::Move(mv) => self.play(mv),
            _ => unreachable!("nobody makes other acts by itself"),
        }
        Ok(())
    }
}

impl Counted {
    /// Plays and counts a turn.
    fn play(&mut self, mv: Move) {
        let army = self.state.position().turn();
        let throw = self.throw.take();
        let called = |throw| self.terms.called(self.state.position(), throw).role;
        let called = throw.filter(|_| mv == Move::Pass).and_then(called).unwrap_or(Role::King);
        let mut listener = Listener { counts: &mut self.counts, effects: Effects::default() };
        self.state.play_unchecked(&self.terms, mv, &mut listener);
        let effects = listener.effects;
        if let Some(tracker) = &mut self.tracker {
            tracker.watch(army, self.state.position());
        }
        let throw = throw.map_or(0, Throw::number);
        self.turns.push(count(&mut self.counts, army, throw, called, mv, effects));
    }
}

/// Counts a turn that was played.
fn count(counts: &mut Counts, army: Army, throw: u8, called: Role, mv: Move, effects: Effects) -> Turn {
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
