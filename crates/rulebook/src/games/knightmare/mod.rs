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
mod knightmare_state;
mod knightmare_text;

use super::game::referee_of;
use super::kind::KindFacts;
use super::{GameKind, GameOptions, OptionSpec, Referee};
use knightmare_game::KnightmareGame;
use knightmare_state::KnightmareState;

/// The facts of one of the three games, but for those that it has alone.
const fn facts(
    name: &'static str,
    title: &'static str,
    rules: &'static str,
    referee: fn(&GameOptions) -> Referee,
) -> KindFacts {
    KindFacts {
        name,
        title,
        source: "S. O'Sullivan, Knightmare Chess: Multi-Player Variants (1996)",
        rules: Some(rules),
        options: OPTIONS,
        has_readings: false,
        is_dealt: false,
        has_setup_file: false,
        move_example: Some("Pa3a4"),
        has_card_acts: true,
        referee: Some(referee),
    }
}

pub(super) const THREE: KindFacts =
    facts("three", "Knightmare Chess for three", "docs/games/three.md", |options| referee(GameKind::Three, options));
pub(super) const FREE: KindFacts =
    facts("free", "Knightmare Chess for four, each alone", "docs/games/free.md", |options| {
        referee(GameKind::Free, options)
    });
pub(super) const TEAM: KindFacts =
    facts("team", "Knightmare Chess for four in teams", "docs/games/team.md", |options| {
        referee(GameKind::Team, options)
    });

/// The options of the three games.
const OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: "cards",
    values: &["off", "on"],
    about: "Play with the cards of Knightmare Chess: an army without a legal move does not go out by itself, since a \
            card may save it.",
}];

/// The referee of one of the three games.
fn referee(kind: GameKind, options: &GameOptions) -> Referee {
    let game = KnightmareGame::new(kind, options.is("cards", "on"));
    referee_of(kind, game.seats.clone(), KnightmareState::start(game))
}
