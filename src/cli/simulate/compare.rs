//! `enochian simulate compare`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstyle::Style;
use anyhow::Context;
use serde::Serialize;

use crate::correspondences::Correspondences;
use crate::input::quoted;
use crate::render::{Estimate, Plot, TextPage, number};
use crate::simulate::{Provenance, SimulationSummary};
use crate::stats::difference;

use super::super::interrupt::Stopped;
use super::super::output::PlotArgument;
use super::run::Played;
use super::{SimulationTerms, page, page_width, print_json, print_page, run, summary};

/// Compare two simulations
///
/// Each is a question file, which is simulated with the given options, or a finished simulation: its folder, or its summary
/// from --json. Two questions get different random numbers: the second uses the readings that follow those of the first.
/// Differences are shown with confidence intervals (Newcombe, 95 %); an interval without 0 is marked.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  enochian simulate compare questions/brother.toml questions/love.toml --readings 100000"
)]
pub(super) struct CompareRunsArgs {
    /// The first: a question file (.toml), a folder of --out, or a saved summary (.json)
    one: PathBuf,
    /// The second
    other: PathBuf,
    #[command(flatten)]
    terms: SimulationTerms,
    #[command(flatten)]
    plot: PlotArgument,
    /// Print the differences as JSON
    #[arg(long)]
    json: bool,
}

/// Two simulations and their differences.
#[derive(Serialize)]
struct RunComparison<'s> {
    one: ComparedRun<'s>,
    other: ComparedRun<'s>,
    /// The number of readings with the same seed and number in both, and so with the same random numbers.
    same_chance: u64,
    differences: Vec<RunDifference>,
}

#[derive(Serialize)]
struct ComparedRun<'s> {
    #[serde(flatten)]
    provenance: &'s Provenance,
    done: &'s [(u64, u64)],
    readings: u64,
}

