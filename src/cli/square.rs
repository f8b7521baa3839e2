//! `enochian square`.

use std::process::ExitCode;

use crate::lore::Lore;

/// Look up a square.
#[derive(Debug, clap::Args)]
pub(super) struct Square {}

impl Square {
    pub(super) fn run(self, _lore: &Lore) -> anyhow::Result<ExitCode> {
        Ok(ExitCode::SUCCESS)
    }
}
