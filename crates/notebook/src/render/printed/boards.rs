//! A board at true size, on as many sheets as it takes.

use std::fmt::Write;

use crate::chess::{Army, Board, File, Rank};

use super::super::picture::{BoardBackground, fragment};
use super::PrintedSet;

/// The edge of a sheet that printers leave white.
const EDGE: f64 = 10.0;
/// The foot of a sheet, with its line of text.
const FOOT: f64 = 9.0;
/// How much of a sheet lies under the next.
const OVERLAP: f64 = 10.0;
/// What is left out around a drawing of a sheet, so that no browser finds it too large for its page and shrinks it.
const AROUND: f64 = 5.0;

impl PrintedSet<'_> {
    /// The sheets of a board, each a drawing in millimetres.
    pub(super) fn board(&self, board: Board) -> Vec<String> {
        let (drawn, [left, top, right, bottom]) = self.drawn(board);
        let scale = self.square / 100.0;
        let (wide, high) = ((right - left) * scale, (bottom - top) * scale);
        let (width, height) = self.paper.size();
        let (room_wide, room_high) = (width - 2.0 * EDGE, height - 2.0 * EDGE - FOOT);
        let (columns, rows) = (fit(wide, room_wide), fit(high, room_high));
        let mut sheets = Vec::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let [from_left, from_top] = [column as f64 * (room_wide - OVERLAP), row as f64 * (room_high - OVERLAP)];
            let (part_wide, part_high) = (room_wide.min(wide - from_left), room_high.min(high - from_top));
            let place = match columns * rows {
                1 => String::new(),
                all => format!(
                    " · sheet {} of {all}: row {}, column {}. Cut at the marks; {OVERLAP} mm lie under the next sheet.",
                    sheets.len() + 1,
                    row + 1,
                    column + 1
                ),
            };
            let mut sheet = format!(
                "<svg width=\"{0}mm\" height=\"{1}mm\" viewBox=\"{AROUND} {AROUND} {0} {1}\">\n",
                width - 2.0 * AROUND,
                // A last millimetre, so that no blank page follows.
                height - 2.0 * AROUND - 1.0
            );
            let (x, y) = (left + from_left / scale, top + from_top / scale);
            let _ = writeln!(
                sheet,
                "<svg class=\"part\" x=\"{EDGE}\" y=\"{EDGE}\" width=\"{part_wide:.3}\" height=\"{part_high:.3}\" \
                 viewBox=\"{x:.3} {y:.3} {:.3} {:.3}\">",
                part_wide / scale,
                part_high / scale
            );
            // The first sheet draws the board, and the others refer to that.
            let _ = match sheets.is_empty() {
                true => writeln!(sheet, "<g id=\"board-{board}\">{drawn}</g></svg>"),
                false => writeln!(sheet, "<use href=\"#board-{board}\"/></svg>"),
            };
            sheet.push_str(&crop_marks(EDGE + part_wide, EDGE + part_high));
            let foot = format!("The {board} board, squares of {} mm{place}", self.square);
            let (ruler_left, foot_y) = (width - EDGE - 50.0, height - 7.0);
            let _ = writeln!(
                sheet,
                "<text x=\"{EDGE}\" y=\"{}\">{foot}</text><text x=\"{}\" y=\"{}\" text-anchor=\"end\">50 mm if printed at \
                 100 %:</text>\n<path class=\"ruler\" d=\"M{ruler_left} {foot_y}h50m0-1.5v3m-50-3v3\"/>\n</svg>",
                height - 11.0,
                ruler_left - 2.0,
                foot_y + 1.0
            );
            sheets.push(sheet);
        }
        sheets
    }

    /// The board, and the left, upper, right and lower edge of what is drawn of it, in hundredths of a square.
    fn drawn(&self, board: Board) -> (String, [f64; 4]) {
        let painting = self.painting(BoardBackground::Painted { board, symbols: true });
        let mut drawn = fragment(&painting.unnamed());
        if !self.large_thrones {
            return (drawn, painting.edges());
        }
        for army in Army::ALL {
            let throne = army.throne();
            let (x, y) = painting.corner(throne);
            // It grows out of the board, so that the other squares stay where they are.
            let (right, down) = (throne.file() == File::H, throne.rank() == Rank::First);
            let (x, y) = (if right { x } else { x - 100.0 }, if down { y } else { y - 100.0 });
            let square = fragment(&painting.ground_of(throne, (0.0, 0.0)));
            let _ = write!(drawn, "<g class=\"throne\" transform=\"translate({x} {y})scale(2)\">{square}</g>");
        }
        let (x, y) = painting.corner(Army::Air.throne());
        (drawn, [x - 102.0, y - 102.0, x + 902.0, y + 902.0])
    }
}

/// How many sheets with so much room, each overlapping the next, a length takes.
fn fit(length: f64, room: f64) -> usize {
    (((length - OVERLAP) / (room - OVERLAP)).ceil() as usize).max(1)
}

/// Marks at the corners of what is cut out.
fn crop_marks(right: f64, bottom: f64) -> String {
    let mut marks = String::new();
    for (x, out) in [(EDGE, -1.0), (right, 1.0)] {
        for (y, up) in [(EDGE, -1.0), (bottom, 1.0)] {
            let _ = write!(marks, "M{:.3} {y:.3}h{}M{x:.3} {:.3}v{}", x + out, 4.0 * out, y + up, 4.0 * up);
        }
    }
    format!("<path class=\"cut\" d=\"{marks}\"/>\n")
}
