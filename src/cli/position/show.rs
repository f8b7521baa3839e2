//! A position, drawn in a picture.

use crate::chess::Board;
use crate::cli::prelude::*;
use crate::render::{BoardBackground, DiagramPainting, Painting, Picture};

use super::ruled_position::RuledPosition;
use super::values::check_kind;

/// The picture of a position, in Enochian chess on a painted board if one is named.
pub(super) fn picture(position: &RuledPosition, board: Option<Board>, cx: &Cx) -> CommandResult<Picture> {
    check_kind(position.referee.kind(), &[("--board", board.is_some())])?;
    let palette = cx.settings.palette();
    let Some(of_chess) = &position.enochian else {
        let diagram = position.state.diagram();
        return Ok(DiagramPainting { palette, ..DiagramPainting::of(&diagram, position.referee.seats()) }.picture());
    };
    let ground = match board {
        Some(board) => BoardBackground::Painted { board, symbols: true },
        None => BoardBackground::Chequered,
    };
    let (naming, position) = (cx.naming()?, Some(of_chess));
    Ok(Painting { position, naming, palette, ..Painting::of(ground, cx.correspondences) }.picture())
}
