//! Tests whether a count differs from chance: exact and chi-square tests.

use statrs::distribution::{Binomial, Discrete, DiscreteCDF};
use statrs::stats_tests::Alternative;
use statrs::stats_tests::chisquare::chisquare;
use statrs::stats_tests::fisher::fishers_exact;

/// The significance level: a difference with a smaller p-value is called significant; chance alone brings one in twenty.
pub const LEVEL: f64 = 0.05;

/// The p-value of the exact two-sided binomial test: the probability that a count is as improbable as this one, or more,
/// if each of `trials` succeeds with the probability `share`.
///
/// ```
/// use enochian::stats::significance;
/// // Conover (1971), p. 97: 682 of 925 plants, where three in four were expected.
/// assert!((significance::binomial(682, 925, 0.75) - 0.3825).abs() < 0.00005);
/// ```
#[must_use]
pub fn binomial(count: u32, trials: u32, share: f64) -> f64 {
    let Ok(distribution) = Binomial::new(share, u64::from(trials)) else { return 1.0 };
    let observed = distribution.pmf(u64::from(count));
    // Equal probabilities must not differ by a rounding error.
    let as_improbable = |p: &f64| *p <= observed * (1.0 + 1e-7);
    if trials > SUMMED {
        return tails(&distribution, trials, share, |count| as_improbable(&distribution.pmf(count)));
    }
    (0..=u64::from(trials)).map(|k| distribution.pmf(k)).filter(as_improbable).sum::<f64>().min(1.0)
}

/// Up to this many trials every count is added up; for more, the two tails of the distribution are computed.
const SUMMED: u32 = 20_000;

/// The total probability of the two tails: the counts up to just below the most probable one, and those from just above
/// it, that are as improbable as given.
fn tails(distribution: &Binomial, trials: u32, share: f64, as_improbable: impl Fn(u64) -> bool) -> f64 {
    let trials = u64::from(trials);
    let most = (((trials + 1) as f64 * share) as u64).min(trials);
    // The first count of a range with a property that all following counts share.
    let first = |mut from: u64, mut to: u64, holds: &dyn Fn(u64) -> bool| {
        while from < to {
            let middle = from + (to - from) / 2;
            if holds(middle) { to = middle } else { from = middle + 1 }
        }
        from
    };
    let below = first(0, most, &|count| !as_improbable(count));
    let above = first(most, trials + 1, &|count| as_improbable(count));
    let up_to = if below > 0 { distribution.cdf(below - 1) } else { 0.0 };
    let from = if above > 0 { distribution.sf(above - 1) } else { 1.0 };
    (up_to + from).min(1.0)
}

/// Holm's correction (1979) for multiple tests: adjusts p-values so that the smallest of them falls below a level by
/// chance no more often than the level says.
///
/// ```
/// let adjusted = enochian::stats::significance::holm(&[0.04, 0.01, 0.03, 0.02]);
/// assert!(adjusted.iter().zip([0.06, 0.04, 0.06, 0.06]).all(|(adjusted, right)| (adjusted - right).abs() < 1e-9));
/// ```
#[must_use]
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut adjusted = vec![1.0; probabilities.len()];
    let mut least: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        let left = (probabilities.len() - rank) as f64;
        least = least.max(probabilities[index] * left).min(1.0);
        adjusted[index] = least;
    }
    adjusted
}

/// The chi-square test of goodness of fit against equal expected counts.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct ChiSquare {
    /// The test statistic: the squared differences from the expected count, divided by it, added up.
    pub statistic: f64,
    /// The degrees of freedom: the number of counts minus one.
    pub freedom: usize,
    /// The p-value: the probability of a statistic at least as large by chance.
    pub p: f64,
}

/// Tests whether counts with equal expectations differ by more than chance. `None` if the expected count is below five
/// (Cochran's rule), where the chi-square distribution is a poor approximation.
///
/// ```
/// use enochian::stats::significance;
/// // 120 throws of a die.
/// let test = significance::even(&[16, 24, 18, 22, 15, 25]).unwrap();
/// assert!((test.statistic - 4.5).abs() < 1e-12 && test.freedom == 5);
/// assert!((test.p - 0.4799).abs() < 0.00005);
/// assert_eq!(significance::even(&[4, 5, 5, 5, 5, 5]), None);
/// ```
#[must_use]
pub fn even(counts: &[u32]) -> Option<ChiSquare> {
    let total: u32 = counts.iter().sum();
    if (total as usize) < 5 * counts.len() {
        return None;
    }
    let observed: Vec<usize> = counts.iter().map(|&count| count as usize).collect();
    let (statistic, p) = chisquare(&observed, None, None).ok()?;
    Some(ChiSquare { statistic, freedom: counts.len() - 1, p })
}

