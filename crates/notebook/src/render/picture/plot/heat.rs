//! The plot of landings: a board for each part of them.

use crate::chess::{Board, Square};
use crate::correspondences::Correspondences;
use crate::simulate::SimulationSummary;

use super::super::glyphs::around;
use super::super::painting::{INK, MARGIN};
use super::super::{BoardBackground, Painting, Picture, Shape, SquareCounts};
use super::canvas::{PlotCanvas, TEXT, WIDTH};

/// The landings of a part of a simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatMap {
    /// The part: an army, a piece, a phase or an answer.
    pub name: String,
    /// The landings in a hundred readings, in the order of [`Square::all`].
    pub counts: [u64; 64],
}

/// The boards in a row.
const COLUMNS: usize = 2;
/// The space between boards.
const GAP: f64 = 24.0;

pub(super) fn picture(
    summary: &SimulationSummary,
    board: Board,
    maps: &[HeatMap],
    correspondences: &Correspondences,
) -> Picture {
    let mut sheet = PlotCanvas::new();
    sheet.question(&summary.provenance.question, &[summary]);
    sheet.heading("Landings on each square, for every 100 readings");
    let ptah = summary.provenance.setting.get("ptah").and_then(|ptah| ptah.parse().ok());
    let wide = (WIDTH - 2.0 * MARGIN - GAP * (COLUMNS - 1) as f64) / COLUMNS as f64;
    let (mut stamps, mut described) = (Vec::new(), Vec::new());
    for row in maps.chunks(COLUMNS) {
        let mut height: f64 = 0.0;
        for (column, HeatMap { name, counts }) in row.iter().enumerate() {
            let landings = SquareCounts { board, counts: *counts, words: "in 100 readings" };
            let painting = Painting { ptah, ..Painting::of(BoardBackground::Landings(&landings), correspondences) };
            let drawn = painting.picture();
            let scale = wide / drawn.width;
            let left = MARGIN + column as f64 * (wide + GAP);
            sheet.shapes.push(around(name, (left + wide / 2.0, sheet.y + TEXT), TEXT, INK));
            sheet.shapes.push(Shape::Stamp { name: name.clone(), at: (left, sheet.y + TEXT + 8.0), scale });
            height = height.max(TEXT + 8.0 + scale * drawn.height);
            described.push(format!("{name}: most on {}.", most(counts)));
            stamps.push((name.clone(), drawn.shapes));
        }
        sheet.y += height + GAP;
    }
    sheet.aside("Each board has its own scale, and its numbers are those of 100 of its readings. Framed: the Ptah.");
    let mut picture = sheet.picture(&format!("Landings: {}", summary.provenance.question), &described.join(" "));
    picture.stamps.extend(stamps);
    picture
}

/// The square with the most landings, and their number.
fn most(counts: &[u64; 64]) -> String {
    let square = Square::all().max_by_key(|square| counts[square.index()]);
    square.map_or(String::new(), |square| format!("{square}, {} in 100 readings", counts[square.index()]))
}
