//! `enochian piece`.

use std::process::ExitCode;

use crate::chess::{Army, Piece};
use crate::correspondences::{Correspondences, Naming};
use crate::lookup::{PieceLookup, Thing, all_pieces, find_piece, piece_page, pieces_page};

use super::command_error::CommandResult;
use super::cx::Cx;
use super::lookup::{self, screen};
use super::print_either;
use super::remember::{Beside, WithOwn};

/// Show a piece: its meaning, god-form, court card, planet, element and moves
///
/// Name it as "air knight", "knight of air", "pawn of rook of water", by its code in position texts (aN; an is the pawn of
/// the knight of Air), its court card, or its god-form. Without a piece, an overview of all pieces.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  enochian piece \"air knight\"\n  enochian piece \"pawn of rook of water\"\n  enochian piece \
                  Horus\n  enochian piece \"king of fire\" --querent earth"
)]
pub(super) struct PieceArgs {
    /// The piece, with or without quotation marks [default: an overview of all]
    piece: Vec<String>,
    /// The querent's army, which decides the planets of kings: Air, Water, Fire or Earth
    #[arg(long, value_name = "ARMY")]
    querent: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl PieceArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<ExitCode> {
        let naming = cx.naming()?;
        let querent = self.querent.as_deref().map(lookup::army).transpose()?;
        if self.piece.is_empty() {
            let entries: Vec<_> =
                all_pieces().map(|piece| PieceLookup::of(piece, querent, cx.correspondences, naming)).collect();
            return print_either(self.json, &entries, || pieces_page(&screen(), &entries));
        }
        let piece = find_piece(&self.piece.join(" "), cx.correspondences, naming)?;
        let entry = PieceLookup::of(piece, querent, cx.correspondences, naming);
        let beside = Beside::explained(cx, |_| Thing::of_piece(piece))?;
        let screen = screen();
        print_either(self.json, &WithOwn { it: &entry, own: &beside.own }, || {
            beside.before(&piece_page(&screen, piece, &entry, cx.correspondences, naming), screen.width)
        })
    }
}

/// A piece and its page for the prompts: `q` or `queen` is that of the army to move.
pub(super) fn look_up(
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
