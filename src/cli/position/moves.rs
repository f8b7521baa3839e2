//! `enochian position moves`.

use std::io::Write;
use std::process::ExitCode;

use crate::chess::Mode;
use crate::cli::stdout;
use crate::correspondences::Correspondences;
use crate::input::quoted;
use crate::player::SearchLimit;

use super::super::command_error::CommandResult;
use super::{LINES, PositionRules, RulesArguments, best, requests};

/// List the legal moves of a position, one on each line
///
/// Prints -- if the army can only pass, and nothing if the game is over.
///
/// Examples:
///   enochian position moves "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0"
///   enochian position moves "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" --throw 6
///   enochian position moves "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" --best level-3
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
    /// Print only the best move, what the program expects to follow, and its estimate: at level-1 to level-4, or after some
    /// seconds, such as 0.5
    #[arg(long, value_name = "LEVEL|SECONDS", value_parser = best::limit)]
    best: Option<SearchLimit>,
}

impl MovesArgs {
    pub(super) fn run(self, correspondences: &Correspondences) -> CommandResult<ExitCode> {
        let more = [("--throw", self.throw.is_some()), ("--dice", self.dice.is_some())];
        let mut rules = self.rules.rules(&more, correspondences)?;
        if let PositionRules::Enochian(terms) = &mut rules {
            if let Some(throw) = &self.throw {
                let read = throw.parse().map_err(|error| problem!("there is no throw {}; {error}", quoted(throw)));
                (terms.throw, terms.mode) = (Some(read?), Mode::Reading);
            }
            terms.name(None, None, self.dice.as_deref(), correspondences)?;
        }
        if self.position == LINES {
            return requests::answer_lines(&rules, None, self.best.as_ref(), correspondences);
        }
        if self.dice.is_some() && self.throw.is_none() {
            misuse!("--dice needs a throw; add --throw N");
        }
        let mut out = stdout::plain();
        if let Some(limit) = &self.best {
            if let Some(best) = rules.read(&self.position)?.best(limit)? {
                writeln!(out, "{}\n{best}", best.line.join(" "))?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        for mv in rules.read(&self.position)?.moves()? {
            writeln!(out, "{mv}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
