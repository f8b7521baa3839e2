//! What a window may see of one of the other games: with hidden cards, what the player of a seat may know.

use std::sync::Arc;

use crate::games::{Actor, GameState, PlayedAct};
use crate::record::OtherRecord;

/// What a window may see of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// Everything: nothing is hidden in the game, the players deal from a real pack and record what they see, or the game
    /// is concluded.
    All,
    /// What the player of a seat may know, or an onlooker.
    Seat(Option<usize>),
}

impl Sight {
    /// What a window sees that looks as the player of a seat. Somebody who plays all seats sees that of whose turn it is.
    pub(super) fn of(record: OtherRecord<'_>, seat: Option<usize>) -> Sight {
        let players = &record.heading().seats.players;
        if !record.is_dealt() || record.closing().is_some() {
            Sight::All
        } else if players.iter().all(|player| *player == players[0]) {
            Sight::Seat(last_seat(record))
        } else {
            Sight::Seat(seat)
        }
    }

    /// The seat whose view it is.
    pub(super) fn seat(self) -> Option<usize> {
        match self {
            Sight::All => None,
            Sight::Seat(seat) => seat,
        }
    }

    /// The visible part of a state.
    pub(super) fn state(self, state: &Arc<dyn GameState>) -> Arc<dyn GameState> {
        match self {
            Sight::All => Arc::clone(state),
            Sight::Seat(seat) => state.view(seat),
        }
    }

    /// The visible part of the text of an act that was played in a state.
    pub(super) fn act(self, before: &Arc<dyn GameState>, step: &PlayedAct) -> String {
        match self {
            Sight::All => step.text.clone(),
            Sight::Seat(seat) => before.seen(&step.text, seat),
        }
    }

    /// Whether the acts that can be chosen now may be seen. Those of another player could show that player's cards.
    pub(super) fn shows_acts(self, actor: Actor) -> bool {
        match (self, actor) {
            (Sight::Seat(seat), Actor::Seat(acting)) => seat == Some(acting),
            _ => true,
        }
    }
}

/// The seat whose turn it is; while chance acts, the one that acted last.
fn last_seat(record: OtherRecord<'_>) -> Option<usize> {
    let session = record.session();
    let actors = session.steps().iter().map(|step| step.actor).chain([session.state().actor()]);
    let mut seats = actors.filter_map(|actor| match actor {
        Actor::Seat(seat) => Some(seat),
        Actor::Chance | Actor::Nobody => None,
    });
    seats.next_back().or(Some(0))
}
