//! `enochian journal show`.

use crate::cli::prelude::*;
use crate::export::Text;
use crate::input::{Diagnostics, Source, unmarked};
use crate::journal::{self, IndexEntry, Recurrence};
use crate::render::{count, list};

use super::super::colours;
use super::super::error_report::print_errors;
use super::super::terminal::page_width;

/// Show a journal as a page: the question, the answer and the turns
///
/// A journal with an error is shown up to there, and the error is named.
///
/// Examples:
///   enochian journal show
///   enochian journal show brother
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ShowArgs {
    /// The journal: a path, part of its name, or @ for the latest
    #[arg(value_name = "JOURNAL", default_value = "@")]
    journal: PathBuf,
}

/// The width beyond which lines are hard to read.
const WIDEST: usize = 100;

impl ShowArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let path = journal_names::find(cx, &self.journal)?;
        let text = match Source::read(&path, journal::LIMIT) {
            Ok(source) => {
                let others = Others::of(cx);
                page(&source, cx.correspondences) + others.naming(&path) + others.again_page(&path, cx.correspondences)
            }
            Err(errors) => not_utf8(errors)?,
        };
        print_page(text)
    }
}

fn raw(source: &Source) -> ScreenText {
    unmarked(&source.text).into()
}

/// A file that is not UTF-8 as its text, after the line where it is not; an error if it has no text.
fn not_utf8(errors: Diagnostics) -> Result<ScreenText, Diagnostics> {
    let text = errors.files().iter().map(|file| raw(&file.source)).collect::<ScreenText>();
    if text.is_empty() {
        return Err(errors);
    }
    print_errors(&errors);
    Ok(text)
}

/// The journal as a page; with errors up to the first of them, or, if not even its header can be read, as its file.
fn page(source: &Source, correspondences: &Correspondences) -> ScreenText {
    let (record, errors) = match journal::read_as_far(source, correspondences) {
        Ok(read) => read,
        Err(errors) => {
            warn_of_errors("as the text of its file", &errors, source);
            return raw(source);
        }
    };
    if !errors.is_empty() {
        warn_of_errors("up to its first error", &errors, source);
    }
    let width = page_width().min(WIDEST);
    let own = own_lines(source, correspondences);
    Text { width, colours: colours::screen() }.lay_out(&record, correspondences, &own)
}

/// The journals of the folder, among which one is shown; none if the folder cannot be read.
pub(super) struct Others(Vec<IndexEntry>);

impl Others {
    pub(super) fn of(cx: &Cx) -> Others {
        let entries = journal_names::list(cx).unwrap_or_default();
        Others(journal::set_copies_aside(entries).0)
    }

    fn entry(&self, path: &Path) -> Option<&IndexEntry> {
        self.0.iter().find(|entry| entry.path == path)
    }

    /// The lines of other journals that name this one: `[[brother#29]]`.
    fn naming(&self, path: &Path) -> String {
        let Some(entry) = self.entry(path) else { return String::new() };
        let mut page = String::new();
        for (other, line, turn) in journal::named_in(entry, &self.0) {
            let about = turn.map_or(String::new(), |turn| format!("Turn {turn}: "));
            let at = line.turn.map_or(String::new(), |turn| format!("#{turn}"));
            page.push_str(&format!("  {about}{} [[{}{at}]]\n", line.text, other.name()));
        }
        if page.is_empty() { page } else { format!("\nNamed elsewhere\n{page}") }
    }

    /// What came up in other readings too, in the order of the turns.
    pub(super) fn again(&self, path: &Path, correspondences: &Correspondences) -> Vec<Recurrence<'_>> {
        self.entry(path).map(|entry| journal::again(entry, &self.0, correspondences)).unwrap_or_default()
    }

    /// The same for people, at most five: those that came up in the fewest others.
    pub(super) fn again_page(&self, path: &Path, correspondences: &Correspondences) -> String {
        const SHOWN: usize = 5;
        let mut found = self.again(path, correspondences);
        found.sort_by_key(|it| it.others.len());
        let line = |it: &Recurrence<'_>| {
            let others = it.others.iter().map(|other| format!("[[{}#{}]]", other.entry.name(), other.turn));
            format!("  Turn {}: {it}; also in {}\n", it.turn, list(&others.collect::<Vec<_>>()))
        };
        let lines: String = found.iter().take(SHOWN).map(line).collect();
        if lines.is_empty() { lines } else { format!("\nCame up again\n{lines}") }
    }
}

/// Explains how a journal with errors is shown.
fn warn_of_errors(how: &str, errors: &Diagnostics, source: &Source) {
    let (name, word) = (&source.name, shell_word(&source.name));
    let mut why = format!("it has {}", count(errors.len(), "error"));
    if let [file] = errors.files()
        && let [error, ..] = &*file.errors
    {
        why = format!("{why}; line {}: {error}", error.line);
    }
    notice(format!("warning: {name} is shown {how}: {why}\n  = help: list them with: enochian journal check {word}"));
}

/// The lines that people added, with their numbers.
fn own_lines(source: &Source, correspondences: &Correspondences) -> Vec<(usize, String)> {
    journal::check(source, correspondences).own
}
