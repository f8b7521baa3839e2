//! Records as JSON.

use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::chess::{Mode, Outcome, Side};
use crate::correspondences::Correspondences;
use crate::games::Seat;
use crate::input::ExactNumber;
use crate::reading::{DieThrower, Draft, EndReason, Question, QuestionDraft, QuestionKind};
use crate::record::{Closing, EnochianRecord, GameSettings, Note, Record, RecordedOutcome, Subject};
use crate::session::{Action, PlayedTurn};

use super::{ShownAct, clauses, hides_cards, result, shown_start, shown_state, turn_sentences};

/// The keys of an object, in the order in which they are written.
trait JsonKeys: SerializeMap {
    fn put(&mut self, key: &'static str, value: impl Serialize) -> Result<(), Self::Error> {
        self.serialize_entry(key, &value)
    }

    /// A key that is left out without a value.
    fn put_any(&mut self, key: &'static str, value: Option<impl Serialize>) -> Result<(), Self::Error> {
        value.map_or(Ok(()), |value| self.put(key, value))
    }

    /// A key that is left out without elements.
    fn put_all<T: Serialize>(&mut self, key: &'static str, values: impl Iterator<Item = T>) -> Result<(), Self::Error> {
        let values: Vec<T> = values.collect();
        self.put_any(key, (!values.is_empty()).then_some(values))
    }
}

impl<M: SerializeMap> JsonKeys for M {}

/// A record as JSON, as printed by `--json`, with the standing turns only. Positions and moves are written as their game writes
/// them (RULES 9, GAMES K6, G7, F6). While the program deals the cards of a game that is not concluded, `??` stands for those that
/// a player may not know, and the seed is left out.
///
/// ```
/// use enochian::{correspondences::Correspondences, journal, render::RecordJson};
/// let correspondences = Correspondences::embedded();
/// let journal = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
/// let record = journal::read(journal.as_ref(), correspondences).unwrap();
/// let json = serde_json::to_value(RecordJson::of(&record, correspondences)).unwrap();
/// assert_eq!((&json["army"], &json["turns"][31]["actor"]), (&"Air".into(), &"Earth".into()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RecordJson<'r> {
    record: &'r Record,
    correspondences: &'r Correspondences,
}

/// A seat with its player.
#[derive(Serialize)]
struct SeatJson<'r> {
    seat: &'r str,
    letter: char,
    player: &'r str,
}

/// A turn of Enochian chess, or an act of another game.
#[derive(Default, Serialize)]
struct TurnJson<'t> {
    /// An exchange or a withdrawal before the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    before: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    throw: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sheet: Option<&'t str>,
    /// The sign or element of the square.
    #[serde(skip_serializing_if = "Option::is_none")]
    force: Option<String>,
    turn: u32,
    /// The army or the seat that acted, or `Chance`.
    actor: String,
    /// The move, or the text of another act.
    #[serde(rename = "move")]
    mv: String,
    /// What happened, as clauses without the actor.
    facts: Vec<String>,
    /// What an irregular act breaks or bypasses.
    #[serde(skip_serializing_if = "Option::is_none")]
    irregular: Option<String>,
    /// What happened, in sentences.
    sentence: String,
    /// The position after it.
    position: String,
}

/// A note or remark.
struct NoteJson<'r>(Note<'r>);

struct OutcomeJson<'r>(&'r RecordedOutcome);

/// The answer of a reading as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct AnswerJson {
    ptah: String,
    kings: String,
    /// The turn that decided the answer by the procedure's criterion.
    turn: Option<u32>,
    ptah_turn: Option<u32>,
    kings_turn: Option<u32>,
    manner: String,
    /// The number of enemies that attack the Ptah square or a square next to it.
    opposing: u32,
}

impl<'r> RecordJson<'r> {
    /// The JSON of a record.
    #[must_use]
    pub fn of(record: &'r Record, correspondences: &'r Correspondences) -> RecordJson<'r> {
        RecordJson { record, correspondences }
    }
}

