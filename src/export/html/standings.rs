//! The positions of a page, for its script.

use serde_json::Error;

use crate::correspondences::{Correspondences, Palette};
use crate::record::EnochianRecord;
use crate::render::{Painting, StandingSvg};

use super::page_json::json_in_page;
use crate::export::picture::painting;

/// Writes the positions at the beginning and after every turn as JSON: each has the marks and pieces as SVG, and the position
/// in words.
///
/// They are most of a page, so the JSON is put together from what [`StandingSvg`] has drawn and escaped before.
pub(super) fn write_standings(
    record: EnochianRecord<'_>,
    palette: Palette,
    correspondences: &Correspondences,
    text: &mut String,
) -> Result<(), Error> {
    let start = record.subject().start();
    let beginning = Painting { position: Some(&start), ..painting(record, None, palette, correspondences) };
    let after = record.turns().iter().map(|turn| painting(record, Some(turn), palette, correspondences));
    // A text without its quotation marks.
    let mut standing = StandingSvg::new(|text: &str| {
        let json = json_in_page(&text).expect("any text can be written as JSON");
        json[1..json.len() - 1].to_owned()
    });
    for (step, painting) in std::iter::once(beginning).chain(after).enumerate() {
        text.extend([if step == 0 { "[" } else { ", " }, "{\"drawn\": \""]);
        standing.write(&painting, text);
        text.extend(["\", \"words\": ", &json_in_page(&painting.description())?, "}"]);
    }
    text.push(']');
    Ok(())
}
