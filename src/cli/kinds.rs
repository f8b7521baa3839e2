//! `enochian kinds`.

use crate::cli::prelude::*;
use crate::games::GameKind;
use crate::lookup::{find_kind, kind_page, kinds_page};

use super::lookup::{print_looked_up, screen};

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
    #[arg(value_parser = find_kind)]
    kind: Option<GameKind>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl KindsArgs {
    pub(super) fn run(self) -> CommandResult<()> {
        let page = self.kind.map_or_else(kinds_page, |kind| kind_page(&screen(), kind));
        print_looked_up(self.json, &page)
    }
}
