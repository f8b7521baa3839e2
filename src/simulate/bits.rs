//! Counting and choosing moves without listing them.

use crate::chess::{Army, Bitboard, Square};

/// For each byte and number the place of that one among its set bits.
static PLACES: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

const ONES: u64 = 0x0101_0101_0101_0101;

/// A set whose squares have been counted, byte by byte and all bytes at once, so that choosing among them depends on
/// no guess of the processor.
#[derive(Clone, Copy)]
pub(super) struct Counted {
    set: Bitboard,
    /// In each byte how many squares stand in that byte of the set and those below.
    upto: u64,
}

impl Counted {
    #[inline(always)]
    pub(super) fn of(set: Bitboard) -> Counted {
        let pairs = set.0 - (set.0 >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        Counted { set, upto: ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES) }
    }

    /// How many squares there are.
    #[inline(always)]
    pub(super) fn len(self) -> usize {
        (self.upto >> 56) as usize
    }

    /// The square number `n`, from 0, in the order a1, b1 … h8; nothing of an empty set.
    #[inline(always)]
    pub(super) fn nth(self, n: usize) -> Bitboard {
        let n = n as u64;
        // A byte keeps its highest bit when no more than `n` squares stand in it and those below.
        let passed = (((n * ONES) | (0x80 * ONES)) - self.upto) & (0x80 * ONES);
        let shift = (passed >> 7).wrapping_mul(ONES) >> 56 << 3;
        let before = self.upto << 8 >> (shift & 63) & 0xff;
        let bit = PLACES[(self.set.0 >> (shift & 63) & 0xff) as usize][(n.wrapping_sub(before) & 7) as usize];
        Bitboard(self.set.0 & 1 << ((shift + u64::from(bit)) & 63))
    }
}

/// The three moves of a pawn in the order of the squares they lead to; the second is the step, the others captures.
const LEADS: [[(i8, i8); 3]; 4] =
    [[(-1, -1), (0, -1), (1, -1)], [(-1, -1), (-1, 0), (-1, 1)], [(-1, 1), (0, 1), (1, 1)], [(1, -1), (1, 0), (1, 1)]];

/// How far each lead goes in the order of squares.
const fn distance(lead: (i8, i8)) -> u32 {
    ((lead.1 * 8 + lead.0) as u32) & 63
}

/// From which squares each lead stays on the board.
static WITHIN: [[Bitboard; 3]; 4] = {
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

static DISTANCE: [[u32; 3]; 4] = {
    let mut distances = [[0; 3]; 4];
    let mut i = 0;
    while i < 12 {
        distances[i / 3][i % 3] = distance(LEADS[i / 3][i % 3]);
        i += 1;
    }
    distances
};

/// The moves of an army's pawns: from where each of the three leads is open.
#[derive(Clone, Copy)]
pub(super) struct PawnMoves([Bitboard; 3]);

impl PawnMoves {
    #[inline(always)]
    pub(super) fn of(army: Army, pawns: Bitboard, occupied: Bitboard, prey: Bitboard) -> PawnMoves {
        let (distance, within) = (&DISTANCE[army.index()], &WITHIN[army.index()]);
        let open = |lead: usize, goals: Bitboard| pawns & within[lead] & Bitboard(goals.0.rotate_right(distance[lead]));
        PawnMoves([open(0, prey), open(1, !occupied), open(2, prey)])
    }

    /// How many there are, each promotion counted once.
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

    /// From where and to where the move number `n` goes, in the order of squares; nothing if there is none.
    #[inline(always)]
    pub(super) fn nth(self, army: Army, mut n: u32) -> (Bitboard, Bitboard) {
        let mut movers = self.0[0] | self.0[1] | self.0[2];
        while !movers.is_empty() {
            let from = Bitboard(movers.0 & movers.0.wrapping_neg());
            for (lead, open) in self.0.into_iter().enumerate() {
                if open.meets(from) {
                    if n == 0 {
                        return (from, Bitboard(from.0.rotate_left(DISTANCE[army.index()][lead])));
                    }
                    n -= 1;
                }
            }
            movers &= !from;
        }
        (Bitboard::EMPTY, Bitboard::EMPTY)
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
            for set in [bits, bits & bits.rotate_left(7), bits & bits.rotate_left(7) & bits.rotate_left(29), !0] {
                for (n, square) in Bitboard(set).into_iter().enumerate() {
                    assert_eq!(Counted::of(Bitboard(set)).nth(n), Bitboard::of(square), "{n} of {set:x}");
                }
            }
        }
        assert_eq!(Counted::of(Bitboard::EMPTY).nth(0), Bitboard::EMPTY);
        assert_eq!(Counted::of(Bitboard(!0)).len(), 64);
    }
}