/// The p-value of Fisher's exact two-sided test: the probability that two shares differ as much by chance, when `one` of
/// `all_one` and `two` of `all_two` were counted.
///
/// ```
/// use enochian::stats::significance;
/// // Fisher's tea tasting (1935): three cups of four were recognised, and one of the other four was mistaken.
/// assert!((significance::fisher(3, 4, 1, 4) - 0.4857).abs() < 0.00005);
/// ```
pub fn fisher(one: u32, all_one: u32, two: u32, all_two: u32) -> f64 {
    let table = [one, two, all_one.saturating_sub(one), all_two.saturating_sub(two)].map(u64::from);
    fishers_exact(&table, Alternative::TwoSided).unwrap_or(1.0).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_a_distribution_add_up_to_the_sum_of_its_counts() {
        for trials in [1, 2, 7, 40, 1000, 5000] {
            for share in [0.0625, 0.25, 0.5, 0.75] {
                let distribution = Binomial::new(share, u64::from(trials)).unwrap();
                for count in [0, 1, trials / 16, trials / 4, trials / 4 + 5, trials / 2, trials - 1, trials] {
                    let observed = distribution.pmf(u64::from(count));
                    let ends = tails(&distribution, trials, share, |k| distribution.pmf(k) <= observed * (1.0 + 1e-7));
                    let sum = binomial(count, trials, share);
                    assert!((ends - sum).abs() < 1e-9, "{count} of {trials} at {share}: {ends} {sum}");
                }
            }
        }
        // A count of millions is fast, and exactly the expected count is not significant.
        assert!(binomial(500_000, 2_000_000, 0.25) > 0.999);
        assert!(binomial(505_000, 2_000_000, 0.25) < 1e-10);
    }

    fn near(found: f64, published: f64) {
        assert!((found - published).abs() <= published * 0.005, "{found} is not {published}");
    }

    #[test]
    fn the_exact_test_agrees_with_tables() {
        // Ten tosses of a coin: a probability of 1/1024 for each end.
        near(binomial(10, 10, 0.5), 2.0 / 1024.0);
        near(binomial(9, 10, 0.5), 22.0 / 1024.0);
        near(binomial(5, 10, 0.5), 1.0);
        // Unequal shares, eight trials with one in four: the tables have 0.1001 for zero and 0.8862 for at most three, so
        // four or more, each less probable than zero, have 0.1138.
        near(binomial(0, 8, 0.25), 0.1001 + 0.1138);
        assert_eq!(binomial(0, 0, 0.25), 1.0);
    }

    #[test]
    fn chi_square_agrees_with_tables() {
        // The usual table for five degrees of freedom: 11.070 at 0.05, 15.086 at 0.01, 20.515 at 0.001.
        // Counts with these statistics are made by moving throws from one face to another: 2 d^2 / e.
        let at = |statistic: f64| {
            let expected = 1_000_000_u32;
            let moved = (statistic * f64::from(expected) / 2.0).sqrt().round() as u32;
            even(&[expected + moved, expected - moved, expected, expected, expected, expected]).unwrap()
        };
        near(at(11.070).p, 0.05);
        near(at(15.086).p, 0.01);
        near(at(20.515).p, 0.001);
        near(at(4.351).p, 0.5);
    }

    #[test]
    fn holm_keeps_the_order_and_never_exceeds_one() {
        assert_eq!(holm(&[0.5, 0.9]), [1.0, 1.0]);
        assert_eq!(holm(&[]), [0.0; 0]);
        let adjusted = holm(&[0.01, 0.02, 0.03, 0.04]);
        assert!(adjusted.iter().zip([0.04, 0.06, 0.06, 0.06]).all(|(a, b)| (a - b).abs() < 1e-12));
    }

    #[test]
    fn fishers_test_agrees_with_published_values() {
        // Fisher (1935), convicts' brothers or sisters, 13 identical and 17 fraternal twins: 10 of 13 and 2 of 17;
        // the two-sided probability is 0.0005367.
        near(fisher(10, 13, 2, 17), 0.000_536_7);
        assert_eq!(fisher(0, 0, 3, 7), 1.0);
    }
}
