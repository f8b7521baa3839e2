//! `enochian simulate verify`.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::input::safe;
use crate::render::number;
use crate::simulate::output::RunDir;

use super::{print_page, run};

/// Verify the files of a simulation against its manifest (size and SHA-256)
///
/// Lists missing and damaged files; `enochian simulate --resume` creates them again.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  enochian simulate verify brother")]
pub(super) struct VerifyArgs {
    /// The folder of --out
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl VerifyArgs {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let progress = run::checking(|progress| RunDir::verify(&self.folder, progress))?;
        let name = safe(&self.folder.display().to_string()).into_owned();
        let readings = number(progress.summary.readings);
        print_page(&format!("{name}: all {readings} readings are intact.\n"))?;
        run::note_unfinished(&self.folder, &progress);
        Ok(ExitCode::SUCCESS)
    }
}
