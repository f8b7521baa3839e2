//! Records of the other games as JSON.

use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::games::Seat;
use crate::input::ExactNumber;
use crate::record::OtherRecord;

use super::record_json::{JsonKeys, NoteJson, TurnKeys};
use super::{ShownAct, acts_result, hides_cards, shown_start, shown_state};

/// A record of one of the other games as JSON, as printed by `--json`, with the standing acts only. Positions and acts are
/// written as their game writes them (GAMES K6, G7, F6). While the program deals the cards of a game that is not concluded,
/// `??` stands for those that a player may not know, and the seed is left out.
#[derive(Clone, Copy, Debug)]
pub struct ActsJson<'r>(OtherRecord<'r>);

/// A seat with its player.
#[derive(Serialize)]
pub(super) struct SeatJson<'r> {
    pub(super) seat: &'r str,
    pub(super) letter: char,
    pub(super) player: &'r str,
}

struct ActJson<'r>(ShownAct, &'r [Seat]);

impl<'r> ActsJson<'r> {
    /// The JSON of a record.
    #[must_use]
    pub fn of(record: OtherRecord<'r>) -> ActsJson<'r> {
        ActsJson(record)
    }
}

impl Serialize for ActsJson<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let record = self.0;
        let (heading, game) = (record.heading(), record.game());
        let seats = game.referee.seats();
        let ending = record.session().state().ending();
        let places = ending.as_ref().map_or(&[][..], |ending| &ending.places);
        let name = |seat: &usize| seats.get(*seat).map_or("", |seat| seat.name.as_str());
        let mut json = to.serialize_map(None)?;
        json.put("kind", game.referee.kind().to_string())?;
        json.put("reading", false)?;
        // The options that are not at their default.
        json.put("options", game.options.iter().collect::<BTreeMap<_, _>>())?;
        json.put("game", &game.title)?;
        json.put_any("source", game.source.as_ref())?;
        json.put("begun", heading.begun.to_rfc3339())?;
        json.put("automatic", heading.automatic)?;
        json.put_any("seed", game.seed.filter(|_| !hides_cards(record)).map(ExactNumber))?;
        // In the order of play.
        let players = seats.iter().zip(&heading.seats.players).map(|(Seat { name, letter, .. }, player)| SeatJson {
            seat: name,
            letter: *letter,
            player,
        });
        json.put("seats", players.collect::<Vec<_>>())?;
        json.put("start", shown_start(record).text())?;
        let acts = ShownAct::standing(record).into_iter().map(|act| ActJson(act, seats));
        json.put("turns", acts.collect::<Vec<_>>())?;
        json.put("position", shown_state(record).text())?;
        // The result in a few words.
        json.put("result", acts_result(record))?;
        // The code of the ending by the rules, and the ending in a sentence; null if there is none.
        json.put("outcome", ending.as_ref().map(|ending| &ending.code))?;
        json.put("ending", ending.as_ref().map(|ending| &ending.words))?;
        // The seats by place, the winners first; empty if the game has not ended by its rules.
        let places = places.iter().map(|place| place.iter().map(name).collect::<Vec<_>>());
        json.put("places", places.collect::<Vec<_>>())?;
        // How it was concluded; null before that.
        json.put("concluded", record.closing().map(|closing| closing.to_string()))?;
        json.put_all("notes", record.notes().into_iter().map(NoteJson))?;
        json.put_all("tags", record.tags().into_iter().map(|tag| tag.as_str()))?;
        json.end()
    }
}

impl Serialize for ActJson<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let ActJson(act, seats) = self;
        let mut json = to.serialize_map(None)?;
        let keys = TurnKeys {
            turn: act.turn,
            actor: &act.actor,
            mv: &act.text,
            facts: act.facts.iter().map(|fact| fact.clause(seats)).collect(),
            irregular: act.irregular.clone(),
            sentence: &act.sentence,
            position: &act.state.text(),
        };
        keys.put(&mut json)?;
        json.end()
    }
}