impl<'s> ComparedRun<'s> {
    fn of(summary: &'s SimulationSummary) -> ComparedRun<'s> {
        ComparedRun { provenance: &summary.provenance, done: &summary.done, readings: summary.readings }
    }
}

#[derive(Serialize)]
struct RunDifference {
    of: String,
    one: f64,
    other: f64,
    difference: f64,
    low: f64,
    high: f64,
    #[serde(skip)]
    shares: [String; 2],
}

impl RunDifference {
    fn estimate(&self) -> Estimate {
        Estimate { value: self.difference, low: self.low, high: self.high }
    }
}

impl CompareRunsArgs {
    pub(super) fn run(self, correspondences: &Correspondences) -> anyhow::Result<ExitCode> {
        self.plot.check()?;
        let play = |path: &Path, other: Option<&SimulationSummary>| self.play(path, other, correspondences);
        let (one, other) = match (summary::saved(&self.one), summary::saved(&self.other)) {
            (Some(one), Some(other)) => (one?, other?),
            (Some(one), None) => {
                let one = one?;
                let other = play(&self.other, Some(&one))?;
                (one, other)
            }
            (None, Some(other)) => {
                let other = other?;
                (play(&self.one, Some(&other))?, other)
            }
            (None, None) => {
                let one = play(&self.one, None)?;
                let other = play(&self.other, Some(&one))?;
                (one, other)
            }
        };
        let found = differences(&one, &other);
        let same_chance = same_chance(&one, &other);
        let named: Vec<_> = found.iter().map(|found| (found.of.clone(), found.estimate())).collect();
        self.plot.put(&Plot::Differences([&one, &other], &named))?;
        if self.json {
            let (one, other) = (ComparedRun::of(&one), ComparedRun::of(&other));
            print_json(&RunComparison { one, other, same_chance, differences: found })?;
        } else {
            print_page(&text(&one, &other, &found, same_chance))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Simulates a question with other random numbers than those of the other simulation.
    ///
    /// # Errors
    /// When the question is invalid, or Ctrl-C stops it: incomplete simulations are not compared.
    fn play(
        &self,
        path: &Path,
        other: Option<&SimulationSummary>,
        correspondences: &Correspondences,
    ) -> anyhow::Result<SimulationSummary> {
        let mut plan = self.terms.plan(self.terms.question(path, correspondences)?)?;
        let after = other.filter(|other| other.provenance.seed == plan.seed).and_then(|other| other.done.last());
        if let Some((_, from)) = after
            && *from > plan.range.start
        {
            let readings = plan.range.end - plan.range.start;
            let to = from
                .checked_add(readings)
                .context("there are no readings left for the second question; choose another --seed")?;
            plan.range = *from..to;
        }
        match run::run(&plan, correspondences, self.terms.threads()) {
            Played { summary, stopped: None } => Ok(summary),
            Played { stopped: Some(Stopped { after, .. }), .. } => {
                let way_on = "nothing was compared; play fewer --readings, or save each with --json first".to_owned();
                Err(Stopped { after: format!("{after} of {}", quoted(&path.display().to_string())), way_on }.into())
            }
        }
    }
}

/// Both simulations and their differences as a page.
fn text(one: &SimulationSummary, other: &SimulationSummary, found: &[RunDifference], same_chance: u64) -> String {
    let mut page = TextPage::new(page_width());
    for (heading, summary) in [("First", one), ("Second", other)] {
        page.paragraph(heading);
        page.gap();
        page::played(summary, &mut page);
        page.gap();
    }
    page.styled_table(&["", "first", "second", "difference", ""], &found.iter().map(row).collect::<Vec<_>>());
    page.gap();
    page.paragraph("* marks an interval that does not contain 0; one in twenty does so by chance.");
    if same_chance > 0 {
        let have = if same_chance == 1 { "reading has" } else { "readings have" };
        page.gap();
        page.paragraph(&format!(
            "{} {have} the same seed and number in both, and so the same random numbers: the intervals are not valid. \
             Play one of the two with another --seed.",
            number(same_chance)
        ));
    }
    page.finish()
}

/// The number of readings with the same seed and number in both.
fn same_chance(one: &SimulationSummary, other: &SimulationSummary) -> u64 {
    if one.provenance.seed != other.provenance.seed {
        return 0;
    }
    let pairs = one.done.iter().flat_map(|one| other.done.iter().map(move |other| (one, other)));
    pairs.map(|(one, other)| one.1.min(other.1).saturating_sub(one.0.max(other.0))).sum()
}

fn differences(one: &SimulationSummary, other: &SimulationSummary) -> Vec<RunDifference> {
    let mut found = Vec::new();
    let mut add = |of: String, a: u64, b: u64| {
        let (n, m) = (one.readings, other.readings);
        let (low, high) = difference((a, n), (b, m));
        let (p, q) = (a as f64 / n.max(1) as f64, b as f64 / m.max(1) as f64);
        found.push(RunDifference {
            of,
            one: p,
            other: q,
            difference: p - q,
            low,
            high,
            shares: [page::percent(a, n), page::percent(b, m)],
        });
    };
    for criterion in ["ptah", "kings"] {
        for verdict in ["yes", "no", "undecided"] {
            let name = format!("{verdict} by the {}", if criterion == "ptah" { "Ptah" } else { "kings" });
            add(name, one.answer(criterion, verdict), other.answer(criterion, verdict));
        }
    }
    for (army, taken) in &one.kings_taken {
        add(format!("the king of {army} taken"), *taken, other.kings_taken.get(army).copied().unwrap_or(0));
    }
    found
}

fn row(found: &RunDifference) -> (Style, Vec<String>) {
    let (estimate, clear) = (found.estimate(), found.estimate().is_clear());
    let [one, other] = found.shares.clone();
    let mark = if clear { "*" } else { "" };
    (
        if clear { Style::new().bold() } else { Style::new() },
        vec![found.of.clone(), one, other, estimate.as_difference(), mark.to_owned()],
    )
}
