//! Records as JSON.

use serde::Serialize;

use crate::chess::{Outcome, Side};
use crate::correspondences::{Correspondences, Criterion};
use crate::games::GameKind;
use crate::reading::{DieThrower, EndReason, Question, QuestionKind};
use crate::record::{self, Branch, Closing, EnochianRecord, GameSettings, Note, Record, Subject};
use crate::session::{Action, PlayedTurn};

use super::effect;

/// A reading or a game as JSON, as printed by `--json`. Positions and moves are written as in RULES 9.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct RecordJson {
    /// The kind of game, and whether it is a reading.
    kind: &'static str,
    reading: bool,
    #[serde(flatten)]
    subject: SubjectJson,
    begun: String,
    ruleset: String,
    automatic: bool,
    /// Where a branch leaves its parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    branch: Option<Branch>,
    start: String,
    turns: Vec<TurnJson>,
    #[serde(rename = "final")]
    last: String,
    #[serde(flatten)]
    end: EndJson,
    /// How it was concluded; null before that.
    concluded: Option<String>,
    /// The notes made while playing and the later remarks, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    /// The recorded outcomes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outcomes: Vec<OutcomeJson>,
}

/// A note or remark.
#[derive(Clone, Debug, Serialize)]
pub(super) struct NoteJson {
    /// Its turn; null for the whole.
    turn: Option<u32>,
    text: String,
    /// Whether that turn was taken back.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    taken_back: bool,
    /// The file of its picture, from the folder of the journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct OutcomeJson {
    on: String,
    proved: String,
    text: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum SubjectJson {
    Reading(Box<ReadingJson>),
    Game(GameJson),
}

#[derive(Clone, Debug, Serialize)]
struct GameJson {
    game: String,
    board: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    array: Option<String>,
    direction: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
}

#[derive(Clone, Debug, Serialize)]
struct ReadingJson {
    question: String,
    /// What it asks for; absent if that is `whether`. `kind` is the kind of game.
    #[serde(skip_serializing_if = "Option::is_none")]
    question_kind: Option<&'static str>,
    /// The person who asks.
    asked_by: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<String>,
    board: String,
    angle: String,
    /// The sign or element of the Ptah square; absent while the reading is quiet.
    #[serde(skip_serializing_if = "Option::is_none")]
    force: Option<String>,
    array: String,
    /// The querent's army.
    querent: String,
    ptah: String,
    direction: String,
    dice: String,
    die: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    procedure: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    supposed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    term: Option<String>,
    /// Whether it was recorded quietly.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    quiet: bool,
}

/// The answer or result.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum EndJson {
    /// The answer of a reading.
    Answer(AnswerJson),
    /// The result of a game: `actives`, `passives`, `draw`, or null.
    Outcome(Option<String>),
}

#[derive(Clone, Debug, Serialize)]
struct TurnJson {
    turn: u32,
    army: String,
    /// An exchange or a withdrawal before the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    before: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    throw: Option<u8>,
    #[serde(rename = "move")]
    mv: String,
    sheet: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    force: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    effects: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    checks: Vec<String>,
    /// The rule that an irregular move of a game breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    irregular: Option<String>,
}

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

impl RecordJson {
    /// The JSON of a record, with the standing turns only.
    pub fn of(record: EnochianRecord<'_>, correspondences: &Correspondences) -> RecordJson {
        let heading = record.heading();
        let subject = record.subject();
        RecordJson {
            kind: GameKind::default().name(),
            reading: subject.question().is_some(),
            subject: match subject {
                Subject::Reading(question, die) => {
                    SubjectJson::Reading(Box::new(ReadingJson::of(question, *die, record.is_quiet())))
                }
                Subject::Game(setting) => SubjectJson::Game(GameJson::of(setting)),
            },
            begun: heading.begun.to_rfc3339(),
            ruleset: subject.ruleset().name.clone(),
            automatic: heading.automatic,
            branch: heading.branch.clone(),
            start: subject.start().to_string(),
            turns: record.turns().iter().map(|turn| TurnJson::of(turn, record, correspondences)).collect(),
            last: record.position().to_string(),
            end: match AnswerJson::of(record) {
                Some(answer) => EndJson::Answer(answer),
                None => EndJson::Outcome(outcome(record)),
            },
            concluded: record.closing().map(|closing| closing.to_string()),
            notes: notes(&record),
            tags: record.tags().into_iter().map(|tag| tag.as_str().to_owned()).collect(),
            outcomes: record.outcomes().map(OutcomeJson::of).collect(),
        }
    }
}

