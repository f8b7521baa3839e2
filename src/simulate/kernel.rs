//! Many readings at once, so that the processor does the same thing many times over.
//!
//! A reading's next turn depends on the last, and which piece is thrown nobody can guess. So a number of readings
//! are kept under way side by side; each round every one of them throws, and they are played piece by piece: all
//! whose die called the king, then all that called the queen, and so on.

use std::ops::Range;

use rand::Rng;

use crate::reading::Draw;

use super::Plan;
use super::lane::{Game, Lane};
use super::row::{Row, Turn, place};

/// How many readings are under way at once.
const LANES: usize = 32;

/// Plays readings of a question with every move chosen evenly among those of the piece thrown, and hands each over as it
/// ends, not in the order of their numbers.
pub(super) fn play<const TURNS: bool>(plan: &Plan, range: Range<u64>, each: &mut impl FnMut(Row, Vec<Turn>)) {
    let game = &Game::new(plan);
    let mut waiting = range;
    let mut lanes: Vec<Lane> = waiting.by_ref().take(LANES).map(|index| Lane::begin(game, index)).collect();
    let places = game.roles.map(place);
    let mut called: [[(u8, Draw); LANES]; 6] = [[(0, Draw::from_number(0)); LANES]; 6];
    let mut over = Vec::with_capacity(LANES);
    while !lanes.is_empty() {
        let mut counts = [0usize; 6];
        for (number, lane) in lanes.iter_mut().enumerate() {
            let draw = Draw::from_number(lane.stream.next_u64());
            let place = places[usize::from(draw.throw().number()) - 1];
            called[place][counts[place]] = (number as u8, draw);
            counts[place] += 1;
        }
        macro_rules! play {
            ($($place:literal)*) => {$(
                for &(number, draw) in &called[$place][..counts[$place]] {
                    if lanes[usize::from(number)].play::<$place, TURNS>(game, draw) {
                        over.push(usize::from(number));
                    }
                }
            )*};
        }
        play!(0 1 2 3 4 5);
        // From the last, so that taking one out moves none that is still to be looked at.
        over.sort_unstable_by(|a, b| b.cmp(a));
        for number in over.drain(..) {
            let done = match waiting.next() {
                Some(index) => std::mem::replace(&mut lanes[number], Lane::begin(game, index)),
                None => lanes.swap_remove(number),
            };
            each(done.row(game), done.turns);
        }
    }
}
