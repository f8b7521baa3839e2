//! Pieces to cut out, fold and glue: each a square column that shows on its four sides what it is.

use std::fmt::Write;

use crate::chess::{Army, Kind, Officer, Piece};
use crate::render::capitalised;

use super::super::picture::{BoardBackground, Shape, Token, ankh, fitted, fragment};
use super::{INK, PrintedSet};

/// The flap for the glue, in millimetres.
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
    /// The pieces, each a drawing in millimetres.
    pub(super) fn pieces(&self) -> Vec<String> {
        let kinds = [Kind::King].into_iter().chain(Officer::ALL.map(Kind::Officer)).chain(Officer::ALL.map(Kind::Pawn));
        let of_army = |army| kinds.clone().map(move |kind| Piece { army, kind });
        let sides = Army::ALL.into_iter().flat_map(of_army).map(|piece| self.side(piece));
        let strip = |(number, side): (usize, Side)| side.strip(number, self.square * SIDE);
        sides.chain((0..PTAHS).map(|_| ptah_side())).enumerate().map(strip).collect()
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
        let base =
            Shape::rectangle((0.0, height - 20.0), (100.0, 20.0), Some(army.colour.in_palette(self.palette)), None);
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

impl Side {
    /// The piece: four sides of a width in millimetres, folds between them, and the flap.
    fn strip(&self, number: usize, wide: f64) -> String {
        let (scale, high) = (wide / 100.0, self.height * wide / 100.0);
        // Half a millimetre more on each side has room for the lines.
        let (all_wide, all_high) = (4.0 * wide + FLAP + 1.0, high + 1.0);
        let mut drawn = format!(
            "<svg class=\"piece\" width=\"{all_wide:.3}mm\" height=\"{all_high:.3}mm\" \
             viewBox=\"-0.5 -0.5 {all_wide:.3} {all_high:.3}\">\n<g id=\"side-{number}\"><g transform=\"scale({scale:.5})\">\
             <g transform=\"translate(50 {})\">{}</g>{}</g></g>\n",
            self.centre,
            fragment(&self.figure),
            fragment(&self.names)
        );
        for place in 1..4 {
            let x = f64::from(place) * wide;
            let _ = writeln!(drawn, "<use href=\"#side-{number}\" x=\"{x:.3}\"/>");
        }
        for fold in 1..5 {
            let _ = writeln!(drawn, "<path class=\"fold\" d=\"M{:.3} 0v{high:.3}\"/>", f64::from(fold) * wide);
        }
        // The flap is slanted, so that it slips in.
        let (sides, end) = (4.0 * wide, high - 6.0);
        let _ = writeln!(
            drawn,
            "<path class=\"cut\" d=\"M{sides:.3} 0H0V{high:.3}H{sides:.3}l{FLAP}-3v-{end:.3}l-{FLAP}-3\"/>\n</svg>"
        );
        drawn
    }
}
