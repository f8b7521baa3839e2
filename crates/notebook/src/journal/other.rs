//! Journals of the other games.
//!
//! Each act is a heading with its turn and who acted, `### 12 · Red · Pa3a4`, and a line that says what happened.

use std::fmt::Write;

use serde::Serialize;

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::games::{GameAct, GameKind, GameOptions, GameState, Referee, unrefereed};
use crate::input::TomlTable;
use crate::record::{Closing, Heading, OtherGame, OtherRecord, Seats};
use crate::render::{DiagramText, acts_result, step_sentence};

use super::format::FORMAT;
use super::header::moment;
use super::identity;
use super::lines::{self, escaped};
use super::opening::{self, TURNS};

/// The number of turns between two stated positions.
const STATED_EVERY: u32 = 12;

#[derive(Serialize)]
struct WrittenHeader<'h> {
    format: u8,
    id: String,
    program: &'h str,
    data: &'h str,
    game: &'h str,
    kind: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    options: Vec<String>,
    source: Option<&'h str>,
    begun: String,
    zone: Option<&'h str>,
    seed: Option<u64>,
    automatic: bool,
    start: String,
    seats: Vec<WrittenSeat<'h>>,
}

#[derive(Serialize)]
struct WrittenSeat<'h> {
    seat: &'h str,
    player: &'h str,
}

pub(super) fn toml(heading: &Heading, game: &OtherGame, correspondences: &Correspondences) -> String {
    let seats = game.referee.seats().iter().zip(&heading.seats.players);
    let written = WrittenHeader {
        format: FORMAT,
        id: identity::of_heading(heading),
        program: concat!("enochian ", env!("CARGO_PKG_VERSION")),
        data: correspondences.correspondences_digest(),
        game: &game.title,
        kind: game.referee.kind().name(),
        options: game.options.iter().map(|(name, value)| format!("{name}={value}")).collect(),
        source: game.source.as_deref(),
        begun: heading.begun.to_rfc3339(),
        zone: heading.zone.as_deref(),
        seed: game.seed,
        automatic: heading.automatic,
        start: game.start.text(),
        seats: seats.map(|(seat, player)| WrittenSeat { seat: &seat.name, player }).collect(),
    };
    toml::to_string(&written).expect("a header serialises as TOML")
}

pub(super) fn heading(fields: &TomlTable<'_>) -> Option<Heading> {
    let begun = moment(fields, "begun");
    let zone = fields.optional("zone").and_then(|item| item.text());
    let automatic = fields.boolean("automatic");
    let title = fields.text("game");
    let source = fields.optional("source").and_then(|item| item.text());
    let seed = fields.optional("seed").and_then(|item| item.integer(0..=i64::MAX)).map(|seed| seed as u64);
    let kind: Option<GameKind> = fields.parse("kind", "three, free, team, gods, faith or other");
    let seats = fields
        .required("seats")
        .and_then(|item| item.list(|seat| seat.table(|seat| seat.text("seat").zip(seat.text("player")))));
    let (kind, seats) = (kind?, seats?);
    let (names, players): (Vec<String>, Vec<String>) = seats.into_iter().unzip();
    let (referee, options) = referee(fields, kind, &names)?;
    let right: Vec<&str> = referee.seats().iter().map(|seat| seat.name.as_str()).collect();
    if names != right
        && let Some(item) = fields.required("seats")
    {
        item.error("these are not the seats of the game", right.join(", "));
        return None;
    }
    let start = fields.required("start").and_then(|item| {
        let start = referee.read(&item.text()?);
        start.map_err(|error| item.error(error.problem, error.expected)).ok()
    })?;
    let game = OtherGame { title: title?, referee, options, start, source, seed };
    let (game, seats) = (game.into(), Seats::of(players));
    Some(Heading { game, begun: begun?, zone, seats, automatic: automatic?, branch: None })
}

