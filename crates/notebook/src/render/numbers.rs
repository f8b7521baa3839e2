//! Formatting of counts and shares, for tables and pictures.

use crate::correspondences::Criterion;
use crate::reading::Verdict;
use crate::simulate::SimulationSummary;
use crate::stats::wilson;

/// A number with thousands separators: `1,000,000`.
pub fn number(count: u64) -> String {
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
pub fn share(count: u64, of: u64) -> String {
    Estimate::share(count, of).as_share()
}

/// A share, or a difference of shares, with its confidence interval; all as fractions. Without an interval, both of its bounds are
/// the value.
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

    /// The share of an answer in a simulation, without an interval if it is only the answer so far
    /// ([`Provenance::is_so_far`](crate::simulate::Provenance::is_so_far)).
    #[must_use]
    pub fn answer(summary: &SimulationSummary, criterion: Criterion, verdict: Verdict) -> Estimate {
        let share = Estimate::share(summary.answer(criterion, verdict), summary.readings);
        if summary.provenance.is_so_far(criterion) { Estimate::exact(share.value) } else { share }
    }

    const fn exact(value: f64) -> Estimate {
        Estimate { value, low: value, high: value }
    }

    pub(super) fn has_interval(&self) -> bool {
        self.low < self.high
    }

    /// Formats a share.
    #[must_use]
    pub fn as_share(&self) -> String {
        let Estimate { value, low, high } = self.in_percent();
        if self.has_interval() { format!("{value:.2} % ({low:.2}–{high:.2})") } else { format!("{value:.2} %") }
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
        if self.has_interval() { format!("{value:+.2} ({low:+.2} to {high:+.2})") } else { format!("{value:+.2}") }
    }

    /// The same in percent.
    pub(super) fn in_percent(self) -> Estimate {
        Estimate { value: 100.0 * self.value, low: 100.0 * self.low, high: 100.0 * self.high }
    }
}
