//! Armies of Faith 3: four armies on 70 columns of five levels. Its rules are in `docs/games/faith.md`.

mod faith_armies;
mod faith_board;
mod faith_columns;
mod faith_pieces;
mod faith_position;
mod faith_reach;
mod faith_setup;
mod faith_state;
mod faith_text;

use std::sync::Arc;

use super::game::{referee_of, state_of};
use super::kind::KindFacts;
use super::{GameKind, GameOptions, GameState, OptionSpec, Referee, Seat};
use faith_armies::FaithOrder;
pub use faith_setup::FaithSetup;

const OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: "order",
    values: &["spectrum", "reverse"],
    about: "Order of play: Red, Orange, Green, Blue, or the other way round",
}];

pub(super) const FACTS: KindFacts = KindFacts {
    name: "faith",
    title: "Armies of Faith 3: Assimilation",
    source: "C. Gilman, Armies of Faith 3: Assimilation (2007)",
    rules: Some("docs/games/faith.md"),
    options: OPTIONS,
    has_readings: false,
    is_dealt: false,
    has_setup_file: true,
    move_example: Some("Pda1qd1"),
    has_card_acts: false,
    referee: Some(referee),
};

fn referee(options: &GameOptions) -> Referee {
    let order = order(options);
    referee_of(GameKind::Faith, seats(order), FaithSetup::standard().position(order))
}

fn seats(order: FaithOrder) -> Vec<Seat> {
    let armies = order.armies().into_iter().enumerate();
    armies.map(|(side, army)| Seat { letter: army.letter(), name: army.name().to_owned(), side }).collect()
}

/// The start of a game of Armies of Faith 3 from a set-up; the position text keeps it for the record.
#[must_use]
pub fn faith_start(setup: &FaithSetup, options: &GameOptions) -> Arc<dyn GameState> {
    let order = order(options);
    state_of(seats(order), setup.position(order))
}

fn order(options: &GameOptions) -> FaithOrder {
    if options.is("order", "reverse") { FaithOrder::Reverse } else { FaithOrder::Spectrum }
}
