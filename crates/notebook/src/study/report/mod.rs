//! Text reports of explanations, comparisons and statistics.

mod comparison;
mod counts;
mod course;
mod forces;
mod ptah;
mod statistics;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::correspondences::Correspondences;
use crate::record::EnochianRecord;
use crate::render::TextPage;

use super::Explanation;
pub use comparison::write_comparison;
pub use statistics::{write_recurring, write_statistics};

/// The length of a report (after ZAL's three depths).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ReportForm {
    /// The answer, the turning points, and the forces in a few lines.
    Short,
    /// Also tables of the forces, the conflicts, and the attacks on the Ptah.
    #[default]
    Summary,
    /// Also every army, every road, and every turn.
    Full,
}

impl ReportForm {
    /// The most turns, or runs of turns, that are listed in full.
    fn turns_listed(self) -> usize {
        match self {
            ReportForm::Short => 6,
            ReportForm::Summary => 10,
            ReportForm::Full => usize::MAX,
        }
    }
}

/// Writes the explanation of a record, in lines of at most `width` columns.
#[must_use]
pub fn write_report(
    explanation: &Explanation,
    record: EnochianRecord<'_>,
    form: ReportForm,
    correspondences: &Correspondences,
    width: usize,
) -> String {
    let page = TextPage::new(width);
    let mut report = Report { it: explanation, record, form, correspondences, noted: BTreeSet::new(), page };
    report.opening();
    report.answer();
    if explanation.turns > 0 {
        report.course();
    }
    report.notes();
    report.page.finish()
}

/// A report being written.
struct Report<'e> {
    it: &'e Explanation,
    record: EnochianRecord<'e>,
    form: ReportForm,
    correspondences: &'e Correspondences,
    /// The turns whose notes have been written.
    noted: BTreeSet<u32>,
    page: TextPage,
}

impl Report<'_> {
    /// Everything that needs turns.
    fn course(&mut self) {
        self.turning_points();
        self.kings_road();
        self.forces();
        self.at_the_ptah();
        if self.form > ReportForm::Short {
            self.conflicts();
        }
        if self.form == ReportForm::Full {
            self.roads();
        }
        self.delays();
        self.time();
        self.counts();
    }

    /// `turn 3`, or `turns 3, 5–8 … 40 (12)`.
    fn turns(&self, turns: &[u32]) -> String {
        turns_up_to(turns, self.form.turns_listed())
    }
}

/// The turns with consecutive ones as ranges, at most `most` of them.
fn turns_up_to(turns: &[u32], most: usize) -> String {
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
        runs if runs.len() <= most => format!("turns {}", runs.join(", ")),
        runs => format!("turns {} … {} ({})", runs[..most - 1].join(", "), runs[runs.len() - 1], turns.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::turns_up_to;

    #[test]
    fn consecutive_turns_are_ranges_and_long_lists_are_shortened() {
        assert_eq!(turns_up_to(&[], 3), "no turn");
        assert_eq!(turns_up_to(&[7], 3), "turn 7");
        assert_eq!(turns_up_to(&[1, 2, 5, 6, 7], 3), "turns 1, 2, 5–7");
        assert_eq!(turns_up_to(&[1, 3, 5, 7, 8], 3), "turns 1, 3 … 7, 8 (5)");
    }
}
