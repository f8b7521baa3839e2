//! `enochian piece`.

use std::process::ExitCode;

use crate::lore::Lore;

/// Look up a piece.
#[derive(Debug, clap::Args)]
pub(super) struct Piece {}

impl Piece {
    pub(super) fn run(self, _lore: &Lore) -> anyhow::Result<ExitCode> {
        Ok(ExitCode::SUCCESS)
    }
}
