//! `enochian kinds`.

use std::process::ExitCode;

use crate::games::GameKind;
use crate::lookup::{KindLookup, find_kind, kind_page, kinds_page};

use super::command_error::CommandResult;
use super::lookup::{print_page, screen};
use super::print_json;

/// List the games that can be played, or show one of them
///
/// Beside Enochian chess, `enochian game --kind KIND` plays and records the
/// others. With the name of a kind: its seats, its options and its set-up.
///
/// Examples:
///   enochian kinds
///   enochian kinds three
///   enochian kinds --json
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct KindsArgs {
    /// The kind to show: enochian, three, free, team, gods, faith or other [default: a list of all]
    kind: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl KindsArgs {
    pub(super) fn run(self) -> CommandResult<ExitCode> {
        match (self.kind.as_deref().map(find_kind).transpose()?, self.json) {
            (None, true) => print_json(&GameKind::EVERY.iter().copied().map(KindLookup::of).collect::<Vec<_>>())?,
            (None, false) => print_page(&kinds_page(&screen()))?,
            (Some(kind), true) => print_json(&KindLookup::of(kind))?,
            (Some(kind), false) => print_page(&kind_page(&screen(), kind))?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
