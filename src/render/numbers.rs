//! Formatting of counts and shares, for tables and pictures.

use crate::stats::wilson;

/// A number with thousands separators: `1,000,000`.
pub(crate) fn number(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share with its confidence interval: `41.20 % (41.10–41.30)`.
#[cfg(feature = "cli")]
pub(crate) fn share(count: u64, of: u64) -> String {
    Estimate::share(count, of).as_share()
}

/// A share, or a difference of shares, with its confidence interval; all as fractions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The observed value.
    pub value: f64,
    /// The lower bound of the interval.
    pub low: f64,
    /// The upper bound of the interval.
    pub high: f64,
}

impl Estimate {
    /// A share, with Wilson's 95 % interval.
    ///
    /// ```
    /// use enochian::render::Estimate;
    /// assert_eq!(Estimate::share(412, 1000).as_share(), "41.20 % (38.19–44.28)");
    /// ```
    #[must_use]
    pub fn share(count: u64, of: u64) -> Estimate {
        let (low, high) = wilson(count, of);
        Estimate { value: count as f64 / of.max(1) as f64, low, high }
    }

    /// Formats a share.
    #[must_use]
    pub fn as_share(&self) -> String {
        let Estimate { value, low, high } = self.in_percent();
        format!("{value:.2} % ({low:.2}–{high:.2})")
    }

    /// Formats a difference.
    ///
    /// ```
    /// use enochian::render::Estimate;
    /// assert_eq!(Estimate { value: 0.012, low: -0.003, high: 0.027 }.as_difference(), "+1.20 (-0.30 to +2.70)");
    /// ```
    #[must_use]
    pub fn as_difference(&self) -> String {
        let Estimate { value, low, high } = self.in_percent();
        format!("{value:+.2} ({low:+.2} to {high:+.2})")
    }

    /// Whether a difference is significant: the interval excludes 0.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }

    /// The same in percent.
    pub(super) fn in_percent(self) -> Estimate {
        Estimate { value: 100.0 * self.value, low: 100.0 * self.low, high: 100.0 * self.high }
    }
}
