//! CSV: a row per landing, for spreadsheets.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

use crate::correspondences::{Correspondences, Gloss};
use crate::input::safe;
use crate::record::{EnochianRecord, Record, RecordLens};
use crate::study;

use super::{ExportError, Exporter, Page, PageTurn, acts_csv};

/// The landings of a record as a table, with the correspondences of each square; of one of the other games its acts.
///
/// A cell that a spreadsheet would take for a formula begins with an apostrophe.
#[derive(Clone, Copy, Debug)]
pub struct Csv;

/// A column of what belongs to the square and the piece of a landing: its name, its meaning, and its cell.
pub(super) type GlossColumn = (&'static str, &'static str, fn(&Gloss) -> Option<Cow<'_, str>>);

/// The correspondences of a landing: the god-form of the piece, then those of the square.
pub(super) const GLOSS_COLUMNS: [GlossColumn; 13] = [
    ("god", "the god-form of the piece; like all that follows null until a quiet reading is concluded", |it| {
        it.piece.as_ref().map(|piece| piece.god.as_str().into())
    }),
    ("sign", "the sign of the square, or its element", |it| Some(it.force.as_str().into())),
    ("element", "the element of its column", |it| Some(it.element.as_str().into())),
    ("quality", "the quality of its sign", |it| Some(it.quality.as_str().into())),
    ("angle", "the angle in which it lies", |it| Some(it.angle.as_str().into())),
    ("house", "the house that its sign governs; null for an element", |it| {
        it.house.as_ref().map(|house| house.number.to_string().into())
    }),
    ("rulers", "the ruling planet, or planets with commas between them", |it| Some(it.rulers.join(", ").into())),
    ("trump", "the trump", |it| Some(it.trump.as_str().into())),
    ("letter", "the Hebrew letter", |it| Some(it.letter.as_str().into())),
    ("figure", "the geomantic figure", |it| Some(it.figure.name.as_str().into())),
    ("dignity", "the dignity of the piece there, if it has one", |it| {
        it.piece.as_ref().and_then(|piece| piece.dignity.as_deref()).map(Cow::Borrowed)
    }),
    ("time", "the time of the quality", |it| Some(it.time.as_str().into())),
    ("pace", "the pace of the element", |it| Some(it.pace.as_str().into())),
];

impl Exporter for Csv {
    fn export(&self, record: &Record, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError> {
        match record.lens() {
            RecordLens::Enochian(record) => landings(record, correspondences),
            RecordLens::Other(record) => acts_csv::acts(record),
        }
    }
}

/// A row for each landing.
fn landings(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError> {
    let [god, of_square @ ..] = &GLOSS_COLUMNS;
    let mut header = vec!["turn", "actor", "throw", "piece", god.0, "from", "to", "sheet"];
    header.extend(of_square.iter().map(|(name, ..)| *name).chain(["what happened", "notes"]));
    let notes = study::notes(record);
    let row = |turn: PageTurn| {
        let landing = turn.landing?;
        let noted = notes.iter().filter(|note| note.is_on(turn.ply)).map(|note| note.words.as_str());
        let throw = turn.throw.map_or(String::new(), |throw| throw.to_string());
        // While a reading is quiet these cells are empty.
        let gloss = landing.gloss.as_deref();
        let cell = |(.., of): &GlossColumn| gloss.and_then(of).unwrap_or_default().into_owned();
        let mut row = vec![turn.ply.to_string(), turn.army, throw, landing.piece, cell(god)];
        row.extend([landing.from, landing.to, turn.sheet]);
        row.extend(of_square.iter().map(cell).chain([turn.sentences, noted.collect::<Vec<_>>().join(" / ")]));
        Some(row)
    };
    written(&header, Page::of(&record, correspondences).turns.into_iter().filter_map(row))
}

/// A table with harmless cells.
pub(super) fn written(
    header: &[&str],
    rows: impl Iterator<Item = impl IntoIterator<Item = String>>,
) -> Result<Vec<u8>, ExportError> {
    let mut table = ::csv::Writer::from_writer(Vec::new());
    table.write_record(header)?;
    for row in rows {
        table.write_record(row.into_iter().map(|cell| harmless(&cell)))?;
    }
    table.into_inner().map_err(|error| ::csv::Error::from(error.into_error()).into())
}

/// A single-line cell that no spreadsheet takes for a formula.
pub(super) fn harmless(cell: &str) -> String {
    let cell = safe(cell);
    // Full-width forms too, which some programs treat as the same characters.
    // Skip zero-width characters, as some programs do.
    let seen = cell.trim_start_matches(|c: char| c.is_whitespace() || c.width() == Some(0));
    let formula = seen.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    if formula { format!("'{cell}") } else { cell.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_words() {
        for formula in [
            "=1+1",
            "+1",
            "-1",
            "@SUM(A1)",
            " =1",
            "\t=1",
            "＝1",
            "\u{200b}=1",
            "\u{2060}=1",
            "\u{feff}=1",
            "\u{fe0f}=1",
        ] {
            let cell = harmless(formula);
            assert!(cell.starts_with(['\'', '\\', '␉']), "{formula}: {cell}");
        }
        assert_eq!(harmless("\r=1"), "␍=1");
        assert_eq!(harmless("a = b, quietly"), "a = b, quietly");
    }
}
