//! Gods of Chess.

mod acts;
mod cards;

use std::sync::Arc;

use enochian::games::{ActError, Actor, GameKind, GameState};

use crate::games::common::{offered, referee};

/// An order of the whole deck, White's hand first; the ranks from the king down, so that nobody has a pair.
pub(crate) const ORDER: &str =
    "KcQdJhTs9c8d7h6s5c4d3h2sKdQhJsTc9d8h7s6c5d4h3s2cKhQsJcTd9h8s7c6d5h4s3c2dKsQcJdTh9s8c7d6h5s4c3d2h";

pub(crate) const OPENING: &str =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - - deal -/- -/- AsAhAdAc/- 48? - 0";

/// A state from its text.
pub(crate) fn state(text: &str) -> Arc<dyn GameState> {
    referee(GameKind::Gods, &[]).read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A state with this board (four fields) at the stage of a move, without known cards.
pub(crate) fn on_board(board: &str) -> Arc<dyn GameState> {
    state(&format!("{board} - move ????????/???????? ??????/?????? AsAhAdAc/- 34? - 0"))
}

/// The same at a stage with this undefendable piece.
pub(crate) fn at_stage(board: &str, undefendable: &str, stage: &str) -> Arc<dyn GameState> {
    state(&format!("{board} {undefendable} {stage} ????????/???????? ??????/?????? AsAhAdAc/- 34? - 0"))
}

/// Plays acts one after another.
pub(crate) fn after(start: &Arc<dyn GameState>, acts: &[&str]) -> Arc<dyn GameState> {
    acts.iter().fold(Arc::clone(start), |state, act| {
        state.play(act).unwrap_or_else(|error| panic!("{act} in {}: {error}", state.text())).state
    })
}

/// The reason why an act cannot be played.
pub(crate) fn refusal(state: &Arc<dyn GameState>, act: &str) -> String {
    match state.play(act) {
        Ok(played) => panic!("{act} was played: {}", played.state.text()),
        Err(ActError::Over) => "over".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// A field of a position text, counted from 1 as in the rules.
pub(crate) fn field(state: &Arc<dyn GameState>, number: usize) -> String {
    state.text().split(' ').nth(number - 1).unwrap().to_owned()
}

/// The acts of a piece, or with another beginning.
pub(crate) fn acts_with(state: &Arc<dyn GameState>, beginning: &str) -> Vec<String> {
    offered(&**state).into_iter().filter(|act| act.starts_with(beginning)).collect()
}

pub(crate) const WHITE: Actor = Actor::Seat(0);
pub(crate) const BLACK: Actor = Actor::Seat(1);
