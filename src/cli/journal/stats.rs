//! `enochian journal stats`.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::cli::lookup::print_page;
use crate::cli::print_json;
use crate::cli::report::report;
use crate::journal;
use crate::lore::Lore;
use crate::study::{Counter, tell_statistics};

use super::explain::page_width;
use super::find::Folder;

/// Count over many journals: answers, dice, landings, lengths.
///
/// Without names, all the journals of the folder are counted. The throws of the
/// die are held against a fair one, those by hand and those of the program apart.
///
/// Examples:
///   enochian journal stats
///   enochian journal stats brother love journey
///   enochian journal stats --journals ~/readings --json
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Stats {
    /// Only these, each named like any journal.
    #[arg(value_name = "NAME")]
    names: Vec<PathBuf>,
    #[command(flatten)]
    folder: Folder,
    /// Print JSON, for programs.
    #[arg(long)]
    json: bool,
}

impl Stats {
    pub(super) fn run(self, lore: &Lore) -> anyhow::Result<ExitCode> {
        let mut code = ExitCode::SUCCESS;
        let mut counter = Counter::new(lore);
        for path in self.selected()? {
            match journal::read(&path, lore) {
                Ok(record) => counter.count(&record),
                Err(faults) => {
                    // The others are counted all the same.
                    report(&faults.into());
                    code = ExitCode::FAILURE;
                }
            }
        }
        let statistics = counter.finish();
        if self.json {
            print_json(&statistics)?;
        } else {
            print_page(&tell_statistics(&statistics, page_width()))?;
        }
        Ok(code)
    }

    fn selected(&self) -> anyhow::Result<Vec<PathBuf>> {
        if self.names.is_empty() {
            // A folder may hold other Markdown too.
            return Ok(self.folder.all()?.into_iter().filter(|path| begins_like_a_journal(path)).collect());
        }
        let mut paths: Vec<PathBuf> = Vec::new();
        for name in &self.names {
            let path = self.folder.find(name)?;
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        Ok(paths)
    }
}

/// Whether a file has a journal's first line. One that cannot be opened is looked at again later, and its fault told.
fn begins_like_a_journal(path: &Path) -> bool {
    let mut first = [0; 3];
    File::open(path).map_or(true, |mut file| file.read_exact(&mut first).is_ok() && first == *b"+++")
}
