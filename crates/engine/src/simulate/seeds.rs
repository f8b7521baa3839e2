//! The seed of each reading of a simulation.

use crate::chess::splitmix64;

/// The random number generator of a simulation, as named in its output.
pub const CHANCE: &str =
    "xoshiro256++ seeded per reading by SplitMix64 (seed, reading; without its lowest bit), one number a turn";

/// The seed of one reading of a simulation.
///
/// The seeds of the readings 0, 1, 2 … are the output of SplitMix64 started from the simulation's seed, each without its lowest
/// bit, so that it fits a question file. A reading draws its numbers from its seed like every seeded reading: see
/// [`DiceSource`](crate::reading::DiceSource).
///
/// So reading *i* of a simulation is the one that `enochian read QUESTION --auto --seed reading_seed(seed, i)` plays.
///
/// ```
/// use enochian::simulate::reading_seed;
/// assert_eq!(reading_seed(0, 0), 0xe220_a839_7b1d_cdaf >> 1);
/// ```
#[inline]
#[must_use]
pub const fn reading_seed(seed: u64, index: u64) -> u64 {
    splitmix64(seed, index) >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seeds_are_splitmix64_as_its_author_prints_it() {
        // The first numbers of SplitMix64 started from 1234567, as published with the reference implementation.
        let published = [
            6_457_827_717_110_365_317u64,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        for (index, number) in published.into_iter().enumerate() {
            assert_eq!(reading_seed(1_234_567, index as u64), number >> 1);
        }
    }
}
