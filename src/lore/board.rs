//! A board's 64 squares, as `boards/*.toml` writes them out.

use std::collections::BTreeMap;

use crate::chess::{Angle, Board, Element, Square};
use crate::text::{Fields, Item};

use super::{Force, Quality};

const ELEMENTS: &str = "one of Air, Water, Fire, Earth";

/// What a square of a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareLore {
    /// The angle in which it lies.
    pub angle: Angle,
    /// The element of the letter over its column.
    pub column: Element,
    /// The quality of the letter beside its rank.
    pub rank: Quality,
    /// The force of the two.
    pub force: Force,
}

/// What is said of one of the four boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLore {
    squares: [SquareLore; 64],
    /// Something to know about this map; may be absent.
    pub note: Option<String>,
}

impl BoardLore {
    /// What a square is on this board.
    pub fn square(&self, square: Square) -> &SquareLore {
        &self.squares[square.index()]
    }

    /// The one square of a force in an angle.
    pub fn find(&self, angle: Angle, force: Force) -> Square {
        let here = |square: &Square| {
            let lore = self.square(*square);
            lore.angle == angle && lore.force == force
        };
        // Every force stands once in every angle: `read` lets nothing else pass.
        Square::all().find(here).unwrap_or(angle.throne())
    }
}

/// Reads what a board's file says.
pub(super) fn read(board: Board, fields: &Fields<'_>) -> Option<BoardLore> {
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
    Some(BoardLore { squares: squares?, note })
}

fn squares(fields: &Fields<'_>) -> Option<[SquareLore; 64]> {
    let mut squares: [Option<SquareLore>; 64] = [None; 64];
    let mut named = [false; 64];
    let mut standing: BTreeMap<(Angle, Force), Square> = BTreeMap::new();
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
        if let Some(lore) = squares[square.index()]
            && let Some(other) = standing.insert((lore.angle, lore.force), square)
        {
            let SquareLore { angle, force, .. } = lore;
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

fn one(square: Square, fields: &Fields<'_>) -> Option<SquareLore> {
    let angle = fields.required("angle").and_then(|item| {
        let angle = item.parse::<Angle>(ELEMENTS)?;
        let right = square.angle();
        if angle == right { Some(angle) } else { item.wrong(format!("{right}, where {square} lies")) }
    });
    let column = fields.parse::<Element>("column", ELEMENTS);
    let rank = fields.parse::<Quality>("rank", "one of cardinal, fixed, mutable, elemental");
    let force = fields.required("force").and_then(|item| {
        let force = item.one_of(&Force::ALL.map(|force| (force.name(), force)))?;
        fits(&item, force, column?, rank?)
    });
    Some(SquareLore { angle: angle?, column: column?, rank: rank?, force: force? })
}

fn fits(item: &Item<'_>, force: Force, column: Element, rank: Quality) -> Option<Force> {
    let right = Force::of(column, rank);
    let why = || format!("{right}, the force of a column of {} and a {rank} rank", column.name().to_lowercase());
    if force == right { Some(force) } else { item.wrong(why()) }
}
