//! Knightmare Chess for three, for four each alone, and for four in teams.

mod board;
mod cards;
mod four;
mod pages;
mod texts;
mod three;

use std::sync::Arc;

use enochian::games::{Actor, GameKind, GameState, PlayedAct};

use crate::games::common;

const KINDS: [GameKind; 3] = [GameKind::Three, GameKind::Free, GameKind::Team];

/// The state of a position text.
fn state(kind: GameKind, text: &str) -> Arc<dyn GameState> {
    read(kind, &[], text)
}

/// The state of a position text in the game with cards.
fn state_with_cards(kind: GameKind, text: &str) -> Arc<dyn GameState> {
    read(kind, &[("cards", "on")], text)
}

fn read(kind: GameKind, options: &[(&str, &str)], text: &str) -> Arc<dyn GameState> {
    common::referee(kind, options).read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn start(kind: GameKind) -> Arc<dyn GameState> {
    common::referee(kind, &[]).start()
}

/// The state after these acts.
fn after(state: &Arc<dyn GameState>, acts: &[&str]) -> Arc<dyn GameState> {
    acts.iter().fold(Arc::clone(state), |state, act| play(&state, act).state)
}

fn play(state: &Arc<dyn GameState>, act: &str) -> PlayedAct {
    state.play(act).unwrap_or_else(|error| panic!("{act} in {}: {error}", state.text()))
}

/// Why an act is refused.
fn refusal(state: &Arc<dyn GameState>, act: &str) -> String {
    state.play(act).unwrap_err().to_string()
}

/// The moves of the piece on a cell, as texts.
fn moves_from(state: &Arc<dyn GameState>, cell: &str) -> Vec<String> {
    let acts = state.acts().into_iter();
    acts.filter(|act| act.from.as_deref() == Some(cell)).map(|act| act.text).collect()
}

/// The name of the seat whose turn it is.
fn mover(kind: GameKind, state: &Arc<dyn GameState>) -> String {
    match state.actor() {
        Actor::Seat(seat) => common::referee(kind, &[]).seats()[seat].name.clone(),
        other => panic!("{other:?}"),
    }
}

/// How the game ended.
fn code(state: &Arc<dyn GameState>) -> String {
    state.ending().map_or_else(|| "goes on".to_owned(), |ending| ending.code)
}
