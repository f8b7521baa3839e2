//! Playing a plan while a bar shows how far it is.

use std::convert::Infallible;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};

use crate::simulate::{Plan, Summary, Tally};

use super::players::Players;

/// Plays and counts. The bar is drawn on standard error where that is a terminal.
pub(super) fn run(plan: &Plan, players: &Players, threads: usize) -> Summary {
    let bar = ProgressBar::new(plan.range.end - plan.range.start);
    let style = ProgressStyle::with_template("  {bar:40} {human_pos} of {human_len} readings, {per_sec}, {eta} left");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    let begun = Instant::now();
    let mut tally = Tally::new();
    let Ok(()) = plan.run(threads, Tally::new, |_, piece| {
        tally.merge(&piece);
        bar.inc(piece.readings);
        Ok::<(), Infallible>(())
    });
    bar.finish_and_clear();
    Summary::of(plan, players.names(), &tally, begun.elapsed().as_secs_f64())
}
