//! Parts of paintings, for a page that puts them together. They have no titles, which would tell the signs in a quiet reading.

use crate::chess::{Army, Kind, Piece, Square};

use super::painting::MARGIN;
use super::pieces::{Token, ankh, figures};
use super::svg::{Number, fragment};
use super::{Painting, Shape};

impl Painting<'_> {
    /// The squares, each a group `sq-a5` that is moved to its place, and the lines between them, a group `cross`.
    #[must_use]
    pub fn squares_svg(&self) -> String {
        let squares: Vec<_> = Square::all().map(|square| (square, self.ground_of(square, (0.0, 0.0)))).collect();
        let groups = squares.iter().map(|(square, shapes)| {
            let (x, y) = self.corner(*square);
            let place = format!("translate({} {})", Number(x - MARGIN), Number(y - MARGIN));
            format!("<g id=\"sq-{square}\" transform=\"{place}\">{}</g>\n", fragment(shapes))
        });
        let groups: String = groups.collect();
        let cross =
            format!("<g id=\"cross\" transform=\"translate(-{MARGIN} -{MARGIN})\">{}</g>\n", fragment(&self.cross()));
        element("0 0 800 800", "", &(groups + &cross))
    }

    /// The squares with marks and pieces, and nothing around them.
    #[must_use]
    pub fn bare_svg(&self) -> String {
        let mut shapes = self.squares();
        shapes.extend(self.cross());
        shapes.extend(self.standing());
        let stamps = self.picture().stamps;
        let stamps: String =
            stamps.iter().map(|(name, shapes)| format!("<g id=\"{name}\">{}</g>\n", fragment(shapes))).collect();
        element(&format!("{MARGIN} {MARGIN} 800 800"), &stamps, &fragment(&shapes))
    }

    /// The squares with the frame and pieces, for a page with several boards that has the tokens.
    pub(in crate::render) fn unnamed(&self) -> Vec<Shape> {
        let mut shapes = self.squares();
        shapes.extend(self.frame().into_iter().chain(self.cross()).chain(self.standing()));
        shapes
    }

    /// The left, upper, right and lower edge of the squares and their frame.
    pub(in crate::render) fn edges(&self) -> [f64; 4] {
        let (left, top) = self.corner(Army::Air.throne());
        [left - MARGIN, top - MARGIN, left + 800.0 + MARGIN, top + 800.0 + MARGIN]
    }

    fn squares(&self) -> Vec<Shape> {
        Square::all().flat_map(|square| self.ground_of(square, self.corner(square))).collect()
    }

    /// Every piece as a group `p-wN` around the origin, frozen as `p-wN-frozen`; the seals of the armies, `p-water`, which
    /// are their discs without a piece; the figures alone, `f-knight`, which a page can colour; and the `ankh` of the Ptah.
    #[must_use]
    pub fn pieces_svg(&self) -> String {
        let mut symbols = vec![("ankh".to_owned(), ankh())];
        symbols.extend(figures().map(|(name, shapes)| (format!("f-{name}"), shapes)));
        for army in Army::ALL {
            symbols.push(self.seal(army));
            for (kind, is_frozen) in Kind::ALL.into_iter().flat_map(|kind| [(kind, false), (kind, true)]) {
                let token = Token { piece: Piece { army, kind }, is_frozen };
                symbols.push((token.name(), self.token(token)));
            }
        }
        let symbols: String =
            symbols.iter().map(|(name, shapes)| format!("<g id=\"{name}\">{}</g>\n", fragment(shapes))).collect();
        element("-50 -50 100 100", &symbols, "")
    }
}

fn element(view: &str, definitions: &str, drawn: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{view}\">\n<defs>\n{definitions}</defs>\n{drawn}</svg>\n"
    )
}
