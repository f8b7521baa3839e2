//! `enochian simulate summary`, and the summaries that were kept: in a folder of `--out`, or as `--json` printed them.

use crate::cli::prelude::*;
use crate::input::{Source, shown_path};
use crate::simulate::SimulationSummary;
use crate::simulate::output::RunDir;

use super::super::output::PlotArgument;
use super::{print_results, run};

/// Merge the parts of a simulation, and print the summary
///
/// The parts must have the same question, seed, data and program version, and no reading in common.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  enochian simulate summary first-half second-half")]
pub(super) struct SummaryArgs {
    /// The parts: folders of --out, or summaries saved from --json
    #[arg(required = true, value_name = "DIR")]
    parts: Vec<PathBuf>,
    #[command(flatten)]
    plot: PlotArgument,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

impl SummaryArgs {
    pub(super) fn run(self, correspondences: &Correspondences) -> CommandResult<()> {
        self.plot.check()?;
        let mut whole = None;
        for path in &self.parts {
            let name = quoted(&shown_path(path));
            let none = || Err(problem!("{name} is neither a folder made with --out nor a summary saved from --json"));
            let part = saved(path).unwrap_or_else(none)?;
            match &mut whole {
                None => whole = Some(part),
                Some(whole) => {
                    whole.merge(&part).map_err(|error| {
                        CommandError::other(error).context(format!("{name} cannot be merged with the parts before it"))
                    })?;
                }
            }
        }
        print_results(&whole.ok_or_else(|| problem!("name a folder"))?, &self.plot, self.json, correspondences)
    }
}

/// No summary is longer, in bytes.
const LIMIT: u64 = 1 << 22;

/// The summary kept at a path; nothing if what stands there is of another kind.
pub(super) fn saved(path: &Path) -> Option<CommandResult<SimulationSummary>> {
    if path.is_dir() {
        let progress = RunDir::progress_of(path).map_err(Into::into);
        return Some(progress.map(|progress| {
            run::note_unfinished(path, &progress);
            progress.summary
        }));
    }
    path.extension().is_some_and(|extension| extension == "json").then(|| of_json(path))
}

fn of_json(path: &Path) -> CommandResult<SimulationSummary> {
    let source = Source::read(path, LIMIT)?;
    let name = quoted(&source.name);
    let summary: SimulationSummary = serde_json::from_str(&source.text).map_err(|error| {
        problem!("{name} is neither a summary from enochian simulate --json nor the folder of a run: {error}")
    })?;
    summary.check().map_err(|contradiction| problem!("{name} was changed by hand: {contradiction}"))?;
    Ok(summary)
}
