//! The largest interaction of two factors of a design, which the shares of each factor by itself hide.

use crate::correspondences::Criterion;
use crate::input::safe;
use crate::reading::Verdict;
use crate::simulate::SimulationSummary;
use crate::simulate::design::{CellChance, Design, PlannedCell};
use crate::stats::significance;

/// Cells with their counts.
pub(super) type PlayedCells<'p> = [(&'p PlannedCell, SimulationSummary)];

/// Two levels of different factors, and their share of yes by the Ptah.
#[derive(Clone, Debug)]
struct Interaction {
    /// Each factor and its level.
    levels: [(&'static str, String); 2],
    readings: f64,
    /// The share of the cells with both levels.
    share: f64,
    /// The share that there would be if the odds of both were multiplied.
    apart: f64,
}

/// Readings, and those with yes by the Ptah.
type Yes = (u64, u64);

fn yes<'s>(summaries: impl Iterator<Item = &'s SimulationSummary>) -> Yes {
    summaries
        .fold((0, 0), |(readings, yes), one| (readings + one.readings, yes + one.answer(Criterion::Ptah, Verdict::Yes)))
}

fn share((readings, yes): Yes) -> f64 {
    yes as f64 / readings.max(1) as f64
}

/// The logarithm of the odds. Half a reading is added to each side, since none is as good as impossible.
fn log_odds((readings, yes): Yes) -> f64 {
    ((yes as f64 + 0.5) / ((readings - yes) as f64 + 0.5)).ln()
}

/// All pairs of levels that were played together.
fn interactions(design: &Design, cells: &PlayedCells<'_>) -> Vec<Interaction> {
    let of = |chosen: &[(&str, &str)]| {
        let has = |cell: &PlannedCell| {
            chosen.iter().all(|(factor, level)| cell.levels.get(*factor).is_some_and(|name| name == level))
        };
        yes(cells.iter().filter(|(cell, _)| has(cell)).map(|(_, summary)| summary))
    };
    let all = log_odds(of(&[]));
    let mut found = vec![];
    for (place, one) in design.factors.iter().enumerate() {
        for two in &design.factors[place + 1..] {
            for level in one.levels() {
                for other in two.levels() {
                    let both = of(&[(one.name, level), (two.name, other)]);
                    if both.0 > 0 {
                        // Shares cannot be added: they would go beyond all readings.
                        let [one_alone, two_alone] =
                            [(one, level), (two, other)].map(|(factor, level)| log_odds(of(&[(factor.name, level)])));
                        let odds = (one_alone + two_alone - all).exp();
                        found.push(Interaction {
                            levels: [(one.name, level.to_owned()), (two.name, other.to_owned())],
                            readings: both.0 as f64,
                            share: share(both),
                            apart: odds / (1.0 + odds),
                        });
                    }
                }
            }
        }
    }
    found
}

/// What is said below the shares of the factors; nothing if there is only one factor.
pub(super) fn told(design: &Design, cells: &PlayedCells<'_>) -> Option<String> {
    let all = interactions(design, cells);
    let size = |one: &Interaction| (one.share - one.apart).abs();
    let largest = all.iter().max_by(|one, two| size(one).total_cmp(&size(two)))?;
    let [(one, level), (two, other)] = &largest.levels;
    let percent = |share: f64| format!("{:.2} %", 100.0 * share);
    // Only the variance of the pair itself is known without a model; that of the rest makes it a little smaller.
    let spread = (largest.share * (1.0 - largest.share) / largest.readings).sqrt();
    let chance = match design.chance {
        CellChance::Own if spread > 0.0 => {
            let p = significance::two_sided(size(largest) / spread) * all.len() as f64;
            format!("; p {}, corrected for {} pairs of levels", super::page::p_value(p.min(1.0)), all.len())
        }
        _ => String::new(),
    };
    Some(format!(
        "Each line is an average over the levels of the other factors, and hides what two of them do together. The largest such \
         interaction in the share of yes: {one} {} with {two} {} has {}, where the odds of both by themselves give {} \
         ({:+.2} points{chance}). cells.csv has all cells.",
        safe(level),
        safe(other),
        percent(largest.share),
        percent(largest.apart),
        100.0 * (largest.share - largest.apart)
    ))
}
