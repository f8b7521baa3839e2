//! The 64 squares of each board, as in `boards/*.toml`.

use std::collections::BTreeMap;

use crate::chess::{Angle, Board, ELEMENT_NAMES, Element, Square};
use crate::input::{TomlTable, TomlValue};

use super::{Quality, SignOrElement};

/// The correspondences of a square on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SquareCorrespondences {
    /// The angle that contains the square.
    pub angle: Angle,
    /// The element of the letter above its column.
    pub column: Element,
    /// The quality of the letter beside its rank.
    pub rank: Quality,
    /// The sign or element that results from the two.
    pub force: SignOrElement,
}

/// The correspondences of one of the four boards.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BoardCorrespondences {
    squares: Vec<SquareCorrespondences>,
    /// A note about this map, if there is one.
    pub note: Option<String>,
}

impl BoardCorrespondences {
    /// The correspondences of a square on this board.
    #[must_use]
    pub fn square(&self, square: Square) -> &SquareCorrespondences {
        &self.squares[square.index()]
    }

    /// The only square with a sign or element in an angle.
    #[must_use]
    pub fn find(&self, angle: Angle, force: SignOrElement) -> Square {
        let here = |square: &Square| {
            let correspondences = self.square(*square);
            correspondences.angle == angle && correspondences.force == force
        };
        // Every sign and element occurs once in every angle: `read` checks this.
        Square::all().find(here).unwrap_or(angle.throne())
    }
}

/// Reads the file of a board.
pub(super) fn read(board: Board, fields: &TomlTable<'_>) -> Option<BoardCorrespondences> {
    if let Some(item) = fields.required("board")
        && let Some(named) = item.parse::<Board>(ELEMENT_NAMES)
        && named != board
    {
        let _: Option<()> = item.wrong(format!("{board}, as in the name of the file"));
    }
    let note = fields.optional("note").map(|item| item.prose());
    let squares = fields.table("squares", squares);
    let note = match note {
        Some(note) => Some(note?),
        None => None,
    };
    Some(BoardCorrespondences { squares: squares?.to_vec(), note })
}

fn squares(fields: &TomlTable<'_>) -> Option<[SquareCorrespondences; 64]> {
    let mut squares: [Option<SquareCorrespondences>; 64] = [None; 64];
    let mut named = [false; 64];
    let mut standing: BTreeMap<(Angle, SignOrElement), Square> = BTreeMap::new();
    for item in fields.entries() {
        let Ok(square) = item.key().parse::<Square>() else {
            item.error(format!("`{}` is not a square", item.key()), "a letter a to h and a number 1 to 8");
            continue;
        };
        if std::mem::replace(&mut named[square.index()], true) {
            item.error(format!("duplicate square {square}"), "each square once");
            continue;
        }
        squares[square.index()] = item.table(|fields| one(square, fields));
        if let Some(correspondences) = squares[square.index()]
            && let Some(other) = standing.insert((correspondences.angle, correspondences.force), square)
        {
            let SquareCorrespondences { angle, force, .. } = correspondences;
            item.error(
                format!("{force} is on both {square} and {other} in the {angle} angle"),
                "each sign and element once in every angle",
            );
        }
    }
    let missing: Vec<String> = Square::all().filter(|s| !named[s.index()]).map(|s| s.to_string()).collect();
    if !missing.is_empty() {
        let s = if missing.len() == 1 { "" } else { "s" };
        fields.error(format!("missing square{s} {}", missing.join(", ")), "all 64 squares");
    }
    super::entries::all(squares)
}

fn one(square: Square, fields: &TomlTable<'_>) -> Option<SquareCorrespondences> {
    let angle = fields.required("angle").and_then(|item| {
        let angle = item.parse::<Angle>(ELEMENT_NAMES)?;
        let right = square.angle();
        if angle == right { Some(angle) } else { item.wrong(format!("{right}, which contains {square}")) }
    });
    let column = fields.parse::<Element>("column", ELEMENT_NAMES);
    let rank = fields.parse::<Quality>("rank", "cardinal, fixed, mutable or elemental");
    let force = fields.required("force").and_then(|item| {
        let force = item.one_of(&SignOrElement::ALL.map(|force| (force.name(), force)))?;
        fits(&item, force, column?, rank?)
    });
    Some(SquareCorrespondences { angle: angle?, column: column?, rank: rank?, force: force? })
}

fn fits(item: &TomlValue<'_>, force: SignOrElement, column: Element, rank: Quality) -> Option<SignOrElement> {
    let right = SignOrElement::of(column, rank);
    let expected =
        || format!("{right}, which results from a column of {} and a {rank} rank", column.name().to_lowercase());
    if force == right { Some(force) } else { item.wrong(expected()) }
}
