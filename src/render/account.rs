//! A record for programs.

use serde::Serialize;

use crate::lore::{EndsBy, Lore};
use crate::reading::Die;
use crate::record::{Action, Record, Turn};

use super::effect;

/// A reading as `--json` prints it. Positions and moves are written as in RULES 9.
#[derive(Clone, Debug, Serialize)]
pub struct Account {
    question: String,
    /// The person who asks.
    asked_by: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<String>,
    begun: String,
    board: String,
    angle: String,
    /// The sign or element of the Ptah square.
    force: String,
    array: String,
    /// The querent's army.
    querent: String,
    ptah: String,
    direction: String,
    dice: String,
    die: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    ruleset: String,
    procedure: String,
    start: String,
    turns: Vec<TurnAccount>,
    #[serde(rename = "final")]
    last: String,
    answer: AnswerAccount,
    /// How the reading was closed; null while it goes on.
    concluded: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct TurnAccount {
    ply: u32,
    army: String,
    /// An exchange or a withdrawal before the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    before: Vec<String>,
    throw: u8,
    #[serde(rename = "move")]
    mv: String,
    sheet: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    force: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    effects: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    checks: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct AnswerAccount {
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
        let question = &heading.question;
        let turn = |turn: &Turn| TurnAccount {
            ply: turn.ply,
            army: turn.army.to_string(),
            before: turn
                .before
                .iter()
                .map(|action| match action {
                    Action::Exchange(exchange) => exchange.to_string(),
                    Action::Withdrawal => "withdraw".to_owned(),
                })
                .collect(),
            throw: turn.throw.number(),
            mv: turn.mv.to_string(),
            sheet: turn.sheet.clone(),
            force: turn.landing().map(|square| lore.square(question.board, square).force.to_string()),
            effects: turn.effects.iter().map(effect).collect(),
            checks: turn.checks.iter().map(ToString::to_string).collect(),
        };
        let answer = record.reading().answer();
        let (die, seed) = match heading.die {
            Die::ByHand => ("by hand", None),
            Die::ByProgram => ("by the program", None),
            Die::Seeded(seed) => ("seeded", Some(seed)),
        };
        Account {
            question: question.text.clone(),
            asked_by: question.querent.clone(),
            category: question.category.clone(),
            begun: heading.begun.to_rfc3339(),
            board: question.board.to_string(),
            angle: question.angle.to_string(),
            force: question.force.to_string(),
            array: question.array.to_string(),
            querent: question.army().to_string(),
            ptah: question.ptah.to_string(),
            direction: question.direction.to_string(),
            dice: question.dice.name.clone(),
            die,
            seed,
            ruleset: question.ruleset.name.clone(),
            procedure: question.procedure.name.clone(),
            start: question.start().to_string(),
            turns: record.turns().into_iter().map(turn).collect(),
            last: record.position().to_string(),
            answer: AnswerAccount {
                ptah: answer.ptah.verdict.to_string(),
                kings: answer.kings.verdict.to_string(),
                ply: match question.procedure.ends_by {
                    EndsBy::Ptah => answer.ptah.ply,
                    EndsBy::Kings => answer.kings.ply,
                },
                ptah_ply: answer.ptah.ply,
                kings_ply: answer.kings.ply,
                manner: answer.manner.to_string(),
                opposing: answer.opposing,
            },
            concluded: record.closing().map(|closing| closing.to_string()),
        }
    }
}
