//! Finding a square by its number, and the moves of pawns as tables.

use crate::chess::{Army, Square};

/// A way to find a square of a set by its number.
pub(super) trait NthSquare: Copy {
    /// The `n`th square of a set of at most 16, from 0, in the order a1, b1 … h8; empty for an empty set.
    fn nth(self, set: u64, n: u64) -> u64;

    /// The `n`th square of three sets together, each square once for each set that has it, and the index of that set. The sets
    /// have at most eight squares. The empty set and any index if there are fewer.
    #[inline(always)]
    fn nth_of_three(self, sets: [u64; 3], mut n: u64) -> (u64, usize) {
        let mut left = sets[0] | sets[1] | sets[2];
        while left != 0 {
            let square = left & left.wrapping_neg();
            for (index, set) in sets.into_iter().enumerate() {
                if set & square != 0 {
                    if n == 0 {
                        return (square, index);
                    }
                    n -= 1;
                }
            }
            left ^= square;
        }
        (0, 1)
    }
}

/// On any processor, without branches: a loop that depends on `n` would be mispredicted.
#[derive(Clone, Copy)]
pub(super) struct BySearch;

impl NthSquare for BySearch {
    #[inline(always)]
    fn nth(self, set: u64, n: u64) -> u64 {
        let each_rank = 0x0101_0101_0101_0101_u64;
        // How many squares there are up to each rank, in the byte of the rank.
        let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let up_to = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(each_rank);
        // The ranks up to which there are too few of them come before that of the square.
        let has_too_few = (((n | 0x80) * each_rank) - up_to) >> 7 & each_rank;
        let shift = ((has_too_few.wrapping_mul(each_rank) >> 56) * 8) & 63;
        let before = (up_to << 8) >> shift & 0xff;
        let files = (set >> shift) as usize & 0xff;
        u64::from(NTH_FILE[(n - before) as usize & 7][files]) << shift
    }
}

/// The `n`th file of each set of files, as a set.
static NTH_FILE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut files = 0_usize;
    while files < 256 {
        let (mut left, mut n) = (files, 0);
        while left > 0 {
            table[n][files] = (left & left.wrapping_neg()) as u8;
            left &= left - 1;
            n += 1;
        }
        files += 1;
    }
    table
};

/// The three moves of a pawn in the order of their target squares; the second is the step, the others captures.
const LEADS: [[(i8, i8); 3]; 4] =
    [[(-1, -1), (0, -1), (1, -1)], [(-1, -1), (-1, 0), (-1, 1)], [(-1, 1), (0, 1), (1, 1)], [(1, -1), (1, 0), (1, 1)]];

/// The squares from which each army's pawns can make a lead and stay on the board.
pub(super) const fn within(lead: usize) -> [u64; 4] {
    let (mut within, mut i) = ([0; 4], 0);
    while i < 4 * 64 {
        let (army, from) = (i / 64, Square::wrapping(i));
        let (files, ranks) = LEADS[army][lead];
        if from.offset(files, ranks).is_some() {
            within[army] |= 1 << from.index();
        }
        i += 1;
    }
    within
}

/// How far each army's lead goes in the order of squares.
pub(super) const fn distance(lead: usize) -> [u64; 4] {
    let (mut distances, mut army) = ([0; 4], 0);
    while army < 4 {
        let (files, ranks) = LEADS[army][lead];
        distances[army] = (ranks * 8 + files) as u64;
        army += 1;
    }
    distances
}

/// The far edge of each army.
pub(super) const FAR_EDGES: [u64; 4] =
    [Army::Air.far_edge().0, Army::Water.far_edge().0, Army::Fire.far_edge().0, Army::Earth.far_edge().0];

/// The squares from which a pawn's next move leads to the far edge.
pub(super) const BEFORE_FAR_EDGES: [u64; 4] = {
    let [air, water, fire, earth] = FAR_EDGES;
    [air << 8, water << 1, fire >> 8, earth >> 1]
};

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::chess::Bitboard;

    /// Sets of at most so many squares.
    fn sets(most: usize) -> impl Iterator<Item = u64> {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        std::iter::repeat_with(move || {
            bits = bits.rotate_left(23).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ 1;
            Bitboard(bits).into_iter().step_by(2).take(bits as usize % (most + 1)).collect::<Bitboard>().0
        })
    }

    /// A way to find squares finds those that counting finds.
    pub(in super::super) fn finds_what_counting_finds(finder: impl NthSquare) {
        for (set, all) in sets(16).zip(sets(8)).take(5000) {
            for (n, square) in (0..).zip(Bitboard(set)) {
                assert_eq!(finder.nth(set, n), Bitboard::of(square).0, "{n} of {set:x}");
            }
            let three = [all & set, all, all & set.rotate_left(1)];
            let of_three = Bitboard(all).into_iter().flat_map(|square| {
                (0..3)
                    .filter(move |index| Bitboard(three[*index]).has(square))
                    .map(move |index| (Bitboard::of(square).0, index))
            });
            for (n, expected) in (0..).zip(of_three) {
                assert_eq!(finder.nth_of_three(three, n), expected, "{n} of {three:x?}");
            }
            let count = three.iter().map(|set| u64::from(set.count_ones())).sum();
            assert_eq!(finder.nth_of_three(three, count).0, 0);
        }
        assert_eq!(finder.nth(0, 0), 0);
    }

    #[test]
    fn a_search_finds_what_counting_finds() {
        finds_what_counting_finds(BySearch);
    }
}
