//! `enochian read`: a reading, from question to answer.

use std::process::ExitCode;

use crate::lore::Lore;

/// Ask a question, and record the reading.
#[derive(Debug, clap::Args)]
pub(super) struct Read {}

impl Read {
    pub(super) fn run(self, _lore: &Lore) -> anyhow::Result<ExitCode> {
        Ok(ExitCode::SUCCESS)
    }
}
