//! `enochian journal show`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::correspondences::Correspondences;
use crate::export::Text;
use crate::input::{Diagnostics, Source, safe, safe_prose, shell_word};
use crate::journal;
use crate::render::count;

use super::super::journal_names;
use super::super::lookup::print_page;
use super::super::settings::Settings;
use super::super::terminal::page_width;

/// Show a journal as a page: the answer, the question, the turns, and what they came to.
///
/// A journal that does not read back is shown as it stands in its file.
///
/// Examples:
///   enochian journal show
///   enochian journal show brother --raw
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ShowArgs {
    /// The journal: a path, part of its name, or @ for the latest.
    #[arg(value_name = "JOURNAL", default_value = "@")]
    journal: PathBuf,
    /// Show the file as it stands.
    #[arg(long)]
    raw: bool,
}

/// The columns beyond which a line is hard to follow.
const WIDEST: usize = 100;

impl ShowArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> anyhow::Result<ExitCode> {
        let path = journal_names::find(settings, correspondences, &self.journal)?;
        let source = Source::read(&path, journal::LIMIT)?;
        let text = if self.raw { raw(&source) } else { page(&source, correspondences) };
        print_page(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn raw(source: &Source) -> String {
    safe_prose(&source.text).into_owned()
}

/// The journal as a page; where it does not read back, the file.
fn page(source: &Source, correspondences: &Correspondences) -> String {
    let record = match journal::read_text(source, correspondences) {
        Ok(record) => record,
        Err(faults) => {
            tell(&faults, source);
            return raw(source);
        }
    };
    let width = page_width().min(WIDEST);
    Text { width }.lay_out(&record, correspondences, &own_lines(source, correspondences))
}

/// Says why it is the file that is shown.
fn tell(faults: &Diagnostics, source: &Source) {
    let (name, word) = (safe(&source.name), shell_word(&source.name));
    let _ = writeln!(
        anstream::stderr(),
        "{name} is shown as it stands, since it has {}; enochian journal check {word} lists them.",
        count(faults.len(), "fault")
    );
}

/// The lines of a person's own, each with its number.
fn own_lines(source: &Source, correspondences: &Correspondences) -> Vec<(usize, String)> {
    let own = journal::check(source, correspondences).own.into_iter();
    own.map(|(number, line)| (number, safe(&line).into_owned())).collect()
}
