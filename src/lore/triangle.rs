//! The four triangles painted on every square.

use std::fmt;

use crate::chess::{Board, Element};
use crate::text::Fields;

use super::SquareLore;
use super::colour::{self, Colour};

/// One of the four triangles, as `triangles.toml` describes it for every square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triangle {
    /// Where it lies; a convention.
    pub place: Place,
    /// Whose element, and so whose colour, it has.
    pub of: Whose,
    /// What is painted on it.
    pub bears: Symbol,
}

impl Triangle {
    /// The element that it has on a square of a board.
    pub fn element(&self, board: Board, here: &SquareLore) -> Element {
        match self.of {
            Whose::Board => board.element(),
            Whose::Column => here.column,
            Whose::Angle => here.angle.element(),
            Whose::Rank => here.rank.element(),
        }
    }
}

/// Where a triangle lies on the square, as one sees the board.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    Left,
    Top,
    Right,
    Bottom,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["left", "top", "right", "bottom"][*self as usize])
    }
}

/// Whose element a triangle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Whose {
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
pub enum Symbol {
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

pub(super) fn read(fields: &Fields<'_>) -> Option<Triangles> {
    let top = fields.required("top").and_then(|item| colour::read(&item));
    let list = fields.required("triangle")?;
    let mut read: Vec<Triangle> = vec![];
    let sound = list.list(|item| {
        item.table(|fields| {
            let place = fields.one_of(
                "place",
                &[("left", Place::Left), ("top", Place::Top), ("right", Place::Right), ("bottom", Place::Bottom)],
            );
            let of = fields.one_of(
                "element",
                &[("board", Whose::Board), ("column", Whose::Column), ("angle", Whose::Angle), ("rank", Whose::Rank)],
            );
            let bears = fields.one_of(
                "symbol",
                &[
                    ("force", Symbol::Force),
                    ("trump", Symbol::Trump),
                    ("figure", Symbol::Figure),
                    ("letter", Symbol::Letter),
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
