//! `enochian position moves`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::error::ErrorKind;

use crate::chess::Mode;
use crate::cli::lookup::entry;
use crate::cli::stdout;
use crate::correspondences::Correspondences;
use crate::input::quoted;

use super::{KindArguments, LINES, RulesArguments, misuse, other, position, requests};

/// List the legal moves of a position, one on each line
///
/// Prints -- if the army can only pass, and nothing if the game is over.
///
/// Examples:
///   enochian position moves "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0"
///   enochian position moves "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" --throw 6
///   enochian position moves - < requests.jsonl
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct MovesArgs {
    /// The position, in quotation marks, or - for lines of JSON (see `enochian position --help`)
    position: String,
    #[command(flatten)]
    rules: RulesArguments,
    /// The throw of the die in a reading, 1 to 6; -- is a No Move
    #[arg(long, value_name = "N")]
    throw: Option<String>,
    /// The dice table: regardie, or y-manuscript, which needs --array
    #[arg(long, value_name = "NAME")]
    dice: Option<String>,
    #[command(flatten)]
    kind: KindArguments,
}

impl MovesArgs {
    pub(super) fn run(self, correspondences: &Correspondences) -> anyhow::Result<ExitCode> {
        let [reading, ruleset, array] = self.rules.given();
        let given = [reading, ruleset, array, ("--throw", self.throw.is_some()), ("--dice", self.dice.is_some())];
        let rules_of_kind = self.kind.rules(&given)?;
        let mut terms = self.rules.terms(correspondences)?;
        if let Some(throw) = &self.throw {
            terms.throw = Some(throw.parse().map_err(|error| anyhow!("there is no throw {}; {error}", quoted(throw)))?);
            terms.mode = Mode::Reading;
        }
        if let Some(name) = &self.dice {
            terms.dice = entry(correspondences.dice_table(name))?;
        }
        if self.position == LINES {
            return requests::answer_lines(&terms, rules_of_kind.as_ref(), None, correspondences);
        }
        if let Some(rules) = rules_of_kind {
            return other::print_moves(&rules, &self.position);
        }
        if self.dice.is_some() && self.throw.is_none() {
            return Err(misuse(ErrorKind::MissingRequiredArgument, "--dice needs a throw; add --throw N"));
        }
        let mut out = stdout::plain();
        for mv in terms.moves(&position(&self.position)?)? {
            writeln!(out, "{mv}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
