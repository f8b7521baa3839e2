//! `enochian journal show`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::export::Text;
use crate::journal;
use crate::lore::Lore;
use crate::render::count;
use crate::text::{Faults, Source, safe, safe_prose, shell_word};

use super::super::lookup::print_page;
use super::super::named;
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
pub(super) struct Show {
    /// The journal: a path, part of its name, or @ for the latest.
    #[arg(value_name = "JOURNAL", default_value = "@")]
    journal: PathBuf,
    /// Show the file as it stands.
    #[arg(long)]
    raw: bool,
}

/// The columns beyond which a line is hard to follow.
const WIDEST: usize = 100;

impl Show {
    pub(super) fn run(self, lore: &Lore, settings: &Settings) -> anyhow::Result<ExitCode> {
        let path = named::find(settings, lore, &self.journal)?;
        let source = Source::read(&path, journal::LIMIT)?;
        let text = if self.raw { raw(&source) } else { page(&source, lore) };
        print_page(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn raw(source: &Source) -> String {
    safe_prose(&source.text).into_owned()
}

/// The journal as a page; where it does not read back, the file.
fn page(source: &Source, lore: &Lore) -> String {
    let record = match journal::read_text(source, lore) {
        Ok(record) => record,
        Err(faults) => {
            tell(&faults, source);
            return raw(source);
        }
    };
    let width = page_width().min(WIDEST);
    Text { width }.lay_out(&record, lore, &own_lines(source, lore))
}

/// Says why it is the file that is shown.
fn tell(faults: &Faults, source: &Source) {
    let (name, word) = (safe(&source.name), shell_word(&source.name));
    let _ = writeln!(
        anstream::stderr(),
        "{name} is shown as it stands, since it has {}; enochian journal check {word} lists them.",
        count(faults.len(), "fault")
    );
}

/// The lines of a person's own, each with its number. One that the program would now write in other words is not.
fn own_lines(source: &Source, lore: &Lore) -> Vec<(usize, String)> {
    let checked = journal::check(source, lore);
    let reworded: Vec<usize> =
        checked.faults.files().iter().flat_map(|file| &file.faults).map(|fault| fault.line).collect();
    let own = checked.own.into_iter().filter(|(line, _)| !reworded.contains(line));
    own.map(|(number, line)| (number, safe(&line).into_owned())).collect()
}