impl Serialize for RecordJson<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (record, heading) = (self.record, self.record.heading());
        let mut json = to.serialize_map(None)?;
        json.put("begun", heading.begun.to_rfc3339())?;
        json.put("automatic", heading.automatic)?;
        // Where a branch leaves its parent.
        json.put_any("branch", heading.branch.as_ref())?;
        json.put("kind", record.game().kind().name())?;
        json.put("reading", record.mode() == Mode::Reading)?;
        match record.enochian() {
            Some(record) => enochian(&mut json, record, self.correspondences)?,
            None => acts(&mut json, record)?,
        }
        // How it was concluded; null before that.
        json.put("concluded", record.closing().map(|closing| closing.to_string()))?;
        // The notes made while playing and the later remarks, in order.
        json.put_all("notes", record.notes().into_iter().map(NoteJson))?;
        json.put_all("tags", record.tags().into_iter().map(|tag| tag.as_str()))?;
        json.put_all("outcomes", record.outcomes().map(OutcomeJson))?;
        json.end()
    }
}

/// The keys of Enochian chess.
fn enochian<M: SerializeMap>(
    json: &mut M,
    record: EnochianRecord<'_>,
    correspondences: &Correspondences,
) -> Result<(), M::Error> {
    let subject = record.subject();
    match subject {
        Subject::Reading(question, die) => reading(json, question, *die, record.is_quiet())?,
        Subject::Game(setting) => game(json, setting)?,
    }
    let turns = record.turns().iter().map(|turn| TurnJson::of(turn, record, correspondences));
    course(json, &record, turns.collect())?;
    match AnswerJson::of(record) {
        Some(answer) => json.put("answer", answer),
        // The result of a game: `actives`, `passives`, `draw`, or null.
        None => json.put("outcome", outcome(record)),
    }
}

/// The keys of another game.
fn acts<M: SerializeMap>(json: &mut M, record: &Record) -> Result<(), M::Error> {
    let game = record.game();
    let seats = game.seats();
    // The options that are not at their default.
    json.put("options", game.options().collect::<BTreeMap<_, _>>())?;
    json.put("game", game.title())?;
    json.put_any("source", game.source())?;
    json.put_any("seed", game.seed().filter(|_| !hides_cards(record)).map(ExactNumber))?;
    let turns = ShownAct::standing(record).into_iter().map(|act| TurnJson::of_act(act, seats));
    course(json, record, turns.collect())?;
    // The result in a few words.
    json.put("result", result(record))?;
    let ending = record.state().ending();
    // The code of the ending by the rules, and the ending in a sentence; null if there is none.
    json.put("outcome", ending.as_ref().map(|ending| &ending.code))?;
    json.put("ending", ending.as_ref().map(|ending| &ending.words))?;
    // The seats by place, the winners first; empty if the game has not ended by its rules.
    let name = |seat: &usize| seats.get(*seat).map_or("", |seat| seat.name.as_str());
    let places = ending.iter().flat_map(|ending| &ending.places);
    json.put("places", places.map(|place| place.iter().map(name).collect::<Vec<_>>()).collect::<Vec<_>>())
}

/// Who plays, in the order of the seats; the turns, and the positions before the first and after the last.
fn course<M: SerializeMap>(json: &mut M, record: &Record, turns: Vec<impl Serialize>) -> Result<(), M::Error> {
    let players = record.game().seats().iter().zip(&record.heading().seats.players);
    let players = players.map(|(seat, player)| SeatJson { seat: &seat.name, letter: seat.letter, player });
    json.put("seats", players.collect::<Vec<_>>())?;
    json.put("start", shown_start(record).text())?;
    json.put("turns", turns)?;
    json.put("position", shown_state(record).text())
}

impl Serialize for NoteJson<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut json = to.serialize_map(None)?;
        // Null for the whole.
        json.put("turn", self.0.ply)?;
        json.put("text", self.0.words)?;
        // Whether that turn was taken back.
        json.put_any("taken_back", self.0.is_taken_back.then_some(true))?;
        // The file of its picture, from the folder of the journal.
        json.put_any("picture", self.0.picture.map(|picture| &picture.file))?;
        json.end()
    }
}

impl Serialize for OutcomeJson<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut json = to.serialize_map(None)?;
        json.put("on", self.0.on.to_string())?;
        json.put("proved", self.0.proved.to_string())?;
        json.put("text", &self.0.words)?;
        json.end()
    }
}

/// The result of a game, in the same words as `position`.
fn outcome(record: EnochianRecord<'_>) -> Option<String> {
    winner(record).map(|side| side.map_or("draw".to_owned(), |side| side.to_string()))
}

