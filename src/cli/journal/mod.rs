//! `enochian journal`. One file for each subcommand.

mod annotate;
mod branch;
mod check;
mod compare;
mod costly;
pub(super) mod due;
mod edit;
mod explain;
mod export;
mod export_all;
mod folder;
mod join;
mod list;
mod note;
mod outcome;
mod pivots;
mod remove;
mod rename;
mod replay;
mod search;
mod selection;
mod show;
mod stats;
mod tag;

use crate::cli::prelude::*;

use clap::Subcommand;

pub(super) use due::listed as due_listed;
pub(super) use edit::edit as edit_file;
pub(super) use folder::copies_told;
pub(super) use note::listed as notes_listed;
pub(super) use search::find;
pub(super) use stats::recurring as recurring_listed;

/// List, show, search, edit and analyse your journals
///
/// Name a journal by its file name, by any part of it that is unique, or by its path. @ is the latest.
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub(super) struct JournalArgs {
    #[command(subcommand)]
    command: JournalCommand,
}

#[derive(Debug, Subcommand)]
enum JournalCommand {
    List(list::ListArgs),
    Show(show::ShowArgs),
    Replay(replay::ReplayArgs),
    Explain(explain::ExplainArgs),
    Stats(stats::StatsArgs),
    Pivots(pivots::PivotsArgs),
    Edit(edit::EditArgs),
    Note(note::NoteArgs),
    Tag(tag::TagArgs),
    Outcome(outcome::OutcomeArgs),
    Due(due::DueArgs),
    Rename(rename::RenameArgs),
    Remove(remove::RemoveArgs),
    Join(join::JoinArgs),
    Export(export::ExportArgs),
    ExportAll(export_all::ExportAllArgs),
    Annotate(annotate::AnnotateArgs),
    Check(check::CheckArgs),
}

impl JournalArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        match self.command {
            JournalCommand::List(command) => command.run(cx),
            JournalCommand::Show(command) => command.run(cx),
            JournalCommand::Replay(command) => command.run(cx),
            JournalCommand::Explain(command) => command.run(cx),
            JournalCommand::Stats(command) => command.run(cx),
            JournalCommand::Pivots(command) => command.run(cx),
            JournalCommand::Edit(command) => command.run(cx),
            JournalCommand::Note(command) => command.run(cx),
            JournalCommand::Tag(command) => command.run(cx),
            JournalCommand::Outcome(command) => command.run(cx),
            JournalCommand::Due(command) => command.run(cx),
            JournalCommand::Rename(command) => command.run(cx),
            JournalCommand::Remove(command) => command.run(cx),
            JournalCommand::Join(command) => command.run(cx),
            JournalCommand::Export(command) => command.run(cx),
            JournalCommand::ExportAll(command) => command.run(cx),
            JournalCommand::Annotate(command) => command.run(cx),
            JournalCommand::Check(command) => command.run(cx),
        }
    }
}
