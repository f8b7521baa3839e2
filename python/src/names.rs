//! The names by which Python gives armies, boards, squares, pieces and throws.

use enochian::chess::{self, Army, Direction, Kind, Mode, Piece, Square};
use enochian::input::ParseError;
use enochian::reading::Throw;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::convert::named;
use crate::errors::error;

const MODES: [(&str, Mode); 2] = [("game", Mode::Game), ("reading", Mode::Reading)];
const DIRECTIONS: [(&str, Direction); 2] = [("deosil", Direction::Deosil), ("widdershins", Direction::Widdershins)];

pub(crate) fn army(name: &str) -> PyResult<Army> {
    named("army", name, &Army::ALL.map(|army| (army.name(), army)))
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
    name.parse().map_err(|wrong: ParseError| error(format!("there is no square {name:?}; {wrong}")))
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
        error(format!("there is no piece {name:?}; name it as \"knight of Air\", \"pawn of rook of Water\" or \"aN\""))
    })
}

/// A throw of the die, a number of one to six.
pub(crate) fn throw(given: &Bound<'_, PyAny>) -> PyResult<Throw> {
    let number = match given.extract::<i64>() {
        Ok(number) => u8::try_from(number).ok(),
        Err(large) if large.is_instance_of::<PyOverflowError>(given.py()) => None,
        Err(other) => return Err(other),
    };
    number.and_then(Throw::new).ok_or_else(|| error("a throw is a number from 1 to 6"))
}
