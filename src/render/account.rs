//! A record for programs.

use serde::Serialize;

use crate::chess::{Outcome, Side};
use crate::lore::{EndsBy, Lore};
use crate::reading::{Die, End, Question};
use crate::record::{self, Closing, Matter, Note, Record, Setting};
use crate::session::{Action, Turn};

use super::effect;

/// A reading or a game as `--json` prints it. Positions and moves are written as in RULES 9.
#[derive(Clone, Debug, Serialize)]
pub struct Account {
    #[serde(flatten)]
    matter: MatterAccount,
    begun: String,
    ruleset: String,
    automatic: bool,
    start: String,
    turns: Vec<TurnAccount>,
    #[serde(rename = "final")]
    last: String,
    #[serde(flatten)]
    end: EndAccount,
    /// How it was closed; null while it goes on.
    concluded: Option<String>,
    /// The notes made at the table and the remarks made later, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteAccount>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    /// What came to pass.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outcomes: Vec<OutcomeAccount>,
}

#[derive(Clone, Debug, Serialize)]
struct NoteAccount {
    /// The turn it belongs to; null for the whole.
    ply: Option<u32>,
    text: String,
    /// Whether that turn was taken back, and another may stand in its place.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    taken_back: bool,
}

#[derive(Clone, Debug, Serialize)]
struct OutcomeAccount {
    on: String,
    proved: String,
    text: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum MatterAccount {
    Reading(Box<ReadingAccount>),
    Game(GameAccount),
}

#[derive(Clone, Debug, Serialize)]
struct GameAccount {
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
struct ReadingAccount {
    question: String,
    /// The person who asks.
    asked_by: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<String>,
    board: String,
    angle: String,
    /// The sign or element of the Ptah square; not told while the reading is quiet.
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

/// What it came to.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum EndAccount {
    /// The answer of a reading.
    Answer(AnswerAccount),
    /// Of a game `actives`, `passives`, `draw`, or null.
    Outcome(Option<String>),
}

#[derive(Clone, Debug, Serialize)]
struct TurnAccount {
    ply: u32,
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
    /// What the move of a game kept as it was played is against.
    #[serde(skip_serializing_if = "Option::is_none")]
    irregular: Option<String>,
}

/// The answer of a reading as `--json` prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnswerAccount {
    ptah: String,
    kings: String,
    /// The ply that decided the answer by the criterion of the procedure.
    ply: Option<u32>,
    ptah_ply: Option<u32>,
    kings_ply: Option<u32>,
    manner: String,
    /// How many enemies could capture on the Ptah square or next to it.
    opposing: u32,
}

impl Account {
    /// The account of a record: only the turns that stand.
    pub fn of(record: &Record, lore: &Lore) -> Account {
        let heading = record.heading();
        let matter = &heading.matter;
        Account {
            matter: match matter {
                Matter::Reading(question, die) => {
                    MatterAccount::Reading(Box::new(ReadingAccount::of(question, *die, record.is_quiet())))
                }
                Matter::Game(setting) => MatterAccount::Game(GameAccount::of(setting)),
            },
            begun: heading.begun.to_rfc3339(),
            ruleset: matter.ruleset().name.clone(),
            automatic: heading.automatic,
            start: matter.start().to_string(),
            turns: record.turns().iter().map(|turn| TurnAccount::of(turn, record, lore)).collect(),
            last: record.position().to_string(),
            end: match AnswerAccount::of(record) {
                Some(answer) => EndAccount::Answer(answer),
                None => EndAccount::Outcome(outcome(record)),
            },
            concluded: record.closing().map(|closing| closing.to_string()),
            notes: notes(record),
            tags: record.tags().into_iter().map(|tag| tag.as_str().to_owned()).collect(),
            outcomes: record.outcomes().map(OutcomeAccount::of).collect(),
        }
    }
}

fn notes(record: &Record) -> Vec<NoteAccount> {
    let account = |it: Note<'_>| NoteAccount { ply: it.ply, text: it.words.to_owned(), taken_back: it.is_taken_back };
    record.notes().into_iter().map(account).collect()
}

impl OutcomeAccount {
    fn of(outcome: &record::Outcome) -> OutcomeAccount {
        OutcomeAccount { on: outcome.on.to_string(), proved: outcome.proved.to_string(), text: outcome.words.clone() }
    }
}

/// How a game came out, in the words of `position`.
fn outcome(record: &Record) -> Option<String> {
    winner(record).map(|side| side.map_or("draw".to_owned(), |side| side.to_string()))
}

/// The side that won a game, or none where it was drawn; nothing where it was not played to an end.
pub(crate) fn winner(record: &Record) -> Option<Option<Side>> {
    winning_side(record.end(), record.closing())
}

/// The same by how the rules ended it and how it was closed.
pub(crate) fn winning_side(end: Option<End>, closing: Option<Closing>) -> Option<Option<Side>> {
    match (end, closing) {
        (Some(End::Game(Outcome::Won(side))), _) => Some(Some(side)),
        (Some(_), _) | (_, Some(Closing::Agreed)) => Some(None),
        (_, Some(Closing::Resigned(army))) => Some(Some(army.side().opponent())),
        _ => None,
    }
}

impl ReadingAccount {
    fn of(question: &Question, die: Die, is_quiet: bool) -> ReadingAccount {
        let (die, seed) = match die {
            Die::ByHand => ("by hand", None),
            Die::ByProgram => ("by the program", None),
            Die::Seeded(seed) => ("seeded", Some(seed)),
        };
        ReadingAccount {
            question: question.text.clone(),
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

impl GameAccount {
    fn of(setting: &Setting) -> GameAccount {
        GameAccount {
            game: setting.title.clone(),
            board: setting.board.to_string(),
            array: setting.array.map(|array| array.to_string()),
            direction: setting.start.direction().to_string(),
            source: setting.source.clone(),
            seed: setting.seed,
        }
    }
}

impl TurnAccount {
    fn of(turn: &Turn, record: &Record, lore: &Lore) -> TurnAccount {
        let landing = turn.landing().filter(|_| !record.is_quiet());
        let board = record.heading().matter.board();
        let action = |action: &Action| match action {
            Action::Exchange(exchange) => exchange.to_string(),
            Action::Withdrawal => "withdraw".to_owned(),
        };
        TurnAccount {
            ply: turn.ply,
            army: turn.army.to_string(),
            before: turn.before.iter().map(action).collect(),
            throw: turn.thrown.map(|thrown| thrown.throw.number()),
            mv: turn.mv.to_string(),
            sheet: turn.sheet.clone(),
            force: landing.map(|square| lore.square(board, square).force.to_string()),
            effects: turn.effects.iter().map(effect).collect(),
            checks: turn.checks.iter().map(ToString::to_string).collect(),
            irregular: turn.irregular.map(|against| against.to_string()),
        }
    }
}

impl AnswerAccount {
    /// The answer of a reading as it stands; none of a game.
    pub fn of(record: &Record) -> Option<AnswerAccount> {
        let answer = record.answer()?;
        let procedure = &record.heading().matter.question()?.procedure;
        Some(AnswerAccount {
            ptah: answer.ptah.verdict.to_string(),
            kings: answer.kings.verdict.to_string(),
            ply: match procedure.ends_by {
                EndsBy::Ptah => answer.ptah.ply,
                EndsBy::Kings => answer.kings.ply,
            },
            ptah_ply: answer.ptah.ply,
            kings_ply: answer.kings.ply,
            manner: answer.manner.to_string(),
            opposing: answer.opposing,
        })
    }
}
