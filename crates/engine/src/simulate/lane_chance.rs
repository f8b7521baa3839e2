//! The random numbers of many readings, drawn side by side.

use crate::chess::splitmix64;

/// A generator xoshiro256++ for each of `N` readings, like `rand_xoshiro`'s. Each part of their states stands in an array of its
/// own, so that one instruction of a processor works on several.
pub(super) struct LaneChance<const N: usize>([[u64; N]; 4]);

impl<const N: usize> LaneChance<N> {
    /// Generators that still have to be seeded.
    pub(super) const UNSEEDED: LaneChance<N> = LaneChance([[0; N]; 4]);

    /// Seeds one of them.
    pub(super) fn seed(&mut self, lane: usize, seed: u64) {
        for (index, part) in (0..).zip(&mut self.0) {
            part[lane] = splitmix64(seed, index);
        }
    }

    /// Copies the state of one to another.
    pub(super) fn copy(&mut self, from: usize, to: usize) {
        for part in &mut self.0 {
            part[to] = part[from];
        }
    }

    /// The next number of each.
    #[inline(always)]
    pub(super) fn draw(&mut self) -> [u64; N] {
        let [a, b, c, d] = &mut self.0;
        let mut numbers = [0; N];
        for lane in 0..N {
            let (mut s0, mut s1, mut s2, mut s3) = (a[lane], b[lane], c[lane], d[lane]);
            numbers[lane] = s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0);
            let shifted = s1 << 17;
            s2 ^= s0;
            s3 ^= s1;
            s1 ^= s2;
            s0 ^= s3;
            s2 ^= shifted;
            s3 = s3.rotate_left(45);
            (a[lane], b[lane], c[lane], d[lane]) = (s0, s1, s2, s3);
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn each_lane_draws_what_a_generator_of_its_own_draws() {
        let mut chance = LaneChance::<8>::UNSEEDED;
        let seeds = [0, 1, 2, u64::MAX, 1 << 63, 77, 0x9e37_79b9_7f4a_7c15, 12_345];
        for (lane, seed) in seeds.into_iter().enumerate() {
            chance.seed(lane, seed);
        }
        chance.copy(2, 5);
        let mut alone = seeds.map(Xoshiro256PlusPlus::seed_from_u64);
        alone[5] = alone[2].clone();
        for _ in 0..1000 {
            assert_eq!(chance.draw(), alone.each_mut().map(Rng::next_u64));
        }
    }
}
