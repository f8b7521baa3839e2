//! A board's 64 squares, as `boards/*.toml` writes them out.

use std::collections::BTreeMap;

use crate::chess::{Angle, Board, Element, Square};
use crate::input::{TomlTable, TomlValue};

use super::{Quality, SignOrElement};

const ELEMENTS: &str = "one of Air, Water, Fire, Earth";

/// What a square of a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareCorrespondences {
    /// The angle in which it lies.
    pub angle: Angle,
    /// The element of the letter over its column.
    pub column: Element,
    /// The quality of the letter beside its rank.
    pub rank: Quality,
    /// The force of the two.
    pub force: SignOrElement,
}

/// What is said of one of the four boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardCorrespondences {
    squares: [SquareCorrespondences; 64],
    /// Something to know about this map; may be absent.
    pub note: Option<String>,
}

impl BoardCorrespondences {
    /// What a square is on this board.
    #[must_use]
    pub fn square(&self, square: Square) -> &SquareCorrespondences {
        &self.squares[square.index()]
    }

    /// The one square of a force in an angle.
    #[must_use]
    pub fn find(&self, angle: Angle, force: SignOrElement) -> Square {
        let here = |square: &Square| {
            let correspondences = self.square(*square);
            correspondences.angle == angle && correspondences.force == force
        };
        // Every force stands once in every angle: `read` lets nothing else pass.
        Square::all().find(here).unwrap_or(angle.throne())
    }
}

/// Reads what a board's file says.
pub(super) fn read(board: Board, fields: &TomlTable<'_>) -> Option<BoardCorrespondences> {
    if let Some(item) = fields.required("board")
        && let Some(named) = item.parse::<Board>(ELEMENTS)
        && named != board
    {
        let _: Option<()> = item.wrong(format!("{board}, by the name of this file"));
    }
    let note = fields.optional("note").map(|item| item.prose());
    let squares = fields.table("squares", squares);
    let note = match note {
        Some(note) => Some(note?),
        None => None,
    };
    Some(BoardCorrespondences { squares: squares?, note })
}

fn squares(fields: &TomlTable<'_>) -> Option<[SquareCorrespondences; 64]> {
    let mut squares: [Option<SquareCorrespondences>; 64] = [None; 64];
    let mut named = [false; 64];
    let mut standing: BTreeMap<(Angle, SignOrElement), Square> = BTreeMap::new();
    for item in fields.entries() {
        let Ok(square) = item.key().parse::<Square>() else {
            item.fault(format!("`{}` is no square", item.key()), "a letter a to h and a number 1 to 8");
            continue;
        };
        if std::mem::replace(&mut named[square.index()], true) {
            item.fault(format!("the square {square} is given twice"), "each square once");
            continue;
        }
        squares[square.index()] = item.table(|fields| one(square, fields));
        if let Some(correspondences) = squares[square.index()]
            && let Some(other) = standing.insert((correspondences.angle, correspondences.force), square)
        {
            let SquareCorrespondences { angle, force, .. } = correspondences;
            item.fault(
                format!("{force} stands on {square} and on {other}, in the {angle} angle both"),
                "every force once in every angle",
            );
        }
    }
    let missing: Vec<String> = Square::all().filter(|s| !named[s.index()]).map(|s| s.to_string()).collect();
    if !missing.is_empty() {
        fields.fault(format!("no line for {}", missing.join(", ")), "all 64 squares");
    }
    super::entries::all(squares)
}

fn one(square: Square, fields: &TomlTable<'_>) -> Option<SquareCorrespondences> {
    let angle = fields.required("angle").and_then(|item| {
        let angle = item.parse::<Angle>(ELEMENTS)?;
        let right = square.angle();
        if angle == right { Some(angle) } else { item.wrong(format!("{right}, where {square} lies")) }
    });
    let column = fields.parse::<Element>("column", ELEMENTS);
    let rank = fields.parse::<Quality>("rank", "one of cardinal, fixed, mutable, elemental");
    let force = fields.required("force").and_then(|item| {
        let force = item.one_of(&SignOrElement::ALL.map(|force| (force.name(), force)))?;
        fits(&item, force, column?, rank?)
    });
    Some(SquareCorrespondences { angle: angle?, column: column?, rank: rank?, force: force? })
}

fn fits(item: &TomlValue<'_>, force: SignOrElement, column: Element, rank: Quality) -> Option<SignOrElement> {
    let right = SignOrElement::of(column, rank);
    let why = || format!("{right}, the force of a column of {} and a {rank} rank", column.name().to_lowercase());
    if force == right { Some(force) } else { item.wrong(why()) }
}
