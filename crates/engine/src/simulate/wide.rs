//! The wide path: a turn of many readings at once, eight of them in a register.
//!
//! A plain turn is played in [`Lanes`], whichever piece the dice name, without a branch. What would need one is left to the
//! engine: a last pawn that arrives, and all that a move brings about besides moving a piece and capturing another.

use std::mem::replace;
use std::ops::Range;

use crate::chess::{Move, Position};
use crate::reading::AnswerTracker;
use crate::session::SessionTerms;

use super::counts::Listener;
use super::lanes::{LANES, LaneTerms, LaneTurn, Lanes, lanes_of};
use super::processors::ByDeposit;
use super::{Counts, EffectFlags, Plan, ReadingRow, TurnRow, reading_seed};

/// Plays readings like [`kernel::play`](super::kernel::play).
#[target_feature(enable = "popcnt,bmi1,bmi2,avx2,avx512f,avx512bw,avx512dq,avx512vpopcntdq,gfni")]
pub(super) fn play<const TURNS: bool>(
    plan: &Plan,
    range: Range<u64>,
    finder: ByDeposit,
    each: &mut dyn FnMut(ReadingRow, Vec<TurnRow>),
) {
    let terms = &WideTerms::new(plan);
    let mut waiting = range;
    let mut lanes = Lanes::empty();
    let mut readings: Vec<WideReading> = Vec::with_capacity(LANES);
    for (lane, index) in waiting.by_ref().take(LANES).enumerate() {
        readings.push(WideReading::begin::<TURNS>(terms, index, lane, &mut lanes));
    }
    while !readings.is_empty() {
        let unsettled = lanes.turn::<TURNS>(&terms.of_lanes, readings.len(), finder, |lane, turn| {
            // Places beyond the readings play something too.
            if let Some(reading) = readings.get_mut(lane) {
                reading.turns.push(turn.row());
            }
        });
        if TURNS {
            for (lane, reading) in readings.iter_mut().enumerate() {
                reading.turns.push(lanes.last_turn(lane).row());
            }
        }
        // From the last, so that `swap_remove` does not move a lane that is still to be handled.
        for lane in lanes_of(unsettled) {
            let reading = &mut readings[lane];
            lanes.hand_over(lane, &mut reading.position, &mut reading.counts);
            if !reading.settle::<TURNS>(terms, &lanes.last_turn(lane)) {
                lanes.take_back(lane, &reading.position, !reading.tracker.is_unaffected(&reading.position));
                continue;
            }
            lanes.add_counts(lane, &mut reading.counts);
            let done = if let Some(index) = waiting.next() {
                let next = WideReading::begin::<TURNS>(terms, index, lane, &mut lanes);
                replace(reading, next)
            } else {
                lanes.copy(readings.len() - 1, lane);
                readings.swap_remove(lane)
            };
            each(done.row(), done.turns);
        }
    }
}

/// What is the same for all readings of a plan.
struct WideTerms {
    of_lanes: LaneTerms,
    session: SessionTerms,
    seed: u64,
    limit: u32,
    start: Position,
    tracker: AnswerTracker,
}

impl WideTerms {
    fn new(plan: &Plan) -> WideTerms {
        let question = &plan.question;
        WideTerms {
            of_lanes: LaneTerms::new(question, plan.limit.into()),
            session: SessionTerms::of_question(question),
            seed: plan.seed,
            limit: plan.limit.into(),
            start: plan.start(),
            tracker: plan.tracker(),
        }
    }
}

/// A reading, but for what its lane holds.
struct WideReading {
    index: u64,
    /// Up to date while the lane has handed it over.
    position: Position,
    tracker: AnswerTracker,
    /// The effects, and at the end the counts of the lane.
    counts: Counts,
    turns: Vec<TurnRow>,
}

impl WideReading {
    fn begin<const TURNS: bool>(terms: &WideTerms, index: u64, lane: usize, lanes: &mut Lanes) -> WideReading {
        let is_watched = !terms.tracker.is_unaffected(&terms.start);
        lanes.begin(lane, reading_seed(terms.seed, index), &terms.start, is_watched);
        WideReading {
            index,
            position: terms.start.clone(),
            tracker: terms.tracker.clone(),
            counts: Counts::filled(0),
            // Enough for most readings.
            turns: Vec::with_capacity(if TURNS { 512 } else { 0 }),
        }
    }

    /// The row of the finished reading.
    fn row(&self) -> ReadingRow {
        let end = self.tracker.end(&self.position);
        ReadingRow::of(self.index, self.tracker.answer(&self.position), end, &self.position, self.counts.clone())
    }

    /// Does what the lane has left of a turn; returns whether the reading is over.
    #[inline(never)]
    fn settle<const TURNS: bool>(&mut self, terms: &WideTerms, turn: &LaneTurn) -> bool {
        let mut listener = Listener { counts: &mut self.counts, effects: EffectFlags::default() };
        if turn.is_left {
            // The engine chooses as well: a privileged pawn has a move for each of its promotions (RULES 5.2).
            let moves = terms.session.moves_for(&self.position, turn.draw.throw()).moves;
            let mv = moves[turn.draw.choice(moves.len())];
            self.position.play_unchecked(mv, &mut listener);
            if let Move::Step { role, from, to, promotion } = mv {
                listener.counts.landings[to.index()] += 1;
                listener.counts.moved[turn.army.index()][role.index()] += 1;
                if TURNS && let Some(row) = self.turns.last_mut() {
                    (row.role, row.from, row.to, row.promotion) = (role, from, to, promotion);
                }
            }
        } else if turn.is_eventful {
            let mv = Move::Step { role: turn.role, from: turn.from, to: turn.to, promotion: None };
            self.position.apply_deferred(turn.army, mv, &mut listener);
        }
        if TURNS
            && (turn.is_left || turn.is_eventful)
            && let Some(row) = self.turns.last_mut()
        {
            row.effects = listener.effects;
        }
        self.tracker.watch(turn.army, &self.position);
        self.tracker.end(&self.position).is_some() || self.position.ply() >= terms.limit
    }
}
