//! `enochian position perft`.

use std::io::Write;
use std::process::ExitCode;

use crate::cli::stdout;
use crate::correspondences::Correspondences;
use crate::input::quoted;

use super::super::command_error::CommandResult;
use super::{LINES, RulesArguments, requests};

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
}

impl PerftArgs {
    pub(super) fn run(self, correspondences: &Correspondences) -> CommandResult<ExitCode> {
        let rules = self.rules.rules(&[], correspondences)?;
        let depth = self.depth.as_deref().map(depth).transpose()?;
        if self.position == LINES {
            if self.divide {
                misuse!("--divide cannot be used with -");
            }
            return requests::answer_lines(&rules, depth, None, correspondences);
        }
        let Some(depth) = depth else {
            misuse!("the depth is missing; add a number from 0 to 32");
        };
        let position = rules.read(&self.position)?;
        let mut out = stdout::plain();
        if let (true, Some(rest)) = (self.divide, depth.checked_sub(1)) {
            for mv in position.moves()? {
                // An act of chance counts once, with cards that the count itself fills in.
                if let Ok(played) = position.played([mv.as_str()].into_iter()) {
                    writeln!(out, "{mv}: {}", played.perft(rest))?;
                }
            }
        }
        writeln!(out, "{}", position.perft(depth))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Reads a depth.
pub(super) fn depth(text: &str) -> CommandResult<u8> {
    let depth = text.parse().ok().filter(|depth| *depth <= DEEPEST);
    depth.ok_or_else(|| problem!("invalid depth {}; expected a whole number from 0 to {DEEPEST}", quoted(text)))
}
