//! Tests whether counts differ from chance: chi-square, and Holm's correction.

use statrs::stats_tests::chisquare::chisquare;

/// The significance level: a difference with a smaller p-value is called significant; chance alone brings one in twenty.
pub const LEVEL: f64 = 0.05;

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

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, published: f64) {
        assert!((found - published).abs() <= published * 0.005, "{found} is not {published}");
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
}
