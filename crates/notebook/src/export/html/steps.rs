//! The turns of a page, of any game.

use std::collections::HashMap;

use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::correspondences::Gloss;
use crate::export::page::{PageLanding, PageTurn};
use crate::games::Diagram;
use crate::record::Record;
use crate::render::{ShownAct, SteppingBoard, shown_start};

/// The turns, or the acts of one of the other games with the positions at the beginning and after each of them.
pub(super) fn of_turns(
    turns: Vec<PageTurn>,
    board: Option<&SteppingBoard>,
    positions: &[(Diagram, Vec<String>)],
    disc: impl Fn(&str) -> String,
) -> Vec<Value> {
    // The same pieces land on the same squares again and again.
    let mut glosses: HashMap<(String, String), Value> = HashMap::new();
    let mut gloss = |landing: PageLanding| {
        let (gloss, board) = (landing.gloss?, board?);
        let made = || landing_gloss(&gloss, &landing.house, board);
        Some(glosses.entry((landing.to, landing.piece)).or_insert_with(made).clone())
    };
    let mut before = 0;
    let mut step = |(index, turn): (usize, PageTurn)| {
        context! {
            interlude => Value::from(Serde(turn.interlude)),
            turn => turn.ply,
            // Whether it is the first act of its turn.
            is_first => turn.ply != std::mem::replace(&mut before, turn.ply),
            // The disc of who played, as HTML.
            disc => disc(&turn.army),
            who => turn.army,
            throw => turn.throw,
            text => match turn.sheet.as_str() {
                sheet if sheet.is_empty() || sheet == turn.mv => turn.mv,
                sheet => format!("{} · {sheet}", turn.mv),
            },
            before => turn.before,
            sentence => turn.sentences,
            is_irregular => turn.is_irregular,
            // A game has no Ptah, and its squares no meaning.
            gloss => turn.landing.filter(|_| turn.throw.is_some()).and_then(&mut gloss),
            notes => Value::from(Serde(turn.notes)),
            // How the board changed, and what is marked on it.
            set => board.map_or_else(String::new, |board| board.changes(index + 1)),
            touched => board.map_or_else(String::new, |board| board.touched(index + 1)),
            // What stands beside the board from now on, as JSON; nothing if that is the same as before.
            beside => match positions.get(index..=index + 1) {
                Some([(old, _), (new, _)]) if old.beside != new.beside => beside(new),
                _ => None,
            },
        }
    };
    turns.into_iter().enumerate().map(&mut step).collect()
}

/// What a square landed on stands for, and the part of the board that it is.
fn landing_gloss(gloss: &Gloss, house: &str, board: &SteppingBoard) -> Value {
    let ruler = if gloss.house.is_some() { "ruled by" } else { "planets" };
    let signs = format!(
        "{ruler} {} · {} · {} {} · {}: {}",
        gloss.rulers.join(", "),
        gloss.trump,
        gloss.letter,
        gloss.glyph,
        gloss.figure.name,
        gloss.figure.words
    );
    let keywords = if gloss.keywords.is_empty() { String::new() } else { format!(" · {}", gloss.keywords.join(", ")) };
    let mut lines = vec![house.to_owned(), signs, format!("{}; {}{keywords}", gloss.pace, gloss.time)];
    if let Some(piece) = &gloss.piece {
        let parts = [
            Some(&piece.name),
            Some(&piece.god),
            piece.form.as_ref(),
            piece.court_card.as_ref(),
            piece.planet.as_ref(),
        ];
        let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
        let worth = match &piece.dignity {
            Some(dignity) => format!("{} on {}: {dignity}, {}", piece.element, gloss.element, piece.meaning),
            None => piece.meaning.to_string(),
        };
        lines.push(format!("{}; {worth}", parts.join(", ")));
    }
    context! {
        square => &gloss.square,
        force => &gloss.force,
        phrase => &gloss.phrase,
        view => board.square_view(&gloss.square),
        lines,
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
