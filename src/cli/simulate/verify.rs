//! `enochian simulate verify`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::correspondences::Correspondences;
use crate::input::safe;
use crate::render::number;
use crate::simulate::design::{DesignDir, DesignProgress};
use crate::simulate::output::RunDir;

use super::plan_design::{play_command, report_as};
use super::{print_page, run};

/// Verify the files of a simulation against its manifest, or of a design against its plan and receipt
///
/// Of a simulation, compares the size and SHA-256 of every file; `enochian simulate --resume` creates missing and damaged files
/// again. Of a design, also checks that the plan follows from the design, the question, the data and the program, that the
/// counts of each cell are of its setting and readings, and that the table follows from them.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  enochian simulate verify brother")]
pub(super) struct VerifyArgs {
    /// The folder of --out
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl VerifyArgs {
    pub(super) fn run(self, correspondences: &Correspondences) -> anyhow::Result<ExitCode> {
        if DesignDir::is_design(&self.folder) {
            return self.verify_design(correspondences);
        }
        let progress = run::checking(|progress| RunDir::verify(&self.folder, progress))?;
        let readings = number(progress.summary.readings);
        print_page(&format!("{}: all {readings} readings are intact.\n", self.name()))?;
        run::note_unfinished(&self.folder, &progress);
        Ok(ExitCode::SUCCESS)
    }

    fn name(&self) -> String {
        safe(&self.folder.display().to_string()).into_owned()
    }

    fn verify_design(&self, correspondences: &Correspondences) -> anyhow::Result<ExitCode> {
        let check = |progress: &mut dyn FnMut(u64, u64)| DesignDir::verify(&self.folder, correspondences, progress);
        let progress = run::checking(check).map_err(report_as)?;
        let DesignProgress { digest, receipt, cells, wanted, readings, .. } = &progress;
        let mut text = format!("{}: the plan", self.name());
        match receipt {
            None => text += " is intact; nothing is played.\n",
            Some(_) => {
                let _ =
                    writeln!(text, ", {cells} of {wanted} cells and their {} readings are intact.", number(*readings));
            }
        }
        let hashes = [("plan", Some(digest)), ("receipt", receipt.as_ref())];
        for (name, hash) in hashes.into_iter().filter_map(|(name, hash)| Some((name, hash?))) {
            let _ = writeln!(text, "  {name:7}  {hash}");
        }
        print_page(&text)?;
        self.note(&progress);
        Ok(ExitCode::SUCCESS)
    }

    /// Tells what is not wrong, but should be known.
    fn note(&self, progress: &DesignProgress) {
        let mut notes = vec![];
        if progress.cells < progress.wanted {
            notes.push(format!("it is not complete\n  = help: go on with: {}", play_command(&self.folder)));
        }
        if !progress.is_of_this_program {
            let cannot = "its plan and cells.parquet could not be made again and compared; their SHA-256 were checked";
            notes.push(format!("it was planned with another version of the program or with other data, so {cannot}"));
        }
        if !progress.is_of_one_build {
            notes.push("it was played by another build of the program than the one that planned it".to_owned());
        }
        // If standard error cannot be written, there is no way to report it.
        notes.iter().for_each(|note| drop(writeln!(anstream::stderr(), "warning: {note}")));
    }
}
