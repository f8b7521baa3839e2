//! An explanation in words: facts, turns, and the words of the correspondences.

mod comparison;
mod course;
mod forces;
mod ptah;
mod statistics;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::correspondences::Correspondences;
use crate::record::Record;
use crate::render::TextPage;

use super::Explanation;
pub use comparison::write_comparison;
pub use statistics::write_statistics;

/// How much is told (after ZAL's three depths).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ReportForm {
    /// The answer, what turned it, and the forces in a few lines.
    Short,
    /// With the forces counted, the conflicts, and what bore upon the Ptah.
    #[default]
    Summary,
    /// With every army by itself, every road, and every turn.
    Full,
}

impl ReportForm {
    /// How many turns, or runs of turns, are listed before the rest is passed over.
    fn turns_listed(self) -> usize {
        match self {
            ReportForm::Short => 6,
            ReportForm::Summary => 10,
            ReportForm::Full => usize::MAX,
        }
    }
}

/// Tells of a record what its explanation found, in lines of a width.
#[must_use]
pub fn write_report(
    explanation: &Explanation,
    record: &Record,
    form: ReportForm,
    correspondences: &Correspondences,
    width: usize,
) -> String {
    let page = TextPage::new(width);
    let mut telling = Report { it: explanation, record, form, correspondences, noted: BTreeSet::new(), page };
    telling.opening();
    telling.answer();
    if explanation.turns > 0 {
        telling.course();
    }
    telling.notes();
    telling.page.finish()
}

/// What is being told, and the page on which.
struct Report<'e> {
    it: &'e Explanation,
    record: &'e Record,
    form: ReportForm,
    correspondences: &'e Correspondences,
    /// The turns beside which the person's words have been told.
    noted: BTreeSet<u32>,
    page: TextPage,
}

impl Report<'_> {
    /// Everything that rests on turns.
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
    }

    /// `turn 3`, or `turns 3, 5–8 … 40 (12)`.
    fn turns(&self, turns: &[u32]) -> String {
        turns_up_to(turns, self.form.turns_listed())
    }
}

/// The turns with their runs drawn together, and no more of these than `most`.
fn turns_up_to(turns: &[u32], most: usize) -> String {
    let mut runs: Vec<RangeInclusive<u32>> = Vec::new();
    for &turn in turns {
        match runs.last_mut() {
            Some(run) if run.end() + 1 == turn => *run = *run.start()..=turn,
            _ => runs.push(turn..=turn),
        }
    }
    let told: Vec<String> = runs
        .iter()
        .map(|run| match run.end() - run.start() {
            0 => run.start().to_string(),
            1 => format!("{}, {}", run.start(), run.end()),
            _ => format!("{}–{}", run.start(), run.end()),
        })
        .collect();
    match told.as_slice() {
        [] => "no turn".to_owned(),
        [one] if turns.len() == 1 => format!("turn {one}"),
        told if told.len() <= most => format!("turns {}", told.join(", ")),
        told => format!("turns {} … {} ({})", told[..most - 1].join(", "), told[told.len() - 1], turns.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::turns_up_to;

    #[test]
    fn turns_are_drawn_together_and_the_rest_is_counted() {
        assert_eq!(turns_up_to(&[], 3), "no turn");
        assert_eq!(turns_up_to(&[7], 3), "turn 7");
        assert_eq!(turns_up_to(&[1, 2, 5, 6, 7], 3), "turns 1, 2, 5–7");
        assert_eq!(turns_up_to(&[1, 3, 5, 7, 8], 3), "turns 1, 3 … 7, 8 (5)");
    }
}
