//! Many readings at once, so that the processor does the same thing many times over.
//!
//! A reading's next turn depends on the last, and which piece is thrown nobody can guess. So a number of readings
//! are kept under way side by side; each round every one of them throws, and they are played piece by piece: all
//! whose die called the king, then all that called the queen, and so on. What nobody can guess of a turn, whether it
//! takes a piece, say, does not decide how it goes on either, but is put off to the end of the round.

use std::ops::Range;

use super::slot::{Slot, SlotContext};
use super::{Plan, ReadingRow, TurnRow, index};

/// How many readings are under way at once: some 26 kB, which the nearest cache of a processor holds.
const LANES: usize = 64;

/// Plays readings of a question with every move chosen evenly among those of the piece thrown, and hands each over as it
/// ends, not in the order of their numbers.
pub(super) fn play<const TURNS: bool>(plan: &Plan, range: Range<u64>, each: &mut impl FnMut(ReadingRow, Vec<TurnRow>)) {
    #[cfg(target_arch = "x86_64")]
    if super::bmi::play::<TURNS>(plan, &range, each) {
        return;
    }
    play_anywhere::<TURNS>(plan, range, each);
}

/// Does so on any processor; the compiler may put better instructions into a caller that is known to have them.
#[inline(always)]
pub(super) fn play_anywhere<const TURNS: bool>(
    plan: &Plan,
    range: Range<u64>,
    each: &mut impl FnMut(ReadingRow, Vec<TurnRow>),
) {
    let game = &SlotContext::new(plan);
    let mut waiting = range;
    let mut lanes: Vec<Slot> = waiting.by_ref().take(LANES).map(|index| Slot::begin::<TURNS>(game, index)).collect();
    let places = game.roles.map(index);
    while !lanes.is_empty() {
        let mut called = [Chosen::NONE; 6];
        for (number, lane) in lanes.iter_mut().enumerate() {
            called[places[usize::from(lane.throw().number()) - 1]].add_if(true, number);
        }
        let mut unfinished = Chosen::NONE;
        macro_rules! play {
            ($($place:literal)*) => {$(
                for number in called[$place].iter() {
                    unfinished.add_if(lanes[number].play::<$place, TURNS>(game), number);
                }
            )*};
        }
        play!(0 1 2 3 4 5);
        let mut over = Chosen::NONE;
        for number in unfinished.iter() {
            over.add_if(lanes[number].resolve_pending::<TURNS>(game), number);
        }
        // From the last, so that taking one out moves none that is still to be looked at.
        over.numbers[..over.len].sort_unstable();
        for number in over.iter().rev() {
            let done = match waiting.next() {
                Some(index) => std::mem::replace(&mut lanes[number], Slot::begin::<TURNS>(game, index)),
                None => lanes.swap_remove(number),
            };
            each(done.row(game), done.turns);
        }
    }
}

/// Some of the readings under way, by number.
#[derive(Clone, Copy)]
struct Chosen {
    numbers: [u8; LANES],
    len: usize,
}

impl Chosen {
    const NONE: Chosen = Chosen { numbers: [0; LANES], len: 0 };

    /// Adds a reading if it is wanted. It is written down in any case, so that the processor need not guess.
    #[inline(always)]
    fn add_if(&mut self, wanted: bool, number: usize) {
        self.numbers[self.len] = number as u8;
        self.len += usize::from(wanted);
    }

    fn iter(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.numbers[..self.len].iter().map(|number| usize::from(*number))
    }
}
