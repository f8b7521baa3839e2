//! The boards of the other games, as pages show them.

use std::collections::HashSet;

use serde::Serialize;

use crate::correspondences::Palette;
use crate::games::{Diagram, GameOptions, PlayedAct, Seat};
use crate::record::OtherRecord;
use crate::render::{DiagramPainting, capitalised};

use super::beginning::kind;
use super::call::{Call, CallAnswer, Problem};
use super::playing::{other_kind, seat, side};
use super::routes::Table;
use super::sight::Sight;

impl Table<'_> {
    /// `kind.svg`: the set-up of a kind of game.
    pub(super) fn kind_svg(&self, call: &Call) -> Result<String, Problem> {
        let referee = kind(call.query("kind").unwrap_or_default())?.referee(&GameOptions::default());
        let referee = referee.map_err(|error| Problem::invalid(capitalised(&format!("{error}."))))?;
        Ok(drawing(board_svg(&referee.start().diagram(), referee.seats(), self.palette(call))))
    }

    /// The last position of a journal.
    pub(super) fn acts_thumbnail(&self, record: OtherRecord<'_>, call: &Call) -> String {
        let session = record.session();
        // Its description tells what lies beside the board.
        let seen = Sight::of(record, None).state(session.state());
        drawing(board_svg(&seen.diagram(), session.state().seats(), self.palette(call)))
    }

    /// `api/step`: the board after a number of acts.
    pub(super) fn step(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let record = self.record(call.query("journal").unwrap_or_default())?;
        let record = record.other().ok_or_else(other_kind)?;
        let session = record.session();
        let last = session.steps().len();
        let after = call.query("after").and_then(|after| after.parse::<usize>().ok()).filter(|after| *after <= last);
        let after = after.ok_or_else(|| Problem::invalid(format!("Choose a number of acts from 0 to {last}.")))?;
        let steps = &session.steps()[..after];
        let state = steps.last().map_or(session.start(), |step| &step.state);
        let seen = Sight::of(record, seat(call)?).state(state);
        let diagram = seen.diagram().turned(side(call)?);
        Ok(CallAnswer::json(&BoardView::of(&diagram, steps, session.state().seats(), self.palette(call))))
    }
}

/// A board, the cells that the last act on it touched, and what lies beside it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct BoardView {
    /// The picture; empty if the game has no board.
    svg: String,
    last: Vec<String>,
    beside: Vec<(String, String)>,
}

impl BoardView {
    pub(super) fn of(diagram: &Diagram, steps: &[PlayedAct], seats: &[Seat], palette: Palette) -> BoardView {
        BoardView {
            svg: board_svg(diagram, seats, palette),
            last: steps.iter().rev().map(PlayedAct::cells).find(|cells| !cells.is_empty()).unwrap_or_default(),
            beside: diagram.beside.clone(),
        }
    }
}

/// The picture of a board; empty if the game has none.
fn board_svg(diagram: &Diagram, seats: &[Seat], palette: Palette) -> String {
    if diagram.panels.is_empty() {
        return String::new();
    }
    let painting = DiagramPainting { palette, ..DiagramPainting::of(diagram, seats) };
    named_parts(&painting.picture().inline_svg(), diagram)
}

/// A drawing for one's own file, where a game without a board has an empty one.
fn drawing(board: String) -> String {
    if board.is_empty() {
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\"/>".to_owned()
    } else {
        board
    }
}

/// Names cells and pieces by `data-cell` and `data-piece`, since a page can show several boards, and the ids of a page are
/// unique.
fn named_parts(svg: &str, diagram: &Diagram) -> String {
    const GROUP: &str = "<g id=\"";
    let cells: HashSet<&str> =
        diagram.panels.iter().flat_map(|panel| &panel.cells).map(|cell| cell.name.as_str()).collect();
    let mut parts = svg.split(GROUP);
    let mut named = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let id = part.split('"').next().unwrap_or_default();
        let of_piece =
            part.strip_prefix("on-").filter(|rest| rest.split('"').next().is_some_and(|it| cells.contains(it)));
        let (group, part) = match of_piece {
            Some(rest) => ("<g class=\"piece\" data-piece=\"", rest),
            None if cells.contains(id) => ("<g class=\"cell\" data-cell=\"", part),
            None => (GROUP, part),
        };
        named.push_str(group);
        named.push_str(part);
    }
    named
}
