//! `enochian position start`.

use crate::chess::{Angle, Army, Array, Board, Direction, Position};
use crate::cli::prelude::*;

use super::request::Request;
use super::values::check_kind;

/// Prints a starting position.
pub(super) fn start(
    request: &Request,
    board: Option<Board>,
    first: Option<Army>,
    direction: Option<Direction>,
) -> CommandResult<()> {
    let Request { position, array, kind, .. } = request;
    if let Some(name) = request.given().into_iter().find(|name| !["array", "kind"].contains(name)) {
        misuse!("--{name} is not for enochian position start; leave it out");
    }
    if !position.is_empty() {
        misuse!("start takes no position, since it prints one; leave it out");
    }
    if !kind.kind().has_readings() {
        let enochian = [
            ("--array", array.is_some()),
            ("--board", board.is_some()),
            ("--first", first.is_some()),
            ("--direction", direction.is_some()),
        ];
        check_kind(kind.kind(), &enochian)?;
        return print_page(format!("{}\n", kind.start().text()));
    }
    let (Some(array), Some(board)) = (array, board) else {
        misuse!("a starting position of Enochian chess needs --array and --board");
    };
    if !array.belongs_to(board) {
        let four = Angle::ALL.map(|angle| Array::of(angle, board).to_string());
        misuse!("{array} is not an array of the {board} board; choose {}", four.join(", "));
    }
    let (first, direction) = (first.unwrap_or(board.first()), direction.unwrap_or(Direction::Deosil));
    print_page(format!("{}\n", Position::start(*array, first, direction)))
}
