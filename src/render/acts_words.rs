//! Sentences on the other games.

use crate::games::{Actor, Fact, GameSession, GameStep};
use crate::record::{Closing, OtherRecord};

/// What an act did, in a sentence: `White: knight from b8 to c6, takes the pawn of Red on c6; check to Red.`
#[must_use]
pub fn step_sentence(session: &GameSession, step: &GameStep) -> String {
    let seats = session.referee().seats();
    let actor = match session.step_actor(step) {
        actor @ Actor::Seat(_) => session.actor_name(actor),
        Actor::Chance => "The cards",
        Actor::Nobody => "The table",
    };
    let is_deed = |fact: &&Fact| !matches!(fact, Fact::Check(_) | Fact::Out(_));
    let clauses = |wanted: bool| {
        let facts = step.played.facts.iter().filter(move |fact| is_deed(fact) == wanted);
        facts.map(|fact| fact.clause(seats)).collect::<Vec<_>>()
    };
    let mut text = format!("{actor}: {}", clauses(true).join(", "));
    for consequence in clauses(false) {
        text.push_str("; ");
        text.push_str(&consequence);
    }
    if let Some(why) = &step.played.irregular {
        text.push_str("; irregular: ");
        text.push_str(why);
    }
    text + "."
}

/// The result of a game, in a few words: `won by White`, `drawn by agreement`, `unfinished`.
#[must_use]
pub fn acts_result(record: OtherRecord<'_>) -> String {
    if let Some(ending) = record.session().state().ending() {
        let seats = record.session().referee().seats();
        return match (ending.code.starts_with("won"), ending.places.first()) {
            (true, Some(winners)) => {
                let names: Vec<&str> =
                    winners.iter().filter_map(|seat| seats.get(*seat)).map(|seat| seat.name.as_str()).collect();
                format!("won by {}", names.join(" and "))
            }
            _ if ending.code.starts_with("drawn") => "drawn".to_owned(),
            _ => ending.words,
        };
    }
    match record.closing() {
        Some(Closing::Agreed) => "drawn by agreement".to_owned(),
        _ => "unfinished".to_owned(),
    }
}
