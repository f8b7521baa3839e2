//! The interactions of two factors of a design, which the shares of each factor by itself hide.

use serde::Serialize;

use crate::correspondences::Criterion;
use crate::reading::Verdict;
use crate::simulate::SimulationSummary;
use crate::stats::significance;

use super::{CellChance, Design, PlannedCell};

/// Two levels of different factors, and their share of yes by the Ptah.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FactorInteraction {
    /// The first factor.
    pub factor: &'static str,
    /// Its level.
    pub level: String,
    /// The second factor.
    pub other_factor: &'static str,
    /// Its level.
    pub other_level: String,
    /// The readings of the cells with both levels.
    pub readings: u64,
    /// The share of yes in these.
    pub share: f64,
    /// The share that there would be if the odds of both were multiplied.
    pub apart: f64,
    /// The first share minus the second.
    pub difference: f64,
    /// The p-value, corrected for the number of pairs (Bonferroni); nothing if the cells share their readings' random numbers.
    pub p_corrected: Option<f64>,
}

impl FactorInteraction {
    /// Whether it is more than chance brings, whatever number of pairs was looked at.
    #[must_use]
    pub fn is_significant(&self) -> bool {
        self.p_corrected.is_some_and(|p| p < significance::LEVEL)
    }
}

/// Readings, and those with yes by the Ptah.
type Yes = (u64, u64);

fn yes<'s>(summaries: impl Iterator<Item = &'s SimulationSummary>) -> Yes {
    summaries
        .fold((0, 0), |(readings, yes), one| (readings + one.readings, yes + one.answer(Criterion::Ptah, Verdict::Yes)))
}

/// The logarithm of the odds. Half a reading is added to each side, since none is as good as impossible.
fn log_odds((readings, yes): Yes) -> f64 {
    ((yes as f64 + 0.5) / ((readings - yes) as f64 + 0.5)).ln()
}

/// All pairs of levels that were played together, the largest difference first.
pub(super) fn interactions(design: &Design, cells: &[(&PlannedCell, SimulationSummary)]) -> Vec<FactorInteraction> {
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
                    let (readings, yes) = of(&[(one.name, level), (two.name, other)]);
                    if readings > 0 {
                        // Shares cannot be added: they would go beyond all readings.
                        let [one_alone, two_alone] =
                            [(one, level), (two, other)].map(|(factor, level)| log_odds(of(&[(factor.name, level)])));
                        let odds = (one_alone + two_alone - all).exp();
                        let (share, apart) = (yes as f64 / readings as f64, odds / (1.0 + odds));
                        found.push(FactorInteraction {
                            factor: one.name,
                            level: level.to_owned(),
                            other_factor: two.name,
                            other_level: other.to_owned(),
                            readings,
                            share,
                            apart,
                            difference: share - apart,
                            p_corrected: None,
                        });
                    }
                }
            }
        }
    }
    let pairs = found.len() as f64;
    for one in &mut found {
        // Only the variance of the pair itself is known without a model; that of the rest makes it a little smaller.
        let spread = (one.share * (1.0 - one.share) / one.readings as f64).sqrt();
        if design.chance == CellChance::Own && spread > 0.0 {
            one.p_corrected = Some((significance::two_sided(one.difference.abs() / spread) * pairs).min(1.0));
        }
    }
    found.sort_by(|one, two| two.difference.abs().total_cmp(&one.difference.abs()));
    found
}
