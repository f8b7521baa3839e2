//! CSV: a row per landing, for spreadsheets.

use std::sync::Arc;

use unicode_width::UnicodeWidthChar;

use crate::correspondences::{Correspondences, Gloss};
use crate::input::safe;
use crate::record::{EnochianRecord, Record, RecordLens};
use crate::study;

use super::{ExportError, Exporter, Page, acts_csv};

/// The landings of a record as a table, with the correspondences of each square; of one of the other games its acts.
///
/// A cell that a spreadsheet would take for a formula begins with an apostrophe.
#[derive(Clone, Copy, Debug)]
pub struct Csv;

const COLUMNS: [&str; 22] = [
    "turn",
    "army",
    "throw",
    "piece",
    "god",
    "from",
    "to",
    "sheet",
    "sign",
    "element",
    "quality",
    "angle",
    "house",
    "rulers",
    "trump",
    "letter",
    "figure",
    "dignity",
    "time",
    "pace",
    "what happened",
    "notes",
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
    let mut table = ::csv::Writer::from_writer(Vec::new());
    table.write_record(COLUMNS)?;
    let notes = study::notes(record);
    for turn in Page::of(record, correspondences).turns {
        let Some(landing) = turn.landing else { continue };
        let noted = notes.iter().filter(|note| note.is_on(turn.ply)).map(|note| note.words.as_str());
        let throw = turn.throw.map_or(String::new(), |throw| throw.to_string());
        // While a reading is quiet these cells are empty.
        let cells = landing.gloss.map(Arc::unwrap_or_clone).map_or_else(Default::default, columns);
        let [god, sign, element, quality, angle, house, rulers, trump, letter, figure, dignity, time, pace] = cells;
        let cells = [
            turn.ply.to_string(),
            turn.army,
            throw,
            landing.piece,
            god,
            landing.from,
            landing.to,
            turn.sheet,
            sign,
            element,
            quality,
            angle,
            house,
            rulers,
            trump,
            letter,
            figure,
            dignity,
            time,
            pace,
            turn.sentences,
            noted.collect::<Vec<_>>().join(" / "),
        ];
        table.write_record(cells.map(|cell| harmless(&cell)))?;
    }
    table.into_inner().map_err(|error| ::csv::Error::from(error.into_error()).into())
}

/// The cells of a landing, from the god of the piece to the pace.
fn columns(gloss: Gloss) -> [String; 13] {
    let (god, dignity) = gloss.piece.map_or_else(Default::default, |piece| (piece.god, piece.dignity));
    [
        god,
        gloss.force,
        gloss.element,
        gloss.quality,
        gloss.angle,
        gloss.house.map_or(String::new(), |house| house.number.to_string()),
        gloss.rulers.join(", "),
        gloss.trump,
        gloss.letter,
        gloss.figure.name,
        dignity.unwrap_or_default(),
        gloss.time,
        gloss.pace,
    ]
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
