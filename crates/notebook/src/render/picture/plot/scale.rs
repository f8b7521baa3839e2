//! The scale of an axis.

/// An axis with round ticks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The least and greatest values, and their positions.
    numbers: (f64, f64),
    ends: (f64, f64),
    /// The distance between ticks.
    step: f64,
}

/// The most steps on an axis; there are always at least two ticks.
const STEPS: f64 = 5.0;

impl Scale {
    /// An axis from the least to the greatest value.
    pub(super) fn over((least, greatest): (f64, f64), ends: (f64, f64)) -> Scale {
        let greatest = greatest.max(least + 0.01);
        Scale { numbers: (least, greatest), ends, step: round((greatest - least) / STEPS) }
    }

    /// The position of a value.
    pub(super) fn at(&self, number: f64) -> f64 {
        let ((least, greatest), (start, end)) = (self.numbers, self.ends);
        start + (number - least) / (greatest - least) * (end - start)
    }

    /// The ticks.
    pub(super) fn ticks(&self) -> impl Iterator<Item = f64> {
        let ((least, greatest), step) = (self.numbers, self.step);
        let (first, last) = ((least / step - 1e-9).ceil() as i64, (greatest / step + 1e-9).floor() as i64);
        (first..=last).map(move |tick| tick as f64 * step)
    }

    /// The label of a tick.
    pub(super) fn label(&self, number: f64) -> String {
        let places = (-self.step.log10()).ceil().max(0.0) as usize;
        format!("{number:.places$}")
    }
}

/// Rounds up to the next of … 0.1, 0.2, 0.5, 1, 2, 5, 10, 20 …
pub(super) fn round(number: f64) -> f64 {
    let power = 10f64.powf(number.log10().floor());
    let digit = [1.0, 2.0, 5.0].into_iter().find(|digit| digit * power >= number * (1.0 - 1e-9));
    digit.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        let found = [0.011, 0.2, 0.3, 1.0, 7.0, 23.0, 600.0].map(round);
        for (found, wanted) in found.into_iter().zip([0.02, 0.2, 0.5, 1.0, 10.0, 50.0, 1000.0]) {
            assert!((found - wanted).abs() < 1e-9, "{found} {wanted}");
        }
    }

    #[test]
    fn few_round_numbers_lie_on_an_axis_and_never_fewer_than_two() {
        let labels = |least, greatest| {
            let scale = Scale::over((least, greatest), (0.0, 100.0));
            assert!(scale.ticks().all(|tick| (-1e-6..=100.0 + 1e-6).contains(&scale.at(tick))));
            scale.ticks().map(|tick| scale.label(tick)).collect::<Vec<_>>()
        };
        assert_eq!(labels(0.0, 100.0), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(labels(53.1, 57.9), ["54", "55", "56", "57"]);
        assert_eq!(labels(-0.31, 0.28), ["-0.2", "0.0", "0.2"]);
        assert_eq!(labels(0.0, 0.0).len(), 6);
        for tenth in 1..2000 {
            let count = labels(-3.3, -3.3 + f64::from(tenth) / 10.0).len();
            assert!((2..=6).contains(&count), "{tenth}: {count}");
        }
    }
}
