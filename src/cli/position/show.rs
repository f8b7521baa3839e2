//! `enochian position show`.

use std::collections::BTreeMap;
use std::process::ExitCode;

use serde::Serialize;

use crate::chess::{self, Army, Control, Exchange, Mode, Rules, attacked_from};
use crate::cli::colours;
use crate::cli::lookup::{self, print_page};
use crate::cli::output::PictureArgument;
use crate::cli::print_json;
use crate::render::{BoardBackground, BoardPicture, Painting, capitalised, facts, list};

use super::super::command_error::CommandResult;
use super::super::cx::Cx;
use super::rules::{RuledPosition, outcome_word};
use super::{RulesArguments, show_other};

/// Draw a position and describe it
///
/// Shows whose turn it is, checks, frozen armies, commands, captured kings, lost
/// pawns and the outcome.
///
/// Examples:
///   enochian position show "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0"
///   enochian position show "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" --json
///   enochian position show "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" --picture position.png
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ShowPositionArgs {
    /// The position, in quotation marks
    position: String,
    #[command(flatten)]
    rules: RulesArguments,
    #[command(flatten)]
    picture: PictureArgument,
    /// The board to draw in the picture: Air, Water, Fire or Earth
    #[arg(long, requires = "picture")]
    board: Option<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "picture")]
    json: bool,
}

/// A position as JSON.
#[derive(Serialize)]
struct PositionEntry {
    position: String,
    turn: ArmyNameEntry,
    direction: String,
    ply: u32,
    reading: bool,
    /// The armies whose kings are in check, with the squares of the pieces that give it.
    check: BTreeMap<ArmyNameEntry, Vec<String>>,
    frozen: Vec<ArmyNameEntry>,
    /// For each army `own`, `frozen`, `seized` or `withdrawn`.
    command: BTreeMap<ArmyNameEntry, &'static str>,
    /// For each king that is taken, the army that holds it.
    prisoners: BTreeMap<ArmyNameEntry, ArmyNameEntry>,
    pawns_lost: BTreeMap<ArmyNameEntry, u8>,
    moves: Vec<String>,
    exchanges: Vec<String>,
    may_withdraw: bool,
    outcome: Option<String>,
    /// The same in a sentence.
    ending: Option<String>,
    pieces: Vec<StandingPiece>,
}

/// The name of an army.
type ArmyNameEntry = &'static str;

/// A piece on its square.
#[derive(Serialize)]
struct StandingPiece {
    square: String,
    code: String,
    piece: String,
}

