//! `enochian journal`: what is done with journals once they are written.

mod export;

use std::process::ExitCode;

use clap::Subcommand;

use crate::lore::Lore;

/// Work with the journals of readings and games.
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub(super) struct Journal {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Export(export::Export),
}

impl Journal {
    pub(super) fn run(self, lore: &Lore) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Export(command) => command.run(lore),
        }
    }
}
