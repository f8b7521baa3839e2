//! `enochian simulate verify`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::correspondences::Correspondences;
use crate::input::{safe, safe_path};
use crate::render::number;
use crate::simulate::design::{DesignDir, DesignProgress};
use crate::simulate::output::{Replay, RunDir, VerifiedRun};

use super::super::command_error::CommandResult;
use super::{print_page, run};

/// Verify the files of a simulation against its manifest, or of a design against its plan and receipt
///
/// Of a simulation, compares the size and SHA-256 of every file, counts all readings again, and plays some of them again from
/// the question and the seed; `enochian simulate --resume` creates missing and damaged files again. Of a design, also checks that the
/// plan follows from the design, the question, the data and the program, that the counts of each cell are of its setting and
/// readings, and that the table follows from them. What another version of the program wrote is verified too, if it is
/// the same when it is played again.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  enochian simulate verify brother")]
pub(super) struct VerifyArgs {
    /// The folder of --out
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// How many readings to play again and compare, or all; others each time
    ///
    /// Of a design without tables of readings, whole cells are played again, until there are as many readings.
    #[arg(long, value_name = "N|all", default_value_t)]
    replay: Replay,
}

impl VerifyArgs {
    pub(super) fn run(self, correspondences: &Correspondences) -> CommandResult<ExitCode> {
        if DesignDir::is_design(&self.folder) {
            return self.verify_design(correspondences);
        }
        let check =
            |progress: &mut dyn FnMut(u64, u64)| RunDir::verify(&self.folder, correspondences, self.replay, progress);
        let VerifiedRun { progress, replayed, notes, .. } = run::checking(check)?;
        let (name, readings) = (self.name(), progress.summary.readings);
        let again = played_again(replayed, readings);
        print_page(&format!("{name}: all {} readings are intact.\n{again}", number(readings)))?;
        warn(&notes);
        run::note_unfinished(&self.folder, &progress);
        Ok(ExitCode::SUCCESS)
    }

    fn name(&self) -> String {
        safe_path(&self.folder)
    }

    fn verify_design(&self, correspondences: &Correspondences) -> CommandResult<ExitCode> {
        let check = |progress: &mut dyn FnMut(u64, u64)| {
            DesignDir::verify(&self.folder, correspondences, self.replay, progress)
        };
        let progress = run::checking(check)?;
        let DesignProgress { digest, receipt, cells, wanted, readings, replayed, .. } = &progress;
        let again = played_again(*replayed, *readings);
        let mut text = format!("{}: the plan", self.name());
        match receipt {
            None => text += " is intact; nothing is played.\n",
            Some(_) => {
                let readings = number(*readings);
                let _ = writeln!(text, ", {cells} of {wanted} cells and their {readings} readings are intact.");
                text += &again;
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
            notes.push(format!("it is not complete\n  = help: go on with: {}", DesignDir::play_command(&self.folder)));
        }
        if !progress.is_of_this_program {
            let cannot = "its plan and cells.parquet could not be made again and compared; their SHA-256 were checked";
            notes.push(format!("it was planned with another version of the program or with other data, so {cannot}"));
        }
        if !progress.is_of_one_build {
            notes.push("it was played by another build of the program than the one that planned it".to_owned());
        }
        warn(&notes);
    }
}

/// How many readings were played again, as a line.
fn played_again(replayed: u64, readings: u64) -> String {
    match replayed {
        0 => String::new(),
        _ if replayed == readings => "All of them were played again, and are the same.\n".to_owned(),
        1 => "1 of them was played again, and is the same.\n".to_owned(),
        _ => format!("{} of them were played again, and are the same.\n", number(replayed)),
    }
}

fn warn(notes: &[String]) {
    // If standard error cannot be written, there is no way to report it.
    notes.iter().for_each(|note| drop(writeln!(anstream::stderr(), "warning: {}", safe(note))));
}