impl ShowPositionArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<ExitCode> {
        let (correspondences, settings) = (cx.correspondences, cx.settings);
        let more = [("--board", self.board.is_some())];
        let (terms, position) = match self.rules.rules(&more, correspondences)?.read(&self.position)? {
            RuledPosition::Enochian(terms, position) => (terms, position),
            RuledPosition::Other(rules, state) => {
                return show_other::show(&rules, state.as_ref(), &self.picture, self.json, settings);
            }
        };
        let rules = terms.rules();
        let moves = terms.moves(&position)?;
        if self.picture.wanted() {
            let ground = match &self.board {
                Some(board) => BoardBackground::Painted { board: lookup::board(board)?, symbols: true },
                None => BoardBackground::Chequered,
            };
            let (naming, palette) = (settings.naming(correspondences)?, settings.palette());
            let painting =
                Painting { position: Some(&position), naming, palette, ..Painting::of(ground, correspondences) };
            self.picture.put(&painting.picture())?;
        } else if self.json {
            print_json(&PositionEntry::new(&position, moves, &rules))?;
        } else {
            print_page(&page(&position, &moves, &rules))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl PositionEntry {
    fn new(position: &chess::Position, moves: Vec<String>, rules: &Rules) -> PositionEntry {
        let of_each = || Army::ALL.into_iter();
        let checkers = |army| position.checkers(army).into_iter().map(|square| square.to_string()).collect();
        let outcome = position.outcome(rules);
        PositionEntry {
            position: position.to_string(),
            turn: position.turn().name(),
            direction: position.direction().to_string(),
            ply: position.ply(),
            reading: rules.mode == Mode::Reading,
            check: of_each().filter(|a| position.in_check(*a)).map(|army| (army.name(), checkers(army))).collect(),
            frozen: of_each().filter(|army| position.is_frozen(*army)).map(Army::name).collect(),
            command: of_each().map(|army| (army.name(), command(position.command(army)))).collect(),
            prisoners: of_each().filter_map(|a| Some((a.name(), position.captor(a)?.name()))).collect(),
            pawns_lost: of_each().map(|army| (army.name(), position.pawns_lost(army))).collect(),
            moves,
            exchanges: position.exchanges(rules).iter().map(Exchange::to_string).collect(),
            may_withdraw: position.may_withdraw(rules),
            outcome: outcome.map(outcome_word),
            ending: outcome.map(|outcome| outcome.to_string()),
            pieces: position
                .pieces()
                .map(|(square, piece)| StandingPiece {
                    square: square.to_string(),
                    code: piece.code(),
                    piece: piece.to_string(),
                })
                .collect(),
        }
    }
}

fn command(command: Control) -> &'static str {
    match command {
        Control::Own => "own",
        Control::Frozen => "frozen",
        Control::Seized => "seized",
        Control::Withdrawn => "withdrawn",
    }
}

fn page(position: &chess::Position, moves: &[String], rules: &Rules) -> String {
    let picture = BoardPicture { position, ptah: None, last: None };
    let outcome = position.outcome(rules);
    let turn = match outcome {
        Some(_) => format!("over; {} would be next", position.turn()),
        None => position.turn().to_string(),
    };
    let moves = match moves {
        [] => "none".to_owned(),
        [pass] if pass == "--" => format!("none: {} can only pass", position.turn()),
        moves => moves.len().to_string(),
    };
    let exchanges: Vec<String> = position.exchanges(rules).iter().map(Exchange::to_string).collect();
    let frozen = |army| position.is_frozen(army).then(|| army.to_string());
    let prisoner = |army| Some(format!("the king of {army}, taken by {}", position.captor(army)?));
    let pawns_lost =
        |army| Some(position.pawns_lost(army)).filter(|lost| *lost > 0).map(|lost| format!("{army} {lost}"));
    let commanded = |army: Army| match position.command(army) {
        Control::Seized => Some(format!("{} commands {army}, whose throne its king seized", army.partner())),
        Control::Withdrawn => Some(format!("{} commands {army}, who withdrew", army.partner())),
        Control::Own | Control::Frozen => None,
    };
    let lines = facts(&[
        ("Turn", format!("{turn}; plies played: {}; {}", position.ply(), position.direction())),
        ("Moves", moves),
        ("In check", each(|army| check(position, army), list::<String>, "nobody")),
        ("Frozen", each(frozen, list::<String>, "nobody")),
        ("Command", each(commanded, |all| all.join("; "), "no army commands another")),
        ("Prisoners", each(prisoner, |all| all.join("; "), "none")),
        ("Pawns lost", each(pawns_lost, list::<String>, "none")),
        ("Exchange", if exchanges.is_empty() { String::new() } else { format!("possible: {}", exchanges.join("; ")) }),
        ("Outcome", outcome.map_or("none yet".to_owned(), |outcome| capitalised(&outcome.to_string()))),
    ]);
    let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    format!("{}\n  {}\n\n{lines}", picture.coloured(colours::screen()), picture.key())
}

/// What there is to say of each army, or that there is nothing.
fn each(part: impl Fn(Army) -> Option<String>, joined: fn(&[String]) -> String, nothing: &str) -> String {
    let parts: Vec<String> = Army::ALL.into_iter().filter_map(part).collect();
    if parts.is_empty() { nothing.to_owned() } else { joined(&parts) }
}

/// An army in check, with the attackers of its king.
fn check(position: &chess::Position, army: Army) -> Option<String> {
    let king = position.king(army)?;
    let checkers = position.checkers(army).into_iter();
    let pieces = checkers.flat_map(|at| position.pieces_at(at).map(move |piece| (at, piece)));
    let attackers = pieces
        .filter(|(at, piece)| attacked_from(piece.kind, piece.army, *at, position.occupied()).has(king))
        .map(|(at, piece)| format!("the {piece} on {at}"));
    let attackers: Vec<String> = attackers.collect();
    (!attackers.is_empty()).then(|| format!("{army}, by {}", list(&attackers)))
}
