//! The acts of the other games.

use crate::games::{ActError, Actor, GameAct};
use crate::record::{Entry, OtherRecord};
use crate::render::capitalised;

use super::call::Problem;
use super::open_journal::{OpenJournal, illegal};
use super::page_act::{PageAct, not_here};
use super::sight::Sight;

/// Makes an act in another game.
pub(super) fn make(open: &mut OpenJournal<'_>, act: PageAct, seat: Option<usize>) -> Result<(), Problem> {
    let record = open.record().other().ok_or_else(not_here)?;
    let act = match act {
        PageAct::Move { text } | PageAct::Typed { text } => typed(record, text.trim(), seat)?,
        PageAct::Irregular { text } => {
            record.session().state().read_irregular(text.trim()).map_err(|error| refused(&error))?
        }
        PageAct::Deal => {
            let dealt = record.dealt_act().map_err(|error| illegal(&capitalised(&error.to_string())))?;
            dealt.ok_or_else(|| illegal("There is nothing for the program to deal"))?
        }
        PageAct::TakeBack => {
            let acts = record.last_decision().ok_or_else(|| illegal("There is nothing to take back"))?;
            return open.enter(Entry::TakenBack(acts));
        }
        PageAct::Resign { seat: Some(seat) } => {
            resignation(record, seat).ok_or_else(|| illegal(&format!("The seat {seat} cannot resign now")))?
        }
        _ => return Err(not_here()),
    };
    open.enter(act)
}

/// Reads an act as a page sends it or a person types it. Nobody acts for a player without seeing what that player sees,
/// or answers would betray that player's cards.
fn typed(record: OtherRecord<'_>, text: &str, seat: Option<usize>) -> Result<GameAct, Problem> {
    let (session, state) = (record.session(), record.session().state());
    let sight = Sight::of(record, seat);
    let actor = state.actor();
    if !sight.shows_acts(actor) {
        let player = match actor {
            Actor::Seat(seat) => record.heading().seats.players.get(seat).map_or("", String::as_str),
            Actor::Chance | Actor::Nobody => "",
        };
        return Err(illegal(&format!(
            "It is {}’s turn; hand over to {player} first",
            session.state().actor_name(actor)
        )));
    }
    let act = session.state().read_typed(text, &sight.state(state).acts()).map_err(|error| refused(&error))?;
    let is_of_chance = actor == Actor::Chance && !act.is_irregular && !act.text.starts_with("resign ");
    if record.is_dealt() && is_of_chance {
        return Err(illegal("The program deals the cards in this game"));
    }
    Ok(act)
}

/// The resignation of a seat, if it can resign now.
pub(super) fn resignation(record: OtherRecord<'_>, seat: usize) -> Option<GameAct> {
    let session = record.session();
    let referee = &session.terms();
    // Without a referee any text is an act of whose turn it is.
    if !referee.kind().is_refereed() {
        return None;
    }
    let seat = referee.seats().get(seat)?;
    session.state().read(&format!("resign {}", seat.letter)).ok()
}

fn refused(error: &ActError) -> Problem {
    match error {
        ActError::Unreadable { text, expected } => illegal(&format!("{text} is not an act; expected {expected}")),
        error => illegal(&capitalised(&error.to_string())),
    }
}
