//! `enochian export`, the earlier name of `enochian journal export --format sheet`.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::correspondences::Correspondences;
use crate::export::{Exporter, Sheet};
use crate::journal;

use super::journal_names;
use super::output::OverwriteArgs;
use super::settings::Settings;
use super::stdout;

/// Export a journal as a sheet
///
/// The same as `enochian journal export --format sheet`.
///
/// Examples:
///   enochian export journals/2026-11-21-is-my-brother-happy.md --sheet
///   enochian export brother --sheet --out brother.txt
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct SheetExportArgs {
    /// The journal: a path, part of its name, or @ for the latest
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,

    /// Write a sheet (see docs/SHEET.md)
    #[arg(long, required = true)]
    sheet: bool,

    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    force: OverwriteArgs,
}

impl SheetExportArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> anyhow::Result<ExitCode> {
        let path = journal_names::find(settings, correspondences, &self.journal)?;
        let sheet = Sheet.export(&journal::read(&path, correspondences)?, correspondences)?;
        match &self.out {
            Some(file) => self.force.put(file, &sheet)?,
            None => stdout::print(&sheet)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
