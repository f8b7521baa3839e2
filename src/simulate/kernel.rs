//! The fast path: many readings interleaved, so that branches are predictable.
//!
//! The turns of a reading depend on each other, and the throws are unpredictable. So a batch of readings is played side by
//! side. In each round all of them throw, and then their turns are played grouped by role: first all with the king, then all
//! with the queen, and so on. Other unpredictable parts of a turn, such as captures, are deferred to the end of the round.

use std::ops::Range;

use super::slot::{Slot, SlotContext};
use super::{Plan, ReadingRow, TurnRow, index};

/// The number of interleaved readings: some 26 kB, which fits the L1 cache.
const SLOTS: usize = 64;

/// Plays readings with every move chosen at random among those of the piece thrown. Passes each to `each` when it ends, not in
/// the order of their numbers.
pub(super) fn play<const TURNS: bool>(plan: &Plan, range: Range<u64>, each: &mut impl FnMut(ReadingRow, Vec<TurnRow>)) {
    #[cfg(target_arch = "x86_64")]
    if super::bmi::play::<TURNS>(plan, &range, each) {
        return;
    }
    play_anywhere::<TURNS>(plan, range, each);
}

/// The portable version. It is inlined, so that a caller compiled for more instructions can use them.
#[inline(always)]
pub(super) fn play_anywhere<const TURNS: bool>(
    plan: &Plan,
    range: Range<u64>,
    each: &mut impl FnMut(ReadingRow, Vec<TurnRow>),
) {
    let context = &SlotContext::new(plan);
    let mut waiting = range;
    let mut slots: Vec<Slot> = waiting.by_ref().take(SLOTS).map(|index| Slot::begin::<TURNS>(context, index)).collect();
    let places = context.roles.map(index);
    while !slots.is_empty() {
        let mut called = [SlotSet::NONE; 6];
        for (number, slot) in slots.iter_mut().enumerate() {
            called[places[usize::from(slot.throw().number()) - 1]].add_if(true, number);
        }
        let mut unfinished = SlotSet::NONE;
        macro_rules! play {
            ($($place:literal)*) => {$(
                for number in called[$place].iter() {
                    unfinished.add_if(slots[number].play::<$place, TURNS>(context), number);
                }
            )*};
        }
        play!(0 1 2 3 4 5);
        let mut over = SlotSet::NONE;
        for number in unfinished.iter() {
            over.add_if(slots[number].resolve_pending::<TURNS>(context), number);
        }
        // From the last, so that `swap_remove` does not move a slot that is still to be handled.
        over.numbers[..over.len].sort_unstable();
        for number in over.iter().rev() {
            let done = match waiting.next() {
                Some(index) => std::mem::replace(&mut slots[number], Slot::begin::<TURNS>(context, index)),
                None => slots.swap_remove(number),
            };
            each(done.row(context), done.turns);
        }
    }
}

/// A subset of the slots.
#[derive(Clone, Copy)]
struct SlotSet {
    numbers: [u8; SLOTS],
    len: usize,
}

impl SlotSet {
    const NONE: SlotSet = SlotSet { numbers: [0; SLOTS], len: 0 };

    /// Adds a slot if wanted, without a branch: the number is always stored.
    #[inline(always)]
    fn add_if(&mut self, wanted: bool, number: usize) {
        self.numbers[self.len] = number as u8;
        self.len += usize::from(wanted);
    }

    fn iter(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.numbers[..self.len].iter().map(|number| usize::from(*number))
    }
}
