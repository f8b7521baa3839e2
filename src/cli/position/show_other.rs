//! `enochian position show` of the other games.

use std::collections::BTreeMap;
use std::process::ExitCode;

use serde::Serialize;

use crate::cli::colours;
use crate::cli::lookup::print_page;
use crate::cli::output::PictureArgument;
use crate::cli::play::rules::GameRules;
use crate::cli::print_json;
use crate::cli::settings::Settings;
use crate::cli::terminal::page_width;
use crate::games::{Actor, GameState};
use crate::render::{DiagramPainting, DiagramText, facts};

use super::super::command_error::CommandResult;
use super::rules::acts;

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
            outcome: ending.as_ref().map(|ending| ending.code.clone()),
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
    state: &dyn GameState,
    picture: &PictureArgument,
    is_json: bool,
    settings: &Settings,
) -> CommandResult<ExitCode> {
    let (diagram, seats) = (state.diagram(), rules.referee.seats());
    if picture.wanted() {
        let painting = DiagramPainting { palette: settings.palette(), ..DiagramPainting::of(&diagram, seats) };
        picture.put(&painting.picture())?;
    } else if is_json {
        print_json(&GamePositionEntry::new(rules, state))?;
    } else {
        let width = page_width();
        let drawn = DiagramText { width, ..DiagramText::of(&diagram, seats) };
        let turn = actor(rules, state).unwrap_or_else(|| "over".to_owned());
        let moves = match &acts(state)[..] {
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
