//! Knightmare Chess for three players (`three`), for four each alone (`free`) and for four in teams (`team`).
//!
//! The three games share one set of rules (GAMES K1, K5, K6) and differ in their boards, armies and pawns (K2, K3, K4).
//! What differs is data in [`knightmare_game`]; everything else asks it.

mod knightmare_board;
mod knightmare_card;
mod knightmare_game;
mod knightmare_moves;
mod knightmare_play;
mod knightmare_position;
mod knightmare_reading;
mod knightmare_state;
mod knightmare_text;

use std::sync::Arc;

use super::{GameKind, GameOptions, OptionSpec, Referee};
use knightmare_game::KnightmareGame;
use knightmare_state::KnightmareReferee;

/// The options of the three games.
pub(super) const OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: "cards",
    values: &["off", "on"],
    about: "Play with the cards of Knightmare Chess: an army without a legal move does not go out by itself, since a \
            card may save it.",
}];

/// The referee of one of the three games.
pub(super) fn referee(kind: GameKind, options: &GameOptions) -> Arc<dyn Referee> {
    Arc::new(KnightmareReferee::new(KnightmareGame::new(kind, options.is("cards", "on"))))
}
