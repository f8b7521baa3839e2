//! `enochian export`: a journal becomes a sheet.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::journal;
use crate::lore::Lore;
use crate::sheet;

use super::named;
use super::output::Force;
use super::settings::Settings;
use super::stdout;

/// Write a journal as a sheet, the notation in which games are published.
///
/// enochian import reads it back as the same record, with everything that was
/// noted and taken back; only words written into the journal by hand stay there.
///
/// Examples:
///   enochian export journals/2026-11-21-is-my-brother-happy.md --sheet
///   enochian export brother --sheet --out brother.txt
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Export {
    /// The journal: its path, or a part of its name that no other has.
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,

    /// Write a sheet, as docs/SHEET.md describes it.
    #[arg(long, required = true)]
    sheet: bool,

    /// Write to this file and not to standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    force: Force,
}

impl Export {
    pub(super) fn run(self, lore: &Lore, settings: &Settings) -> anyhow::Result<ExitCode> {
        let path = named::find(settings, lore, &self.journal)?;
        let text = sheet::write(&journal::read(&path, lore)?);
        match &self.out {
            Some(file) => self.force.put(file, text.as_bytes())?,
            None => stdout::print(text.as_bytes())?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
