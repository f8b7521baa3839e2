//! The option `--until`: how many readings are played to know the answer to a certain width.

use crate::render::{Estimate, TextPage, number};
use crate::simulate::{KnownWidth, UntilResult};
use crate::stats::FixedWidth;

use super::page_width;

/// The most readings, if `--readings` does not say.
pub(super) const MOST: u64 = 100_000_000;

/// Reads a half-width in percentage points.
pub(super) fn width(text: &str) -> Result<FixedWidth, String> {
    let points: Option<f64> = text.trim().parse().ok();
    points
        .and_then(|points| FixedWidth::new(points / 100.0))
        .ok_or_else(|| "expected percentage points, more than 0 and less than 50: 0.1 gives 55.0 ± 0.1".to_owned())
}

/// The interval as a paragraph.
pub(super) fn text(found: &UntilResult) -> String {
    let mut page = TextPage::new(page_width());
    page.paragraph(&words(found));
    page.finish()
}

fn words(found: &UntilResult) -> String {
    let KnownWidth { of, half_width, share, low, high, .. } = &found.until;
    let points = format!("{} percentage points", 100.0 * half_width);
    let readings = number(found.summary.readings);
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
