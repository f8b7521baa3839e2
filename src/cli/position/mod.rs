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

use clap::ValueEnum;
use clap::error::ErrorKind;

use crate::chess::{Army, Board, Direction};
use crate::cli::prelude::*;

use answer::Answer;
use request::Request;
pub(super) use ruled_position::position;

use super::lookup::{army, board, direction, screen};
use super::output::PictureArgument;

/// Set up, show and play positions, list moves, and run perft
///
/// start prints a starting position: of Enochian chess with --array and --board.
/// The army of the board moves first by default.
/// moves lists the legal moves, one on each line: -- if the army can only pass, and
/// nothing if the game is over.
/// play plays moves, and prints the position after them.
/// show draws the position and says whose turn it is, checks, frozen armies, commands,
/// captured kings, lost pawns and the outcome.
/// perft counts the sequences of moves of a length from 0 to 32. The skipped turn of
/// a frozen army does not count as a move. An army without a move has one, the pass.
/// A finished game has none. Exchanges and withdrawals are not counted.
///
/// A position is one line of six fields, in quotation marks:
///   board, army to move, command, prisoners, pawns lost, plies played
///
/// A move is the piece's letter, the square it leaves and the square it goes to:
/// Nc8d6, with =Q for a choice of promotion. A turn without a move is pass, and
/// is printed as --. A turn can start with withdraw, or with an exchange of
/// prisoners: exchange, the enemy's letter, the square of the mover's partner's king,
/// and the square of the enemy's partner's king. With resign and the letter of the
/// army to move, its side resigns; only the outcome in the JSON shows it, and not the
/// position.
///
/// Examples:
///   enochian position start --array "Air of Air & Water" --board air
///   enochian position moves "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0"
///   enochian position moves "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" --best level-3
///   enochian position play "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" Ka8b7 Kh8g8
///   enochian position show "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" --picture position.png
///   enochian position perft "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" 3 --divide
///
/// With --kind, it knows the other games of `enochian kinds`, with their own
/// positions and moves:
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
/// with "throw", "army" and "ptah", what is played for; with "depth", "divide"
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
    /// What to do
    #[arg(value_name = "WHAT", value_enum, hide_possible_values = true, help = "start, moves, play, show or perft")]
    what: What,
    #[command(flatten)]
    request: Request,
    /// To play: the moves, in order, Nc8d6, Pb2b1=Q, pass, withdraw, exchange w h1 a1, resign a; for perft: their number
    #[arg(value_name = "MOVE|NUMBER")]
    moves: Vec<String>,
    /// perft: also print the count for each first move
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    picture: PictureArgument,
    /// The board, Air, Water, Fire or Earth: its army moves first, and a picture shows its squares
    #[arg(long, value_parser = board)]
    board: Option<Board>,
    /// start: the army that moves first: Air, Water, Fire or Earth [default: the army of the board]
    #[arg(long, value_name = "ARMY", value_parser = army)]
    first: Option<Army>,
    /// start: the direction of play, deosil (clockwise) or widdershins [default: deosil]
    #[arg(long, value_parser = direction)]
    direction: Option<Direction>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    Start,
    Moves,
    Play,
    Show,
    Perft,
}

impl PositionArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        self.check()?;
        let PositionArgs { what, request, moves, divide, picture, board, first, direction } = self;
        let request = match what {
            What::Start => return start::start(&request, board, first, direction),
            What::Moves => request,
            What::Play => Request { play: Some(moves).filter(|moves| !moves.is_empty()), ..request },
            What::Show => Request { show: true, ..request },
            What::Perft => {
                let number = |text: &String| {
                    values::depth(text).map_err(|error| problem!("{}: {error}", quoted(text)).of_usage())
                };
                Request { depth: moves.first().map(number).transpose()?, divide, ..request }
            }
        };
        if picture.wanted() {
            return picture.put(&show::picture(&request.position(cx)?, board, cx)?);
        }
        if request.is_lines() {
            request.terms(cx)?;
            return lines::answer_lines(&request, cx);
        }
        match request.answer(cx)? {
            answer if request.json => print_json(&answer)?,
            Answer::Shown(shown) => print_page(shown.page(&screen()))?,
            answer => stdout::print(answer.to_string().as_bytes())?,
        }
        Ok(())
    }

    /// Refuses what does not go together.
    fn check(&self) -> CommandResult<()> {
        let PositionArgs { what, request, moves, .. } = self;
        let picture = self.picture.wanted();
        let only = [
            ("--divide", self.divide, What::Perft),
            ("--picture", picture, What::Show),
            ("--first", self.first.is_some(), What::Start),
            ("--direction", self.direction.is_some(), What::Start),
        ];
        if let Some((option, _, of)) = only.iter().find(|(_, is_given, of)| *is_given && of != what) {
            misuse!("{option} is for enochian position {}; leave it out", of.name());
        }
        match what {
            What::Start => {}
            _ if request.position.is_empty() => {
                misuse!("the position is missing; add it in quotation marks, or - for lines of JSON")
            }
            _ if self.board.is_some() && !picture => misuse!("--board is for start and --picture; leave it out"),
            _ if picture && request.is_lines() => misuse!("--picture draws one position; name it in place of -"),
            _ if picture && request.json => misuse!("--picture and --json cannot be used together; leave one out"),
            What::Play if moves.is_empty() && !request.is_lines() => {
                misuse!("there is no move to play; add one, such as Nc8d6, or pass")
            }
            What::Perft if moves.is_empty() && !request.is_lines() => {
                misuse!("the depth is missing; add a number from 0 to 32")
            }
            What::Perft if moves.len() > 1 => misuse!("a depth is one number; leave out {}", quoted(&moves[1])),
            What::Moves | What::Show if !moves.is_empty() => {
                misuse!(
                    "to play {} first, use enochian position play, and take the position it prints",
                    quoted(&moves[0])
                )
            }
            _ if request.has_idle_dice() && !request.is_lines() => misuse!("--dice needs a throw; add --throw N"),
            _ => {}
        }
        Ok(())
    }
}

impl What {
    fn name(self) -> &'static str {
        match self {
            What::Start => "start",
            What::Moves => "moves",
            What::Play => "play",
            What::Show => "show",
            What::Perft => "perft",
        }
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
