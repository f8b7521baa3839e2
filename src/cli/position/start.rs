//! `enochian position start`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::bail;

use crate::chess::{Angle, Array, Direction, Position};
use crate::cli::lookup::{army, array, board, direction};
use crate::cli::stdout;

/// Print a starting position
///
/// The army of the board moves first by default.
///
/// Examples:
///   enochian position start --array "Air of Air & Water" --board air
///   enochian position start --array "Earth of Fire & Earth" --board fire --direction widdershins
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct StartArgs {
    /// The array of the pieces (see `enochian arrays`)
    #[arg(long, value_name = "NAME")]
    array: String,
    /// The board: Air, Water, Fire or Earth
    #[arg(long)]
    board: String,
    /// The army that moves first: Air, Water, Fire or Earth [default: the army of the board]
    #[arg(long, value_name = "ARMY")]
    first: Option<String>,
    /// The direction of play: deosil (clockwise) or widdershins [default: deosil]
    #[arg(long)]
    direction: Option<String>,
}

impl StartArgs {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let (array, board) = (array(&self.array)?, board(&self.board)?);
        if !array.belongs_to(board) {
            let four = Angle::ALL.map(|angle| Array::of(angle, board).to_string());
            bail!("{array} is not an array of the {board} board; choose {}", four.join(", "));
        }
        let first = self.first.as_deref().map_or(Ok(board.first()), army)?;
        let direction = self.direction.as_deref().map_or(Ok(Direction::Deosil), direction)?;
        writeln!(stdout::plain(), "{}", Position::start(array, first, direction))?;
        Ok(ExitCode::SUCCESS)
    }
}
