//! `enochian simulate scan`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use serde::Serialize;

use crate::chess::{Array, Board, Square};
use crate::correspondences::Correspondences;
use crate::reading::Question;
use crate::render::{Plot, TextPage, share};
use crate::simulate::{ArmyPlayer, Plan, SimulationSummary};

use super::super::interrupt::Stopped;
use super::super::output::PlotArgument;
use super::run::Played;
use super::{SimulationTerms, page, page_width, players, print_json, print_page, run};

/// Simulate all variants of a question, and compare their answers
///
/// Varies one thing: the square of the Ptah within its angle, the board, the array, the dice table, or the policies of the
/// two sides. With the board, the array and the Ptah change to those of the same name there. All variants use the same
/// random numbers.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  enochian simulate scan --over ptah questions/brother.toml --readings 100000")]
pub(super) struct ScanArgs {
    /// The question file
    question: PathBuf,
    /// What to vary
    #[arg(long)]
    over: Over,
    #[command(flatten)]
    terms: SimulationTerms,
    #[command(flatten)]
    plot: PlotArgument,
    /// Print the summaries as JSON
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
    summary: SimulationSummary,
}

impl ScanArgs {
    pub(super) fn run(self, correspondences: &Correspondences) -> anyhow::Result<ExitCode> {
        self.plot.check()?;
        let question = self.terms.question(&self.question, correspondences)?;
        let plan = self.terms.plan(question)?;
        if matches!(self.over, Over::Policy) && !self.terms.policy.is_empty() {
            bail!("--over policy cannot be used with --policy; it tries all policies");
        }
        let to_play = self.variants(&plan, correspondences);
        let (all, mut variants) = (to_play.len(), vec![]);
        for (name, plan) in to_play {
            let Played { summary, stopped } = run::run(&plan, correspondences, self.terms.threads());
            if stopped.is_some() {
                break;
            }
            variants.push(Variant { name, summary });
        }
        if variants.len() == all {
            self.draw(&variants)?;
        }
        if self.json {
            print_json(&variants)?;
        } else if !variants.is_empty() {
            print_page(&tabulated(&variants, page_width()))?;
        }
        if variants.len() < all {
            let after = format!("after {} of {all} variants", variants.len());
            return Err(Stopped { after, way_on: "play fewer --readings, or the variants one by one".into() }.into());
        }
        Ok(ExitCode::SUCCESS)
    }

    fn draw(&self, variants: &[Variant]) -> anyhow::Result<()> {
        let named: Vec<_> = variants.iter().map(|variant| (variant.name.as_str(), &variant.summary)).collect();
        self.plot.put(&Plot::Variants(&named))
    }

    fn variants(&self, plan: &Plan, correspondences: &Correspondences) -> Vec<(String, Plan)> {
        let question = &plan.question;
        let of = |name: String, question: Question| (name, Plan { question, ..plan.clone() });
        let place = |name: String, board: Board, ptah: Square, array: Array| {
            let force = correspondences.square(board, ptah).force;
            // The Ptah may not stand where the querent's king starts (RULES 8.1).
            let lawful = ptah != question.army().throne();
            lawful.then(|| of(name, Question { board, ptah, force, array, ..question.clone() }))
        };
        match self.over {
            Over::Ptah => Square::all()
                .filter(|square| square.angle() == question.angle)
                .filter_map(|ptah| {
                    let name = format!("{ptah} {}", correspondences.square(question.board, ptah).force);
                    place(name, question.board, ptah, question.array)
                })
                .collect(),
            Over::Board => Board::ALL
                .into_iter()
                .filter_map(|board| {
                    let ptah = correspondences.find(board, question.angle, question.force);
                    let array = Array::of(question.array.angle(), board);
                    place(format!("{board}, the Ptah on {ptah}"), board, ptah, array)
                })
                .collect(),
            Over::Array => Array::all()
                .into_iter()
                .filter(|array| array.belongs_to(question.board))
                .map(|array| of(array.to_string(), Question { array, ..question.clone() }))
                .collect(),
            Over::Table => correspondences
                .dice_tables()
                .iter()
                .map(|dice| of(dice.name.clone(), Question { dice: dice.clone(), ..question.clone() }))
                .collect(),
            Over::Policy => ArmyPlayer::NAMES
                .into_iter()
                .flat_map(|theirs| ArmyPlayer::NAMES.map(|others| (theirs, others)))
                .map(|(theirs, others)| {
                    let [one, other] = [theirs, others].map(|name| ArmyPlayer::from_name(name).unwrap_or_default());
                    let players = players::of_sides(question.army(), &one, &other);
                    (format!("{theirs} v {others}"), Plan { players, ..plan.clone() })
                })
                .collect(),
        }
    }
}

fn tabulated(variants: &[Variant], width: usize) -> String {
    let mut page = TextPage::new(width);
    variants.iter().take(1).for_each(|variant| page::question(&variant.summary, &mut page));
    let parts = [
        ("ptah", "By the Ptah, and the median number of turns", &["Turns"] as &[&str]),
        ("kings", "By the kings", &[]),
    ];
    for (criterion, heading, more) in parts {
        page::heading(&mut page, heading);
        let row = |Variant { name, summary }: &Variant| {
            let of = |verdict| share(summary.answer(criterion, verdict), summary.readings);
            let shares = [name.clone(), of("yes"), of("no")];
            shares.into_iter().chain(more.iter().map(|_| summary.length(0.5).to_string())).collect()
        };
        page.table(&[&["", "Yes", "No"], more].concat(), &variants.iter().map(row).collect::<Vec<_>>());
    }
    page.finish()
}
