//! Statistics: confidence intervals and quantiles here, tests in [`significance`].

use statrs::distribution::{Beta, ContinuousCDF, Normal};

mod fixed_width;
pub mod significance;

pub use fixed_width::FixedWidth;

/// The number of standard deviations within which 95% of a normal distribution lie.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Wilson's 95% confidence interval for a proportion, of which `count` of `of` were observed; 0 to 1 if `of` is 0.
///
/// ```
/// // R. G. Newcombe, Statistics in Medicine 17 (1998) 857: 81 of 263.
/// let (low, high) = enochian::stats::wilson(81, 263);
/// assert!((low - 0.2553).abs() < 5e-5 && (high - 0.3662).abs() < 5e-5);
/// ```
#[must_use]
pub fn wilson(count: u64, of: u64) -> (f64, f64) {
    wilson_within(count, of, Z_95)
}

/// The same within so many standard deviations.
pub(crate) fn wilson_within(count: u64, of: u64, z: f64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (count, n, z2) = (count as f64, of as f64, z * z);
    let middle = count + z2 / 2.0;
    let margin = z * (count * (n - count) / n + z2 / 4.0).sqrt();
    (((middle - margin) / (n + z2)).max(0.0), ((middle + margin) / (n + z2)).min(1.0))
}

/// The number of standard deviations within which each of several results lies so that 95% of the times all of them do, by
/// Bonferroni's inequality.
///
/// ```
/// assert_eq!(enochian::stats::z_of_all(1), enochian::stats::Z_95);
/// assert!((enochian::stats::z_of_all(10) - 2.807).abs() < 5e-4);
/// ```
#[must_use]
pub fn z_of_all(results: usize) -> f64 {
    match results {
        0 | 1 => Z_95,
        _ => Normal::standard().inverse_cdf(1.0 - significance::LEVEL / 2.0 / results as f64),
    }
}

/// Newcombe's 95% confidence interval for the difference of two proportions, the first minus the second, each given as a
/// count and a total (his method 10, from two Wilson intervals).
///
/// ```
/// // R. G. Newcombe, Statistics in Medicine 17 (1998) 873: 56 of 70 against 48 of 80.
/// let (low, high) = enochian::stats::difference((56, 70), (48, 80));
/// assert!((low - 0.0524).abs() < 5e-5 && (high - 0.3339).abs() < 5e-5);
/// ```
#[must_use]
pub fn difference(one: (u64, u64), two: (u64, u64)) -> (f64, f64) {
    difference_within(one, two, Z_95)
}

/// Like [`difference`], within so many standard deviations: see [`z_of_all`].
#[must_use]
pub fn difference_within(one: (u64, u64), two: (u64, u64), z: f64) -> (f64, f64) {
    let share = |(count, of): (u64, u64)| if of == 0 { 0.0 } else { count as f64 / of as f64 };
    let ((l1, u1), (l2, u2)) = (wilson_within(one.0, one.1, z), wilson_within(two.0, two.1, z));
    let (p1, p2) = (share(one), share(two));
    let difference_of_shares = p1 - p2;
    (difference_of_shares - (p1 - l1).hypot(u2 - p2), difference_of_shares + (u1 - p1).hypot(p2 - l2))
}

/// The confidence interval, within `z` standard deviations ([`z_of_all`]), for the difference of two proportions of the same `of`
/// pairs, the first minus the second, by D. G. Bonett and R. M. Price (Journal of Educational and Behavioral Statistics 37, 2012,
/// 479). The differences within the pairs, each 1, 0 or -1, add up to `sum`, and their squares to `squares`. 0 to 0 if there are no pairs.
///
/// For the mean of several such differences of the same pairs, they are added within each pair, and `most` is their number.
///
/// ```
/// // Forty pairs have only the first property, twenty only the second. With few pairs that differ, the interval is much narrower
/// // than that of two separate samples.
/// let (low, high) = enochian::stats::paired_difference_within(40 - 20, 40 + 20, 1, 1000, 1.96);
/// assert!((low - 0.00461).abs() < 5e-6 && (high - 0.03531).abs() < 5e-6);
/// let (low, high) = enochian::stats::difference((540, 1000), (520, 1000));
/// assert!(low < -0.02 && high > 0.06);
/// ```
#[must_use]
pub fn paired_difference_within(sum: i64, squares: u64, most: u64, of: u64, z: f64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 0.0);
    }
    // A pair is added with the greatest difference, and one with the least.
    let (n, most) = (of as f64 + 2.0, most as f64);
    let mean = sum as f64 / most / n;
    let mean_square = (squares as f64 / most / most + 2.0) / n;
    let margin = z * ((mean_square - mean * mean) / n).sqrt();
    ((mean - margin).max(-1.0), (mean + margin).min(1.0))
}

