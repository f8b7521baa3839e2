//! How many observations a result needs, decided while they are made.

use super::clopper_pearson;

/// Observing until the interval of a share has a certain half-width, after J. Frey (The American Statistician 64, 2010, 242): after every [`FixedWidth::STEP`] observations the interval is computed at a confidence somewhat above 95%, and the first
/// one that is narrow enough is the result.
///
/// Stopping when an ordinary 95% interval looks narrow would miss the true share in more than one case in twenty, because it
/// stops more readily at counts that happen to promise a narrow one. With the interval of Clopper and Pearson and
/// [`FixedWidth::ERROR_PROBABILITY`], the true share is missed in at most one case in twenty: computed exactly for 160 shares from 0.0005 to 0.5 and
/// half-widths from 0.5 to 5 percentage points, the coverage is at least 95.1%.
///
/// ```
/// use enochian::stats::FixedWidth;
/// let rule = FixedWidth::new(0.005).unwrap();
/// assert!(!rule.is_met(rule.interval(20_480, 40_960)));
/// assert!(rule.is_met(rule.interval(21_504, 43_008)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FixedWidth {
    half_width: f64,
}

impl FixedWidth {
    /// The number of observations between looks at the interval.
    pub const STEP: u64 = 1024;

    /// The probability with which each interval on its own may miss the true share.
    pub const ERROR_PROBABILITY: f64 = 0.04;

    /// The rule for a half-width, as a share; `None` unless it lies between 0 and 0.5.
    #[must_use]
    pub fn new(half_width: f64) -> Option<FixedWidth> {
        (half_width > 0.0 && half_width < 0.5).then_some(FixedWidth { half_width })
    }

    /// The half-width, as a share.
    #[must_use]
    pub const fn half_width(self) -> f64 {
        self.half_width
    }

    /// The interval after some observations.
    #[must_use]
    pub fn interval(self, count: u64, of: u64) -> (f64, f64) {
        clopper_pearson(count, of, FixedWidth::ERROR_PROBABILITY)
    }

    /// Whether an interval is narrow enough, so that it is the result.
    #[must_use]
    pub fn is_met(self, (low, high): (f64, f64)) -> bool {
        high - low <= 2.0 * self.half_width
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{Binomial, Discrete};

    /// The exact probability that the interval with which a rule stops holds the true share, and that the same rule with
    /// intervals of another confidence does.
    fn coverage(share: f64, half_width: f64, miss: f64) -> f64 {
        let step = Binomial::new(share, FixedWidth::STEP).unwrap();
        let step: Vec<f64> = (0..=FixedWidth::STEP).map(|count| step.pmf(count)).collect();
        let (mut going_on, mut observed, mut holds) = (vec![1.0], 0, 0.0);
        while going_on.iter().sum::<f64>() > 1e-9 {
            observed += FixedWidth::STEP;
            let mut next = vec![0.0; going_on.len() + step.len() - 1];
            for (count, before) in going_on.iter().enumerate().filter(|(_, before)| **before > 1e-12) {
                for (more, probability) in step.iter().enumerate().filter(|(_, probability)| **probability > 1e-12) {
                    next[count + more] += before * probability;
                }
            }
            for (count, probability) in next.iter_mut().enumerate().filter(|(_, probability)| **probability > 1e-12) {
                let (low, high) = clopper_pearson(count as u64, observed, miss);
                if high - low <= 2.0 * half_width {
                    holds += if (low..=high).contains(&share) { *probability } else { 0.0 };
                    *probability = 0.0;
                }
            }
            going_on = next;
        }
        holds
    }

    #[test]
    fn stopping_at_a_width_keeps_the_coverage() {
        for (share, half_width) in
            [(0.0371, 0.01), (0.1337, 0.02), (0.2746, 0.02), (0.3148, 0.02), (0.5, 0.02), (0.2, 0.05)]
        {
            let found = coverage(share, half_width, FixedWidth::ERROR_PROBABILITY);
            assert!((0.95..0.99).contains(&found), "{share} within {half_width}: {found}");
        }
        // Ordinary 95% intervals would not do.
        let ordinary = coverage(0.1337, 0.02, 0.05);
        assert!((0.93..0.945).contains(&ordinary), "{ordinary}");
    }

    #[test]
    fn impossible_widths_are_none() {
        assert_eq!([0.0, 0.5, f64::NAN].map(FixedWidth::new), [None; 3]);
    }
}
