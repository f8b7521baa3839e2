//! `enochian position`: the rules, for people and for other programs.
//!
//! One file a subcommand. [`PositionTerms`] is by what a position is judged; [`requests`]
//! answers lines of JSON with the same functions as the command line.

pub(super) mod arguments;
mod moves;
mod perft;
mod play;
mod requests;
mod show;
mod start;
mod terms;

use std::process::ExitCode;

use anyhow::anyhow;
use clap::Subcommand;
use clap::error::ErrorKind;

use crate::chess::{self, Outcome, ParsePositionError};
use crate::correspondences::Correspondences;

use terms::{PositionTerms, RulesArguments};

/// Set up a position, list and play its moves, show it, or count what can follow.
///
/// A position is one line of six fields, between quotation marks:
///   board, army to move, command, prisoners, pawns lost, plies played
///
/// A move is the piece's letter, the square it leaves and the square it goes to:
/// Nc8d6; with =Q for a choice of promotion. A turn without a move is --.
///
/// Examples:
///   enochian position start --array "Air of Air & Water" --board air
///   enochian position moves "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0"
///   enochian position play "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" Ka8b7 Kh8g8
///
/// For programs: with - in the place of the position, moves, play and perft read
/// lines of standard input, each a JSON object, and answer each with one, in
/// order and at once:
///   {"position": "…"}                         {"moves": ["Ka8b7", …], "outcome": null}
///   {"position": "…", "throw": 3}             the same, for that throw of a reading
///   {"position": "…", "play": ["Ka8b7"]}      {"position": "…", "outcome": null}
///   {"position": "…", "depth": 2}             {"perft": 400}
///   anything that cannot be answered          {"error": "…"}, and the next line is read
/// The three answer all of these. "reading" (true or false), "ruleset", "array"
/// and "dice" may be added; what a line leaves out is as the command line says.
/// "outcome" is null, "actives", "passives" or "draw". An army that can only pass
/// has the moves ["--"], a finished game has none. A line may be 1 MiB long;
/// blank ones are skipped. Faults are answers, so the exit code is 0.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment, arg_required_else_help = true)]
pub(super) struct PositionArgs {
    #[command(subcommand)]
    command: PositionCommand,
}

#[derive(Debug, Subcommand)]
enum PositionCommand {
    Start(start::StartArgs),
    Moves(moves::MovesArgs),
    Play(play::PlayPositionArgs),
    Show(show::ShowPositionArgs),
    Perft(perft::PerftArgs),
}

impl PositionArgs {
    pub(super) fn run(
        self,
        correspondences: &Correspondences,
        settings: &super::settings::Settings,
    ) -> anyhow::Result<ExitCode> {
        match self.command {
            PositionCommand::Start(command) => command.run(),
            PositionCommand::Moves(command) => command.run(correspondences),
            PositionCommand::Play(command) => command.run(correspondences),
            PositionCommand::Show(command) => command.run(correspondences, settings),
            PositionCommand::Perft(command) => command.run(correspondences),
        }
    }
}

/// What stands for the position when it comes from standard input, line by line.
const LINES: &str = "-";

/// Reads the position of a command line.
pub(super) fn position(text: &str) -> anyhow::Result<chess::Position> {
    let hint = "put all six between quotation marks; enochian position start prints an opening";
    let torn = text.split_whitespace().count() != 6;
    parse(text).map_err(|error| if torn { anyhow!("{error}. The way out: {hint}") } else { error })
}

/// Reads a position.
fn parse(text: &str) -> anyhow::Result<chess::Position> {
    text.parse().map_err(|error| match error {
        ParsePositionError::Illegal(_) => anyhow!("no game can stand so: {error}"),
        ParsePositionError::Syntax { .. } => anyhow!("{error}"),
    })
}

/// A command line whose parts do not go together.
fn misuse(kind: ErrorKind, problem: &str) -> anyhow::Error {
    clap::Error::raw(kind, format!("{problem}\n\nFor more information, try '--help'.\n")).into()
}

/// An outcome in one word, for programs.
fn outcome_word(outcome: Outcome) -> String {
    match outcome {
        Outcome::Won(side) => side.to_string(),
        Outcome::Drawn(_) => "draw".to_owned(),
    }
}
