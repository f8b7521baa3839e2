//! `enochian position`: the rules, for people and for other programs.
//!
//! Every command and every line of JSON is a [`Request`], which is answered with an [`Answer`]:
//!
//! | command | key | answer |
//! |---|---|---|
//! | `moves` | | what can be played, and the outcome |
//! | `moves --best` | `best` | the best move |
//! | `play` | `play` | the position after some moves, and the outcome |
//! | `perft` | `depth` | a number of sequences of moves |
//! | `show` | `show` | the position, described |
//!
//! `start` asks nothing of a position: it prints one.

mod answer;
mod lines;
mod request;
mod ruled_position;
mod show;
mod start;
mod values;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Arg, Subcommand};

use crate::chess::Board;

use answer::Answer;
use request::Request;
pub(super) use ruled_position::position;

use super::command_error::CommandResult;
use super::cx::Cx;
use super::lookup::{board, print_page};
use super::output::PictureArgument;
use super::{print_json, stdout};

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
/// For programs: with - instead of a position, moves, play, show and perft read
/// JSON objects from standard input, one on each line, and answer each at once
/// with a JSON object on one line:
///   {"position": "…"}                         {"moves": ["Ka8b7", …], "outcome": null}
///   {"position": "…", "throw": 3}             the same, for this throw of a reading
///   {"position": "…", "play": ["Ka8b7"]}      {"position": "…", "outcome": null}
///   {"position": "…", "depth": 2}             {"perft": 400}
///   {"position": "…", "best": "level-3"}      {"best": "Ka8b7", "line": ["Ka8b7", …], …}
///   {"position": "…", "show": true}           what show --json prints
///   {"kind": "three", "position": "…"}        {"moves": ["Ng8f6", …], "outcome": null}
///   an invalid line                           {"error": "…"}
/// All four commands answer all of these. The keys are the options of the command
/// line: the others are "reading" (true or false), "ruleset", "array" and "dice";
/// with "throw", "querent" and "ptah", what is played for; with "depth", "divide"
/// (true), the counts of the first moves. What a line leaves open is as on the
/// command line: moves - --best level-3 answers every line with the best move, with
/// the "estimate" for the side to move, from 0 to 1, and the "nodes" and "depth" that
/// were searched; an estimate of 1 is a win. "outcome" is null, "actives",
/// "passives" or "draw", and in the other games how they ended, such as "won w".
/// A count that would reach more than 10,000,000 positions is an error, so that the
/// lines after it need not wait; on the command line a count has no limit.
/// An army that can only pass has the moves ["--"]; a finished game has none. A
/// line may be up to 1 MiB long; blank lines are skipped. Errors are answers too,
/// so the exit code is 0.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment, arg_required_else_help = true)]
pub(super) struct PositionArgs {
    #[command(subcommand)]
    command: PositionCommand,
}

#[derive(Debug, Subcommand)]
enum PositionCommand {
    Start(start::StartArgs),
    /// List the legal moves of a position, one on each line
    ///
    /// Prints -- if the army can only pass, and nothing if the game is over.
    ///
    /// Examples:
    ///   enochian position moves "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0"
    ///   enochian position moves "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" --throw 6
    ///   enochian position moves "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" --best level-3
    ///   enochian position moves - < requests.jsonl
    #[command(verbatim_doc_comment)]
    Moves {
        #[command(flatten)]
        request: Request,
    },
    /// Play moves, and print the position after them
    ///
    /// A turn can start with withdraw, or with an exchange of prisoners: exchange,
    /// the enemy's letter, the square of the mover's partner's king, and the square
    /// of the enemy's partner's king. A turn without a move is pass. With resign and
    /// the letter of the army to move, its side resigns; only the outcome in the JSON
    /// shows it, and not the position.
    ///
    /// Examples:
    ///   enochian position play "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" Ka8b7 Kh8g8
    ///   enochian position play "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" withdraw --reading
    ///   enochian position play - < requests.jsonl
    #[command(verbatim_doc_comment, mut_args(without_moves))]
    Play {
        #[command(flatten)]
        request: Request,
        /// The moves, in order: Nc8d6, Pb2b1=Q, pass, withdraw, exchange w h1 a1, resign a
        #[arg(value_name = "MOVE")]
        moves: Vec<String>,
    },
    /// Draw a position and describe it
    ///
    /// Shows whose turn it is, checks, frozen armies, commands, captured kings, lost
    /// pawns and the outcome.
    ///
    /// Examples:
    ///   enochian position show "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0"
    ///   enochian position show "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" --json
    ///   enochian position show "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" --picture position.png
    #[command(verbatim_doc_comment, mut_args(without_moves), mut_arg("picture", |it| it.conflicts_with("json")))]
    Show {
        #[command(flatten)]
        request: Request,
        #[command(flatten)]
        picture: PictureArgument,
        /// The board to draw in the picture: Air, Water, Fire or Earth
        #[arg(long, requires = "picture", value_parser = board)]
        board: Option<Board>,
    },
    /// Count the move sequences of a given length (perft)
    ///
    /// The skipped turn of a frozen army does not count as a move. An army without a
    /// move has one, the pass. A finished game has none. Exchanges and withdrawals
    /// are not counted.
    ///
    /// Examples:
    ///   enochian position perft "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" 3
    ///   enochian position perft "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" 3 --divide
    ///   enochian position perft - 3 < positions.jsonl
    #[command(verbatim_doc_comment, mut_args(without_moves))]
    Perft {
        #[command(flatten)]
        request: Request,
        /// The number of moves, 0 to 32; with -, the default for lines that ask for nothing else
        #[arg(value_parser = values::depth)]
        depth: Option<u8>,
        /// Also print the count for each first move
        #[arg(long)]
        divide: bool,
    },
}

/// Leaves out of a help page what only limits and chooses moves: there it is a default of lines at most.
fn without_moves(option: Arg) -> Arg {
    let is_of_moves = ["throw", "dice", "querent", "ptah", "best"].contains(&option.get_id().as_str());
    option.hide(is_of_moves)
}

impl PositionArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<ExitCode> {
        let request = match self.command {
            PositionCommand::Start(command) => return command.run(),
            PositionCommand::Moves { request } => request,
            PositionCommand::Play { request, moves } if moves.is_empty() => {
                if !request.is_lines() {
                    misuse!("there is no move to play; add one, such as Nc8d6, or pass");
                }
                request
            }
            PositionCommand::Play { request, moves } => Request { play: Some(moves), ..request },
            PositionCommand::Show { request, picture, .. } if picture.wanted() && request.is_lines() => {
                misuse!("--picture draws one position; name it in place of -");
            }
            PositionCommand::Show { request, picture, board } => {
                let request = Request { show: true, ..request };
                if picture.wanted() {
                    picture.put(&show::picture(&request.position(cx)?, board, cx)?)?;
                    return Ok(ExitCode::SUCCESS);
                }
                request
            }
            PositionCommand::Perft { request, depth: None, .. } if !request.is_lines() => {
                misuse!("the depth is missing; add a number from 0 to 32");
            }
            PositionCommand::Perft { request, depth, divide } => Request { depth, divide, ..request },
        };
        if request.is_lines() {
            request.terms(cx)?;
            return lines::answer_lines(&request, cx);
        }
        if request.has_idle_dice() {
            misuse!("--dice needs a throw; add --throw N");
        }
        match request.answer(cx)? {
            answer if request.json => print_json(&answer)?,
            Answer::Shown(shown) => print_page(&shown.to_string())?,
            answer => stdout::print(answer.to_string().as_bytes())?,
        }
        Ok(ExitCode::SUCCESS)
    }
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
