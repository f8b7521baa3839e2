//! The four triangles painted on every square.

use crate::chess::{Board, Element};
use crate::input::TomlTable;

use super::SquareCorrespondences;
use super::colour::{self, Colour};

/// One of the four triangles, which `triangles.toml` describes for every square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Triangle {
    /// Its side of the square; a convention.
    pub place: TriangleSide,
    /// What determines its element, and so its colour.
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

/// The side of the square on which a triangle lies, as the board is seen.
#[allow(missing_docs, reason = "the names are clear")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum TriangleSide {
    Left,
    Top,
    Right,
    Bottom,
}

enochian_engine::named_enum! {
    /// Its name.
    TriangleSide { Left: "left", Top: "top", Right: "right", Bottom: "bottom" }
}

/// What determines the element of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Triangles {
    pub(super) four: [Triangle; 4],
    pub(super) top: Colour,
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Triangles> {
    let top = fields.required("top").and_then(|item| colour::read(&item));
    let list = fields.required("triangle")?;
    let mut read: Vec<Triangle> = vec![];
    let triangles = list.list(|item| {
        item.table(|fields| {
            let place = fields.one_of(
                "place",
                &[
                    ("left", TriangleSide::Left),
                    ("top", TriangleSide::Top),
                    ("right", TriangleSide::Right),
                    ("bottom", TriangleSide::Bottom),
                ],
            );
            let of = fields.one_of(
                "element",
                &[
                    ("board", TriangleElement::Board),
                    ("column", TriangleElement::Column),
                    ("angle", TriangleElement::Angle),
                    ("rank", TriangleElement::Rank),
                ],
            );
            let symbol = fields.one_of(
                "symbol",
                &[
                    ("force", TriangleSymbol::Force),
                    ("trump", TriangleSymbol::Trump),
                    ("figure", TriangleSymbol::Figure),
                    ("letter", TriangleSymbol::Letter),
                ],
            );
            let triangle = Triangle { place: place?, of: of?, symbol: symbol? };
            if read.iter().any(|t| t.place == triangle.place || t.of == triangle.of || t.symbol == triangle.symbol) {
                fields.error(
                    "this triangle has the same place, element or symbol as another",
                    "each place, element and symbol once",
                );
            }
            read.push(triangle);
            Some(())
        })
    });
    if triangles.is_some() && read.len() != 4 {
        list.error(format!("there are {} triangles", read.len()), "four triangles");
    }
    Some(Triangles { four: read.try_into().ok()?, top: top? })
}
