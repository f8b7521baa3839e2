//! The turns of a page, of any game.

use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::correspondences::Gloss;
use crate::export::page::PageTurn;
use crate::games::Diagram;
use crate::record::Record;
use crate::render::{ShownAct, SteppingBoard, attributions, dignity, house, shown_start};

/// The turns, or the acts of one of the other games with the positions at the beginning and after each of them.
pub(super) fn of_turns(
    turns: Vec<PageTurn>,
    board: Option<&SteppingBoard>,
    positions: &[(Diagram, Vec<String>)],
    disc: impl Fn(&str) -> String,
) -> Vec<Value> {
    let mut before = 0;
    let mut step = |(index, mut turn): (usize, PageTurn)| {
        let gloss = turn.gloss.take();
        context! {
            // Whether it is the first act of its turn.
            is_first => turn.ply != std::mem::replace(&mut before, turn.ply),
            // The disc of who played, as HTML.
            disc => disc(&turn.army),
            gloss => gloss.and_then(|gloss| Some(landing(&gloss, board?))),
            // How the board changed, and what is marked on it.
            set => board.map_or_else(String::new, |board| board.changes(index + 1)),
            touched => board.map_or_else(String::new, |board| board.touched(index + 1)),
            // What stands beside the board from now on, as JSON; nothing if that is the same as before.
            beside => match positions.get(index..=index + 1) {
                Some([(old, _), (new, _)]) if old.beside != new.beside => beside(new),
                _ => None,
            },
            ..Value::from(Serde(turn))
        }
    };
    turns.into_iter().enumerate().map(&mut step).collect()
}

/// What a square landed on stands for, and the part of the board that it is.
fn landing(gloss: &Gloss, board: &SteppingBoard) -> Value {
    let keywords = if gloss.keywords.is_empty() { String::new() } else { format!(" · {}", gloss.keywords.join(", ")) };
    let time = format!("{}; {}{keywords}", gloss.pace, gloss.time);
    context! {
        square => &gloss.square,
        force => &gloss.force,
        phrase => &gloss.phrase,
        view => board.square_view(&gloss.square),
        lines => [house(gloss), attributions(gloss), time].into_iter().chain(dignity(gloss)).collect::<Vec<_>>(),
    }
}

/// The boards at the beginning and after every act, with the cells that it touched.
pub(super) fn positions(record: &Record) -> Vec<(Diagram, Vec<String>)> {
    let start = (shown_start(record).diagram(), Vec::new());
    let after = ShownAct::standing(record).into_iter().map(|act| (act.state.diagram(), act.cells));
    std::iter::once(start).chain(after).collect()
}

/// What stands beside a board, as JSON for the script; nothing if the game has no such things.
pub(super) fn beside(diagram: &Diagram) -> Option<String> {
    if diagram.beside.is_empty() { None } else { serde_json::to_string(&diagram.beside).ok() }
}
