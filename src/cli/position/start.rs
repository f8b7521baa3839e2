//! `enochian position start`.

use std::process::ExitCode;

use crate::chess::{Angle, Army, Array, Board, Direction, Position};
use crate::cli::lookup::{army, array, board, direction};
use crate::games::Referee;

use super::super::command_error::CommandResult;
use super::super::lookup::print_page;
use super::values::{check_kind, referee};

/// Print a starting position
///
/// The army of the board moves first by default.
///
/// Examples:
///   enochian position start --array "Air of Air & Water" --board air
///   enochian position start --array "Earth of Fire & Earth" --board fire --direction widdershins
///   enochian position start --kind three
#[derive(Debug, clap::Args)]
#[command(
    verbatim_doc_comment,
    override_usage = "enochian position start [OPTIONS] --array <NAME> --board <BOARD>\n       enochian position start [OPTIONS] --kind <KIND>"
)]
pub(super) struct StartArgs {
    /// The array of the pieces (see `enochian board --arrays`)
    #[arg(long, value_name = "NAME", required_unless_present = "kind", value_parser = array)]
    array: Option<Array>,
    /// The board: Air, Water, Fire or Earth
    #[arg(long, required_unless_present = "kind", value_parser = board)]
    board: Option<Board>,
    /// The army that moves first: Air, Water, Fire or Earth [default: the army of the board]
    #[arg(long, value_name = "ARMY", value_parser = army)]
    first: Option<Army>,
    /// The direction of play: deosil (clockwise) or widdershins
    #[arg(long, default_value = "deosil", value_parser = direction)]
    direction: Direction,
    /// The game: enochian, or one of those listed by `enochian kinds`, with its options, such as three,cards=on [default:
    /// enochian]
    #[arg(long, value_name = "KIND[,NAME=VALUE]", value_parser = referee)]
    kind: Option<Referee>,
}

impl StartArgs {
    pub(super) fn run(self) -> CommandResult<ExitCode> {
        let given = [
            ("--array", self.array.is_some()),
            ("--board", self.board.is_some()),
            ("--first", self.first.is_some()),
            ("--direction", self.direction == Direction::Widdershins),
        ];
        let other = self.kind.filter(|referee| !referee.kind().has_readings());
        if let Some(referee) = other {
            check_kind(referee.kind(), &given)?;
            print_page(&format!("{}\n", referee.start().text()))?;
            return Ok(ExitCode::SUCCESS);
        }
        let (Some(array), Some(board)) = (self.array, self.board) else {
            misuse!("a starting position of Enochian chess needs --array and --board");
        };
        if !array.belongs_to(board) {
            let four = Angle::ALL.map(|angle| Array::of(angle, board).to_string());
            misuse!("{array} is not an array of the {board} board; choose {}", four.join(", "));
        }
        let first = self.first.unwrap_or(board.first());
        print_page(&format!("{}\n", Position::start(array, first, self.direction)))?;
        Ok(ExitCode::SUCCESS)
    }
}
