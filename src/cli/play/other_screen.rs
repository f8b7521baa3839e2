//! What the prompts of the other games show: the game, the board, the acts, the result.

use anstyle::Style;

use crate::games::{Actor, GameState, GameStep, OfferedAct};
use crate::input::{safe, safe_prose};
use crate::record::OtherRecord;
use crate::render::{DiagramText, SeatColour, step_sentence};

use super::super::{colours, terminal};
use super::screen::side_by_side;

/// The board of a state after some acts, with the cells of the last move, and its key; empty if the game has no board.
pub(in super::super) fn board(record: OtherRecord<'_>, state: &dyn GameState, steps: &[GameStep]) -> String {
    let (board, key) = board_and_key(record, state, steps, 0);
    board + &key
}

/// The board, turned by quarters, and its key.
pub(super) fn board_and_key(
    record: OtherRecord<'_>,
    state: &dyn GameState,
    steps: &[GameStep],
    quarters: u8,
) -> (String, String) {
    let diagram = state.diagram().turned(quarters);
    if diagram.panels.is_empty() {
        return Default::default();
    }
    // An answer or a card touches no cell.
    let last = steps.iter().rev().map(GameStep::cells).find(|cells| !cells.is_empty()).unwrap_or_default();
    let width = terminal::size().map_or(DiagramText::WIDTH, |(columns, _)| columns);
    let seats = record.game().referee.seats();
    let picture = DiagramText { last: &last, width, ..DiagramText::of(&diagram, seats) };
    (picture.coloured(colours::screen()), picture.key())
}

/// The style of the heading of a turn: the colour of its seat.
pub(in super::super) fn seat_style(record: OtherRecord<'_>, actor: Actor) -> Style {
    let Actor::Seat(index) = actor else { return Style::new().bold() };
    let seat = record.game().referee.seats().get(index);
    let style = seat.map_or(Style::new(), |seat| SeatColour::of(seat, index).style(colours::screen()));
    style.bold()
}

/// What an act did, in a sentence.
pub(in super::super) fn played(record: OtherRecord<'_>, step: &GameStep) -> String {
    safe_prose(&step_sentence(record.session(), step)).into_owned()
}

/// The acts with their numbers, in as many columns as fit.
pub(super) fn acts(name: &str, offered: &[OfferedAct], width: usize) -> String {
    let digits = offered.len().to_string().len();
    let cells: Vec<String> =
        offered.iter().zip(1..).map(|(act, number)| format!("{number:>digits$} {}", safe(&act.text))).collect();
    format!("{name} may play:{}", side_by_side(&cells, width))
}

/// The acts so far that were not taken back, a line for each. Cards that not everybody has seen are left out.
pub(in super::super) fn turns(record: OtherRecord<'_>) -> String {
    let session = record.session();
    let line = |step: &GameStep| {
        let irregular = if step.played.irregular.is_some() { "  irregular" } else { "" };
        let actor = session.state().actor_name(step.actor);
        format!("{:>4}  {actor:<6}  {}{irregular}", step.turn, safe(&open_text(record, step)))
    };
    let lines: Vec<String> = session.steps().iter().map(line).collect();
    if lines.is_empty() { "No turns yet.".to_owned() } else { lines.join("\n") }
}

/// The text of an act that everybody at the table may read: without the cards of the deck and those that were thrown.
pub(super) fn open_text(record: OtherRecord<'_>, step: &GameStep) -> String {
    let text = &step.played.text;
    match text.split_once(' ') {
        Some((word @ ("deal" | "refill" | "discard"), _)) if record.is_dealt() => word.to_owned(),
        _ => text.clone(),
    }
}
