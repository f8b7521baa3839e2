//! The fast path: a turn of many readings at once, whatever processor plays it.
//!
//! A plain turn is played in [`Lanes`], whichever piece the dice name, without a branch. What would need one is left to the
//! engine: a last pawn that arrives, and all that a move brings about besides moving a piece and capturing another.

use std::mem::replace;
use std::ops::Range;

use crate::chess::{Move, Position};
use crate::reading::AnswerTracker;
use crate::session::SessionTerms;

use super::bits::{BySearch, NthSquare};
use super::counts::Listener;
use super::lanes::{LANES, LaneTerms, LaneTurn, Lanes, lanes_of};
use super::{Counts, EffectFlags, Plan, ReadingRow, TurnRow, reading_seed};

/// Plays readings with every move chosen at random among those of the piece thrown. Passes each to `each` when it ends, not in
/// the order of their numbers, with its turns if `turns` is set.
///
/// Nothing here is generic, so it is compiled once and in this crate, with the optimiser, whoever observes the readings.
pub(super) fn play(plan: &Plan, range: Range<u64>, turns: bool, each: &mut dyn FnMut(ReadingRow, Vec<TurnRow>)) {
    if turns { play_with::<true>(plan, range, each) } else { play_with::<false>(plan, range, each) }
}

fn play_with<const TURNS: bool>(plan: &Plan, range: Range<u64>, each: &mut dyn FnMut(ReadingRow, Vec<TurnRow>)) {
    #[cfg(target_arch = "x86_64")]
    if super::processors::play::<TURNS>(plan, &range, each) {
        return;
    }
    play_anywhere::<TURNS, false>(plan, range, BySearch, each);
}

