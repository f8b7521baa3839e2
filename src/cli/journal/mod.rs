//! `enochian journal`: studying what was kept. One file a subcommand.

mod compare;
mod explain;
mod export;
mod find;
mod replay;
mod stats;

use std::process::ExitCode;

use clap::Subcommand;

use crate::lore::Lore;

/// Study the journals: play one again, have it explained, compare, count, and make files of it for others.
///
/// A journal is named by its path, by a part of its name that no other has, or
/// by @ for the one written to last.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment, arg_required_else_help = true)]
pub(super) struct Journal {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Export(export::Export),
    Replay(replay::Replay),
    Explain(explain::Explain),
    Compare(compare::Compare),
    Stats(stats::Stats),
}

impl Journal {
    pub(super) fn run(self, lore: &Lore) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Export(command) => command.run(lore),
            Command::Replay(command) => command.run(lore),
            Command::Explain(command) => command.run(lore),
            Command::Compare(command) => command.run(lore),
            Command::Stats(command) => command.run(lore),
        }
    }
}
