//! Setting up the pieces on a real table, step by step, in the order in which the armies play.

use serde::Serialize;

use crate::export::encoded;
use crate::render::list;

use super::board::{BoardLook, Shown, ground_address, next_side};
use super::play_address::PlayAddress;
use super::{View, shown};
use crate::server::call::{Call, Problem};
use crate::server::page_state::{SeatView, StateView};
use crate::server::routes::Table;

/// One thing that is laid out.
#[derive(Debug, Default, Serialize)]
struct Stage {
    step: String,
    over: String,
    heading: String,
    /// The seat whose disc is its mark.
    seat: Option<usize>,
    /// What is said: `board`, `army`, `ptah`, `players`, `rules`.
    kind: &'static str,
    /// The index of the army.
    army: usize,
    next: String,
    #[serde(skip)]
    lit: Vec<String>,
}

impl Table<'_> {
    /// The view of `setup=…`.
    pub(super) fn setup_view(&mut self, call: &Call) -> Result<View, Problem> {
        let name = call.query("setup").unwrap_or_default();
        let window = PlayAddress::of(call, self.asked_palette(call))?.window;
        let (palette, side) = (window.palette, window.side);
        self.looked_at(name, true)?;
        let state = self.view(name, window)?;
        let stages = stages(&state);
        let at = call.query("at").and_then(|at| at.parse::<usize>().ok()).unwrap_or(0).min(stages.len() - 1);
        let stage = &stages[at];
        let record = self.record(name)?;
        let (board, diagram) = match record.other() {
            None => {
                let shown = Shown { ptah: state.ptah.as_deref(), side, lit: &stage.lit, ..Shown::default() };
                let board = state.board.unwrap_or_default();
                let look = |start| BoardLook::of_squares(board, !state.quiet, palette, (start, None), shown);
                (state.start.as_ref().map(look), None)
            }
            Some(other) => {
                let session = other.session();
                let diagram = session.start().diagram().turned(side);
                let ground = ground_address(name, &diagram, window);
                let shown = Shown { lit: &stage.lit, side, ..Shown::default() };
                (BoardLook::of_diagram(&ground, &diagram, session.state().seats(), &[], shown), Some(diagram))
            }
        };
        let mut steps: Vec<&str> = stages.iter().map(|it| it.step.as_str()).collect();
        steps.dedup();
        let address = |at: usize| format!("#setup={}&at={at}", encoded(name));
        let armies: Vec<String> = state.setup.iter().map(|it| it.army.clone()).collect();
        let corner = |it: &crate::render::ArmySetup| Some(format!("{} {}", it.army, it.corner?));
        let view = shown! {
            step: steps.iter().position(|step| *step == stage.step).unwrap_or(0),
            steps,
            // `Air upper left, …`
            corners: list(&state.setup.iter().filter_map(corner).collect::<Vec<_>>()),
            first: armies.first().map_or("", String::as_str),
            others: list(armies.get(1..).unwrap_or_default()),
            back: at.checked_sub(1).map(address),
            next: (at + 1 < stages.len()).then(|| address(at + 1)),
            here: format!("#journal={}", encoded(name)),
            next_side: next_side(diagram.as_ref(), side),
            board,
            stage,
            s: &state,
        };
        let said = format!("{}. {}", stage.over, stage.heading);
        Ok(View { said, ..View::new("setup.html", format!("Set up: {}", state.title), view) })
    }
}

/// Everything that is laid out, one thing at a time.
fn stages(s: &StateView<'_>) -> Vec<Stage> {
    let board = s.board.map_or_else(|| format!("board of {}", s.game), |board| format!("{board} board"));
    let seat = |army: &str| s.seats.iter().position(|seat: &SeatView| seat.name == army);
    let first = s.setup.first().map_or("", |it| it.army.as_str());
    let mut stages = vec![Stage {
        step: format!("Lay out the {board}"),
        over: "The board".to_owned(),
        heading: format!("Lay out the {board}"),
        seat: seat(s.board.unwrap_or(first)),
        kind: "board",
        next: "The board is laid out".to_owned(),
        ..Stage::default()
    }];
    stages.extend(s.setup.iter().enumerate().map(|(index, it)| Stage {
        step: "Set up the armies".to_owned(),
        over: format!("Army {} of {}", index + 1, s.setup.len()),
        heading: match it.corner {
            Some(corner) => format!("Set up {} on the {corner} edge", it.army),
            None => format!("Set up {}", it.army),
        },
        seat: seat(&it.army),
        kind: "army",
        army: index,
        next: format!("{} is set up", it.army),
        lit: it.pieces.iter().map(|piece| piece.square.clone()).collect(),
    }));
    stages.extend(s.ptah.iter().map(|ptah| Stage {
        step: format!("Set the Ptah on {ptah}"),
        over: "The square of the question".to_owned(),
        heading: format!("Set the Ptah on {ptah}"),
        kind: "ptah",
        next: "The Ptah is set".to_owned(),
        lit: vec![ptah.clone()],
        ..Stage::default()
    }));
    let mut players: Vec<String> = s.seats.iter().map(|it| it.player.clone()).collect();
    players.dedup();
    stages.push(Stage {
        step: "Seat the players".to_owned(),
        over: "The players".to_owned(),
        heading: match players.as_slice() {
            [one] => format!("{one} plays all {} armies", s.setup.len()),
            several => format!("Seat {}", list(several)),
        },
        seat: seat(first),
        kind: "players",
        next: "Everybody is seated".to_owned(),
        ..Stage::default()
    });
    if s.board.is_some() {
        let (step, heading) = match s.dice {
            Some(_) => ("Look at the dice table", "The die says which piece moves"),
            None => ("Know what stays", "What stays on the board"),
        };
        stages.push(Stage {
            step: step.to_owned(),
            over: "Before the first turn".to_owned(),
            heading: heading.to_owned(),
            seat: seat(first).filter(|_| s.dice.is_none()),
            kind: "rules",
            next: "Begin the first turn".to_owned(),
            ..Stage::default()
        });
    }
    stages
}
