//! `enochian simulate heat`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use serde::Serialize;

use crate::correspondences::{Correspondences, Criterion};
use crate::render::{HeatMap, Plot, TextPage};
use crate::simulate::{LandingMaps, LandingSplit, NamedCounts, SimulationSummary};

use super::super::command_error::CommandResult;
use super::super::output::PlotArgument;
use super::{SimulationTerms, page, page_width, print_json, print_page, run};

/// Show where pieces land, by army, piece, phase or answer
///
/// A board for each army, piece, third of the reading, or answer (by the criterion that ends the readings). The numbers are
/// landings in 100 readings; of answers, in 100 readings with that answer.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  enochian simulate heat --by army questions/brother.toml --plot landings.svg")]
pub(super) struct HeatArgs {
    /// The question file
    question: PathBuf,
    /// What the landings are told apart by
    #[arg(long)]
    by: LandingSplit,
    #[command(flatten)]
    terms: SimulationTerms,
    #[command(flatten)]
    plot: PlotArgument,
    /// Print the landings as JSON
    #[arg(long)]
    json: bool,
}

impl ValueEnum for LandingSplit {
    fn value_variants<'a>() -> &'a [LandingSplit] {
        &LandingSplit::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

/// The landings in JSON.
#[derive(Serialize)]
struct LandingsJson<'s> {
    by: String,
    summary: &'s SimulationSummary,
    /// By part and square.
    landings: BTreeMap<String, NamedCounts>,
}

impl HeatArgs {
    pub(super) fn run(self, correspondences: &Correspondences) -> CommandResult<ExitCode> {
        self.plot.check()?;
        let plan = self.terms.plan(self.terms.question(&self.question, correspondences)?)?;
        let criterion = if plan.ends_by() == "kings" { Criterion::Kings } else { Criterion::Ptah };
        let (summary, maps, stopped) = run::landings(&plan, criterion, correspondences, self.terms.threads());
        let heat = heat_maps(&maps, self.by);
        if self.json && summary.readings > 0 {
            print_json(&LandingsJson { by: self.by.to_string(), summary: &summary, landings: maps.named(self.by) })?;
        } else if summary.readings > 0 {
            print_page(&self.text(&summary, &heat))?;
        }
        if let Some(stopped) = stopped {
            return Err(stopped.into());
        }
        self.plot.put(&Plot::Landings(&summary, plan.question.board, &heat, correspondences))?;
        Ok(ExitCode::SUCCESS)
    }

    fn text(&self, summary: &SimulationSummary, heat: &[HeatMap]) -> String {
        let mut page = TextPage::new(page_width());
        page::played(summary, &mut page);
        page::heading(&mut page, &format!("Landings on each square by {}", self.by));
        for HeatMap { name, counts } in heat {
            page.paragraph(name);
            page.gap();
            let most = counts.iter().copied().max().unwrap_or(0).max(1);
            page::squares(&mut page, |square| {
                let count = counts[square.index()];
                Some((count.to_string(), count as f64 / most as f64))
            });
            page.gap();
        }
        let of_what = if self.by == LandingSplit::Answer { " with that answer" } else { "" };
        page.paragraph(&format!(
            "Per 100 readings{of_what}. Brighter squares have more landings, each board by itself."
        ));
        page.finish()
    }
}

/// The landings in a hundred readings.
fn heat_maps(maps: &LandingMaps, by: LandingSplit) -> Vec<HeatMap> {
    let heat = |(part, (name, map)): (usize, (String, &[u64; 64]))| {
        let readings = maps.readings(by, part).max(1) as f64;
        HeatMap { name, counts: map.map(|count| (100.0 * count as f64 / readings).round() as u64) }
    };
    by.parts().into_iter().zip(maps.of(by)).enumerate().map(heat).collect()
}
