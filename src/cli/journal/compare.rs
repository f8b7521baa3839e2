//! `enochian journal explain` with two journals.

use serde::Serialize;

use crate::cli::prelude::*;
use crate::cli::terminal::page_width;
use crate::interpretation::ReadingComparison;
use crate::record::EnochianRecord;
use crate::render::TextPage;
use crate::study::{ComparedRecord, write_comparison};

use super::selection::record;

/// Tells how two readings differ, in sentences, or in tables of facts and landings; games have tables only.
pub(super) fn compare(named: [&Path; 2], is_statistics: bool, is_json: bool, cx: &Cx) -> CommandResult<()> {
    let [one, two] = named.map(|named| record("explain", cx, named));
    let (one, two) = (one?, two?);
    let (one, two) = (one.known_enochian(), two.known_enochian());
    one.check_not_quiet()?;
    two.check_not_quiet()?;
    let readings = ReadingComparison::of(one, two, cx.correspondences);
    let found = CompareJson { sides: [one, two].map(|it| ComparedRecord::of(it, cx.correspondences)), readings };
    // The names in the folder are clear where two readings ask the same on one day.
    let paths = [journal_names::find(cx, named[0])?, journal_names::find(cx, named[1])?];
    print_either(is_json, &found, || match &found.readings {
        Some(readings) if !is_statistics => text(readings, [one, two], &paths, page_width()),
        _ => write_comparison(&found.sides, page_width()),
    })
}

/// Everything about two records.
#[derive(Serialize)]
struct CompareJson {
    /// The facts of both, side by side.
    sides: [ComparedRecord; 2],
    /// Games have none.
    #[serde(flatten)]
    readings: Option<ReadingComparison>,
}

fn text(
    readings: &ReadingComparison,
    records: [EnochianRecord<'_>; 2],
    paths: &[PathBuf; 2],
    width: usize,
) -> ScreenText {
    let mut page = TextPage::new(width);
    page.heading("Two readings");
    for ((place, record), path) in ["first", "second"].into_iter().zip(records).zip(paths) {
        let file = path.file_name().unwrap_or_default();
        page.fact(place, "second".len(), &format!("{} ({})", record.subject().title(), safe_path(Path::new(file))));
    }
    for paragraph in &readings.paragraphs {
        page.gap();
        page.paragraph(paragraph);
    }
    page.finish()
}