/// The winner of a game: `Some(None)` for a draw, `None` if it is unfinished.
pub(crate) fn winner(record: EnochianRecord<'_>) -> Option<Option<Side>> {
    winning_side(record.end(), record.closing())
}

/// The same, from the end by the rules and the closing.
pub(crate) fn winning_side(end: Option<EndReason>, closing: Option<Closing>) -> Option<Option<Side>> {
    match (end, closing) {
        (Some(EndReason::Game(Outcome::Won(side))), _) => Some(Some(side)),
        (Some(_), _) | (_, Some(Closing::Agreed)) => Some(None),
        (_, Some(Closing::Resigned(army))) => Some(Some(army.side().opponent())),
        _ => None,
    }
}

/// The keys of a reading alone: those of a question file, the querent's army, and the square of the Ptah.
fn reading<M: SerializeMap>(
    json: &mut M,
    question: &Question,
    die: DieThrower,
    is_quiet: bool,
) -> Result<(), M::Error> {
    let draft = QuestionDraft::from(question);
    let kind = draft.kind.filter(|kind| *kind != QuestionKind::default());
    let force = draft.force.filter(|_| !is_quiet);
    let draft = QuestionDraft { die: Some(die), kind, force, ..draft };
    for key in QuestionDraft::KEYS {
        // `kind` is the kind of game.
        json.put_any(if key.name == "kind" { "question_kind" } else { key.name }, (key.slot.get)(&draft))?;
    }
    json.put("army", question.army().to_string())?;
    json.put("ptah", question.ptah.to_string())
}

/// The keys of a game alone.
fn game<M: SerializeMap>(json: &mut M, setting: &GameSettings) -> Result<(), M::Error> {
    json.put("game", &setting.title)?;
    json.put("board", setting.board.to_string())?;
    json.put_any("array", setting.array.map(|array| array.to_string()))?;
    json.put("ruleset", &setting.ruleset.name)?;
    json.put("direction", setting.start.direction().to_string())?;
    json.put_any("source", setting.source.as_ref())?;
    json.put_any("seed", setting.seed.map(ExactNumber))
}

impl<'t> TurnJson<'t> {
    fn of(turn: &'t PlayedTurn, record: EnochianRecord<'_>, correspondences: &Correspondences) -> TurnJson<'t> {
        let landing = turn.landing().filter(|_| !record.is_quiet());
        let querent = record.subject().querent().filter(|_| !record.is_quiet());
        let action = |action: &Action| match action {
            Action::Exchange(exchange) => exchange.to_string(),
            Action::Withdrawal => "withdraw".to_owned(),
        };
        TurnJson {
            before: turn.before.iter().map(action).collect(),
            throw: turn.thrown.map(|thrown| thrown.throw.number()),
            sheet: Some(&turn.sheet),
            force: landing.map(|at| correspondences.square(record.subject().board(), at).force.to_string()),
            turn: turn.ply,
            actor: turn.army.to_string(),
            mv: turn.mv.to_string(),
            facts: clauses(turn),
            irregular: turn.irregular.map(|against| against.to_string()),
            sentence: turn_sentences(turn, querent, correspondences),
            position: turn.position.to_string(),
        }
    }

    fn of_act(act: ShownAct, seats: &[Seat]) -> TurnJson<'t> {
        TurnJson {
            turn: act.turn,
            actor: act.actor,
            mv: act.text,
            facts: act.facts.iter().map(|fact| fact.clause(seats)).collect(),
            irregular: act.irregular,
            sentence: act.sentence,
            position: act.state.text(),
            ..TurnJson::default()
        }
    }
}

impl AnswerJson {
    /// The answer of a reading so far; `None` for a game.
    #[must_use]
    pub fn of(record: EnochianRecord<'_>) -> Option<AnswerJson> {
        let answer = record.answer()?;
        let procedure = &record.subject().question()?.procedure;
        Some(AnswerJson {
            ptah: answer.ptah.verdict.to_string(),
            kings: answer.kings.verdict.to_string(),
            turn: answer.by(procedure.ends_by).ply,
            ptah_turn: answer.ptah.ply,
            kings_turn: answer.kings.ply,
            manner: answer.manner.to_string(),
            opposing: answer.opposing,
        })
    }
}
