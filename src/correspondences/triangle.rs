//! The four triangles painted on every square.

use std::fmt;

use crate::chess::{Board, Element};
use crate::input::TomlTable;

use super::SquareCorrespondences;
use super::colour::{self, Colour};

/// One of the four triangles, as `triangles.toml` describes it for every square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triangle {
    /// Where it lies; a convention.
    pub place: TriangleSide,
    /// Whose element, and so whose colour, it has.
    pub of: TriangleElement,
    /// What is painted on it.
    pub bears: TriangleSymbol,
}

impl Triangle {
    /// The element that it has on a square of a board.
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

/// Where a triangle lies on the square, as one sees the board.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TriangleSide {
    Left,
    Top,
    Right,
    Bottom,
}

impl fmt::Display for TriangleSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["left", "top", "right", "bottom"][*self as usize])
    }
}

/// Whose element a triangle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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

/// The symbol a triangle bears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Triangles {
    pub(super) four: [Triangle; 4],
    pub(super) top: Colour,
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Triangles> {
    let top = fields.required("top").and_then(|item| colour::read(&item));
    let list = fields.required("triangle")?;
    let mut read: Vec<Triangle> = vec![];
    let sound = list.list(|item| {
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
            let bears = fields.one_of(
                "symbol",
                &[
                    ("force", TriangleSymbol::Force),
                    ("trump", TriangleSymbol::Trump),
                    ("figure", TriangleSymbol::Figure),
                    ("letter", TriangleSymbol::Letter),
                ],
            );
            let triangle = Triangle { place: place?, of: of?, bears: bears? };
            if read.iter().any(|t| t.place == triangle.place || t.of == triangle.of || t.bears == triangle.bears) {
                fields.fault("this triangle repeats something of another", "each place, element and symbol once");
            }
            read.push(triangle);
            Some(())
        })
    });
    if sound.is_some() && read.len() != 4 {
        list.fault(format!("there are {} triangles", read.len()), "four");
    }
    Some(Triangles { four: read.try_into().ok()?, top: top? })
}
