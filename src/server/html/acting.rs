//! The act that is sent from a form, as one text: what the prompts read, with what stands in the fields.

use std::collections::BTreeMap;

use crate::record::Record;

use super::super::call::Problem;
use super::cards;

/// The text of an act. Without one it is what was typed, which is never a command where nobody referees.
pub(super) fn act_text(text: &str, fields: &BTreeMap<String, String>, record: &Record) -> Result<String, Problem> {
    let field = |name: &str| fields.get(name).map_or("", String::as_str).trim();
    let given = |name: &str, what: &str| match field(name) {
        "" => Err(Problem::invalid(format!("Type {what}."))),
        given => Ok(given),
    };
    Ok(match text.trim() {
        "" if !record.game().kind().is_refereed() && !field("typed").is_empty() => format!("play {}", field("typed")),
        "" => field("typed").to_owned(),
        "note" => format!("note {}", field("text")),
        "irregular" => format!("irregular {}", given("text", "the move")?),
        "end" => format!("play end {}", given("text", "a word on the result")?),
        "next" => format!("play next {}", field("next")),
        "card" => {
            let (name, does) = (given("name", "the name of the card")?, field("does"));
            if name.contains('"') {
                return Err(Problem::invalid("Leave quotation marks out of the name of the card."));
            }
            format!("card \"{name}\"{}", if does.is_empty() { String::new() } else { format!(": {does}") })
        }
        text => match text.strip_prefix("cards ") {
            Some(open) => cards::filled(open, hands(record), fields)?,
            None => text.to_owned(),
        },
    })
}

/// How many cards each player is dealt: one less for who holds a hero.
pub(super) fn hands(record: &Record) -> [usize; 2] {
    let state = record.state();
    let (beside, seats) = (state.diagram().beside, state.seats());
    [0, 1].map(|seat| {
        let label = seats.get(seat).map_or(String::new(), |seat| format!("Hand of {}", seat.name));
        if beside.iter().any(|(of, text)| *of == label && text.contains("hero")) { 3 } else { 4 }
    })
}
