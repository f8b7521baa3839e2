//! `enochian journal`: what was read and played, found again, studied and added to. One file a subcommand.

mod check;
mod compare;
mod edit;
mod explain;
mod export;
mod folder;
mod list;
mod note;
mod outcome;
mod remove;
mod rename;
mod replay;
mod search;
mod selection;
mod show;
mod stats;
mod tag;
mod upgrade;

use std::process::ExitCode;

use clap::Subcommand;

use crate::lore::Lore;

use super::settings::Settings;

/// Find, read, study and add to your journals.
///
/// A journal is named by its name, by a part of it that no other has, by its path, or, the one begun last, by @.
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub(super) struct Journal {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    List(list::List),
    Search(search::Search),
    Show(show::Show),
    Replay(replay::Replay),
    Explain(explain::Explain),
    Compare(compare::Compare),
    Stats(stats::Stats),
    Edit(edit::Edit),
    Note(note::Note),
    Tag(tag::Tag),
    Outcome(outcome::Outcome),
    Rename(rename::Rename),
    Remove(remove::Remove),
    Restore(remove::Restore),
    Export(export::Export),
    Check(check::Check),
    Upgrade(upgrade::Upgrade),
}

impl Journal {
    pub(super) fn run(self, lore: &Lore, settings: &Settings) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::List(command) => command.run(lore, settings),
            Command::Search(command) => command.run(lore, settings),
            Command::Show(command) => command.run(lore, settings),
            Command::Replay(command) => command.run(lore, settings),
            Command::Explain(command) => command.run(lore, settings),
            Command::Compare(command) => command.run(lore, settings),
            Command::Stats(command) => command.run(lore, settings),
            Command::Edit(command) => command.run(lore, settings),
            Command::Note(command) => command.run(lore, settings),
            Command::Tag(command) => command.run(lore, settings),
            Command::Outcome(command) => command.run(lore, settings),
            Command::Rename(command) => command.run(lore, settings),
            Command::Remove(command) => command.run(lore, settings),
            Command::Restore(command) => command.run(settings),
            Command::Export(command) => command.run(lore, settings),
            Command::Check(command) => command.run(lore, settings),
            Command::Upgrade(command) => command.run(lore, settings),
        }
    }
}
