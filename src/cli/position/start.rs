//! `enochian position start`.

use std::io::Write;
use std::process::ExitCode;

use crate::chess::{Angle, Array, Direction, Position};
use crate::cli::lookup::{army, array, board, direction};
use crate::cli::stdout;

use super::super::command_error::CommandResult;
use super::KindArguments;

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
    #[arg(long, value_name = "NAME", required_unless_present = "kind")]
    array: Option<String>,
    /// The board: Air, Water, Fire or Earth
    #[arg(long, required_unless_present = "kind")]
    board: Option<String>,
    /// The army that moves first: Air, Water, Fire or Earth [default: the army of the board]
    #[arg(long, value_name = "ARMY")]
    first: Option<String>,
    /// The direction of play: deosil (clockwise) or widdershins [default: deosil]
    #[arg(long)]
    direction: Option<String>,
    #[command(flatten)]
    kind: KindArguments,
}

impl StartArgs {
    pub(super) fn run(self) -> CommandResult<ExitCode> {
        let given = [
            ("--array", self.array.is_some()),
            ("--board", self.board.is_some()),
            ("--first", self.first.is_some()),
            ("--direction", self.direction.is_some()),
        ];
        if let Some(rules) = self.kind.rules(&given)? {
            writeln!(stdout::plain(), "{}", rules.referee.start().text())?;
            return Ok(ExitCode::SUCCESS);
        }
        let (Some(array_name), Some(board_name)) = (&self.array, &self.board) else {
            let missing = "a starting position of Enochian chess needs --array and --board";
            misuse!("{missing}");
        };
        let (array, board) = (array(array_name)?, board(board_name)?);
        if !array.belongs_to(board) {
            let four = Angle::ALL.map(|angle| Array::of(angle, board).to_string());
            fail!("{array} is not an array of the {board} board; choose {}", four.join(", "));
        }
        let first = self.first.as_deref().map_or(Ok(board.first()), army)?;
        let direction = self.direction.as_deref().map_or(Ok(Direction::Deosil), direction)?;
        writeln!(stdout::plain(), "{}", Position::start(array, first, direction))?;
        Ok(ExitCode::SUCCESS)
    }
}
