//! `enochian journal explain` with two journals.

use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;

use crate::cli::print_either;
use crate::cli::terminal::page_width;
use crate::input::safe;
use crate::interpretation::ReadingComparison;
use crate::record::EnochianRecord;
use crate::render::TextPage;
use crate::study::{RecordComparison, write_comparison};

use super::super::command_error::CommandResult;
use super::super::cx::Cx;
use super::selection::record;

/// Tells how two readings differ, in sentences, or in tables of facts and landings; games have tables only.
pub(super) fn compare(named: [&Path; 2], is_statistics: bool, is_json: bool, cx: &Cx) -> CommandResult<ExitCode> {
    let [one, two] = named.map(|named| record("explain", cx, named));
    let (one, two) = (one?, two?);
    let (one, two) = (one.known_enochian(), two.known_enochian());
    one.check_not_quiet()?;
    two.check_not_quiet()?;
    let (readings, comparison) =
        (ReadingComparison::of(one, two, cx.correspondences), RecordComparison::of(one, two, cx.correspondences));
    let found = CompareJson { readings, comparison };
    print_either(is_json, &found, || match &found.readings {
        Some(readings) if !is_statistics => text(readings, [one, two], page_width()),
        _ => write_comparison(&found.comparison, page_width()),
    })
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
