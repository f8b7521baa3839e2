//! Playing a plan while a bar shows how far it is.

use std::convert::Infallible;
use std::fmt;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::lore::Lore;
use crate::render::number;
use crate::simulate::{Plan, Premises, Summary, Tally};

/// Plays and counts.
pub(super) fn run(plan: &Plan, lore: &Lore, threads: usize) -> Summary {
    let bar = bar(plan.range.end - plan.range.start);
    let begun = Instant::now();
    let mut tally = Tally::new();
    let Ok(()) = plan.run(threads, Tally::new, |_, piece| {
        tally.merge(&piece);
        bar.inc(piece.readings);
        Ok::<(), Infallible>(())
    });
    bar.finish_and_clear();
    Summary::of(Premises::of(plan, lore), plan.range.clone(), &tally, begun.elapsed().as_secs_f64())
}

/// A bar for so many readings, drawn on standard error where that is a terminal.
pub(super) fn bar(readings: u64) -> ProgressBar {
    let bar = ProgressBar::new(readings);
    let style =
        ProgressStyle::with_template("  {wide_bar} {human_pos} of {human_len} readings, {rate} a second, {eta} left");
    if let Ok(style) = style {
        let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = out.write_str(&number(state.per_sec() as u64));
        };
        bar.set_style(style.with_key("rate", rate));
    }
    bar
}
