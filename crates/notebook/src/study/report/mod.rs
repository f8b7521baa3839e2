//! Text reports: what is counted in a record, in two side by side, and in many.

mod comparison;
mod costly;
mod counts;
mod course;
mod ptah;
mod statistics;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::correspondences::Correspondences;
use crate::record::EnochianRecord;
use crate::render::{ScreenText, TextPage};

use super::Explanation;
pub use comparison::write_comparison;
pub use costly::write_costly;
pub use statistics::{write_recurring, write_statistics};

/// The most turns, or runs of turns, that are listed.
const TURNS_LISTED: usize = 10;

/// Writes what is counted in a record, in lines of at most `width` columns.
#[must_use]
pub fn write_report(
    explanation: &Explanation,
    record: EnochianRecord<'_>,
    correspondences: &Correspondences,
    width: usize,
) -> ScreenText {
    let page = TextPage::new(width);
    let mut report = Report { it: explanation, record, correspondences, noted: BTreeSet::new(), page };
    report.opening();
    report.answer();
    if explanation.turns > 0 {
        report.turning_points();
        report.kings_road();
        report.at_the_ptah();
        report.armies();
        report.counts();
    }
    report.notes();
    report.page.finish()
}

/// A report being written.
struct Report<'e> {
    it: &'e Explanation,
    record: EnochianRecord<'e>,
    correspondences: &'e Correspondences,
    /// The turns whose notes have been written.
    noted: BTreeSet<u32>,
    page: TextPage,
}

/// `turn 3`, or `turns 3, 5–8 … 40 (12)`: consecutive ones as ranges, at most [`TURNS_LISTED`] of them.
fn turns(turns: &[u32]) -> String {
    let mut runs: Vec<RangeInclusive<u32>> = Vec::new();
    for &turn in turns {
        match runs.last_mut() {
            Some(run) if run.end() + 1 == turn => *run = *run.start()..=turn,
            _ => runs.push(turn..=turn),
        }
    }
    let runs: Vec<String> = runs
        .iter()
        .map(|run| match run.end() - run.start() {
            0 => run.start().to_string(),
            1 => format!("{}, {}", run.start(), run.end()),
            _ => format!("{}–{}", run.start(), run.end()),
        })
        .collect();
    match runs.as_slice() {
        [] => "no turn".to_owned(),
        [one] if turns.len() == 1 => format!("turn {one}"),
        runs if runs.len() <= TURNS_LISTED => format!("turns {}", runs.join(", ")),
        runs => format!("turns {} … {} ({})", runs[..TURNS_LISTED - 1].join(", "), runs[runs.len() - 1], turns.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::turns;

    #[test]
    fn consecutive_turns_are_ranges_and_long_lists_are_shortened() {
        assert_eq!(turns(&[]), "no turn");
        assert_eq!(turns(&[7]), "turn 7");
        assert_eq!(turns(&[1, 2, 5, 6, 7]), "turns 1, 2, 5–7");
        let odd: Vec<u32> = (0..12).map(|turn| 2 * turn + 1).collect();
        assert_eq!(turns(&odd), "turns 1, 3, 5, 7, 9, 11, 13, 15, 17 … 23 (12)");
    }
}