/// The mean of `of` numbers that add up to `sum`, and their squares to `squares`, and the square of its standard error; of fewer than
/// two numbers that is not known.
///
/// ```
/// use enochian::stats::mean_of;
/// // 2, 4 and 9: the variance is 13.
/// assert_eq!(mean_of(15, 101, 3), (5.0, Some(13.0 / 3.0)));
/// assert_eq!(mean_of(2, 4, 1), (2.0, None));
/// ```
#[must_use]
pub fn mean_of(sum: i128, squares: u128, of: u64) -> (f64, Option<f64>) {
    let n = i128::from(of);
    // Exact until here, so that nothing is lost where the numbers are large and alike.
    let spread = n * squares as i128 - sum * sum;
    let error = (of > 1).then(|| spread as f64 / (of as f64).powi(2) / (of - 1) as f64);
    (sum as f64 / of.max(1) as f64, error)
}

/// The exact confidence interval of C. J. Clopper and E. S. Pearson (Biometrika 26, 1934, 404) for a proportion, of which `count`
/// of `of` were observed: it misses the true one with at most the probability `miss`. 0 to 1 if `of` is 0.
///
/// ```
/// // The classic example: 10 of 100 at 95%.
/// let (low, high) = enochian::stats::clopper_pearson(10, 100, 0.05);
/// assert!((low - 0.0490).abs() < 5e-5 && (high - 0.1762).abs() < 5e-5);
/// ```
#[must_use]
pub fn clopper_pearson(count: u64, of: u64, miss: f64) -> (f64, f64) {
    let (x, n) = (count as f64, of as f64);
    let quantile = |a: f64, b: f64, at: f64| Beta::new(a, b).map(|beta| beta.inverse_cdf(at));
    // The parameters are positive but at the ends, which are certain.
    let low = quantile(x, n - x + 1.0, miss / 2.0).unwrap_or(0.0);
    let high = quantile(x + 1.0, n - x, 1.0 - miss / 2.0).unwrap_or(1.0);
    (low, high)
}

/// The quantile of a distribution: the smallest value that at least this share of all values do not exceed, where
/// `counts` are the numbers of values equal to 0, 1, 2 …; `None` if there are none.
///
/// ```
/// use enochian::stats::quantile;
/// assert_eq!(quantile(&[0, 2, 1, 1], 0.5), Some(1));
/// assert_eq!(quantile(&[0, 2, 1, 1], 1.0), Some(3));
/// assert_eq!(quantile(&[], 0.5), None);
/// ```
#[must_use]
pub fn quantile(counts: &[u64], share: f64) -> Option<usize> {
    let all: u64 = counts.iter().sum();
    let wanted = ((share * all as f64).ceil() as u64).clamp(1, all.max(1));
    let mut passed = 0;
    counts.iter().position(|count| {
        passed += count;
        passed >= wanted
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, printed: f64) -> bool {
        (found - printed).abs() < 5e-5
    }

    #[test]
    fn intervals_agree_with_newcombe() {
        let table = [((81, 263), (0.2553, 0.3662)), ((15, 148), (0.0624, 0.1605)), ((0, 20), (0.0, 0.1611))];
        for ((count, of), (low, high)) in table.into_iter().chain([((1, 29), (0.0061, 0.1718))]) {
            let found = wilson(count, of);
            assert!(near(found.0, low) && near(found.1, high), "{count} of {of}: {found:?}");
        }
        let table = [
            ((56, 70), (48, 80), (0.0524, 0.3339)),
            ((9, 10), (3, 10), (0.1705, 0.8090)),
            ((10, 10), (0, 20), (0.6791, 1.0)),
        ];
        for (one, two, (low, high)) in table {
            let found = difference(one, two);
            assert!(near(found.0, low) && near(found.1, high), "{one:?} {two:?}: {found:?}");
        }
        assert_eq!(wilson(0, 0), (0.0, 1.0));
    }
}
