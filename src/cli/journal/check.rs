//! `enochian journal check`.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::journal;
use crate::lore::Lore;
use crate::text::{Source, safe};

use super::super::lookup::print_page;
use super::super::named;
use super::super::report::tell;
use super::super::settings::Settings;

/// Check journals: replay every turn, and compare all that is written of it.
///
/// The positions, the answer, and every sentence and account of a square are
/// compared with what the rules and the correspondences say now. What people
/// wrote between them is theirs. Every fault of every journal is told.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Check {
    /// The journals: a path or part of a name each; the latest, if none is given.
    #[arg(value_name = "JOURNAL")]
    named: Vec<PathBuf>,
    /// Check all that are in the folder.
    #[arg(long, conflicts_with = "named")]
    all: bool,
}

/// The journals that are named, all of the folder, or the latest.
pub(super) fn chosen(named: &[PathBuf], all: bool, settings: &Settings) -> anyhow::Result<Vec<PathBuf>> {
    let folder = &settings.journals.value;
    match named {
        _ if all => Ok(named::list(folder)?.into_iter().map(|listed| listed.path).collect()),
        [] => Ok(vec![named::find(folder, "@".as_ref())?]),
        named => named.iter().map(|name| named::find(folder, name)).collect(),
    }
}

impl Check {
    pub(super) fn run(self, lore: &Lore, settings: &Settings) -> anyhow::Result<ExitCode> {
        let paths = chosen(&self.named, self.all, settings)?;
        let (mut faulty, mut faults) = (0, 0);
        for path in &paths {
            let found = match Source::read(path, journal::LIMIT) {
                Ok(source) => journal::check(&source, lore).faults,
                Err(faults) => faults,
            };
            if !found.is_empty() {
                (faulty, faults) = (faulty + 1, faults + found.len());
                tell(&found);
            }
        }
        let told = match (paths.as_slice(), faulty) {
            ([one], 0) => format!("Sound: {}\n", safe(&one.display().to_string())),
            (all, 0) => format!("{} journals checked, all sound.\n", all.len()),
            (all, _) => {
                let s = |count: usize| if count == 1 { "" } else { "s" };
                format!(
                    "{} journal{} checked: {faults} fault{} in {faulty} of them. Nothing was changed in any file.\n",
                    all.len(),
                    s(all.len()),
                    s(faults)
                )
            }
        };
        print_page(&told)?;
        Ok(if faulty == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
