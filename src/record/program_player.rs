//! Seats whose moves the program makes, and what it would play.
//!
//! Such a seat has a player with a name that says so, so every journal and every export says whose moves the program made, and at
//! which level.

use super::{Record, RecordLens, RecordedAct};
use crate::chess::splitmix64;
use crate::games::{Actor, GameAct};
use crate::player::{Level, SearchLimit, search, search_acts};
use crate::session::{Act, TurnOptions};

/// What the program would play.
#[derive(Clone, Debug, PartialEq)]
pub struct ProposedAct {
    /// The act.
    pub act: RecordedAct,
    /// Its text: `Nc8d6`.
    pub text: String,
    /// What its side can expect after it, from 0 to 1.
    pub estimate: f64,
}

/// The name of a player as it is recorded: that of a level is the program's.
///
/// ```
/// use enochian::record::player_name;
/// assert_eq!(player_name("level-3"), "the program (level-3)");
/// assert_eq!(player_name("Ann"), "Ann");
/// ```
#[must_use]
pub fn player_name(typed: &str) -> String {
    typed.parse::<Level>().map_or_else(|_| typed.to_owned(), |level| format!("the program ({level})"))
}

/// The level at which the program plays for a player of this name, if it does.
#[must_use]
pub fn program_level(player: &str) -> Option<Level> {
    player.strip_prefix("the program (")?.strip_suffix(')')?.parse().ok()
}

impl Record {
    /// The level at which the program plays the seat whose turn it is, if it does.
    #[must_use]
    pub fn program_to_act(&self) -> Option<Level> {
        let seat = match self.lens() {
            RecordLens::Enochian(record) => record.turn().index(),
            RecordLens::Other(record) => match record.session().state().actor() {
                Actor::Seat(seat) => seat,
                Actor::Chance | Actor::Nobody => return None,
            },
        };
        program_level(self.heading().seats.players.get(seat)?)
    }

    /// What the program would play in the seat whose turn it is. None if the die comes first, nobody can act, or no referee knows
    /// what can be played. With the same limit of nodes it is the same each time.
    #[must_use]
    pub fn proposed(&self, limit: &SearchLimit) -> Option<ProposedAct> {
        match self.lens() {
            RecordLens::Enochian(record) => {
                let session = record.session();
                let TurnOptions::Moves(turn) = session.options() else { return None };
                let seed = splitmix64(session.position().ply().into(), 0);
                let advice = search(session.state(), session.terms(), &turn.moves, limit, seed);
                let (best, estimate) = (advice.best(), advice.estimate);
                Some(ProposedAct { act: Act::Move(best).into(), text: best.to_string(), estimate })
            }
            RecordLens::Other(record) => {
                let (session, seed) = (record.session(), splitmix64(record.session().steps().len() as u64, 0));
                let advice = search_acts(&**session.referee(), &**session.state(), limit, seed)?;
                let act = GameAct { text: advice.act.clone(), is_irregular: false };
                Some(ProposedAct { act: act.into(), text: advice.act, estimate: advice.estimate })
            }
        }
    }
}
