//! The differences between two simulations, with intervals and tests.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::stats::{Z_95, difference_within, paired_difference_within, significance, z_of_all};

use super::{ComparedOutcome, PairedCounts, SimulationSummary};

/// How the shares of an outcome in two simulations differ, the first minus the second.
///
/// In JSON the keys are `of`, the shares `one` and `other`, their `difference`, `low`, `high`, `low_corrected`, `high_corrected`,
/// `p`, `p_corrected` and, of pairs, `correlation`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ShareDifference {
    /// The outcome.
    pub outcome: ComparedOutcome,
    /// The share of readings that have it in the first and in the second.
    pub shares: [f64; 2],
    /// How far this is known; nothing if one of the shares is only that so far ([`ComparedOutcome::is_so_far`]).
    pub certainty: Option<DifferenceCertainty>,
}

/// The interval and the test of a difference.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct DifferenceCertainty {
    /// The lower bound of the 95% interval of the difference, as if it was the only one.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// The lower bound corrected for the number of differences: see [`ShareDifference::correct`].
    pub low_corrected: f64,
    /// The upper bound corrected for the number of differences.
    pub high_corrected: f64,
    /// The p-value: how probable as great a difference is if the shares are the same.
    pub p: f64,
    /// The p-value corrected for the number of differences: see [`ShareDifference::correct`].
    pub p_corrected: f64,
    /// The correlation of the outcome in the two readings of a pair, if there are pairs and it is not the same in all.
    pub correlation: Option<f64>,
    /// What the intervals are computed from.
    counted: CountedDifference,
}

/// The counts of which a difference is one.
#[derive(Clone, Copy, Debug, PartialEq)]
enum CountedDifference {
    /// The count and the total of two samples.
    Samples((u64, u64), (u64, u64)),
    /// The pairs with only the first property, with only the second, and all.
    Pairs(u64, u64, u64),
}

impl CountedDifference {
    /// The interval within so many standard deviations.
    fn within(self, z: f64) -> (f64, f64) {
        match self {
            CountedDifference::Samples(one, other) => difference_within(one, other, z),
            CountedDifference::Pairs(first, second, of) => paired_difference_within(first, second, of, z),
        }
    }
}

impl ShareDifference {
    /// The differences between two simulations in some outcomes, not yet corrected for their number. With pairs, the interval is
    /// that of Bonett and Price and the test McNemar's; without, of Newcombe and the score test.
    #[must_use]
    pub fn between(
        [one, other]: [&SimulationSummary; 2],
        pairs: Option<&PairedCounts>,
        outcomes: &[ComparedOutcome],
    ) -> Vec<ShareDifference> {
        let of = [one.readings, other.readings];
        let share = |count: u64, of: u64| count as f64 / of.max(1) as f64;
        let difference = |&outcome: &ComparedOutcome| {
            let counts = [outcome.count(one), outcome.count(other)];
            let is_so_far = outcome.is_so_far(&one.provenance) || outcome.is_so_far(&other.provenance);
            let certainty = || match pairs {
                Some(pairs) => DifferenceCertainty::of_pairs(outcome, counts, pairs),
                None => DifferenceCertainty::of_samples((counts[0], of[0]), (counts[1], of[1])),
            };
            ShareDifference {
                outcome,
                shares: [share(counts[0], of[0]), share(counts[1], of[1])],
                certainty: (!is_so_far).then(certainty),
            }
        };
        outcomes.iter().map(difference).collect()
    }

    /// The first share minus the second.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.shares[0] - self.shares[1]
    }

    /// Whether the difference is significant, whatever number of differences was looked at.
    #[must_use]
    pub fn is_significant(&self) -> bool {
        self.certainty.is_some_and(|certainty| certainty.p_corrected < significance::LEVEL)
    }

    /// Corrects the p-values (Holm) and the intervals (Bonferroni) of differences that are looked at together, and returns their
    /// number. In at most one of twenty such families chance alone makes a p-value significant, or puts a true difference
    /// outside of its interval.
    pub fn correct<'d>(differences: impl IntoIterator<Item = &'d mut ShareDifference>) -> usize {
        let mut tested: Vec<_> = differences.into_iter().filter_map(|one| one.certainty.as_mut()).collect();
        let corrected = significance::holm(&tested.iter().map(|certainty| certainty.p).collect::<Vec<_>>());
        let z = z_of_all(tested.len());
        for (certainty, p) in tested.iter_mut().zip(corrected) {
            certainty.p_corrected = p;
            (certainty.low_corrected, certainty.high_corrected) = certainty.counted.within(z);
        }
        tested.len()
    }
}

impl DifferenceCertainty {
    fn of(counted: CountedDifference, p: f64, correlation: Option<f64>) -> DifferenceCertainty {
        let (low, high) = counted.within(Z_95);
        DifferenceCertainty {
            low,
            high,
            low_corrected: low,
            high_corrected: high,
            p,
            p_corrected: p,
            correlation,
            counted,
        }
    }

    fn of_samples(one: (u64, u64), other: (u64, u64)) -> DifferenceCertainty {
        DifferenceCertainty::of(CountedDifference::Samples(one, other), significance::proportions(one, other), None)
    }

    fn of_pairs(outcome: ComparedOutcome, counts: [u64; 2], pairs: &PairedCounts) -> DifferenceCertainty {
        let (first, second) = pairs.only(outcome);
        let [x, y, n] = [counts[0], counts[1], pairs.readings].map(|count| count as f64);
        let both = x - first as f64;
        let spread = (x * (n - x) * y * (n - y)).sqrt();
        let correlation = (spread > 0.0).then(|| (n * both - x * y) / spread);
        let counted = CountedDifference::Pairs(first, second, pairs.readings);
        DifferenceCertainty::of(counted, significance::paired(first, second), correlation)
    }
}

impl Serialize for ShareDifference {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_struct("ShareDifference", 12)?;
        let certainty = self.certainty;
        fields.serialize_field("of", &self.outcome.to_string())?;
        fields.serialize_field("one", &self.shares[0])?;
        fields.serialize_field("other", &self.shares[1])?;
        fields.serialize_field("difference", &self.value())?;
        fields.serialize_field("so_far", &certainty.is_none())?;
        fields.serialize_field("low", &certainty.map(|certainty| certainty.low))?;
        fields.serialize_field("high", &certainty.map(|certainty| certainty.high))?;
        fields.serialize_field("low_corrected", &certainty.map(|certainty| certainty.low_corrected))?;
        fields.serialize_field("high_corrected", &certainty.map(|certainty| certainty.high_corrected))?;
        fields.serialize_field("p", &certainty.map(|certainty| certainty.p))?;
        fields.serialize_field("p_corrected", &certainty.map(|certainty| certainty.p_corrected))?;
        fields.serialize_field("correlation", &certainty.and_then(|certainty| certainty.correlation))?;
        fields.end()
    }
}
