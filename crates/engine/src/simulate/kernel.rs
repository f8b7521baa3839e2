//! The fast path: many readings interleaved, so that branches are predictable.
//!
//! The turns of a reading depend on each other, and the throws are unpredictable. So a batch of readings is played side by
//! side, each in a lane. In each round all of them throw, and then their turns are played grouped by role: first all with the
//! king, then all with the queen, and so on. An army without the piece that it threw, a third of all turns, is in a group of its
//! own, with which nothing is done. Other unpredictable parts of a turn, such as captures, are put off to the end of the round.

use std::array;
use std::mem;
use std::ops::Range;

use super::bits::{BySearch, NthSquare};
use super::lane_chance::LaneChance;
use super::slot::{ABSENT, ABSENT_WATCHED, LaneDraw, PutOff, Slot, SlotContext};
use super::{Plan, ReadingRow, TurnRow, reading_seed};

/// The number of interleaved readings: some 27 kB, which fits the L1 cache.
const LANES: usize = 64;

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
    play_anywhere::<TURNS>(plan, range, BySearch, each);
}

/// The portable version. It is inlined, so that a caller compiled for more instructions can use them.
#[inline(always)]
pub(super) fn play_anywhere<const TURNS: bool>(
    plan: &Plan,
    range: Range<u64>,
    finder: impl NthSquare,
    each: &mut dyn FnMut(ReadingRow, Vec<TurnRow>),
) {
    let context = &SlotContext::new(plan, finder);
    let mut waiting = range;
    let mut chance = LaneChance::<LANES>::UNSEEDED;
    // Only the first `live` lanes are played.
    let mut live = 0;
    let mut slots: [Slot; LANES] = array::from_fn(|lane| {
        let index = waiting.next().inspect(|_| live += 1).unwrap_or(0);
        chance.seed(lane, reading_seed(context.seed, index));
        Slot::begin::<TURNS>(context, index, 0)
    });
    let (mut round, mut deadline) = (0, context.limit);
    let mut called = [LaneList::of(0u8); 8];
    let mut put_off = LaneList::of(PutOff::nothing(0));
    let mut over = LaneList::of(0u8);
    while live > 0 {
        round += 1;
        let numbers = chance.draw();
        called.iter_mut().for_each(LaneList::clear);
        for (lane, (slot, number)) in slots[..live].iter_mut().zip(&numbers).enumerate() {
            called[slot.throw(context, LaneDraw(*number)) % 8].add_if(true, lane as u8);
        }
        put_off.clear();
        macro_rules! play {
            ($($place:literal)*) => {$(
                for &lane in called[$place].iter() {
                    let (slot, draw) = (&mut slots[at(lane)], LaneDraw(numbers[at(lane)]));
                    let (turn, is_put_off) = slot.play::<$place, TURNS>(context, draw, lane);
                    put_off.add_if(is_put_off, turn);
                }
            )*};
        }
        play!(0 1 2 3 4 5);
        for &lane in called[ABSENT_WATCHED].iter() {
            put_off.add_if(true, PutOff::nothing(lane));
        }
        if TURNS {
            for &lane in called[ABSENT].iter().chain(called[ABSENT_WATCHED].iter()) {
                slots[at(lane)].list_absence(context, LaneDraw(numbers[at(lane)]));
            }
        }
        over.clear();
        for &turn in put_off.iter() {
            over.add_if(slots[at(turn.lane)].settle::<TURNS>(turn, round), turn.lane);
        }
        if round >= deadline {
            for (lane, slot) in (0..).zip(&slots[..live]) {
                over.add_if(slot.ply(round) >= context.limit && !over.iter().any(|&other| other == lane), lane);
            }
        }
        // From the last, so that the last lane played, which takes an empty place, is not still to be handled.
        over.entries[..over.len].sort_unstable();
        for &lane in over.iter().rev() {
            let slot = &mut slots[at(lane)];
            each(slot.row(round), mem::take(&mut slot.turns));
            if let Some(index) = waiting.next() {
                chance.seed(at(lane), reading_seed(context.seed, index));
                *slot = Slot::begin::<TURNS>(context, index, round);
            } else {
                live -= 1;
                slots.swap(at(lane), live);
                chance.copy(live, at(lane));
            }
        }
        if round >= deadline {
            let oldest = slots[..live].iter().map(|slot| slot.ply(round)).max();
            deadline = round + context.limit.saturating_sub(oldest.unwrap_or(0));
        }
    }
}

/// The place of a lane in an array of all; it needs no check of the bounds.
#[inline(always)]
fn at(lane: u8) -> usize {
    usize::from(lane) % LANES
}

/// A list with at most one entry for each lane.
#[derive(Clone, Copy)]
struct LaneList<T> {
    entries: [T; LANES],
    len: usize,
}

impl<T: Copy> LaneList<T> {
    /// An empty list; `entry` only fills its places.
    fn of(entry: T) -> LaneList<T> {
        LaneList { entries: [entry; LANES], len: 0 }
    }

    fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds an entry if wanted, without a branch: it is always stored.
    #[inline(always)]
    fn add_if(&mut self, wanted: bool, entry: T) {
        self.entries[self.len % LANES] = entry;
        self.len += usize::from(wanted);
    }

    fn iter(&self) -> std::slice::Iter<'_, T> {
        self.entries[..self.len].iter()
    }
}