pub(super) fn opening(heading: &Heading, game: &OtherGame) -> String {
    let mut text = format!("\n# {}\n\n", escaped(&game.title));
    let kind = game.referee.kind();
    let _ = writeln!(text, "*A game on {}.*\n", opening::begun(heading.begun, heading.zone.as_deref()));
    let options: Vec<String> = game.options.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let options = if options.is_empty() { String::new() } else { format!(", {}", options.join(", ")) };
    let _ = match kind.is_refereed() {
        false => write!(text, "**Not refereed**: the acts are recorded as they were typed."),
        true => write!(text, "**{}**{options}. Rules: {}.", kind.title(), kind.source()),
    };
    let seed = game.seed.map_or(String::new(), |seed| format!(" with the seed {seed}"));
    let _ = match (heading.chosen(), kind.is_dealt(), game.seed) {
        (Some(how), ..) => write!(text, " The program plays all seats {how}{seed}."),
        (None, true, Some(_)) => write!(
            text,
            " The program deals the cards{seed}; this file holds them all, also those that a player may not see."
        ),
        _ => Ok(()),
    };
    if !game.referee.start().is_opening(&game.start.text()) {
        text.push_str(" The game begins from a given position.");
    }
    if let Some(source) = &game.source {
        let _ = write!(text, " Source: {}.", escaped(source));
    }
    text.push_str("\n\n");
    for (seat, player) in game.referee.seats().iter().zip(&heading.seats.players) {
        let _ = writeln!(text, "- {}: {}", seat.name, escaped(player));
    }
    text.push('\n');
    text + &board(game.start.as_ref(), &game.referee, &[]) + TURNS + "\n"
}

pub(super) fn act_part(record: OtherRecord<'_>) -> String {
    let session = record.session();
    let Some(step) = session.steps().last() else { return String::new() };
    let actor = session.state().actor_name(step.actor);
    let line = lines::game_act(step.turn, actor, &step.text, step.irregular.is_some());
    let mut text = format!("\n{line}\n\n{}\n", escaped(&step_sentence(session, step)));
    if step.ends_turn && step.turn.is_multiple_of(STATED_EVERY) {
        let _ = write!(text, "\n{}\n", lines::position(step.turn, &step.state.text()));
    }
    text
}

pub(super) fn conclusion(record: OtherRecord<'_>, closing: Closing) -> String {
    let state = record.session().state();
    let why = match (closing, state.ending()) {
        (_, Some(ending)) => format!("The game ended: {}.", escaped(ending.words.trim_end_matches('.'))),
        (Closing::AtLimit(turns), None) => format!("The game was stopped at its limit of {turns} turns."),
        (Closing::Agreed, None) => "The players agreed on a draw.".to_owned(),
        (_, None) => "The players closed the game before its end.".to_owned(),
    };
    let (turn, position) = position(record);
    let last = record.session().steps().last().map_or(Vec::new(), |step| step.cells());
    let referee = &record.game().referee;
    format!(
        "\n## The end\n\n{why}\n\n{}\n\n{}\n\n{}{}\n",
        result(record),
        lines::position(turn, &position),
        board(state.as_ref(), referee, &last),
        lines::end(Mode::Game)
    )
}

pub(super) fn actor(record: OtherRecord<'_>) -> String {
    let session = record.session();
    session.state().actor_name(session.state().actor()).to_owned()
}

pub(super) fn position(record: OtherRecord<'_>) -> (u32, String) {
    let state = record.session().state();
    (state.turn().saturating_sub(1), state.text())
}

pub(super) fn next_acts(record: OtherRecord<'_>) -> Vec<String> {
    vec![lines::game_turn(record.session().state().turn(), &actor(record))]
}

/// An act as it is recorded.
pub(super) fn act(text: &str, is_irregular: bool) -> GameAct {
    GameAct { text: text.to_owned(), is_irregular }
}

/// The line of the result.
pub(super) fn result(record: OtherRecord<'_>) -> String {
    lines::result(&escaped(&acts_result(record)))
}

/// The referee that a header names, with its options.
fn referee(fields: &TomlTable<'_>, kind: GameKind, names: &[String]) -> Option<(Referee, GameOptions)> {
    let chosen = match fields.optional("options") {
        None => Vec::new(),
        Some(item) => item.list(|item| {
            let text = item.text()?;
            match text.split_once('=') {
                Some((name, value)) => Some((name.to_owned(), value.to_owned())),
                None => {
                    item.error("this is not an option", "a name and a value, such as cards=on");
                    None
                }
            }
        })?,
    };
    let made = if !kind.is_refereed() {
        unrefereed(names).map(|referee| (referee, GameOptions::default()))
    } else {
        let chosen = chosen.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        GameOptions::new(chosen, kind.options()).and_then(|options| Ok((kind.referee(&options)?, options)))
    };
    let item = fields.optional(if kind.is_refereed() { "options" } else { "seats" });
    made.map_err(|error| item.map(|item| item.error(error.problem, error.expected))).ok()
}

/// The board between two fences; nothing if the game has none.
fn board(state: &dyn GameState, referee: &Referee, last: &[String]) -> String {
    let diagram = state.diagram();
    if diagram.panels.is_empty() {
        return String::new();
    }
    let drawn = DiagramText { last, ..DiagramText::of(&diagram, referee.seats()) };
    format!("```text\n{}\n```\n\n", drawn.plain())
}
