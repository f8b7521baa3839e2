//! `enochian export`: a journal becomes a sheet.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::correspondences::Correspondences;
use crate::journal;
use crate::sheet;

use super::journal_names;
use super::output::OverwriteArgs;
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
pub(super) struct SheetExportArgs {
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
    force: OverwriteArgs,
}

impl SheetExportArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> anyhow::Result<ExitCode> {
        let path = journal_names::find(settings, correspondences, &self.journal)?;
        let text = sheet::write(&journal::read(&path, correspondences)?);
        match &self.out {
            Some(file) => self.force.put(file, text.as_bytes())?,
            None => stdout::print(text.as_bytes())?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
