//! The general path: one reading or game with any players, from the engine's move lists.

use std::convert::Infallible;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chess::{Army, Mode, Move, Role, Rules, Square};
use crate::reading::{AnswerTracker, RandomDraw, Throw};
use crate::session::{Act, AutoPlayer, SessionHost, SessionState, SessionTerms, drive};

use super::counts::Listener;
use super::policy::PolicyContext;
use super::{Counts, EffectFlags, Plan, ReadingRow, TurnRow, index, reading_seed};

/// A reading or game being played and counted.
struct CountedPlay {
    terms: SessionTerms,
    state: SessionState,
    /// Tracks the answer that a game would give as a reading.
    tracker: Option<AnswerTracker>,
    counts: Counts,
    turns: Vec<TurnRow>,
    throw: Option<Throw>,
}

/// Plays one reading of a plan.
pub(super) fn play(plan: &Plan, index: u64) -> (ReadingRow, Vec<TurnRow>) {
    let question = &plan.question;
    let terms = match plan.mode {
        Mode::Reading => SessionTerms::of_question(question),
        Mode::Game => SessionTerms::of_rules(Rules { mode: Mode::Game, ends_without_kings: true, ..question.rules() }),
    };
    let mut table = CountedPlay {
        state: SessionState::begin(&terms, plan.start()),
        terms,
        tracker: (plan.mode == Mode::Game).then(|| AnswerTracker::of(question)),
        counts: Counts::filled(0),
        turns: Vec::new(),
        throw: None,
    };
    let mut stream = Xoshiro256PlusPlus::seed_from_u64(reading_seed(plan.seed, index));
    let draw = || Ok(RandomDraw::from_number(stream.next_u64()));
    let choose = |table: &CountedPlay, moves: &[Move], draw| {
        let position = table.state.position();
        let at = PolicyContext { question, position, terms: &table.terms };
        plan.players[position.turn().index()].choose(&at, moves, draw)
    };
    let Ok(end) = drive(&mut table, &mut AutoPlayer::new(plan.limit.max(1).into(), draw, choose));
    let CountedPlay { state, tracker, counts, turns, .. } = table;
    let of_game = || tracker.map(|tracker| tracker.answer(state.position()));
    let answer = state.answer().or_else(of_game).expect("both readings and games have a tracker");
    (ReadingRow::of(index, answer, end, state.position(), counts), turns)
}

impl SessionHost for CountedPlay {
    type Error = Infallible;

    fn session_state(&self) -> (&SessionState, &SessionTerms) {
        (&self.state, &self.terms)
    }

    fn act(&mut self, act: Act) -> Result<(), Infallible> {
        match act {
            Act::Throw(throw) => {
                self.throw = Some(throw);
                self.state.throw_unchecked(throw);
            }
            Act::Move(mv) => self.play(mv),
            _ => unreachable!("automatic play makes no other acts"),
        }
        Ok(())
    }
}

impl CountedPlay {
    /// Plays and counts a turn.
    fn play(&mut self, mv: Move) {
        let army = self.state.position().turn();
        let throw = self.throw.take();
        let called = |throw| self.terms.moves_for(self.state.position(), throw).role;
        let called = throw.filter(|_| mv == Move::Pass).and_then(called).unwrap_or(Role::King);
        let mut listener = Listener { counts: &mut self.counts, effects: EffectFlags::default() };
        self.state.play_unchecked(&self.terms, mv, &mut listener);
        let effects = listener.effects;
        if let Some(tracker) = &mut self.tracker {
            tracker.watch(army, self.state.position());
        }
        let throw = throw.map_or(0, Throw::number);
        self.turns.push(count(&mut self.counts, army, throw, called, mv, effects));
    }
}

/// Counts a played turn.
fn count(counts: &mut Counts, army: Army, throw: u8, called: Role, mv: Move, effects: EffectFlags) -> TurnRow {
    match mv {
        Move::Pass => {
            let nowhere = Square::wrapping(0);
            let effects = EffectFlags(effects.0 | EffectFlags::NO_MOVE.0);
            TurnRow { army, throw, role: called, from: nowhere, to: nowhere, promotion: None, effects }
        }
        Move::Step { role, from, to, promotion } => {
            counts.landings[to.index()] += 1;
            counts.moved[army.index()][index(role)] += 1;
            TurnRow { army, throw, role, from, to, promotion, effects }
        }
    }
}
