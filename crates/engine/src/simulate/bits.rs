//! Counting and choosing moves without listing them.

use std::hint::select_unpredictable;

use crate::chess::{Army, Bitboard, Square};

/// A way to find a square of a set by its number.
pub(super) trait NthSquare: Copy {
    /// The `n`th square of a set, from 0, in the order a1, b1 … h8; empty for an empty set. `most` is a power of two, and the
    /// set has at most that many squares.
    fn nth(self, set: Bitboard, n: usize, most: usize) -> Bitboard;

    /// The `n`th square of three sets together, each square once for each set that has it, and the index of that set. The sets
    /// have at most eight squares. The empty set and any index if there are fewer.
    fn nth_of_three(self, sets: [Bitboard; 3], n: usize) -> (Bitboard, usize);
}

/// On any processor, by a binary search without branches: a loop that depends on `n` would be mispredicted.
#[derive(Clone, Copy)]
pub(super) struct BySearch;

impl NthSquare for BySearch {
    #[inline(always)]
    fn nth(self, set: Bitboard, n: usize, most: usize) -> Bitboard {
        let (mut left, mut half) = (set.0, most / 2);
        while half > 0 {
            let fewer = (0..half).fold(left, |left, _| left & left.wrapping_sub(1));
            left = select_unpredictable(n & half != 0, fewer, left);
            half /= 2;
        }
        Bitboard(left & left.wrapping_neg())
    }

    #[inline(always)]
    fn nth_of_three(self, sets: [Bitboard; 3], mut n: usize) -> (Bitboard, usize) {
        let [one, step, other] = sets;
        // Pawns can seldom capture.
        if (one | other).is_empty() {
            return (self.nth(step, n, 8), 1);
        }
        for square in one | step | other {
            for (index, set) in sets.into_iter().enumerate() {
                if set.has(square) {
                    if n == 0 {
                        return (Bitboard::of(square), index);
                    }
                    n -= 1;
                }
            }
        }
        (Bitboard::EMPTY, 1)
    }
}

/// The three moves of a pawn in the order of their target squares; the second is the step, the others captures.
const LEADS: [[(i8, i8); 3]; 4] =
    [[(-1, -1), (0, -1), (1, -1)], [(-1, -1), (-1, 0), (-1, 1)], [(-1, 1), (0, 1), (1, 1)], [(1, -1), (1, 0), (1, 1)]];

/// The offset of each lead in the order of squares.
const fn distance(lead: (i8, i8)) -> u32 {
    ((lead.1 * 8 + lead.0) as u32) & 63
}

/// The squares from which each lead stays on the board.
pub(super) static WITHIN: [[Bitboard; 3]; 4] = {
    let mut within = [[Bitboard::EMPTY; 3]; 4];
    let mut i = 0;
    while i < 12 * 64 {
        let (army, lead, from) = (i / 64 / 3, i / 64 % 3, Square::wrapping(i));
        let (files, ranks) = LEADS[army][lead];
        if from.offset(files, ranks).is_some() {
            within[army][lead] = within[army][lead].with(from);
        }
        i += 1;
    }
    within
};

pub(super) static DISTANCE: [[u32; 3]; 4] = {
    let mut distances = [[0; 3]; 4];
    let mut i = 0;
    while i < 12 {
        distances[i / 3][i % 3] = distance(LEADS[i / 3][i % 3]);
        i += 1;
    }
    distances
};

/// The moves of an army's pawns: the squares from which each of the three leads is open.
#[derive(Clone, Copy)]
pub(super) struct PawnMoves(pub(super) [Bitboard; 3]);

impl PawnMoves {
    #[inline(always)]
    pub(super) fn of(army: Army, pawns: Bitboard, occupied: Bitboard, prey: Bitboard) -> PawnMoves {
        let (distance, within) = (&DISTANCE[army.index()], &WITHIN[army.index()]);
        let open = |lead: usize, goals: Bitboard| pawns & within[lead] & Bitboard(goals.0.rotate_right(distance[lead]));
        PawnMoves([open(0, prey), open(1, !occupied), open(2, prey)])
    }

    /// The number of moves, each promotion counted once.
    #[inline(always)]
    pub(super) fn len(self) -> u32 {
        self.0[0].len() + self.0[1].len() + self.0[2].len()
    }

    /// Whether one of them leads to the far edge.
    #[inline(always)]
    pub(super) fn arrives(self, army: Army) -> bool {
        let any = self.0[0] | self.0[1] | self.0[2];
        Bitboard(any.0.rotate_left(DISTANCE[army.index()][1])).meets(army.far_edge())
    }

    /// The origin and target of the `n`th move, in the order of squares; empty if there is none.
    #[inline(always)]
    pub(super) fn nth(self, army: Army, n: usize, finder: impl NthSquare) -> (Bitboard, Bitboard) {
        // An army has at most eight pawns, including demoted officers.
        let (from, lead) = finder.nth_of_three(self.0, n);
        (from, Bitboard(from.0.rotate_left(DISTANCE[army.index()][lead % 3])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_square_is_the_one_that_counting_finds() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..5000 {
            bits = bits.rotate_left(23).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ round;
            for set in [bits & bits.rotate_left(7), bits & bits.rotate_left(7) & bits.rotate_left(29)] {
                let set: Bitboard = Bitboard(set).into_iter().take(16).collect();
                for (n, square) in set.into_iter().enumerate() {
                    assert_eq!(BySearch.nth(set, n, 16), Bitboard::of(square), "{n} of {set:?}");
                }
            }
        }
        assert_eq!(BySearch.nth(Bitboard::EMPTY, 0, 16), Bitboard::EMPTY);
    }
}
