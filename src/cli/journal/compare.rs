//! `enochian journal compare`.

use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;

use crate::cli::lookup::print_page;
use crate::cli::print_json;
use crate::cli::settings::Settings;
use crate::cli::terminal::page_width;
use crate::correspondences::Correspondences;
use crate::input::safe;
use crate::interpretation::ReadingComparison;
use crate::record::EnochianRecord;
use crate::render::TextPage;
use crate::study::{RecordComparison, write_comparison};

use super::super::command_error::CommandResult;
use super::other_games::record;

/// Compare two readings
///
/// Prints a short summary of each, and then a sentence for every difference.
/// --statistics prints tables of facts, landings and kings' paths instead; it
/// also works for games.
///
/// Examples:
///   enochian journal compare brother love
///   enochian journal compare brother @ --json
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct CompareArgs {
    /// The first journal
    #[arg(value_name = "FIRST")]
    one: PathBuf,
    /// The second journal
    #[arg(value_name = "SECOND")]
    two: PathBuf,
    /// Print tables of facts and landings, with p-values
    #[arg(long)]
    statistics: bool,
    /// Print JSON
    #[arg(long, conflicts_with = "statistics")]
    json: bool,
}

impl CompareArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> CommandResult<ExitCode> {
        let read = |named| record("compare", settings, named, correspondences);
        let (one, two) = (read(&self.one)?, read(&self.two)?);
        let (one, two) = (one.known_enochian(), two.known_enochian());
        one.check_not_quiet()?;
        two.check_not_quiet()?;
        let (readings, comparison) =
            (ReadingComparison::of(one, two, correspondences), RecordComparison::of(one, two, correspondences));
        if self.json {
            print_json(&CompareJson { readings, comparison })?;
            return Ok(ExitCode::SUCCESS);
        }
        let page = match readings {
            Some(readings) if !self.statistics => text(&readings, [one, two], page_width()),
            _ => write_comparison(&comparison, page_width()),
        };
        print_page(&page)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Everything about two records.
#[derive(Serialize)]
struct CompareJson {
    #[serde(flatten)]
    comparison: RecordComparison,
    /// Games have none.
    #[serde(flatten)]
    readings: Option<ReadingComparison>,
}

fn text(readings: &ReadingComparison, records: [EnochianRecord<'_>; 2], width: usize) -> String {
    let mut page = TextPage::new(width);
    for (record, told) in records.into_iter().zip(&readings.told) {
        let heading = record.heading();
        page.heading(&format!("{} ({})", safe(record.subject().title()), heading.begun.format("%Y-%m-%d")));
        page.paragraph(&safe(&told.short));
    }
    page.heading("Differences");
    if readings.differing.is_empty() {
        page.paragraph("None in what is told of them.");
    }
    for differing in &readings.differing {
        let [one, two] = &differing.each;
        page.paragraph(&safe(&format!("{}: in the first {one}; in the second {two}.", differing.about)));
    }
    page.finish()
}
