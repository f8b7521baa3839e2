//! Positions of the other games.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use clap::error::ErrorKind;
use serde::Serialize;

use crate::cli::colours;
use crate::cli::lookup::print_page;
use crate::cli::output::PictureArguments;
use crate::cli::play::rules::{GameRules, read_kind_and_options};
use crate::cli::print_json;
use crate::cli::settings::Settings;
use crate::cli::stdout;
use crate::cli::terminal::page_width;
use crate::games::{ActError, Actor, GameKind, GameState};
use crate::input::quoted;
use crate::render::{DiagramPainting, DiagramText, facts};

use super::misuse;

/// The options that name another game.
#[derive(Debug, clap::Args)]
pub(super) struct KindArguments {
    /// The game: enochian, or one of those listed by `enochian kinds`, with its options, such as three,cards=on [default:
    /// enochian]
    #[arg(long, value_name = "KIND[,NAME=VALUE]")]
    kind: Option<String>,
}

impl KindArguments {
    /// The rules of the game that is named; none for Enochian chess. `given` are the options that only Enochian chess has.
    pub(super) fn rules(&self, given: &[(&str, bool)]) -> anyhow::Result<Option<GameRules>> {
        let (Some(kind), options) = read_kind_and_options(self.kind.as_deref())? else { return Ok(None) };
        if let Some((name, _)) = given.iter().find(|(_, is_given)| *is_given) {
            bail!("{name} belongs to Enochian chess; leave it out, or leave out --kind {kind}");
        }
        refereed(kind, &options).map(Some)
    }
}

/// The rules of a kind that has a referee.
pub(super) fn refereed(kind: GameKind, options: &BTreeMap<String, String>) -> anyhow::Result<GameRules> {
    if !kind.is_refereed() {
        bail!("a game of the kind other has no positions: no referee knows its rules");
    }
    GameRules::of(kind, options)
}

/// Every act of a state as its text, sorted.
pub(super) fn acts(state: &dyn GameState) -> Vec<String> {
    state.acts().into_iter().map(|act| act.text).collect()
}

/// The code of the ending, if the game is over.
pub(super) fn outcome(state: &dyn GameState) -> Option<String> {
    state.ending().map(|ending| ending.code)
}

/// The state after some acts.
pub(super) fn played<'t>(
    mut state: Arc<dyn GameState>,
    acts: impl Iterator<Item = &'t str>,
) -> anyhow::Result<Arc<dyn GameState>> {
    for text in acts {
        state = match state.play(text) {
            Ok(played) => played.state,
            Err(error @ ActError::Unreadable { .. }) => return Err(error.into()),
            Err(error) => bail!("{} is illegal in turn {}: {error}", quoted(text), state.turn()),
        };
    }
    Ok(state)
}

