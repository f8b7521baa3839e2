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

    /// All cells, in any order.
    fn all() -> impl Iterator<Item = Self>;

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

impl Cell for Square {
    const NAME: usize = 2;

    fn named(name: &str) -> Option<Square> {
        // A capital stands for a piece.
        name.parse().ok().filter(|_| name.starts_with(|file: char| file.is_ascii_lowercase()))
    }

    fn all() -> impl Iterator<Item = Square> {
        Square::all()
    }

    fn panels() -> Vec<CellPanel<Square>> {
        vec![CellPanel { title: None, shape: CellShape::Square, cells: Square::from_a8().collect() }]
    }

    fn place(self) -> (i32, i32) {
        (self.file().index() as i32 * 2, 7 - self.rank().index() as i32)
    }

    fn ground(self) -> Ground {
        if self.is_dark() { Ground::Dark } else { Ground::Light }
    }
}

/// A row of cells in a position text: what stands on each, and a number for a run of empty ones.
pub(super) fn cells_text(cells: impl IntoIterator<Item = Option<impl fmt::Display>>) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for cell in cells.into_iter().map(Some).chain([None]) {
        if let Some(None) = cell {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &std::mem::take(&mut empty).to_string();
        }
        if let Some(Some(here)) = cell {
            text += &here.to_string();
        }
    }
    text
}
