//! `enochian position`: the rules, for people and for other programs.
//!
//! One file for each subcommand. [`PositionRules`] are the rules of a position of any game; [`requests`] answers lines of JSON
//! with the same functions as the command line.

mod best;
mod moves;
mod perft;
mod play;
mod requests;
mod rules;
mod show;
mod show_other;
mod start;
mod terms;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Subcommand;
use clap::error::ErrorKind;

use crate::chess::{self, ParsePositionError};
use crate::render::in_words;

use rules::{KindArguments, PositionRules};
use terms::{PositionTerms, RulesArguments};

use super::command_error::{CommandError, CommandResult};
use super::cx::Cx;

/// Set up, show and play positions, list moves, and run perft
///
/// A position is one line of six fields, in quotation marks:
///   board, army to move, command, prisoners, pawns lost, plies played
///
/// A move is the piece's letter, the square it leaves and the square it goes to:
/// Nc8d6, with =Q for a choice of promotion. A turn without a move is pass, and
/// is printed as --.
///
/// Examples:
///   enochian position start --array "Air of Air & Water" --board air
///   enochian position moves "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0"
///   enochian position play "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" Ka8b7 Kh8g8
///
/// With --kind, these commands know the other games of `enochian kinds`, with
/// their own positions and moves:
///   enochian position start --kind three
///
/// For programs: with - instead of a position, moves, play and perft read JSON
/// objects from standard input, one on each line, and answer each at once with
/// a JSON object on one line:
///   {"position": "…"}                         {"moves": ["Ka8b7", …], "outcome": null}
///   {"position": "…", "throw": 3}             the same, for this throw of a reading
///   {"position": "…", "play": ["Ka8b7"]}      {"position": "…", "outcome": null}
///   {"position": "…", "depth": 2}             {"perft": 400}
///   {"position": "…", "best": {"level": 3}}   {"best": "Ka8b7", "line": ["Ka8b7", …], …}
///   {"kind": "three", "position": "…"}        {"moves": ["Ng8f6", …], "outcome": null}
///   an invalid line                           {"error": "…"}
/// All three commands answer all of these. Optional keys are "reading" (true or
/// false), "ruleset", "array" and "dice"; with "kind" only "options", such as
/// {"cards": "on"}. The options of the command line are their defaults.
/// "best" takes "level" (1 to 4), "nodes" or "seconds"; its answer has the "estimate"
/// for the side to move, from 0 to 1, and the "nodes" and "depth" that were searched.
/// With "throw", a "querent" (an army) and a "ptah" (a square) are what is played for.
/// "outcome" is null, "actives", "passives" or "draw", and in the other games how
/// they ended, such as "won w". An army that can only pass has the moves ["--"]; a
/// finished game has none. A line may be up to 1 MiB long; blank lines are
/// skipped. Errors are answers too, so the exit code is 0.
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
    pub(super) fn run(self, cx: &Cx) -> CommandResult<ExitCode> {
        match self.command {
            PositionCommand::Start(command) => command.run(),
            PositionCommand::Moves(command) => command.run(cx.correspondences),
            PositionCommand::Play(command) => command.run(cx.correspondences),
            PositionCommand::Show(command) => command.run(cx),
            PositionCommand::Perft(command) => command.run(cx.correspondences),
        }
    }
}

/// Stands for positions from standard input, line by line.
const LINES: &str = "-";

/// Reads a position from the command line.
pub(super) fn position(text: &str) -> CommandResult<chess::Position> {
    parse(text).map_err(|error| with_hint(error, text, 6, ""))
}

/// The error with a way out, if it has not as many fields as a position of this kind: then quotation marks are missing.
fn with_hint(error: CommandError, text: &str, fields: usize, kind: &str) -> CommandError {
    if text.split_whitespace().count() == fields {
        return error;
    }
    let fields = in_words(fields);
    problem!(
        "{error}; put all {fields} fields in quotation marks; enochian position start{kind} prints a starting position"
    )
}

/// Reads a position.
fn parse(text: &str) -> CommandResult<chess::Position> {
    text.parse().map_err(|error| match error {
        ParsePositionError::Illegal(_) => problem!("this position is impossible: {error}"),
        ParsePositionError::Syntax { .. } => problem!("{error}"),
    })
}

/// Reports missing quotation marks, before clap reports the dashes in the fields.
pub(super) fn check_quoted(words: &[OsString]) -> Result<(), clap::Error> {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let here = words.iter().position(|word| *word == "position").unwrap_or(words.len());
    let torn = words[here..].windows(2).any(|two| {
        let board = two[0].matches('/').count() == 7 && !two[0].contains(char::is_whitespace);
        board && matches!(two[1].strip_suffix('<').unwrap_or(two[1]), "a" | "w" | "f" | "e")
    });
    if !torn {
        return Ok(());
    }
    if words.iter().any(|word| word.starts_with("--kind")) {
        let problem = "the fields of a position are one argument; put them in quotation marks\n";
        return Err(clap::Error::raw(ErrorKind::TooManyValues, problem));
    }
    let problem = "the six fields of a position are one argument; put them in quotation marks, such as\n  \
                   enochian position moves \"aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0\"\n";
    Err(clap::Error::raw(ErrorKind::TooManyValues, problem))
}