/// The notes made while playing and the later remarks, in order.
pub(super) fn notes(record: &Record) -> Vec<NoteJson> {
    let json = |it: Note<'_>| NoteJson {
        turn: it.ply,
        text: it.words.to_owned(),
        taken_back: it.is_taken_back,
        picture: it.picture.map(|it| it.file.clone()),
    };
    record.notes().into_iter().map(json).collect()
}

impl OutcomeJson {
    fn of(outcome: &record::RecordedOutcome) -> OutcomeJson {
        OutcomeJson { on: outcome.on.to_string(), proved: outcome.proved.to_string(), text: outcome.words.clone() }
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

impl ReadingJson {
    fn of(question: &Question, die: DieThrower, is_quiet: bool) -> ReadingJson {
        let (die, seed) = match die {
            DieThrower::ByHand => ("by hand", None),
            DieThrower::ByProgram => ("by the program", None),
            DieThrower::Seeded(seed) => ("seeded", Some(seed)),
        };
        ReadingJson {
            question: question.text.clone(),
            question_kind: (question.kind != QuestionKind::default()).then(|| question.kind.name()),
            asked_by: question.querent.clone(),
            category: question.category.clone(),
            board: question.board.to_string(),
            angle: question.angle.to_string(),
            force: (!is_quiet).then(|| question.force.to_string()),
            array: question.array.to_string(),
            querent: question.army().to_string(),
            ptah: question.ptah.to_string(),
            direction: question.direction.to_string(),
            dice: question.dice.name.clone(),
            die,
            seed,
            procedure: question.procedure.name.clone(),
            known: question.known.clone(),
            supposed: question.supposed.clone(),
            asked: question.asked.clone(),
            term: question.term.clone(),
            quiet: question.quiet,
        }
    }
}

impl GameJson {
    fn of(setting: &GameSettings) -> GameJson {
        GameJson {
            game: setting.title.clone(),
            board: setting.board.to_string(),
            array: setting.array.map(|array| array.to_string()),
            direction: setting.start.direction().to_string(),
            source: setting.source.clone(),
            seed: setting.seed,
        }
    }
}

impl TurnJson {
    fn of(turn: &PlayedTurn, record: EnochianRecord<'_>, correspondences: &Correspondences) -> TurnJson {
        let landing = turn.landing().filter(|_| !record.is_quiet());
        let board = record.subject().board();
        let action = |action: &Action| match action {
            Action::Exchange(exchange) => exchange.to_string(),
            Action::Withdrawal => "withdraw".to_owned(),
        };
        TurnJson {
            turn: turn.ply,
            army: turn.army.to_string(),
            before: turn.before.iter().map(action).collect(),
            throw: turn.thrown.map(|thrown| thrown.throw.number()),
            mv: turn.mv.to_string(),
            sheet: turn.sheet.clone(),
            force: landing.map(|square| correspondences.square(board, square).force.to_string()),
            effects: turn.effects.iter().map(effect).collect(),
            checks: turn.checks.iter().map(ToString::to_string).collect(),
            irregular: turn.irregular.map(|against| against.to_string()),
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
            turn: match procedure.ends_by {
                Criterion::Ptah => answer.ptah.ply,
                Criterion::Kings => answer.kings.ply,
            },
            ptah_turn: answer.ptah.ply,
            kings_turn: answer.kings.ply,
            manner: answer.manner.to_string(),
            opposing: answer.opposing,
        })
    }
}