/// Prints the starting position.
pub(super) fn print_start(rules: &GameRules) -> anyhow::Result<ExitCode> {
    writeln!(stdout::plain(), "{}", rules.referee.start().text())?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the acts, one on each line.
pub(super) fn print_moves(rules: &GameRules, position: &str) -> anyhow::Result<ExitCode> {
    let mut out = stdout::plain();
    for act in acts(read(rules, position)?.as_ref()) {
        writeln!(out, "{act}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the position after some acts.
pub(super) fn print_played<'t>(
    rules: &GameRules,
    position: &str,
    acts: impl ExactSizeIterator<Item = &'t str>,
) -> anyhow::Result<ExitCode> {
    if acts.len() == 0 {
        return Err(misuse(ErrorKind::MissingRequiredArgument, "there is no move to play; add one"));
    }
    writeln!(stdout::plain(), "{}", played(read(rules, position)?, acts)?.text())?;
    Ok(ExitCode::SUCCESS)
}

/// Prints a perft, also for each first act.
pub(super) fn print_perft(rules: &GameRules, position: &str, depth: u8, is_divided: bool) -> anyhow::Result<ExitCode> {
    let state = read(rules, position)?;
    let mut out = stdout::plain();
    if is_divided && depth > 0 {
        for act in acts(state.as_ref()) {
            // An act of chance counts once, with cards that the count itself fills in.
            if let Ok(played) = state.play(&act) {
                writeln!(out, "{act}: {}", played.state.perft(u32::from(depth) - 1))?;
            }
        }
    }
    writeln!(out, "{}", state.perft(depth.into()))?;
    Ok(ExitCode::SUCCESS)
}

/// A position of another game as JSON.
#[derive(Serialize)]
struct GamePositionEntry {
    kind: &'static str,
    position: String,
    /// The number of the turn.
    turn: u32,
    /// Whose turn it is: a seat, `Chance`, or null when the game is over.
    actor: Option<String>,
    moves: Vec<String>,
    outcome: Option<String>,
    /// The same in a sentence.
    ending: Option<String>,
    /// The seats by place, the winners first; empty if the game is not over.
    places: Vec<Vec<String>>,
    /// Hands of cards and the like.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    beside: BTreeMap<String, String>,
    pieces: Vec<GamePieceEntry>,
}

#[derive(Serialize)]
struct GamePieceEntry {
    square: String,
    seat: String,
    piece: &'static str,
    /// Whether its army is out of the game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    out: bool,
}

impl GamePositionEntry {
    fn new(rules: &GameRules, state: &dyn GameState) -> GamePositionEntry {
        let seats = rules.referee.seats();
        let name = |seat: usize| seats.get(seat).map_or_else(String::new, |seat| seat.name.clone());
        let diagram = state.diagram();
        let cells = diagram.panels.iter().flat_map(|panel| &panel.cells);
        let ending = state.ending();
        let places = ending.as_ref().map_or(Vec::new(), |ending| ending.places.clone());
        GamePositionEntry {
            kind: rules.referee.kind().name(),
            position: state.text(),
            turn: state.turn(),
            actor: actor(rules, state),
            moves: acts(state),
            outcome: outcome(state),
            ending: ending.map(|ending| ending.words),
            places: places.into_iter().map(|place| place.into_iter().map(name).collect()).collect(),
            beside: diagram.beside.iter().cloned().collect(),
            pieces: cells
                .filter_map(|cell| {
                    let piece = cell.piece.as_ref()?;
                    let (square, seat) = (cell.name.clone(), name(piece.seat));
                    Some(GamePieceEntry { square, seat, piece: piece.name, out: piece.is_out })
                })
                .collect(),
        }
    }
}

fn actor(rules: &GameRules, state: &dyn GameState) -> Option<String> {
    match state.actor() {
        Actor::Seat(seat) => rules.referee.seats().get(seat).map(|seat| seat.name.clone()),
        Actor::Chance => Some("Chance".to_owned()),
        Actor::Nobody => None,
    }
}

/// Draws a position and describes it, or prints it as JSON.
pub(super) fn show(
    rules: &GameRules,
    position: &str,
    picture: &PictureArguments,
    is_json: bool,
    settings: &Settings,
) -> anyhow::Result<ExitCode> {
    let state = read(rules, position)?;
    let (diagram, seats) = (state.diagram(), rules.referee.seats());
    if picture.wanted() {
        let painting = DiagramPainting { palette: settings.palette(), ..DiagramPainting::of(&diagram, seats) };
        picture.put(&painting.picture())?;
    } else if is_json {
        print_json(&GamePositionEntry::new(rules, state.as_ref()))?;
    } else {
        let width = page_width();
        let drawn = DiagramText { width, ..DiagramText::of(&diagram, seats) };
        let turn = actor(rules, state.as_ref()).unwrap_or_else(|| "over".to_owned());
        let moves = match &acts(state.as_ref())[..] {
            [] => "none".to_owned(),
            [pass] if pass == "--" => "none: only a pass".to_owned(),
            moves => moves.len().to_string(),
        };
        let lines = facts(&[
            ("Turn", format!("{}, {turn}", state.turn())),
            ("Moves", moves),
            ("Outcome", state.ending().map_or("none yet".to_owned(), |ending| ending.words)),
        ]);
        let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
        print_page(&format!("{}{}\n{lines}", drawn.coloured(colours::screen()), drawn.key()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a position from the command line.
fn read(rules: &GameRules, text: &str) -> anyhow::Result<Arc<dyn GameState>> {
    let kind = rules.referee.kind();
    let fields = rules.referee.start().text().split(' ').count();
    let is_torn = text.split_whitespace().count() != fields;
    rules.read(text).map_err(|error| match is_torn {
        true => anyhow!(
            "{error}; put all {fields} fields in quotation marks; enochian position start --kind {kind} prints a starting position"
        ),
        false => error,
    })
}
