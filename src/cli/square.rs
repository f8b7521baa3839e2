//! `enochian square`.

use std::process::ExitCode;

use serde::Serialize;

use crate::chess::{Board, Piece, Square};
use crate::correspondences::{Correspondences, Layer};
use crate::input::quoted;
use crate::interpretation::{About, ParseAboutError};
use crate::lookup::{
    SquareLookup, SquareName, SquareOnAllBoards, SquareRequest, Thing, find_piece, find_square,
    square_on_all_boards_page, square_page, squares_page, standing_page, top_down,
};
use crate::record::EnochianRecord;

use super::command_error::CommandResult;
use super::cx::Cx;
use super::lookup::{self, print_page, screen};
use super::print_json;
use super::remember::{Beside, WithOwn};

/// Show a square and its correspondences, and what a piece on it means
///
/// Shows the sign or element, house, ruler, trump, letter, figure, world, time and the four triangles of a square. With
/// --piece and --board, the meaning of a piece landing there comes first: what it stands for, its planet and its strength.
/// Without a board, the square on all four boards in brief. Without a square, a map of all squares of the board. --layers
/// adds further layers.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  enochian square f5 --board air\n  enochian square W4c --board air --piece \"knight of water\"\n  \
                  enochian square b6 --board water --piece \"water queen\" --querent air\n  enochian square f5 --board air \
                  --layers all\n  enochian square f5\n  enochian square --board air"
)]
pub(super) struct SquareArgs {
    /// The square, such as f5, or W4c on Zalewski's sheets [default: an overview of all]
    square: Option<String>,
    /// A piece that lands there: "air knight", "pawn of rook of water", aN, or a god-form
    #[arg(long, requires = "square")]
    piece: Option<String>,
    #[command(flatten)]
    options: SquareOptions,
}

/// What can be asked of a square.
#[derive(Debug, clap::Args)]
pub(super) struct SquareOptions {
    /// The board: Air, Water, Fire or Earth
    #[arg(long)]
    pub(super) board: Option<String>,
    /// The querent's army: Air, Water, Fire or Earth
    #[arg(long, requires = "piece", value_name = "ARMY")]
    pub(super) querent: Option<String>,
    /// What the piece stands for: person, happening or both [default: happening]
    #[arg(long, requires = "piece", value_name = "WHAT")]
    pub(super) about: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl SquareArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<ExitCode> {
        let naming = cx.naming()?;
        if let Some(square) = self.square.as_deref().map(find_square).transpose()? {
            let piece = self.piece.as_deref().map(|text| find_piece(text, cx.correspondences, naming)).transpose()?;
            return print(square, &Vec::from_iter(piece), &self.options, cx);
        }
        let asked = SquareRequest { layers: cx.settings.layers(), ..SquareRequest::default() };
        let board = self.options.board.as_deref().map(lookup::board).transpose()?;
        match (board, self.options.json) {
            (Some(board), true) => {
                let entries = top_down().map(|square| SquareLookup::of(board, square, &asked, cx.correspondences));
                print_json(&entries.collect::<Vec<_>>())?;
            }
            (None, true) => print_json(&top_down().map(SquareName::of).collect::<Vec<_>>())?,
            (board, false) => print_page(&squares_page(&screen(), board, cx.correspondences))?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Prints a square, once for each of these pieces on it.
pub(super) fn print(square: Square, pieces: &[Piece], options: &SquareOptions, cx: &Cx) -> CommandResult<ExitCode> {
    let board = options.board.as_deref().map(lookup::board).transpose()?;
    let plain = SquareRequest {
        piece: None,
        querent: options.querent.as_deref().map(lookup::army).transpose()?,
        about: options.about.as_deref().map(about).transpose()?,
        layers: cx.settings.layers(),
    };
    let mut asked: Vec<_> = pieces.iter().map(|piece| SquareRequest { piece: Some(*piece), ..plain.clone() }).collect();
    if asked.is_empty() {
        asked.push(plain);
    }
    let entry = |asked: &SquareRequest, board| SquareLookup::of(board, square, asked, cx.correspondences);
    let on_all = |asked: &SquareRequest| SquareOnAllBoards::of(square, asked, cx.correspondences);
    let boards = board.map_or(Board::ALL.to_vec(), |board| vec![board]);
    let beside = Beside::explained(cx, |_| {
        let mut things: Vec<Thing> =
            boards.iter().flat_map(|board| Thing::of_square(square, *board, cx.correspondences)).collect();
        things.extend(pieces.iter().flat_map(|piece| Thing::of_piece(*piece)));
        things
    })?;
    let own = &beside.own[..];
    match (board, options.json) {
        (Some(board), true) => print_one_or_all(asked.iter().map(|asked| WithOwn { it: entry(asked, board), own }))?,
        (None, true) => print_one_or_all(asked.iter().map(|asked| WithOwn { it: on_all(asked), own }))?,
        (board, false) => {
            let pages = asked.iter().map(|asked| match board {
                Some(board) => square_page(&screen(), board, square, asked, cx.correspondences),
                None => square_on_all_boards_page(&screen(), on_all(asked)),
            });
            print_page(&beside.before(&pages.collect::<Vec<_>>().join("\n"), screen().width))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints one value as it is, and several as an array.
fn print_one_or_all<T: Serialize>(values: impl Iterator<Item = T>) -> CommandResult<()> {
    let values: Vec<T> = values.collect();
    if let [value] = values.as_slice() { print_json(value) } else { print_json(&values) }
}

/// A square of the current board for the prompts, with the meaning of the pieces on it.
pub(super) fn look_up(
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

/// Reads what a piece should stand for.
fn about(text: &str) -> CommandResult<About> {
    text.parse().map_err(|expected: ParseAboutError| {
        let meant = lookup::suggestion(text, About::ALL.map(|about| about.to_string()).iter().map(String::as_str));
        problem!("invalid value {} for --about; expected {expected}{meant}", quoted(text)).of_usage()
    })
}
