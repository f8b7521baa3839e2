//! `enochian journal compare`.

use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;

use crate::cli::lookup::print_page;
use crate::cli::print_json;
use crate::cli::settings::Settings;
use crate::cli::terminal::page_width;
use crate::interpretation::ComparedReadings;
use crate::lore::Lore;
use crate::record::Record;
use crate::render::TextPage;
use crate::study::{Comparison, tell_comparison};
use crate::text::safe;

use super::explain::record;

/// Put two readings side by side.
///
/// What each tells in short, then a sentence for everything in which they differ.
/// --statistics puts their facts, landings and kings' roads in tables instead, which
/// two games have too.
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
    /// Print tables of facts and landings instead, with their p-values.
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
        let (readings, comparison) = (ComparedReadings::of(&one, &two, lore), Comparison::of(&one, &two, lore));
        if self.json {
            print_json(&Told { readings, comparison })?;
            return Ok(ExitCode::SUCCESS);
        }
        let page = match readings {
            Some(readings) if !self.statistics => tell(&readings, [&one, &two], page_width()),
            _ => tell_comparison(&comparison, page_width()),
        };
        print_page(&page)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Everything that can be told of two records.
#[derive(Serialize)]
struct Told {
    #[serde(flatten)]
    comparison: Comparison,
    /// Games have none.
    #[serde(flatten)]
    readings: Option<ComparedReadings>,
}

fn tell(readings: &ComparedReadings, records: [&Record; 2], width: usize) -> String {
    let mut page = TextPage::new(width);
    for (record, summary) in records.into_iter().zip(&readings.summaries) {
        let heading = record.heading();
        page.heading(&format!("{} ({})", safe(heading.matter.title()), heading.begun.format("%Y-%m-%d")));
        page.say(&safe(&summary.short()));
    }
    page.heading("In what they differ");
    if readings.differing.is_empty() {
        page.say("In nothing that a summary tells.");
    }
    for differing in &readings.differing {
        page.say(&safe(&differing.text));
    }
    page.finish()
}
