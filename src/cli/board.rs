//! `enochian board`.

use std::process::ExitCode;

use crate::lore::Lore;

/// Look up a board.
#[derive(Debug, clap::Args)]
pub(super) struct Board {}

impl Board {
    pub(super) fn run(self, _lore: &Lore) -> anyhow::Result<ExitCode> {
        Ok(ExitCode::SUCCESS)
    }
}
