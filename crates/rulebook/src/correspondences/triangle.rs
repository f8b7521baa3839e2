//! The four triangles painted on every square.

use toml::Spanned;

use crate::chess::{Board, Element};
use crate::input::Checked;

use super::SquareCorrespondences;
use super::colour::Colour;
use super::each::check_once;
use super::files::DataTable;
use super::tables::Tables;

/// One of the four triangles, which `triangles.toml` describes for every square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Triangle {
    /// Its side of the square; a convention.
    pub place: TriangleSide,
    /// What determines its element, and so its colour.
    #[serde(rename = "element")]
    pub of: TriangleElement,
    /// What determines its symbol.
    pub symbol: TriangleSymbol,
}

impl Triangle {
    /// Its element on a square of a board.
    #[must_use]
    pub fn element(&self, board: Board, here: &SquareCorrespondences) -> Element {
        match self.of {
            TriangleElement::Board => board.element(),
            TriangleElement::Column => here.column,
            TriangleElement::Angle => here.angle.element(),
            TriangleElement::Rank => here.rank.element(),
        }
    }
}

enochian_engine::named_enum! {
    /// The side of the square on which a triangle lies, as the board is seen.
    #[derive(serde::Deserialize)]
    #[allow(missing_docs, reason = "the names are clear")]
    #[serde(rename_all = "lowercase")]
    pub enum TriangleSide {
        Left: "left",
        Top: "top",
        Right: "right",
        Bottom: "bottom",
    }
}

/// What determines the element of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TriangleElement {
    /// The board's.
    Board,
    /// The column letter's.
    Column,
    /// The angle's.
    Angle,
    /// The rank letter's.
    Rank,
}

/// The symbol on a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TriangleSymbol {
    /// The sign or element.
    Force,
    /// The Tarot trump.
    Trump,
    /// The geomantic figure.
    Figure,
    /// The Hebrew letter.
    Letter,
}

/// The four triangles, and the colour of the truncated top between them.
#[derive(Clone, Debug)]
pub(super) struct Triangles {
    pub(super) four: [Triangle; 4],
    pub(super) top: Colour,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TriangleFile {
    top: Colour,
    triangle: [Spanned<Triangle>; 4],
}

impl DataTable for Triangles {
    type File = TriangleFile;

    fn of(TriangleFile { top, triangle }: TriangleFile, _: &Tables, checked: &mut Checked<'_>) -> Triangles {
        let expected = "each place, element and symbol once";
        let values = |of: fn(&Triangle) -> u8| triangle.iter().map(move |it| (it.span(), of(it.get_ref())));
        check_once(values(|it| it.place as u8), "place", expected, checked);
        check_once(values(|it| it.of as u8), "element", expected, checked);
        check_once(values(|it| it.symbol as u8), "symbol", expected, checked);
        Triangles { four: triangle.map(Spanned::into_inner), top }
    }
}
