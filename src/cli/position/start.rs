//! `enochian position start`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::bail;

use crate::chess::{Angle, Array, Direction, Position};
use crate::cli::lookup::{army, array, board, direction};
use crate::cli::stdout;

/// Print the position in which a game begins.
///
/// The army of the board's element moves first, unless another is named.
///
/// Examples:
///   enochian position start --array "Air of Air & Water" --board air
///   enochian position start --array "Earth of Fire & Earth" --board fire --direction widdershins
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct StartArgs {
    /// The array of the pieces; enochian arrays lists the eight.
    #[arg(long, value_name = "NAME")]
    array: String,
    /// The board: Air, Water, Fire or Earth.
    #[arg(long)]
    board: String,
    /// The army that moves first: Air, Water, Fire or Earth.
    #[arg(long, value_name = "ARMY")]
    first: Option<String>,
    /// The way round in which turns pass: deosil, which is clockwise, or widdershins.
    #[arg(long)]
    direction: Option<String>,
}

impl StartArgs {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let (array, board) = (array(&self.array)?, board(&self.board)?);
        if !array.belongs_to(board) {
            let four = Angle::ALL.map(|angle| Array::of(angle, board).to_string());
            bail!("{array} is no array of the {board} board; its four are {}", four.join(", "));
        }
        let first = self.first.as_deref().map_or(Ok(board.first()), army)?;
        let direction = self.direction.as_deref().map_or(Ok(Direction::Deosil), direction)?;
        writeln!(stdout::plain(), "{}", Position::start(array, first, direction))?;
        Ok(ExitCode::SUCCESS)
    }
}
