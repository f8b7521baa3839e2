//! The cells of a board, and how a board of them is drawn.

use std::fmt;

use super::{CellShape, Ground};
use crate::chess::Square;

/// A cell of a board.
pub(super) trait Cell: Copy + PartialEq + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// How many characters its name has.
    const NAME: usize;

    /// The cell with this name.
    fn named(name: &str) -> Option<Self>;

    /// The panels of the board, from the top.
    fn panels() -> Vec<CellPanel<Self>>;

    /// Where it is drawn in its panel: half-steps from the left, and rows from the top.
    fn place(self) -> (i32, i32);

    /// Its ground, if the board has no hole there.
    fn ground(self) -> Ground;
}

/// One flat part of a board: its title if there are several, the shape of its cells, and the cells row by row from the top.
pub(super) struct CellPanel<C> {
    pub(super) title: Option<String>,
    pub(super) shape: CellShape,
    pub(super) cells: Vec<C>,
}

/// The square on a file and a rank, both counted from 0 and on the board.
pub(super) const fn square(file: i8, rank: i8) -> Square {
    match Square::new(file, rank) {
        Some(square) => square,
        None => unreachable!(),
    }
}

impl Cell for Square {
    const NAME: usize = 2;

    fn named(name: &str) -> Option<Square> {
        // A capital stands for a piece.
        name.parse().ok().filter(|_| name.starts_with(|file: char| file.is_ascii_lowercase()))
    }

    fn panels() -> Vec<CellPanel<Square>> {
        let cells = (0..8).rev().flat_map(|rank| (0..8).filter_map(move |file| Square::new(file, rank))).collect();
        vec![CellPanel { title: None, shape: CellShape::Square, cells }]
    }

    fn place(self) -> (i32, i32) {
        (i32::from(self.file()) * 2, 7 - i32::from(self.rank()))
    }

    fn ground(self) -> Ground {
        if (self.file() + self.rank()) % 2 == 0 { Ground::Dark } else { Ground::Light }
    }
}
