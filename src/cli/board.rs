//! `enochian board`.

use crate::chess::{Angle, Board};
use crate::cli::prelude::*;
use crate::lookup::{arrays_page, board_page, boards_page};
use crate::render::{BoardBackground, BoardMap, Painting};

use super::lookup::{self, print_looked_up, screen};
use super::output::PictureArgument;

/// Show a board and the correspondences of its squares
///
/// First a map of the board, with the sign or element of each square, its name on Zalewski's sheets and its house; then a
/// table for each angle, with the sign or element, ruler, trump, letter and geomantic figure of each square. Without a
/// board, an overview of the four boards.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  enochian board air\n  enochian board water fire\n  enochian board earth --json\n  enochian board arrays\n  enochian board air --picture air.svg"
)]
pub(super) struct BoardArgs {
    /// The board: Air, Water, Fire or Earth; or arrays, for the eight starting positions [default: an overview of all four]
    #[arg(value_parser = which)]
    board: Option<Which>,
    /// A single angle: Air, Water, Fire or Earth
    #[arg(value_parser = lookup::angle)]
    angle: Option<Angle>,
    #[command(flatten)]
    picture: PictureArgument,
    /// Print JSON
    #[arg(long, conflicts_with = "picture")]
    json: bool,
}

/// What is shown.
#[derive(Clone, Copy, Debug)]
enum Which {
    Board(Board),
    Arrays,
}

fn which(text: &str) -> CommandResult<Which> {
    if text.eq_ignore_ascii_case("arrays") { Ok(Which::Arrays) } else { lookup::board(text).map(Which::Board) }
}

impl BoardArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let board = match self.board {
            Some(Which::Board(board)) => board,
            _ if self.picture.wanted() => misuse!("a picture shows one board; name Air, Water, Fire or Earth"),
            Some(Which::Arrays) if self.angle.is_some() => misuse!("arrays are for all angles; leave the angle out"),
            Some(Which::Arrays) => return print_looked_up(self.json, &arrays_page()),
            None => return print_looked_up(self.json, &boards_page(&screen(), cx.correspondences)),
        };
        let (angle, naming) = (self.angle, cx.naming()?);
        let map = BoardMap { correspondences: cx.correspondences, board, angle };
        if self.picture.wanted() {
            if angle.is_some() {
                misuse!("a picture shows the whole board; leave out the angle");
            }
            let ground = BoardBackground::Painted { board, symbols: true };
            let heading = format!("The {board} board");
            let painting = Painting {
                heading: Some(&heading),
                naming,
                palette: cx.settings.palette(),
                ..Painting::of(ground, cx.correspondences)
            };
            return self.picture.put(&painting.picture());
        }
        print_looked_up(self.json, &board_page(&screen(), &map, naming))
    }
}
