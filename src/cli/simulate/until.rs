//! The option `--until`: how many readings are played to know the answer to a certain width.

use serde::Serialize;

use crate::correspondences::{Correspondences, Criterion};
use crate::reading::Verdict;
use crate::render::{Estimate, TextPage, number};
use crate::simulate::{ComparedOutcome, Plan, SimulationSummary};
use crate::stats::sample_size::FixedWidth;

use super::page_width;
use super::run::{self, Played};

/// The most readings, if `--readings` does not say.
pub(super) const MOST: u64 = 100_000_000;

/// Reads a half-width in percentage points.
pub(super) fn width(text: &str) -> Result<FixedWidth, String> {
    let points: Option<f64> = text.trim().parse().ok();
    points
        .and_then(|points| FixedWidth::new(points / 100.0))
        .ok_or_else(|| "expected percentage points, more than 0 and less than 50: 0.1 gives 55.0 ± 0.1".to_owned())
}

/// A simulation that was played until its answer was known to a certain width.
#[derive(Serialize)]
pub(super) struct UntilResult {
    #[serde(flatten)]
    pub(super) summary: SimulationSummary,
    until: KnownWidth,
}

/// To what width the answer is known. Shares, not percent.
#[derive(Serialize)]
struct KnownWidth {
    of: String,
    half_width: f64,
    share: f64,
    /// The interval, if it became narrow enough.
    low: Option<f64>,
    high: Option<f64>,
}

impl UntilResult {
    /// The interval as a paragraph.
    pub(super) fn text(&self) -> String {
        let mut page = TextPage::new(page_width());
        page.paragraph(&self.words());
        page.finish()
    }

    fn words(&self) -> String {
        let KnownWidth { of, half_width, share, low, high } = &self.until;
        let points = format!("{} percentage points", 100.0 * half_width);
        let readings = number(self.summary.readings);
        match low.zip(*high) {
            Some((low, high)) => {
                let interval = Estimate { value: *share, low, high }.as_share();
                format!(
                    "After {readings} readings: {of} {interval}, known to ±{points} with 95 % confidence (a sequential interval after \
                     J. Frey, 2010). The intervals above are those of a number of readings fixed beforehand."
                )
            }
            None => format!("After {readings} readings, {of} is not yet known to ±{points}; allow more --readings."),
        }
    }
}

/// Plays until the answer by the criterion that ends the readings is known to this width.
pub(super) fn play(
    plan: &Plan,
    width: FixedWidth,
    correspondences: &Correspondences,
    threads: usize,
) -> (UntilResult, Option<super::super::interrupt::Stopped>) {
    let criterion = if plan.ends_by() == "kings" { Criterion::Kings } else { Criterion::Ptah };
    let outcome = ComparedOutcome::Answer(criterion, Verdict::Yes);
    let (Played { summary, stopped }, interval) = run::until(plan, (outcome, width), correspondences, threads);
    let share = outcome.count(&summary) as f64 / summary.readings.max(1) as f64;
    let (low, high) = interval.unzip();
    let until = KnownWidth { of: outcome.to_string(), half_width: width.half_width(), share, low, high };
    (UntilResult { summary, until }, stopped)
}
