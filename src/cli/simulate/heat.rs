//! `enochian simulate --by`: where pieces land.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::cli::prelude::*;
use crate::render::{HeatMap, Plot, TextPage};
use crate::simulate::{LandingMaps, LandingSplit, NamedCounts, Plan, SimulationSummary};

use super::super::output::PlotArgument;
use super::{page, page_width, print_json, print_page, run};

/// The landings in JSON.
#[derive(Serialize)]
struct LandingsJson<'s> {
    by: String,
    summary: &'s SimulationSummary,
    /// By part and square.
    landings: BTreeMap<String, NamedCounts>,
}

/// Plays a plan, and shows a board for each part.
pub(super) fn run(
    by: LandingSplit,
    plan: &Plan,
    threads: usize,
    plot: &PlotArgument,
    json: bool,
    correspondences: &Correspondences,
) -> CommandResult<()> {
    let (summary, maps, stopped) = run::landings(plan, plan.criterion(), correspondences, threads);
    let heat = heat_maps(&maps, by);
    if json && summary.readings > 0 {
        print_json(&LandingsJson { by: by.to_string(), summary: &summary, landings: maps.named(by) })?;
    } else if summary.readings > 0 {
        print_page(text(by, &summary, &heat))?;
    }
    if let Some(stopped) = stopped {
        return Err(stopped.into());
    }
    plot.put(&Plot::Landings(&summary, plan.question.board, &heat, correspondences))
}

fn text(by: LandingSplit, summary: &SimulationSummary, heat: &[HeatMap]) -> ScreenText {
    let mut page = TextPage::new(page_width());
    page::played(summary, &mut page);
    page::heading(&mut page, &format!("Landings on each square by {by}"));
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
    let of_what = if by == LandingSplit::Answer { " with that answer" } else { "" };
    page.paragraph(format!("Per 100 readings{of_what}. Brighter squares have more landings, each board by itself."));
    page.finish()
}

/// The landings in a hundred readings.
fn heat_maps(maps: &LandingMaps, by: LandingSplit) -> Vec<HeatMap> {
    let heat = |(part, (name, map)): (usize, (String, &[u64; 64]))| {
        let readings = maps.readings(by, part).max(1) as f64;
        HeatMap { name, counts: map.map(|count| (100.0 * count as f64 / readings).round() as u64) }
    };
    by.parts().into_iter().zip(maps.of(by)).enumerate().map(heat).collect()
}
