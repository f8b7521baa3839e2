//! `enochian simulate verify`.

use crate::cli::prelude::*;
use crate::render::number;
use crate::simulate::output::{Replay, RunDir, VerifiedRun};

use super::{print_page, run};

/// Verify the files of a simulation against its manifest
///
/// Compares the size and SHA-256 of every file, and plays some files again from the question and the seed: their rows must have the
/// digest in the manifest, and make the same file. `enochian simulate --resume` creates missing and damaged files again. What another
/// version of the program wrote is verified too, by the digest of its rows.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  enochian simulate verify brother")]
pub(super) struct VerifyArgs {
    /// The folder of --out
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// How many readings to play again and compare, or all: whole files, others each time, until they have so many
    #[arg(long, value_name = "N|all", default_value_t)]
    replay: Replay,
}

impl VerifyArgs {
    pub(super) fn run(self, correspondences: &Correspondences) -> CommandResult<()> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let check = |progress: &mut dyn FnMut(u64, u64)| {
            RunDir::verify(&self.folder, correspondences, self.replay, threads, progress)
        };
        let VerifiedRun { progress, replayed, notes, .. } = run::checking(check)?;
        let (name, readings) = (safe_path(&self.folder), progress.summary.readings);
        let again = played_again(replayed, readings);
        print_page(format!("{name}: all {} readings are intact.\n{again}", number(readings)))?;
        warn(&notes);
        run::note_unfinished(&self.folder, &progress);
        Ok(())
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
    notes.iter().for_each(|note| notice(format!("warning: {note}")));
}