/// The loop over turns. It is inlined, so that a caller compiled for more instructions uses them; `WIDE` if eight readings fit a
/// register.
#[inline(always)]
pub(super) fn play_anywhere<const TURNS: bool, const WIDE: bool>(
    plan: &Plan,
    range: Range<u64>,
    finder: impl NthSquare,
    each: &mut dyn FnMut(ReadingRow, Vec<TurnRow>),
) {
    let terms = &Terms::new(plan);
    let mut waiting = range;
    let mut lanes = Box::<Lanes>::default();
    let mut readings: Vec<LaneReading> = Vec::with_capacity(LANES);
    for (lane, index) in waiting.by_ref().take(LANES).enumerate() {
        readings.push(LaneReading::begin::<TURNS>(terms, index, lane, &mut lanes));
    }
    while !readings.is_empty() {
        let unsettled = lanes.turn::<TURNS, WIDE>(&terms.of_lanes, readings.len(), finder, |lane, turn| {
            readings[lane].turns.push(turn.row());
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
            let turn = lanes.last_turn(lane);
            if !reading.settle::<TURNS>(terms, &turn) {
                if turn.is_left || turn.is_eventful {
                    lanes.take_back(lane, &reading.position);
                }
                lanes.watch(lane, !reading.tracker.is_unaffected(&reading.position));
                continue;
            }
            lanes.add_counts(lane, &mut reading.counts);
            let done = if let Some(index) = waiting.next() {
                let next = LaneReading::begin::<TURNS>(terms, index, lane, &mut lanes);
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
struct Terms {
    of_lanes: LaneTerms,
    session: SessionTerms,
    seed: u64,
    limit: u32,
    start: Position,
    tracker: AnswerTracker,
}

impl Terms {
    fn new(plan: &Plan) -> Terms {
        let question = &plan.question;
        Terms {
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
struct LaneReading {
    index: u64,
    /// Up to date while the lane has handed it over.
    position: Position,
    tracker: AnswerTracker,
    /// The effects, and at the end the counts of the lane.
    counts: Counts,
    turns: Vec<TurnRow>,
}

impl LaneReading {
    fn begin<const TURNS: bool>(terms: &Terms, index: u64, lane: usize, lanes: &mut Lanes) -> LaneReading {
        let is_watched = !terms.tracker.is_unaffected(&terms.start);
        lanes.begin(lane, reading_seed(terms.seed, index), &terms.start, is_watched);
        LaneReading {
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
    fn settle<const TURNS: bool>(&mut self, terms: &Terms, turn: &LaneTurn) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::samples;
    use crate::simulate::LIMIT;

    type Played = Vec<(ReadingRow, Vec<TurnRow>)>;

    /// The readings in order.
    fn collected(play: impl FnOnce(&mut dyn FnMut(ReadingRow, Vec<TurnRow>))) -> Played {
        let mut played = Vec::new();
        play(&mut |row, turns| played.push((row, turns)));
        // They come in the order in which they end.
        played.sort_by_key(|(row, _)| row.index);
        played
    }

    /// What each version for a processor plays, as far as this one has the instructions.
    fn versions<const TURNS: bool>(plan: &Plan) -> Vec<(String, Played)> {
        let range = || plan.range.clone();
        let anywhere = collected(|each| play_anywhere::<TURNS, false>(plan, range(), BySearch, each));
        let mut versions = vec![("Anywhere".to_owned(), anywhere)];
        #[cfg(target_arch = "x86_64")]
        for version in crate::simulate::processors::Version::ALL {
            let mut is_able = false;
            let played = collected(|each| is_able = version.play::<TURNS>(plan, range(), each));
            if is_able {
                versions.push((format!("{version:?}"), played));
            } else {
                eprintln!("not compared, since this processor lacks the instructions: {version:?}");
            }
        }
        versions
    }

    /// Compares what each version plays with the readings of the engine, one by one, and returns these.
    fn compare(plan: &Plan) -> Played {
        let alone: Played = plan.range.clone().map(|index| plan.one(index)).collect();
        let rows: Vec<&ReadingRow> = alone.iter().map(|(row, _)| row).collect();
        for (version, played) in versions::<true>(plan) {
            assert!(played == alone, "{version} {plan:?}");
        }
        for (version, played) in versions::<false>(plan) {
            assert!(played.iter().map(|(row, _)| row).eq(rows.iter().copied()), "{version} {plan:?}");
        }
        alone
    }

    #[test]
    fn every_processor_plays_the_readings_of_the_engine() {
        for (seed, question) in (0..).zip(samples::varied(256)) {
            for (limit, readings) in [(LIMIT, 20), (seed as u16 * 3 % 400, 90), (seed as u16 % 3, 10)] {
                compare(&Plan { limit, ..Plan::new(question.clone(), seed, 0..readings) });
            }
        }
    }

    /// What a simulation seldom meets: the capture of a waiting pawn where the other one waits, which is promoted (RULES 5.1),
    /// a concourse that a capture completes while a pawn waits (RULES 3.6), and a king captured on the throne that its captor
    /// seizes, so that one army freezes and another is awakened (RULES 3.7, 6.1).
    #[test]
    fn every_processor_plays_the_same_from_rare_positions() {
        let question = samples::brother("ptah");
        for (position, effects) in [
            ("aK6wK/8/8/3eR4/8/8/8/eK2abaq2fK e ---- ---- 0000 0", [EffectFlags::CAPTURE, EffectFlags::PROMOTED]),
            (
                "aK7/5wr1wK/1ar4eB1/3aBfB3/3wBfN3/6fr1/2er5/eK2aq3fK e ---- ---- 0000 0",
                [EffectFlags::CAPTURE, EffectFlags::CONCOURSE],
            ),
            ("aKfKfr5/wKfqfb5/wrwb6/3aBaR3/8/8/6er1/7eK w ---- ---- 0000 0", [EffectFlags::FROZE, EffectFlags::THAWED]),
        ] {
            let from_position: Option<Position> = Some(position.parse().unwrap());
            let of = |seed| Plan {
                limit: 20,
                from_position: from_position.clone(),
                ..Plan::new(question.clone(), seed, 0..100)
            };
            let readings = (0..20).flat_map(|seed| compare(&of(seed)));
            let turns = readings.flat_map(|(_, turns)| turns);
            let met = turns.filter(|turn| effects.iter().all(|effect| turn.effects.has(*effect))).count();
            assert!(met > 0, "{position}");
        }
    }
}
