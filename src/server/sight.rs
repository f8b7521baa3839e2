//! What a window may see of one of the other games: with hidden cards, what the player of a seat may know who looks at it.

use std::sync::Arc;

use crate::games::{Actor, GameState, PlayedAct};
use crate::record::{OtherRecord, program_level};

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
    /// What a window sees that shows the cards of a seat, or nobody's.
    pub(super) fn of(record: OtherRecord<'_>, asked: Option<usize>) -> Sight {
        Looker::of(record, asked).sight
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

/// The person at a screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looker {
    pub(super) sight: Sight,
    /// Whether nobody's cards are shown, until the person whose turn it is takes the place.
    pub(super) is_covered: bool,
    /// Whether it is the turn of another person than the one whose cards are shown.
    pub(super) is_foreign: bool,
}

impl Looker {
    /// The person at a screen that is asked to show the cards of a seat, or nobody's.
    pub(super) fn of(record: OtherRecord<'_>, asked: Option<usize>) -> Looker {
        let sees = |sight| Looker { sight, is_covered: false, is_foreign: false };
        if !record.is_dealt() || record.closing().is_some() {
            return sees(Sight::All);
        }
        let players = &record.heading().seats.players;
        let is_program = |seat: usize| program_level(&players[seat]).is_some();
        let is_same = |one: usize, other: usize| players.get(one) == players.get(other);
        let seat_of = |actor| match actor {
            Actor::Seat(seat) => Some(seat),
            Actor::Chance | Actor::Nobody => None,
        };
        let (session, acting) = (record.session(), seat_of(record.session().state().actor()));
        let people: Vec<usize> = (0..players.len()).filter(|seat| !is_program(*seat)).collect();
        // Whoever plays alone, or against the program, sees no other cards than their own: with several seats those of whose turn it is,
        // or was last.
        let last = acting.or_else(|| session.steps().iter().rev().find_map(|step| seat_of(step.actor))).unwrap_or(0);
        let first = people.first().copied().unwrap_or(last);
        if people.iter().all(|seat| is_same(*seat, first)) {
            return sees(Sight::Seat(Some(if is_same(first, last) { last } else { first })));
        }
        match (asked, acting) {
            (Some(seat), Some(acting)) if is_same(seat, acting) => sees(Sight::Seat(Some(acting))),
            (Some(_), Some(_)) => Looker { is_foreign: true, ..sees(Sight::Seat(asked)) },
            (None, Some(acting)) => Looker { is_covered: !is_program(acting), ..sees(Sight::Seat(None)) },
            (_, None) => sees(Sight::Seat(asked)),
        }
    }
}
