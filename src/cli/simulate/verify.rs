//! `enochian simulate verify`.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::input::safe;
use crate::render::number;
use crate::simulate::output::RunDir;

use super::{print_page, run};

/// Check the parts of a simulation against the sizes and SHA-256 in its manifest.
///
/// Every part is read in full. Missing and damaged parts are listed; `simulate --resume` plays them again.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  enochian simulate verify brother")]
pub(super) struct VerifyArgs {
    /// The folder, made with --out.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl VerifyArgs {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let progress = run::checking(|progress| RunDir::verify(&self.folder, progress))?;
        let name = safe(&self.folder.display().to_string()).into_owned();
        let readings = number(progress.summary.readings);
        print_page(&format!("{name}: all {readings} readings are as they were written.\n"))?;
        run::note_unfinished(&self.folder, &progress);
        Ok(ExitCode::SUCCESS)
    }
}
