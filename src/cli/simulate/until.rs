//! The option `--until`: how many readings are played to know the answer to a certain width.

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::prelude::*;
use crate::render::{Estimate, Plot, TextPage, number};
use crate::simulate::{KnownWidth, Plan, UntilResult};
use crate::stats::FixedWidth;

use super::super::interrupt::{Stopped, workers};
use super::super::output::PlotArgument;
use super::{page, page_width, print_json, print_page, run};

/// The most readings, if `--readings` does not say.
pub(super) const MOST: u64 = 100_000_000;

/// Reads a half-width in percentage points.
pub(super) fn width(text: &str) -> Result<FixedWidth, String> {
    let points: Option<f64> = text.trim().parse().ok();
    points
        .and_then(|points| FixedWidth::new(points / 100.0))
        .ok_or_else(|| "expected percentage points, more than 0 and less than 50: 0.1 gives 55.0 ± 0.1".to_owned())
}

/// Plays until the answer is known to a certain width or to the end of the plan, and prints it.
pub(super) fn run(
    plan: &Plan,
    width: FixedWidth,
    threads: usize,
    plot: &PlotArgument,
    json: bool,
    correspondences: &Correspondences,
) -> CommandResult<()> {
    if plan.range.start > 0 {
        misuse!("--until plays from the first reading; give the most --readings as one number, or leave them out");
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("  {human_pos} readings, {msg}") {
        bar.set_style(style);
    }
    let found = UntilResult::play(plan, width, correspondences, workers(threads), |readings, half_width| {
        bar.inc(readings);
        bar.set_message(format!("±{:.2} percentage points", 100.0 * half_width));
    });
    bar.finish_and_clear();
    let (done, wanted) = (found.summary.readings, plan.range.end);
    if done > 0 && json {
        print_json(&found)?;
    } else if done > 0 {
        let mut interval = TextPage::new(page_width());
        interval.paragraph(words(&found));
        let page = page::page(&found.summary, correspondences, page_width())?;
        print_page(page + "\n" + interval.finish())?;
    }
    if found.until.low.is_none() && done < wanted {
        let way_on = "give the same command again; what was counted is printed".to_owned();
        return Err(Stopped { after: run::after(done, wanted), way_on }.into());
    }
    plot.put(&Plot::Simulation(&found.summary, plan.question.board, correspondences))
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
