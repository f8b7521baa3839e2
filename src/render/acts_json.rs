//! Records of the other games as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::games::{Fact, Seat};
use crate::record::OtherRecord;

use super::record_json::{NoteJson, notes};
use super::{ShownAct, acts_result, hides_cards, shown_start, shown_state};

/// A record of one of the other games as JSON, as printed by `--json`. Positions and acts are written as their game
/// writes them (GAMES K6, G7, F6). While the program deals the cards of a game that is not concluded, `??` stands for those
/// that a player may not know, and the seed is left out.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ActsJson {
    /// The kind of game: `three`.
    kind: String,
    /// Always false.
    reading: bool,
    /// The options that are not at their default.
    options: BTreeMap<String, String>,
    /// The title.
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    begun: String,
    automatic: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// In the order of play.
    seats: Vec<SeatJson>,
    start: String,
    /// The acts that were not taken back.
    acts: Vec<ActJson>,
    position: String,
    /// The result in a few words.
    result: String,
    /// The code of the ending by the rules; null if there is none.
    outcome: Option<String>,
    /// The ending by the rules, in a sentence; null if there is none.
    ending: Option<String>,
    /// The seats by place, the winners first; empty if the game has not ended by its rules.
    places: Vec<Vec<String>>,
    /// How it was concluded; null before that.
    concluded: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct SeatJson {
    seat: String,
    letter: char,
    player: String,
}

#[derive(Clone, Debug, Serialize)]
struct ActJson {
    turn: u32,
    /// The seat that acted, or `Chance`.
    actor: String,
    text: String,
    /// What an irregular act breaks or bypasses.
    #[serde(skip_serializing_if = "Option::is_none")]
    irregular: Option<String>,
    /// What happened, as clauses without the actor.
    facts: Vec<String>,
    /// The same in a sentence.
    sentence: String,
    /// The position after it.
    position: String,
}

impl ActsJson {
    /// The JSON of a record, with the standing acts only.
    #[must_use]
    pub fn of(record: OtherRecord<'_>) -> ActsJson {
        let (heading, session) = (record.heading(), record.session());
        let game = record.game();
        let seats = game.referee.seats();
        let ending = session.state().ending();
        let places = ending.as_ref().map_or(Vec::new(), |ending| ending.places.clone());
        let name = |seat: usize| seats.get(seat).map_or_else(String::new, |seat| seat.name.clone());
        let act = |act: ShownAct| ActJson {
            turn: act.turn,
            actor: act.actor,
            text: act.text,
            irregular: act.irregular,
            facts: act.facts.iter().map(|fact: &Fact| fact.clause(seats)).collect(),
            sentence: act.sentence,
            position: act.state.text(),
        };
        ActsJson {
            kind: game.referee.kind().to_string(),
            reading: false,
            options: game.options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            game: game.title.clone(),
            source: game.source.clone(),
            begun: heading.begun.to_rfc3339(),
            automatic: heading.automatic,
            seed: game.seed.filter(|_| !hides_cards(record)),
            seats: seats.iter().zip(&heading.seats.players).map(|(seat, player)| SeatJson::of(seat, player)).collect(),
            start: shown_start(record).text(),
            acts: ShownAct::standing(record).into_iter().map(act).collect(),
            position: shown_state(record).text(),
            result: acts_result(record),
            outcome: ending.as_ref().map(|ending| ending.code.clone()),
            ending: ending.map(|ending| ending.words),
            places: places.into_iter().map(|place| place.into_iter().map(name).collect()).collect(),
            concluded: record.closing().map(|closing| closing.to_string()),
            notes: notes(&record),
            tags: record.tags().into_iter().map(|tag| tag.as_str().to_owned()).collect(),
        }
    }
}

impl SeatJson {
    fn of(seat: &Seat, player: &str) -> SeatJson {
        SeatJson { seat: seat.name.clone(), letter: seat.letter, player: player.to_owned() }
    }
}
