//! `enochian journal export-all`.

use crate::cli::prelude::*;
use crate::export::{Book, JournalTable};
use crate::input::Diagnostics;
use crate::journal::{self, IndexEntry, OwnMeanings, Query};
use crate::render::count;
use crate::simulate::output::{TableFormat, check_built};

use super::super::error_report::print_errors;
use super::super::output::OverwriteArgs;
use super::selection::{selected, tell_copies_left_out};

/// Export many journals as tables, or as one page to read and to print
///
/// A folder gets three tables, turns, landings and notes, with the columns that
/// `enochian simulate --level events` gives its turns (docs/RESEARCH.md). A file that ends
/// in .html becomes a book: contents, each journal from a new page, what things mean to
/// you, and an index.
///
/// The journals are all, those of a search as in `enochian journal list`, or those
/// named in full. What cannot be read is reported and left out.
///
/// Examples:
///   enochian journal export-all mine querent:anna since:2026
///   enochian journal export-all 2026.html since:2026
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ExportAllArgs {
    /// A new folder for tables, or a file for a book (.html)
    #[arg(value_name = "FOLDER|FILE.html")]
    to: PathBuf,
    /// The journals: a search, or names in full [default: all]
    #[arg(value_name = "JOURNAL|WORD")]
    wanted: Vec<PathBuf>,
    /// The format of tables: parquet, csv or arrow
    #[arg(long)]
    format: Option<TableFormat>,
    #[command(flatten)]
    force: OverwriteArgs,
}

/// The most journals of a book: so many readings are some 50 MB.
const MOST: usize = 200;

impl ExportAllArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let ending = self.to.extension().map(|it| it.to_string_lossy().to_lowercase()).unwrap_or_default();
        if ending == "pdf" {
            let page = safe_path(&self.to.with_extension("html"));
            misuse!("a book is a page; name it {page}, and print it to PDF in a browser");
        }
        let is_book = ["html", "htm"].contains(&ending.as_str()) || self.to == Path::new("-");
        if is_book && self.format.is_some() {
            misuse!("--format is for tables, which are three files; name a folder for them");
        }
        let errors = if is_book { self.book(cx) } else { self.tables(cx) }?;
        reported(errors.is_empty())
    }

    /// Writes the tables, and returns the errors of what cannot be read.
    fn tables(&self, cx: &Cx) -> CommandResult<Diagnostics> {
        let format = self.format.unwrap_or_default();
        check_built(format)?;
        JournalTable::check_folder(&self.to)?;
        let journals = self.journals(cx)?;
        let others = journals.iter().filter(|it| it.metadata.as_ref().is_ok_and(|it| !it.is_enochian())).count();
        if others > 0 {
            let games = count(others, "game");
            notice(format!("note: {games} other than Enochian chess: only the notes are in the tables"));
        }
        let mut tables = JournalTable::all();
        let errors = JournalTable::fill(&mut tables, &journals, cx.correspondences);
        let read = tables[0].journals() as usize;
        report(&errors, read, cx)?;
        let written = JournalTable::write(&self.to, tables, format)?;
        let written: String = written.iter().map(|path| format!("Written: {}\n", safe_path(path))).collect();
        print_page(format!("{written}3 tables of {}\n", count(read, "journal")))?;
        Ok(errors)
    }

    /// Writes the book, and returns the errors of what cannot be read.
    fn book(&self, cx: &Cx) -> CommandResult<Diagnostics> {
        let journals = self.journals(cx)?;
        if journals.len() > MOST {
            let journals = count(journals.len(), "journal");
            fail!("{journals} are too many for a page; at most {MOST}. Search for fewer, such as since:2026");
        }
        let all = journal_names::list(cx)?;
        let mut book = Book::new(&all, cx.settings.palette(), cx.correspondences);
        let (mut errors, mut read) = (Diagnostics::default(), 0);
        for entry in &journals {
            let Some(record) = errors.collect(journal::read(&entry.path, cx.correspondences)) else { continue };
            for missing in book.add(entry, &record)? {
                notice(format!("warning: {missing}"));
            }
            read += 1;
        }
        report(&errors, read, cx)?;
        let naming = cx.naming()?;
        let own = OwnMeanings::read(cx.settings.journals(), cx.correspondences, naming);
        for fault in own.fault_messages() {
            notice(format!("warning: {fault}"));
        }
        self.force.put(&self.to, book.page(&own, naming)?.as_bytes())?;
        Ok(errors)
    }

    /// The journals that are named in full, or that words find, the oldest first.
    fn journals(&self, cx: &Cx) -> CommandResult<Vec<IndexEntry>> {
        let wanted = &self.wanted;
        let is_named = !wanted.is_empty() && wanted.iter().all(|name| journal_names::is_whole(cx.settings, name));
        let (names, words) = if is_named { (&wanted[..], &[][..]) } else { (&[][..], &wanted[..]) };
        let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let query = Query::of_arguments(&words, cx.correspondences, cx.naming()?)?;
        let (mut journals, copies) = selected(names, &query, cx)?;
        tell_copies_left_out(&copies, cx.correspondences);
        journals.reverse();
        Ok(journals)
    }
}

/// Reports the errors; if nothing was read, nothing is written.
fn report(errors: &Diagnostics, read: usize, cx: &Cx) -> CommandResult<()> {
    print_errors(errors);
    if read == 0 {
        fail!("no journal in {} matches and can be read; nothing was written", safe_path(cx.settings.journals()));
    }
    Ok(())
}
