//! The 64 squares of each board, as in `boards/*.toml`.

use toml::Spanned;

use crate::chess::{Angle, Board, Element, Square};
use crate::input::Checked;

use super::each::{Each, check_once};
use super::files::DataTable;
use super::tables::Tables;
use super::{Quality, SignOrElement};

/// The correspondences of a square on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardCorrespondences {
    pub(super) squares: Each<Square, SquareCorrespondences>,
    /// A note about this map, if there is one.
    pub note: Option<String>,
}

impl BoardCorrespondences {
    /// The only square with a sign or element in an angle.
    pub(super) fn find(&self, angle: Angle, force: SignOrElement) -> Square {
        let here = |(_, here): &(Square, &SquareCorrespondences)| (here.angle, here.force) == (angle, force);
        // Every sign and element occurs once in every angle, which is checked.
        self.squares.iter().find(here).map_or(angle.throne(), |(square, _)| square)
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardFile {
    board: Spanned<Board>,
    note: Option<String>,
    squares: Each<Square, Spanned<SquareCorrespondences>>,
}

impl DataTable for BoardCorrespondences {
    type File = BoardFile;

    fn of(file: BoardFile, _: &Tables, checked: &mut Checked<'_>) -> BoardCorrespondences {
        let board = file.board.get_ref();
        if !checked.name().ends_with(&format!("{}.toml", board.name().to_lowercase())) {
            checked.wrong(file.board.span(), format!("this is the {board} board"), "the board of the file's name");
        }
        for (square, here) in file.squares.iter() {
            let SquareCorrespondences { angle, column, rank, force } = *here.get_ref();
            let (right, follows) = (square.angle(), SignOrElement::of(column, rank));
            if angle != right {
                checked.wrong(here.span(), format!("`angle` is {angle}"), format!("{right}, which contains {square}"));
            }
            if force != follows {
                let column = column.name().to_lowercase();
                let expected = format!("{follows}, which results from a column of {column} and a {rank} rank");
                checked.wrong(here.span(), format!("`force` is {force}"), expected);
            }
        }
        let forces = file.squares.values().iter();
        let forces = forces.map(|here| (here.span(), (here.get_ref().angle, here.get_ref().force)));
        check_once(forces, "sign or element of this angle", "each once in every angle", checked);
        BoardCorrespondences { squares: file.squares.map(|_, here| here.into_inner()), note: file.note }
    }
}
