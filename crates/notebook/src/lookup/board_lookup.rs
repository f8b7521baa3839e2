//! A board and an array, looked up.

use serde::Serialize;

use crate::chess::{Angle, Array, Board, Officer};
use crate::correspondences::Correspondences;
use crate::render::BoardMap;

use super::{SquareLookup, SquareRequest};

/// The squares of a board.
#[derive(Clone, Debug, Serialize)]
pub struct BoardSquares {
    /// The board.
    pub board: &'static str,
    /// Its squares, from the upper left.
    pub squares: Vec<SquareLookup>,
}

impl BoardSquares {
    /// The squares on a map.
    #[must_use]
    pub fn of(map: &BoardMap<'_>) -> BoardSquares {
        let lookup = |square| SquareLookup::of(map.board, square, &SquareRequest::default(), map.correspondences);
        BoardSquares { board: map.board.name(), squares: map.rows().flatten().map(lookup).collect() }
    }
}

/// A board in brief.
#[derive(Clone, Debug, Serialize)]
pub struct BoardLookup {
    /// The board.
    pub board: &'static str,
    /// The world of its element.
    pub world: String,
    /// The colour of its element.
    pub colour: String,
    /// The pace of its element.
    pub pace: String,
    /// The army that moves first in a game.
    pub first: &'static str,
    /// The array for each angle.
    pub arrays: [String; 4],
}

impl BoardLookup {
    /// What a board stands for.
    #[must_use]
    pub fn of(board: Board, correspondences: &Correspondences) -> BoardLookup {
        let element = correspondences.element(board.element());
        BoardLookup {
            board: board.name(),
            world: element.world.clone(),
            colour: element.colour.to_string(),
            pace: element.pace.clone(),
            first: board.first().name(),
            arrays: Angle::ALL.map(|angle| Array::of(angle, board).to_string()),
        }
    }
}

/// An array.
#[derive(Clone, Debug, Serialize)]
pub struct ArrayLookup {
    /// Its name.
    pub name: String,
    /// The boards on which it may be used, in the order of its name.
    pub boards: Vec<&'static str>,
    /// The officers on the places 1 to 4 of the home edge, counted from the throne.
    pub officers: [&'static str; 4],
}

impl ArrayLookup {
    /// The eight arrays.
    #[must_use]
    pub fn all() -> [ArrayLookup; 8] {
        Array::all().map(|array| ArrayLookup {
            name: array.to_string(),
            boards: Board::ALL.into_iter().filter(|board| array.belongs_to(*board)).map(Board::name).collect(),
            officers: array.officers().map(Officer::name),
        })
    }
}
