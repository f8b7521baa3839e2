//! `enochian position perft`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::error::ErrorKind;

use crate::chess::{Move, Position, Rules};
use crate::cli::stdout;
use crate::correspondences::Correspondences;
use crate::input::quoted;

use super::{KindArguments, LINES, RulesArguments, misuse, other, position, requests};

/// The greatest depth: no computer finishes a deeper count.
const DEEPEST: u8 = 32;

/// Count the move sequences of a given length (perft)
///
/// The skipped turn of a frozen army does not count as a move. An army without a
/// move has one, the pass. A finished game has none. Exchanges and withdrawals
/// are not counted.
///
/// Examples:
///   enochian position perft "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" 3
///   enochian position perft "aK6wK/ar6wr/8/8/8/8/er6fr/eK6fK a ---- ---- 0000 0" 3 --divide
///   enochian position perft - 3 < positions.jsonl
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct PerftArgs {
    /// The position, in quotation marks, or - for lines of JSON (see `enochian position --help`)
    position: String,
    /// The number of moves, 0 to 32; with -, the default for lines without play, throw or depth
    depth: Option<String>,
    #[command(flatten)]
    rules: RulesArguments,
    /// Also print the count for each first move
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    kind: KindArguments,
}

impl PerftArgs {
    pub(super) fn run(self, correspondences: &Correspondences) -> anyhow::Result<ExitCode> {
        let rules_of_kind = self.kind.rules(&self.rules.given())?;
        let terms = self.rules.terms(correspondences)?;
        let depth = self.depth.as_deref().map(depth).transpose()?;
        if self.position == LINES {
            if self.divide {
                return Err(misuse(ErrorKind::ArgumentConflict, "--divide cannot be used with -"));
            }
            return requests::answer_lines(&terms, rules_of_kind.as_ref(), depth, correspondences);
        }
        let Some(depth) = depth else {
            return Err(misuse(ErrorKind::MissingRequiredArgument, "the depth is missing; add a number from 0 to 32"));
        };
        if let Some(rules) = rules_of_kind {
            return other::print_perft(&rules, &self.position, depth, self.divide);
        }
        let (position, rules) = (position(&self.position)?, terms.rules());
        let mut out = stdout::plain();
        if self.divide && depth > 0 {
            for mv in terms.moves(&position)? {
                writeln!(out, "{mv}: {}", after(&position, &mv, depth, &rules)?)?;
            }
        }
        writeln!(out, "{}", position.perft(depth.into(), &rules))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The count after one of the first moves.
fn after(position: &Position, mv: &str, depth: u8, rules: &Rules) -> anyhow::Result<u64> {
    let mut next = position.clone();
    next.play(mv.parse::<Move>()?, rules, &mut ())?;
    Ok(next.perft((depth - 1).into(), rules))
}

/// Reads a depth.
pub(super) fn depth(text: &str) -> anyhow::Result<u8> {
    let depth = text.parse().ok().filter(|depth| *depth <= DEEPEST);
    depth.ok_or_else(|| anyhow!("invalid depth {}; expected a whole number from 0 to {DEEPEST}", quoted(text)))
}
