//! What a name means, for the prompts of a reading or game.

use crate::chess::{Army, Piece, Square};
use crate::correspondences::{Correspondences, Layer, Naming};
use crate::lookup::{
    NameLookup, PieceLookup, SquareRequest, find_piece, find_square, names_page, piece_page, square_page, standing_page,
};
use crate::record::EnochianRecord;

use super::super::command_error::CommandResult;
use super::super::lookup::screen;

/// A square of the current board for the prompts, with the meaning of the pieces on it.
pub(super) fn square(
    text: &str,
    record: EnochianRecord<'_>,
    layers: &[Layer],
    correspondences: &Correspondences,
) -> CommandResult<String> {
    let (square, board) = (find_square(text)?, record.subject().board());
    let asked = SquareRequest { layers: layers.to_vec(), ..SquareRequest::default() };
    let mut text = String::new();
    for piece in record.position().pieces_at(square) {
        text.push_str(&standing(piece, square, record, correspondences));
        text.push('\n');
    }
    Ok(text + &square_page(&screen(), board, square, &asked, correspondences))
}

/// What a piece means on the square where it stands in a reading or game.
pub(super) fn standing(
    piece: Piece,
    square: Square,
    record: EnochianRecord<'_>,
    correspondences: &Correspondences,
) -> String {
    standing_page(&screen(), piece, square, record, correspondences)
}

/// A piece and its page for the prompts: `q` or `queen` is that of the army to move.
pub(super) fn piece(
    text: &str,
    turn: Army,
    querent: Option<Army>,
    correspondences: &Correspondences,
    naming: &Naming,
) -> CommandResult<(String, Option<Piece>)> {
    let own = match text.parse::<char>() {
        Ok(letter) => format!("{}{}", turn.letter(), letter.to_ascii_uppercase()),
        Err(_) => format!("{turn} {text}"),
    };
    let piece = find_piece(text, correspondences, naming)
        .or_else(|error| find_piece(&own, correspondences, naming).map_err(|_| error))?;
    Ok((
        piece_page(
            &screen(),
            piece,
            &PieceLookup::of(piece, querent, correspondences, naming),
            correspondences,
            naming,
        ),
        Some(piece),
    ))
}

/// The pages of a name for the prompts, and the piece if it names one.
pub(super) fn name(
    name: &str,
    querent: Option<Army>,
    correspondences: &Correspondences,
    naming: &Naming,
) -> CommandResult<(String, Option<Piece>)> {
    let found = NameLookup::find(name, querent, correspondences, naming)?;
    Ok((names_page(&screen(), &found, correspondences, naming), found.piece()))
}
