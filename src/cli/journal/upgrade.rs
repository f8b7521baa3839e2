//! `enochian journal upgrade`.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::correspondences::Correspondences;
use crate::input::safe_path;
use crate::journal;

use super::super::command_error::CommandResult;
use super::super::error_report::report;
use super::super::lookup::print_page;
use super::super::settings::Settings;
use super::check::chosen;

/// Upgrade journals from an older format
///
/// Only the header changes: the number of the format, and the lines that name
/// the id, the wording and the correspondences. Every command that adds to a journal
/// upgrades it automatically; this command upgrades many at once.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct UpgradeArgs {
    /// The journals: paths or parts of names [default: the latest]
    #[arg(value_name = "JOURNAL")]
    named: Vec<PathBuf>,
    /// Upgrade all journals in the folder
    #[arg(long, conflicts_with = "named")]
    all: bool,
}

impl UpgradeArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> CommandResult<ExitCode> {
        let mut failed = false;
        let (mut upgraded, mut present) = (0, 0);
        for path in chosen(&self.named, self.all, correspondences, settings)? {
            match journal::upgrade(&path) {
                Ok(true) => {
                    print_page(&format!("Upgraded {}\n", safe_path(&path)))?;
                    upgraded += 1;
                }
                Ok(false) => present += 1,
                Err(error) => {
                    failed = true;
                    report(&error.into());
                }
            }
        }
        print_page(&format!("{upgraded} upgraded; {present} already in the present format.\n"))?;
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}
