//! `enochian simulate scan`.

use std::path::PathBuf;
use std::process::ExitCode;

use anstyle::Style;
use anyhow::bail;
use serde::Serialize;

use crate::chess::{Array, Board, Square};
use crate::lore::Lore;
use crate::reading::Question;
use crate::render::{Plot, share, table};
use crate::simulate::{Plan, Player, Summary};

use super::super::output::PlotArgument;
use super::{Terms, players, print_json, print_page, run};

/// Play a question in all its variants, and set their answers side by side.
///
/// One thing is changed, everything else stays as the question says: the square of the Ptah within its angle, the board,
/// the array, the dice table, or who chooses the moves of the querent's side and of the others. With the board the array and
/// the Ptah change to those of the same name there. All variants play the same readings by the same chance.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  enochian simulate scan --over ptah questions/brother.toml --readings 100000")]
pub(super) struct Scan {
    /// The question, as a file.
    question: PathBuf,
    /// What to change.
    #[arg(long)]
    over: Over,
    #[command(flatten)]
    terms: Terms,
    #[command(flatten)]
    plot: PlotArgument,
    /// Print the summaries for programs, as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Over {
    Ptah,
    Board,
    Array,
    Table,
    Policy,
}

#[derive(Serialize)]
struct Variant {
    name: String,
    summary: Summary,
}

impl Scan {
    pub(super) fn run(self, lore: &Lore) -> anyhow::Result<ExitCode> {
        self.plot.check()?;
        let question = self.terms.question(&self.question, lore)?;
        let plan = self.terms.plan(question)?;
        if matches!(self.over, Over::Policy) && !self.terms.policy.is_empty() {
            bail!("--over policy tries all policies; leave out --policy");
        }
        let variants: Vec<Variant> = self
            .variants(&plan, lore)
            .into_iter()
            .map(|(name, plan)| Variant { name, summary: run::run(&plan, lore, self.terms.threads()) })
            .collect();
        let named: Vec<_> = variants.iter().map(|variant| (variant.name.as_str(), &variant.summary)).collect();
        self.plot.put(&Plot::Variants(&named))?;
        if self.json {
            print_json(&variants)?;
        } else {
            print_page(&tabulated(&variants))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn variants(&self, plan: &Plan, lore: &Lore) -> Vec<(String, Plan)> {
        let question = &plan.question;
        let of = |name: String, question: Question| (name, Plan { question, ..plan.clone() });
        let place = |name: String, board: Board, ptah: Square, array: Array| {
            let force = lore.square(board, ptah).force;
            // The Ptah may not stand where the querent's king starts (RULES 8.1).
            let lawful = ptah != question.army().throne();
            lawful.then(|| of(name, Question { board, ptah, force, array, ..question.clone() }))
        };
        match self.over {
            Over::Ptah => Square::all()
                .filter(|square| square.angle() == question.angle)
                .filter_map(|ptah| {
                    let name = format!("{ptah} {}", lore.square(question.board, ptah).force);
                    place(name, question.board, ptah, question.array)
                })
                .collect(),
            Over::Board => Board::ALL
                .into_iter()
                .filter_map(|board| {
                    let ptah = lore.find(board, question.angle, question.force);
                    let array = Array::of(question.array.angle(), board);
                    place(format!("{board}, the Ptah on {ptah}"), board, ptah, array)
                })
                .collect(),
            Over::Array => Array::all()
                .into_iter()
                .filter(|array| array.belongs_to(question.board))
                .map(|array| of(array.to_string(), Question { array, ..question.clone() }))
                .collect(),
            Over::Table => lore
                .dice_tables()
                .iter()
                .map(|dice| of(dice.name.clone(), Question { dice: dice.clone(), ..question.clone() }))
                .collect(),
            Over::Policy => Player::NAMES
                .into_iter()
                .flat_map(|theirs| Player::NAMES.map(|others| (theirs, others)))
                .map(|(theirs, others)| {
                    let [one, other] = [theirs, others].map(|name| Player::named(name).unwrap_or_default());
                    let players = players::of_sides(question.army(), &one, &other);
                    (format!("{theirs} against {others}"), Plan { players, ..plan.clone() })
                })
                .collect(),
        }
    }
}

fn tabulated(variants: &[Variant]) -> String {
    let rows: Vec<_> = variants
        .iter()
        .map(|Variant { name, summary }| {
            let of = |criterion, verdict| share(summary.answer(criterion, verdict), summary.readings);
            let cells = vec![
                name.clone(),
                of("ptah", "yes"),
                of("ptah", "no"),
                of("kings", "yes"),
                of("kings", "no"),
                summary.length(0.5).to_string(),
            ];
            (Style::new(), cells)
        })
        .collect();
    table(&["", "Yes by the Ptah", "No", "Yes by the kings", "No", "Half have at most so many turns"], &rows)
}
