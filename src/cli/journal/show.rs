//! `enochian journal show`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::correspondences::Correspondences;
use crate::export::Text;
use crate::input::{Diagnostics, Source, safe, safe_prose, shell_word, unmarked};
use crate::journal;
use crate::record::RecordLens;
use crate::render::count;

use super::super::colours;
use super::super::command_error::CommandResult;
use super::super::error_report::print_errors;
use super::super::journal_names;
use super::super::lookup::print_page;
use super::super::settings::Settings;
use super::super::terminal::page_width;
use super::acts_page::acts_page;

/// Show a journal as a page: the question, the answer and the turns
///
/// A journal with errors is shown as its file is, like --raw.
///
/// Examples:
///   enochian journal show
///   enochian journal show brother --raw
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ShowArgs {
    /// The journal: a path, part of its name, or @ for the latest
    #[arg(value_name = "JOURNAL", default_value = "@")]
    journal: PathBuf,
    /// Show the text of the file
    #[arg(long)]
    raw: bool,
}

/// The width beyond which lines are hard to read.
const WIDEST: usize = 100;

impl ShowArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> CommandResult<ExitCode> {
        let path = journal_names::find(settings, correspondences, &self.journal)?;
        let text = match Source::read(&path, journal::LIMIT) {
            Ok(source) if self.raw => raw(&source),
            Ok(source) => page(&source, correspondences) + &named_elsewhere(&path, settings, correspondences),
            Err(errors) => not_utf8(errors)?,
        };
        print_page(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn raw(source: &Source) -> String {
    safe_prose(unmarked(&source.text)).into_owned()
}

/// A file that is not UTF-8 as its text, after the line where it is not; an error if it has no text.
fn not_utf8(errors: Diagnostics) -> Result<String, Diagnostics> {
    let text = errors.files().iter().map(|file| raw(&file.source)).collect::<String>();
    if text.is_empty() {
        return Err(errors);
    }
    print_errors(&errors);
    Ok(text)
}

/// The journal as a page or, if it has errors, as its file.
fn page(source: &Source, correspondences: &Correspondences) -> String {
    let record = match journal::read_text(source, correspondences) {
        Ok(record) => record,
        Err(errors) => {
            warn_of_errors(&errors, source);
            return raw(source);
        }
    };
    let width = page_width().min(WIDEST);
    let own = own_lines(source, correspondences);
    match record.lens() {
        RecordLens::Enochian(record) => {
            Text { width, colours: colours::screen() }.lay_out(record, correspondences, &own)
        }
        RecordLens::Other(record) => acts_page(record, &own, width),
    }
}

/// The lines of other journals of the folder that name this one: `[[brother#29]]`.
fn named_elsewhere(path: &Path, settings: &Settings, correspondences: &Correspondences) -> String {
    let Ok(entries) = journal_names::list(settings, correspondences) else { return String::new() };
    let (entries, _) = journal::set_copies_aside(entries);
    let Some(entry) = entries.iter().find(|entry| entry.path == path) else { return String::new() };
    let mut page = String::new();
    for (other, line, turn) in journal::named_in(entry, &entries) {
        let about = turn.map_or(String::new(), |turn| format!("Turn {turn}: "));
        let at = line.turn.map_or(String::new(), |turn| format!("#{turn}"));
        page.push_str(&format!("  {about}{} [[{}{at}]]\n", safe(&line.text), safe(&other.name())));
    }
    if page.is_empty() { page } else { format!("\nNamed elsewhere\n{page}") }
}

/// Explains why the file is shown.
fn warn_of_errors(errors: &Diagnostics, source: &Source) {
    let (name, word) = (safe(&source.name), shell_word(&source.name));
    let mut why = format!("it has {}", count(errors.len(), "error"));
    if let [file] = errors.files()
        && let [error] = &*file.errors
    {
        why = format!("{why}: {error}");
    }
    let _ = writeln!(
        anstream::stderr(),
        "warning: {name} is shown as its file is: {why}\n  = help: list them with: enochian journal check {word}"
    );
}

/// The lines that people added, with their numbers.
fn own_lines(source: &Source, correspondences: &Correspondences) -> Vec<(usize, String)> {
    let own = journal::check(source, correspondences).own.into_iter();
    own.map(|(number, line)| (number, safe(&line).into_owned())).collect()
}
