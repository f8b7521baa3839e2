//! `enochian simulate compare`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstyle::Style;

use crate::correspondences::Correspondences;
use crate::input::{quoted, shown_path};
use crate::render::{Estimate, Plot, TextPage, number};
use crate::simulate::{PairedCounts, Plan, ShareDifference, SimulationComparison, SimulationSummary, TurnsDifference};

use super::super::command_error::CommandResult;
use super::super::interrupt::Stopped;
use super::super::output::PlotArgument;
use super::run::Played;
use super::{SimulationTerms, page, page_width, print_json, print_page, run, summary};

/// Compare two simulations
///
/// Each is a question file, which is simulated with the given options, or a finished simulation: its folder, or its summary
/// from --json. Two questions get different random numbers: the second uses the readings that follow those of the first. With
/// --paired they get the same ones, and are compared reading by reading.
///
/// Every difference has an interval (Newcombe; of pairs, Bonett and Price) and a p-value (score test; of pairs, McNemar's). Both are
/// corrected for the number of rows: all intervals together hold in 95 % of all comparisons (Bonferroni; Holm). A row is marked if the corrected p is below 0.05. The next enemy is the
/// one who plays after the querent, the last enemy the one who plays before.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  enochian simulate compare questions/brother.toml questions/love.toml --readings 100000"
)]
pub(super) struct CompareRunsArgs {
    /// The first: a question file (.toml), a folder of --out, or a saved summary (.json)
    one: PathBuf,
    /// The second
    other: PathBuf,
    /// Play two questions with the same random numbers
    ///
    /// Where two questions differ in little, such as the square of the Ptah, this needs far fewer readings.
    #[arg(long)]
    paired: bool,
    #[command(flatten)]
    terms: SimulationTerms,
    #[command(flatten)]
    plot: PlotArgument,
    /// Print the differences as JSON
    #[arg(long)]
    json: bool,
}

impl CompareRunsArgs {
    pub(super) fn run(self, correspondences: &Correspondences) -> CommandResult<ExitCode> {
        self.plot.check()?;
        let (one, other, pairs) = self.played(correspondences)?;
        let found = SimulationComparison::between(&one, &other, pairs.as_ref());
        self.plot.put(&Plot::Differences([&one, &other], &found.differences))?;
        match self.json {
            true => print_json(&found)?,
            false => print_page(&text([&one, &other], &found))?,
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The two simulations, and how their readings differ if they were played as pairs.
    fn played(
        &self,
        correspondences: &Correspondences,
    ) -> CommandResult<(SimulationSummary, SimulationSummary, Option<PairedCounts>)> {
        let play = |path: &Path, other: Option<&SimulationSummary>| self.play(path, other, correspondences);
        let (one, other) = match (summary::saved(&self.one), summary::saved(&self.other)) {
            (None, None) if self.paired => return self.play_pairs(correspondences),
            _ if self.paired => misuse!(
                "--paired needs two question files, since a finished simulation does not say how each of its readings ended; \
                 leave it out, or name the question files"
            ),
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
        Ok((one, other, None))
    }

    fn plan(&self, path: &Path, correspondences: &Correspondences) -> CommandResult<Plan> {
        self.terms.plan(self.terms.question(path, correspondences)?)
    }

    /// Plays two questions with the same random numbers.
    fn play_pairs(
        &self,
        correspondences: &Correspondences,
    ) -> CommandResult<(SimulationSummary, SimulationSummary, Option<PairedCounts>)> {
        let plans = [self.plan(&self.one, correspondences)?, self.plan(&self.other, correspondences)?];
        // The first is compared with the second.
        let (mut played, stopped) = run::together(&plans, 1, correspondences, self.terms.threads());
        let ((other, _), (one, pairs)) = (played.remove(1), played.remove(0));
        match stopped {
            None => Ok((one, other, Some(pairs))),
            Some(after) => {
                Err(Stopped { after, way_on: "nothing was compared; play fewer --readings".to_owned() }.into())
            }
        }
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
    ) -> CommandResult<SimulationSummary> {
        let mut plan = self.plan(path, correspondences)?;
        let after = other.filter(|other| other.provenance.seed == plan.seed).and_then(|other| other.done.last());
        if let Some((_, from)) = after
            && *from > plan.range.start
        {
            let readings = plan.range.end - plan.range.start;
            let to = from
                .checked_add(readings)
                .ok_or_else(|| problem!("there are no readings left for the second question; choose another --seed"))?;
            plan.range = *from..to;
        }
        match run::run(&plan, correspondences, self.terms.threads()) {
            Played { summary, stopped: None } => Ok(summary),
            Played { stopped: Some(Stopped { after, .. }), .. } => {
                let way_on = "nothing was compared; play fewer --readings, or save each with --json first".to_owned();
                Err(Stopped { after: format!("{after} of {}", quoted(&shown_path(path))), way_on }.into())
            }
        }
    }
}

/// Both simulations and their differences as a page.
fn text(two: [&SimulationSummary; 2], found: &SimulationComparison) -> String {
    let mut page = TextPage::new(page_width());
    page::played_both(two, &mut page);
    page.gap();
    let rows: Vec<_> = found.differences.iter().map(row).collect();
    page.styled_table(&["", "first", "second", "difference", "p"], &rows);
    page.gap();
    let intervals = match found.paired {
        true => {
            "Both have the same random numbers. Intervals of paired differences (Bonett and Price), p by McNemar's test"
        }
        false => "Intervals by Newcombe, p by the score test",
    };
    page.paragraph(&format!(
        "{intervals}; both are corrected for {} rows: the intervals hold together with 95 % (Bonferroni; p by Holm). * marks a p below 0.05; if nothing differs, at most one comparison in \
         twenty has a mark.",
        found.tested
    ));
    page.gap();
    page.paragraph(&turns(&found.turns));
    if found.differences.iter().any(|one| one.certainty.is_none()) {
        page.gap();
        page.paragraph(page::SO_FAR);
    }
    let readings = found.same_chance;
    if !found.paired && readings > 0 {
        let have = if readings == 1 { "reading has" } else { "readings have" };
        page.gap();
        page.paragraph(&format!(
            "{} {have} the same seed and number in both, and so the same random numbers: the intervals are not valid. \
             Play one of the two with another --seed, or both questions with --paired.",
            number(readings)
        ));
    }
    page.finish()
}

/// The mean numbers of turns in words.
fn turns(found: &TurnsDifference) -> String {
    let TurnsDifference { of, one, other, difference, low, high, p, .. } = found;
    let means = format!("{of}: {one:.1} and {other:.1} on average, a difference of {difference:+.1}");
    match (low.zip(*high), p) {
        (Some((low, high)), Some(p)) => {
            let p = page::p_value(*p);
            format!("{means} ({low:+.1} to {high:+.1}, p {p} by itself). A reading at the limit counts as the limit.")
        }
        _ => format!("{means}. A reading at the limit counts as the limit."),
    }
}

fn row(found: &ShareDifference) -> (Style, Vec<String>) {
    let [one, other] = found.shares.map(|share| format!("{:.2} %", 100.0 * share));
    let is_significant = found.is_significant();
    let p = found.certainty.map_or("so far".to_owned(), |certainty| page::p_value(certainty.p_corrected));
    let mark = if is_significant { " *" } else { "" };
    let style = if is_significant { Style::new().bold() } else { Style::new() };
    let difference = Estimate::difference(found).as_difference();
    (style, vec![found.outcome.to_string(), one, other, difference, format!("{p}{mark}")])
}
