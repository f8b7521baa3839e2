//! A board at true size, on as many sheets as it takes.

use crate::chess::{Army, Board, File, Rank};

use super::super::picture::{BoardBackground, Picture, Shape};
use super::PrintedSet;
use super::pdf::{FAINT, INK, PdfBook, PdfSheet};

/// The edge of a sheet that printers leave white.
const EDGE: f64 = 10.0;
/// The foot of a sheet, with its line of text.
const FOOT: f64 = 9.0;
/// How much of a sheet lies under the next.
const OVERLAP: f64 = 10.0;
/// The length of a crop mark.
const MARK: f64 = 5.0;

impl PrintedSet<'_> {
    pub(super) fn board(&self, board: Board, book: &mut PdfBook) {
        let (picture, left, top) = self.painted(board);
        let scale = self.square / 100.0;
        let (wide, high) = ((picture.width - 2.0 * left) * scale, (picture.height - 2.0 * top) * scale);
        let form = book.form(&picture, (left, top), (picture.width - left, picture.height - top));
        let (across, down) = self.paper.size();
        let sheets =
            |(width, height): (f64, f64)| (fit(wide, width - 2.0 * EDGE), fit(high, height - 2.0 * EDGE - FOOT));
        let (upright, turned) = (sheets((across, down)), sheets((down, across)));
        let (paper, (columns, rows)) = match upright.0 * upright.1 <= turned.0 * turned.1 {
            true => ((across, down), upright),
            false => ((down, across), turned),
        };
        let (room_wide, room_high) = (paper.0 - 2.0 * EDGE, paper.1 - 2.0 * EDGE - FOOT);
        for row in 0..rows {
            for column in 0..columns {
                let [from_left, from_top] = [column as f64 * (room_wide - OVERLAP), row as f64 * (room_high - OVERLAP)];
                let (width, height) = (room_wide.min(wide - from_left), room_high.min(high - from_top));
                let place = match columns * rows {
                    1 => String::new(),
                    all => format!(
                        " · sheet {} of {all}: row {}, column {}. Cut at the marks; {OVERLAP} mm lie under the next sheet.",
                        row * columns + column + 1,
                        row + 1,
                        column + 1
                    ),
                };
                let mut sheet =
                    PdfSheet::new(paper, &format!("The {board} board, squares of {} mm{place}", self.square));
                let origin = (EDGE - from_left - left * scale, EDGE - from_top - top * scale);
                sheet.window(form, [EDGE, EDGE, width, height], origin, scale);
                sheet.crop_marks([EDGE, EDGE, EDGE + width, EDGE + height]);
                sheet.ruler();
                book.add(sheet);
            }
        }
    }

    /// The board, and how far it stands out of its picture to the left and above.
    fn painted(&self, board: Board) -> (Picture, f64, f64) {
        let ground = BoardBackground::Painted { board, symbols: true };
        let painting = self.painting(ground);
        let mut picture = painting.picture();
        if !self.large_thrones {
            return (picture, 0.0, 0.0);
        }
        for army in Army::ALL {
            let throne = army.throne();
            let (x, y) = painting.corner(throne);
            // It grows out of the board, so that the other squares stay where they are.
            let (right, down) = (throne.file() == File::H, throne.rank() == Rank::First);
            let drawn = painting.ground_of(throne, (0.0, 0.0));
            let at = (if right { x } else { x - 100.0 }, if down { y } else { y - 100.0 });
            picture.stamps.insert(throne.to_string(), drawn);
            picture.shapes.push(Shape::Stamp { name: throne.to_string(), at, scale: 2.0 });
        }
        let (x, y) = painting.corner(Army::Air.throne());
        (picture, x - 102.0, y - 102.0)
    }
}

/// How many sheets with so much room, each overlapping the next, a length takes.
fn fit(length: f64, room: f64) -> usize {
    (((length - OVERLAP) / (room - OVERLAP)).ceil() as usize).max(1)
}

impl PdfSheet {
    /// Marks at the corners of what is cut out.
    fn crop_marks(&mut self, [left, top, right, bottom]: [f64; 4]) {
        for (x, out) in [(left, -1.0), (right, 1.0)] {
            for (y, up) in [(top, -1.0), (bottom, 1.0)] {
                self.line((x + out, y), (x + out * MARK, y), 0.2, INK, false);
                self.line((x, y + up), (x, y + up * MARK), 0.2, INK, false);
            }
        }
    }

    /// A line of 50 mm, to see whether the printer has changed the size.
    pub(super) fn ruler(&mut self) {
        let (right, y) = (self.width - EDGE, self.height - 7.0);
        self.line((right - 50.0, y), (right, y), 0.3, INK, false);
        for x in [right - 50.0, right] {
            self.line((x, y - 1.5), (x, y + 1.5), 0.3, INK, false);
        }
        self.text((right - 83.0, y + 1.0), 2.8, false, FAINT, "50 mm if printed at 100 %:");
    }
}
