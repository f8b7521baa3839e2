//! `enochian journal compare`.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::cli::lookup::print_page;
use crate::cli::print_json;
use crate::cli::settings::Settings;
use crate::cli::terminal::page_width;
use crate::lore::Lore;
use crate::study::{Comparison, tell_comparison};

use super::explain::record;

/// Put two readings side by side.
///
/// Question, board, answer and length, the forces with their differences, and
/// the roads of both kings.
///
/// Examples:
///   enochian journal compare brother love
///   enochian journal compare brother @ --json
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Compare {
    /// The one, named like any journal.
    #[arg(value_name = "FIRST")]
    one: PathBuf,
    /// The other.
    #[arg(value_name = "SECOND")]
    two: PathBuf,
    /// Add the p-values: how often chance alone would bring so large a difference.
    #[arg(long)]
    statistics: bool,
    /// Print JSON, for programs.
    #[arg(long, conflicts_with = "statistics")]
    json: bool,
}

impl Compare {
    pub(super) fn run(self, lore: &Lore, settings: &Settings) -> anyhow::Result<ExitCode> {
        let (one, two) = (record(settings, &self.one, lore)?, record(settings, &self.two, lore)?);
        one.check_not_quiet()?;
        two.check_not_quiet()?;
        let comparison = Comparison::of(&one, &two, lore);
        if self.json {
            print_json(&comparison)?;
        } else {
            print_page(&tell_comparison(&comparison, self.statistics, page_width()))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
