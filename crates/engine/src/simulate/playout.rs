//! The general path: one reading or game with any players, from the engine's move lists.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chess::{Mode, Move, Role};
use crate::player::StopSignal;
use crate::reading::{AnswerTracker, RandomDraw, Throw};
use crate::session::{SessionState, SessionTerms, TurnMoves};

use super::counts::Listener;
use super::policy::PolicyContext;
use super::{Counts, EffectFlags, Plan, ReadingRow, TurnRow, reading_seed};

/// A reading or game being played and counted.
struct CountedPlay {
    terms: SessionTerms,
    state: SessionState,
    /// Tracks the answer that a game would give as a reading.
    tracker: Option<AnswerTracker>,
    counts: Counts,
    turns: Vec<TurnRow>,
}

/// Plays one reading of a plan; none if it is stopped.
pub(super) fn play(plan: &Plan, index: u64, stop: &StopSignal) -> Option<(ReadingRow, Vec<TurnRow>)> {
    let question = &plan.question;
    let terms = plan.terms();
    let mut table = CountedPlay {
        state: plan.begin(&terms),
        terms,
        tracker: (plan.mode == Mode::Game).then(|| plan.tracker()),
        counts: Counts::filled(0),
        turns: Vec::new(),
    };
    let mut stream = Xoshiro256PlusPlus::seed_from_u64(reading_seed(plan.seed, index));
    // The same list for all turns.
    let mut called = TurnMoves { role: None, instead_of_king: false, moves: Vec::new() };
    let end = loop {
        let end = table.state.end();
        if end.is_some() || table.turns.len() >= usize::from(plan.limit.max(1)) {
            break end;
        }
        let draw = RandomDraw::from_number(stream.next_u64());
        let throw = (plan.mode == Mode::Reading).then(|| draw.throw());
        let position = table.state.position();
        table.terms.list_moves(position, throw, &mut called);
        let mv = match *called.moves {
            [Move::Pass] => Move::Pass,
            ref moves => {
                let at = PolicyContext { question, position, state: &table.state, terms: &table.terms, stop };
                moves[plan.players[position.turn().index()].choose(&at, moves, draw)]
            }
        };
        if stop.is_set() {
            return None;
        }
        table.play(throw, called.role, mv);
    };
    let CountedPlay { state, tracker, counts, turns, .. } = table;
    let of_game = || tracker.map(|tracker| tracker.answer(state.position()));
    let answer = state.answer().or_else(of_game).expect("both readings and games have a tracker");
    Some((ReadingRow::of(index, answer, end, state.position(), counts), turns))
}

impl CountedPlay {
    /// Plays and counts a turn.
    fn play(&mut self, throw: Option<Throw>, called: Option<Role>, mv: Move) {
        let army = self.state.position().turn();
        let mut listener = Listener { counts: &mut self.counts, effects: EffectFlags::default() };
        self.state.play_unchecked(mv, &mut listener);
        let effects = listener.effects;
        if let Some(tracker) = &mut self.tracker {
            tracker.watch(army, self.state.position());
        }
        let row = TurnRow::played(army, throw.map_or(0, Throw::number), called, mv, effects);
        if !row.is_no_move() {
            self.counts.landings[row.to.index()] += 1;
            self.counts.moved[army.index()][row.role.index()] += 1;
        }
        self.turns.push(row);
    }
}
