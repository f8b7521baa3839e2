//! `enochian simulate summary`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, anyhow};

use crate::lore::Lore;
use crate::text::quoted;

use super::super::output::PlotArgument;
use super::{saved, tell};

/// Add up the parts of one simulation that were played apart, and tell what they come to.
///
/// The parts must follow from the same question, seed, data and program, and no reading may be in two of them.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  enochian simulate summary first-half second-half")]
pub(super) struct Merge {
    /// The folders of the parts, made with --out; or summaries saved with --json.
    #[arg(required = true, value_name = "DIR")]
    parts: Vec<PathBuf>,
    #[command(flatten)]
    plot: PlotArgument,
    /// Print the summary for programs, as JSON.
    #[arg(long)]
    json: bool,
}

impl Merge {
    pub(super) fn run(self, lore: &Lore) -> anyhow::Result<ExitCode> {
        self.plot.check()?;
        let mut whole = None;
        for path in &self.parts {
            let name = quoted(&path.display().to_string());
            let none = || Err(anyhow!("{name} is neither a folder made with --out nor a summary saved with --json"));
            let part = saved::summary(path).unwrap_or_else(none)?;
            match &mut whole {
                None => whole = Some(part),
                Some(whole) => {
                    whole.merge(&part).with_context(|| format!("{name} cannot be added to those before it"))?
                }
            }
        }
        tell(&whole.context("name a folder")?, &self.plot, self.json, lore)
    }
}
