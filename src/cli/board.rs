//! `enochian board`.

use std::process::ExitCode;

use crate::chess::{Angle, Board};
use crate::lookup::{arrays_page, board_page, boards_page};
use crate::render::{BoardBackground, BoardMap, Painting};

use super::command_error::CommandResult;
use super::cx::Cx;
use super::lookup::{self, print_looked_up, screen};
use super::output::PictureArgument;

/// Show a board and the correspondences of its squares
///
/// First a map of the board, with the sign or element of each square, its name on Zalewski's sheets and its house; then a
/// table for each angle, with the sign or element, ruler, trump, letter and geomantic figure of each square. Without a
/// board, an overview of the four boards.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  enochian board air\n  enochian board water --angle fire\n  enochian board earth --json\n  enochian board --arrays\n  enochian board air --picture air.svg"
)]
pub(super) struct BoardArgs {
    /// The board: Air, Water, Fire or Earth [default: an overview of all four]
    #[arg(value_parser = lookup::board)]
    board: Option<Board>,
    /// A single angle: Air, Water, Fire or Earth
    #[arg(long, requires = "board", value_parser = lookup::angle)]
    angle: Option<Angle>,
    /// List the eight arrays instead: the starting positions, by their places 1 to 4 of the home edge, counted from the throne
    #[arg(long, conflicts_with_all = ["board", "picture"])]
    arrays: bool,
    #[command(flatten)]
    picture: PictureArgument,
    /// Leave the symbols out of the picture
    #[arg(long, requires = "picture")]
    plain: bool,
    /// Print JSON
    #[arg(long, conflicts_with = "picture")]
    json: bool,
}

impl BoardArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<ExitCode> {
        if self.arrays {
            return print_looked_up(self.json, &arrays_page());
        }
        let Some(board) = self.board else {
            if self.picture.wanted() {
                misuse!("a picture shows one board; name Air, Water, Fire or Earth");
            }
            return print_looked_up(self.json, &boards_page(&screen(), cx.correspondences));
        };
        let (angle, naming) = (self.angle, cx.naming()?);
        let map = BoardMap { correspondences: cx.correspondences, board, angle };
        if self.picture.wanted() {
            if angle.is_some() {
                misuse!("a picture shows the whole board; leave out --angle");
            }
            let ground = BoardBackground::Painted { board, symbols: !self.plain };
            let heading = format!("The {board} board");
            let painting = Painting {
                heading: Some(&heading),
                naming,
                palette: cx.settings.palette(),
                ..Painting::of(ground, cx.correspondences)
            };
            self.picture.put(&painting.picture())?;
            return Ok(ExitCode::SUCCESS);
        }
        print_looked_up(self.json, &board_page(&screen(), &map, naming))
    }
}
