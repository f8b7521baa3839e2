//! Pieces to cut out, fold and glue: each a square column that shows on its four sides what it is.

use crate::chess::{Army, Kind, Officer, Piece};
use crate::render::capitalised;

use super::super::picture::{BoardBackground, Point, Shape, Token, ankh, fitted};
use super::PrintedSet;
use super::pdf::{INK, PdfBook, PdfSheet};

/// The edge of a sheet, and the room between two pieces.
const EDGE: f64 = 10.0;
const GAP: f64 = 4.0;
/// The flap for the glue.
const FLAP: f64 = 6.0;
/// The side of a piece, as a part of a square of the board: the throne has room for two.
const SIDE: f64 = 0.48;
/// How many pieces mark the Ptah: one, and one to spare.
const PTAHS: usize = 2;

/// What one side shows, in hundredths of its width.
struct Side {
    /// The figure, around a point that is so far from the top.
    figure: Vec<Shape>,
    centre: f64,
    names: Vec<Shape>,
    height: f64,
}

impl PrintedSet<'_> {
    pub(super) fn pieces(&self, book: &mut PdfBook) {
        let kinds = [Kind::King].into_iter().chain(Officer::ALL.map(Kind::Officer)).chain(Officer::ALL.map(Kind::Pawn));
        let of_army = |army| kinds.clone().map(move |kind| Piece { army, kind });
        let mut sides: Vec<Side> = Army::ALL.into_iter().flat_map(of_army).map(|piece| self.side(piece)).collect();
        sides.extend((0..PTAHS).map(|_| ptah_side()));
        let (width, height) = self.paper.size();
        let wide = self.square * SIDE;
        let strip = 4.0 * wide + FLAP;
        let mut sheet = None;
        let (mut x, mut y, mut row) = (EDGE, EDGE, 0.0_f64);
        for side in &sides {
            let high = side.height * wide / 100.0;
            if x + strip > width - EDGE {
                (x, y, row) = (EDGE, y + row + GAP, 0.0);
            }
            if y + high > height - 16.0 {
                sheet.take().into_iter().for_each(|full| book.add(full));
                (x, y, row) = (EDGE, EDGE, 0.0);
            }
            let sheet = sheet.get_or_insert_with(|| {
                let foot = "Cut around each piece, fold at the dashed lines, glue the flap inside.";
                let mut sheet = PdfSheet::new((width, height), foot);
                sheet.ruler();
                sheet
            });
            sheet.strip(side, (x, y), wide, high);
            (x, row) = (x + strip + GAP, row.max(high));
        }
        sheet.into_iter().for_each(|last| book.add(last));
    }

    /// A side of a piece: its figure, god-form, kind and army.
    fn side(&self, piece: Piece) -> Side {
        let figure = self.painting(BoardBackground::Chequered).token(Token { piece, is_frozen: false });
        let god = &self.correspondences.piece(piece).god;
        let army = self.naming.army(piece.army);
        let kind = match piece.kind {
            Kind::Pawn(officer) => format!("{officer}'s pawn"),
            kind => kind.to_string(),
        };
        let height = if piece.kind.is_pawn() { 150.0 } else { 180.0 };
        let base = Shape::rectangle((0.0, height - 20.0), (100.0, 20.0), Some(army.colour.toned(self.palette)), None);
        let names = vec![
            fitted(god, (50.0, 105.0), (84.0, 13.0), INK),
            fitted(&format!("{} of {}", capitalised(&kind), army.name), (50.0, 121.0), (92.0, 9.0), INK),
            base,
        ];
        Side { figure, centre: 50.0, names, height }
    }
}

fn ptah_side() -> Side {
    Side {
        figure: ankh(),
        centre: 42.0,
        names: vec![fitted("The Ptah", (50.0, 82.0), (80.0, 13.0), INK)],
        height: 100.0,
    }
}

impl PdfSheet {
    fn strip(&mut self, side: &Side, (x, y): Point, wide: f64, high: f64) {
        for number in 0..4 {
            let left = x + f64::from(number) * wide;
            let scale = wide / 100.0;
            self.shapes(&side.figure, (left + wide / 2.0, y + side.centre * scale), scale);
            self.shapes(&side.names, (left, y), scale);
            self.line((left + wide, y), (left + wide, y + high), 0.15, INK, true);
        }
        self.rectangle((x, y), (4.0 * wide, high), 0.2, INK);
        // The flap is slanted, so that it slips in.
        let (left, right) = (x + 4.0 * wide, x + 4.0 * wide + FLAP);
        for (from, to) in [
            ((left, y), (right, y + 3.0)),
            ((right, y + 3.0), (right, y + high - 3.0)),
            ((right, y + high - 3.0), (left, y + high)),
        ] {
            self.line(from, to, 0.2, INK, false);
        }
    }
}
