//! Armies of Faith 3: four armies on 70 columns of five levels. Its rules are in `docs/games/faith.md`.

mod faith_act;
mod faith_armies;
mod faith_board;
mod faith_cards;
mod faith_columns;
mod faith_pieces;
mod faith_position;
mod faith_reach;
mod faith_setup;
mod faith_state;
mod faith_text;

use std::sync::Arc;

use super::kind::KindFacts;
use super::{GameKind, GameOptions, GameState, OptionSpec, Referee, Seat, StateError};
use faith_armies::FaithOrder;
pub use faith_setup::FaithSetup;
use faith_state::FaithState;

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
    is_dealt: false,
    has_setup_file: true,
    irregular_example: Some("Pa3a4"),
    referee: Some(referee),
};

fn referee(options: &GameOptions) -> Arc<dyn Referee> {
    let order = order(options);
    let seat = |(side, army): (usize, faith_armies::FaithArmy)| Seat {
        letter: army.letter(),
        name: army.name().to_owned(),
        side,
    };
    Arc::new(FaithReferee { order, seats: order.armies().into_iter().enumerate().map(seat).collect() })
}

/// The start of a game of Armies of Faith 3 from a set-up; the position text keeps it for the record.
#[must_use]
pub fn faith_start(setup: &FaithSetup, options: &GameOptions) -> Arc<dyn GameState> {
    Arc::new(FaithState(setup.position(order(options))))
}

fn order(options: &GameOptions) -> FaithOrder {
    if options.is("order", "reverse") { FaithOrder::Reverse } else { FaithOrder::Spectrum }
}

/// The referee of Armies of Faith 3.
#[derive(Debug)]
struct FaithReferee {
    order: FaithOrder,
    seats: Vec<Seat>,
}

impl Referee for FaithReferee {
    fn kind(&self) -> GameKind {
        GameKind::Faith
    }

    fn seats(&self) -> &[Seat] {
        &self.seats
    }

    fn start(&self) -> Arc<dyn GameState> {
        Arc::new(FaithState(FaithSetup::standard().position(self.order)))
    }

    fn read(&self, position: &str) -> Result<Arc<dyn GameState>, StateError> {
        Ok(Arc::new(FaithState(faith_text::read_position(position, self.order)?)))
    }
}
