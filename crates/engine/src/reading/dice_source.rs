//! The program's dice.

use rand::rngs::SysRng;
use rand::{Rng, SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Throw;
use crate::input::Help;

/// A source of throws, and of random choices for an automatic player.
///
/// Every turn uses one random number of 64 bits. Read as a fraction between 0 and 1 and multiplied by six, its integer
/// part is the throw; the remaining fraction determines the choice among the moves. Either probability differs from a
/// uniform one by less than 2^-61.
///
/// With a seed the numbers come from xoshiro256++, its state filled from the seed by SplitMix64, so that a reading can be
/// repeated; without one they come from the operating system.
///
/// ```
/// use enochian::reading::DiceSource;
/// let numbers = |mut chance: DiceSource| (0..8).map(|_| chance.draw().unwrap().throw().number()).collect::<Vec<_>>();
/// assert_eq!(numbers(DiceSource::seeded(7)), numbers(DiceSource::seeded(7)));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum DiceSource {
    /// The operating system's random numbers.
    System,
    /// The generator started from a seed.
    Seeded(Xoshiro256PlusPlus),
}

/// The error when the operating system returns no random numbers.
#[derive(Debug, thiserror::Error)]
#[error("the operating system returned no random numbers ({0}); throw the die by hand or use a seed")]
pub struct RandomSourceError(String);

impl Help for RandomSourceError {}

/// The random number of one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomDraw(u64);

impl DiceSource {
    /// The source with a seed.
    #[must_use]
    pub fn seeded(seed: u64) -> DiceSource {
        DiceSource::Seeded(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Draws the next number.
    ///
    /// # Errors
    /// If the operating system returns no random numbers.
    pub fn draw(&mut self) -> Result<RandomDraw, RandomSourceError> {
        match self {
            DiceSource::System => {
                SysRng.try_next_u64().map(RandomDraw).map_err(|error| RandomSourceError(error.to_string()))
            }
            DiceSource::Seeded(stream) => Ok(RandomDraw(stream.next_u64())),
        }
    }
}

impl RandomDraw {
    /// The draw for a 64-bit number.
    #[inline]
    pub(crate) const fn from_number(number: u64) -> RandomDraw {
        RandomDraw(number)
    }

    /// The 64-bit number of the draw.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The throw of the die.
    #[inline]
    #[must_use]
    pub fn throw(self) -> Throw {
        Throw::ALL[self.split(6).0]
    }

    /// A random number below `count`, which must not be 0: the choice among that many moves.
    #[inline]
    #[must_use]
    pub fn choice(self, count: usize) -> usize {
        RandomDraw(self.split(6).1).split(count).0
    }

    /// The integer part and the remaining fraction of `count` times this number, read as a fraction.
    #[inline]
    fn split(self, count: usize) -> (usize, u64) {
        let product = u128::from(self.0) * count as u128;
        ((product >> 64) as usize, product as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_throws_for_ever() {
        let mut chance = DiceSource::seeded(7);
        let throws: Vec<u8> = (0..16).map(|_| chance.draw().unwrap().throw().number()).collect();
        assert_eq!(throws, GOLDEN);
    }

    /// Computed independently of this program: SplitMix64 and xoshiro256++ as published by their authors.
    const GOLDEN: [u8; 16] = [1, 2, 5, 3, 6, 3, 5, 2, 6, 1, 1, 2, 5, 1, 3, 1];

    #[test]
    fn throws_and_choices_fall_evenly() {
        let mut chance = DiceSource::seeded(1);
        let mut counts = [[0u32; 5]; 6];
        for _ in 0..60_000 {
            let draw = chance.draw().unwrap();
            counts[usize::from(draw.throw().number()) - 1][draw.choice(5)] += 1;
        }
        // 2000 are expected in each of 30 cells; five standard deviations are 220.
        assert!(counts.as_flattened().iter().all(|&n| (1780..2220).contains(&n)), "{counts:?}");
    }
}
