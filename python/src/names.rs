//! The names by which Python gives armies, boards, squares, pieces and throws.

use enochian::chess::{self, Army, Direction, Kind, Mode, Piece, Square};
use enochian::input::ParseError;
use pyo3::prelude::*;

use crate::arguments::{named, wrong};

const MODES: [(&str, Mode); 2] = [("game", Mode::Game), ("reading", Mode::Reading)];
const DIRECTIONS: [(&str, Direction); 2] = [("deosil", Direction::Deosil), ("widdershins", Direction::Widdershins)];

pub(crate) fn army(argument: &str, name: &str) -> PyResult<Army> {
    named(argument, name, &Army::ALL.map(|army| (army.name(), army)))
}

pub(crate) fn board(name: &str) -> PyResult<chess::Board> {
    named("board", name, &chess::Board::ALL.map(|board| (board.name(), board)))
}

pub(crate) fn direction(name: &str) -> PyResult<Direction> {
    named("direction", name, &DIRECTIONS)
}

pub(crate) fn mode(name: &str) -> PyResult<Mode> {
    named("mode", name, &MODES)
}

pub(crate) fn square(name: &str) -> PyResult<Square> {
    name.parse().map_err(|problem: ParseError| wrong("square", format!("there is no {name:?}; {problem}")))
}

/// A piece as `knight of Air`, `Air knight` or, in position texts, `aN`; of the last, case tells officers from pawns.
pub(crate) fn piece(name: &str) -> PyResult<Piece> {
    let pieces = || Army::ALL.into_iter().flat_map(|army| Kind::ALL.map(|kind| Piece { army, kind }));
    let lower = name.trim().to_lowercase();
    let is_named = |piece: &Piece| {
        let Piece { army, kind } = piece;
        [piece.to_string(), format!("{army} {kind}")].iter().any(|name| name.to_lowercase() == lower)
    };
    let found = pieces().find(|piece| piece.code() == name.trim()).or_else(|| pieces().find(is_named));
    found.ok_or_else(|| {
        wrong(
            "piece",
            format!("there is no {name:?}; name it as \"knight of Air\", \"pawn of rook of Water\" or \"aN\""),
        )
    })
}
