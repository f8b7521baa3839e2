//! Sets of squares and numbers without a branch: what is true or false is a mask of 64 bits, so that a compiler can work on
//! several at once.

/// All bits if it is true.
#[inline(always)]
pub(super) fn mask(is: bool) -> u64 {
    u64::from(is).wrapping_neg()
}

/// The first number where the mask has bits, the other elsewhere.
#[inline(always)]
pub(super) fn pick(mask: u64, then: u64, other: u64) -> u64 {
    (then & mask) | (other & !mask)
}

/// The number of an army.
#[inline(always)]
pub(super) fn of_army(army: u64, [air, water, fire, earth]: [u64; 4]) -> u64 {
    let is_odd = mask(army & 1 != 0);
    pick(mask(army & 2 != 0), pick(is_odd, earth, fire), pick(is_odd, water, air))
}

/// The index of the only square of a set; 0 for an empty set.
#[inline(always)]
pub(super) fn only(set: u64) -> u64 {
    u64::from((set.wrapping_sub(1) & !set).count_ones()) & 63
}

/// The integer part and the remaining fraction of `count` times a fraction, like
/// [`RandomDraw`](crate::reading::RandomDraw); `count` is at most 64.
#[inline(always)]
pub(super) fn split(fraction: u64, count: u64) -> (u64, u64) {
    let (high, low) = ((fraction >> 32) * count, (fraction & 0xffff_ffff) * count);
    ((high + (low >> 32)) >> 32, fraction.wrapping_mul(count))
}

/// The index of the `n`th square of a set, from 0; meaningless if it has fewer.
#[inline(always)]
pub(super) fn nth(set: u64, n: u64) -> u64 {
    let (mut left, mut n, mut at) = (set, n, 0);
    macro_rules! skip {
        ($($squares:literal)*) => {$(
            let fewer = u64::from((left & ((1 << $squares) - 1)).count_ones());
            let is_beyond = mask(n >= fewer);
            n -= fewer & is_beyond;
            at += $squares & is_beyond;
            left >>= $squares & is_beyond;
        )*};
    }
    skip!(32 16 8 4 2);
    (at + mask(n >= (left & 1)).wrapping_neg()) & 63
}

/// The square of the `n`th member of three sets, counted from the first square and in each from the first set; and its set.
#[inline(always)]
pub(super) fn nth_of_three(sets: [u64; 3], n: u64) -> (u64, usize) {
    let ([mut one, mut two, mut three], mut n, mut at) = (sets, n, 0);
    for squares in [32, 16, 8, 4, 2, 1] {
        let below = (1 << squares) - 1;
        let fewer = (one & below).count_ones() + (two & below).count_ones() + (three & below).count_ones();
        let is_beyond = mask(n >= fewer.into());
        n -= u64::from(fewer) & is_beyond;
        at += squares & is_beyond;
        (one, two, three) =
            (one >> (squares & is_beyond), two >> (squares & is_beyond), three >> (squares & is_beyond));
    }
    let is_later = n >= (one & 1);
    let is_last = n >= (one & 1) + (two & 1);
    (at & 63, usize::from(is_later) + usize::from(is_last))
}

/// The squares attacked along a line, up to and including the first occupied square each way.
#[inline(always)]
pub(super) fn along(piece: u64, mirrored: u64, occupied: u64, line: u64) -> u64 {
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(piece);
    let down = blockers.reverse_bits().wrapping_sub(mirrored).reverse_bits();
    (up ^ down) & line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Army, Bitboard, Kind, Officer, Square, attacked_from, splitmix64};
    use crate::reading::RandomDraw;

    /// Numbers that look like chance, with fewer and fewer bits.
    fn sets() -> impl Iterator<Item = u64> {
        (0..4000).map(|number| (0..number % 5).fold(splitmix64(7, number), |set, more| set & splitmix64(more, number)))
    }

    #[test]
    fn a_choice_is_the_one_that_counting_finds() {
        for set in sets() {
            for (n, square) in Bitboard(set).into_iter().enumerate() {
                assert_eq!(nth(set, n as u64), square.index() as u64, "{n} of {set:x}");
            }
        }
    }

    #[test]
    fn the_lead_of_a_pawn_is_the_one_that_counting_finds() {
        let all: Vec<u64> = sets().collect();
        for sets in all.windows(3) {
            let sets = [sets[0], sets[1], sets[2]];
            let counted = (0..64).flat_map(|square| (0..3).map(move |set| (square, set)));
            let counted = counted.filter(|(square, set)| sets[*set] >> square & 1 == 1);
            for (n, found) in counted.enumerate() {
                assert_eq!(nth_of_three(sets, n as u64), found, "{n} of {sets:x?}");
            }
        }
    }

    #[test]
    fn a_draw_is_split_as_everywhere_else() {
        for draw in sets() {
            let (face, fraction) = split(draw, 6);
            let elsewhere = RandomDraw::from_number(draw);
            assert_eq!(face as usize + 1, usize::from(elsewhere.throw().number()));
            for count in 1..=64 {
                assert_eq!(split(fraction, count).0 as usize, elsewhere.choice(count as usize));
            }
        }
    }

    #[test]
    fn rules_3_1_a_line_ends_at_the_first_piece_each_way() {
        for (number, occupied) in sets().enumerate() {
            let from = Square::wrapping(number);
            let occupied = Bitboard(occupied);
            let rook = attacked_from(Kind::Officer(Officer::Rook), Army::Air, from, Bitboard::EMPTY);
            let line: Bitboard = rook.into_iter().filter(|to| to.rank() == from.rank()).collect();
            let piece = Bitboard::of(from).0;
            let found = along(piece, piece.reverse_bits(), occupied.0, line.0);
            let seen = attacked_from(Kind::Officer(Officer::Rook), Army::Air, from, occupied) & line;
            assert_eq!(Bitboard(found), seen, "{from} among {occupied:?}");
        }
    }
}
