//! Which readings of a run are played again when it is verified.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use rand::TryRng;
use rand::rngs::SysRng;

use super::super::reading_seed;

/// How many readings are played again from the seed and the question, to be compared.
///
/// ```
/// use enochian::simulate::output::Replay;
/// assert_eq!(["all", "20", "some"].map(|text| text.parse().ok()), [Some(Replay::All), Some(Replay::Sample(20)), None]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// So many, others each time.
    Sample(u64),
    /// All of them.
    All,
}

impl Default for Replay {
    fn default() -> Replay {
        Replay::Sample(Replay::FEW)
    }
}

impl Replay {
    /// As many as are played in some hundredths of a second.
    const FEW: u64 = 1000;

    /// The places that are tried of so many, in their order; `None` if all are.
    pub(in super::super) fn places(self, of: u64) -> Option<BTreeSet<u64>> {
        let Replay::Sample(wanted) = self else { return None };
        if wanted >= of {
            return None;
        }
        // Whoever changes a file must not know which are tried. Without chance of the system, any are better than none.
        let seed = SysRng.try_next_u64().unwrap_or(1);
        let mut places = BTreeSet::new();
        // R. W. Floyd's way to draw without putting back.
        for (number, last) in (0..).zip(of - wanted..of) {
            let place = ((u128::from(reading_seed(seed, number)) * (u128::from(last) + 1)) >> 63) as u64;
            if !places.insert(place) {
                places.insert(last);
            }
        }
        Some(places)
    }
}

impl FromStr for Replay {
    type Err = String;

    fn from_str(text: &str) -> Result<Replay, String> {
        match text.trim() {
            "all" => Ok(Replay::All),
            number => {
                number.parse().map(Replay::Sample).map_err(|_| "expected a number of readings, or all".to_owned())
            }
        }
    }
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Replay::All => f.write_str("all"),
            Replay::Sample(number) => write!(f, "{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_different_places_are_drawn_as_are_wanted() {
        for (wanted, of) in [(0, 1), (1, 2), (7, 10), (99, 100), (1000, 1 << 40)] {
            let places = Replay::Sample(wanted).places(of).unwrap();
            assert_eq!(places.len() as u64, wanted);
            assert!(places.last().is_none_or(|last| *last < of), "{places:?}");
        }
        assert_eq!(
            [Replay::Sample(5), Replay::Sample(6), Replay::All].map(|replay| replay.places(5)),
            [None, None, None]
        );
        // Everything is drawn now and then.
        let drawn: BTreeSet<u64> = (0..200).flat_map(|_| Replay::Sample(3).places(10).unwrap()).collect();
        assert_eq!(drawn.len(), 10);
    }
}
