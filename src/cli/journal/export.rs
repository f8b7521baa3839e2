//! `enochian journal export`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::cli::error_report::print_errors;
use crate::cli::journal_names;
use crate::cli::lookup::suggestion;
use crate::cli::number::whole;
use crate::cli::output::OverwriteArgs;
use crate::cli::settings::Settings;
use crate::cli::stdout;
use crate::export::{Book, Csv, Exporter, Html, JournalTable, Json, Markdown, PngPicture, Sheet, SvgPicture, View};
use crate::input::{Diagnostics, quoted, safe_path};
use crate::journal;
use crate::journal::{IndexEntry, OwnMeanings, Query};
use crate::render::count;
use crate::simulate::output::{OutputError, TableFormat, check_built};

use super::super::command_error::{CommandError, CommandResult};
use super::super::cx::Cx;
use super::selection::{journals_once, named_journals, tell_copies_left_out};

/// Export a journal as a page, sheet, table or picture, or many as tables
///
/// Formats:
///   html       an interactive page for any browser, offline and in print
///   markdown   a page of text
///   sheet      sheet notation, in which games are published; `enochian import`
///              reads it back as the same record, without lines added by hand;
///              Enochian chess only
///   svg, png   a picture of the final position, of the position after a turn
///              (--turn), of the landings on each square (--view landings), or of
///              the road of the querent's king with its signs (--view road)
///   csv        a table of the landings, for spreadsheets; of one of the other
///              games, a row for each act
///   json       the record, for programs
///
/// With --tables, all journals, those of a search as in `enochian journal list`, or
/// those named in full are written as three tables, turns, landings and notes, with
/// the columns that `enochian simulate --level events` gives its turns (docs/DATA.md).
/// With --book, the same journals become one page to read and to print: contents, each
/// journal from a new page, what things mean to you, and an index.
///
/// Examples:
///   enochian journal export @ --out reading.html
///   enochian journal export brother --out turn-21.png --turn 21
///   enochian journal export @ --view landings --out landings.svg
///   enochian journal export @ --format sheet
///   enochian journal export --tables mine querent:anna since:2026
///   enochian journal export --book 2026.html since:2026
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ExportArgs {
    /// The journal: a path, part of its name, or @ for the latest; with --tables or --book several, or a search
    #[arg(value_name = "JOURNAL", required_unless_present_any = ["tables", "book"])]
    names: Vec<PathBuf>,
    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE", required_unless_present_any = ["format", "tables", "book"])]
    out: Option<PathBuf>,
    /// The format: html, markdown, sheet, svg, png, csv or json [default: by the file's extension]; of tables csv, parquet or
    /// arrow
    #[arg(long)]
    format: Option<String>,
    /// A new folder for tables of many journals
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["out", "turn", "view", "bare", "force"])]
    tables: Option<PathBuf>,
    /// A file for a book of many journals, in HTML
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "format", "turn", "view", "bare", "tables"])]
    book: Option<PathBuf>,
    /// The turn whose position a picture shows; 0 is the start
    #[arg(long, value_name = "TURN", value_parser = whole(0..=u32::MAX))]
    turn: Option<u32>,
    /// What a picture shows: landings, or the road of the king [default: the position]
    #[arg(long, value_name = "WHAT", value_enum, hide_possible_values = true, conflicts_with = "turn")]
    view: Option<PictureOf>,
    /// Leave out the question, turn and legend of a picture
    #[arg(long)]
    bare: bool,
    #[command(flatten)]
    force: OverwriteArgs,
}

/// So many readings are some 50 MB.
const MOST_IN_A_BOOK: usize = 200;

fn nothing_written(settings: &Settings) -> CommandError {
    problem!("no journal in {} matches and can be read; nothing was written", safe_path(settings.journals()))
}

/// What a picture can show besides a position.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum PictureOf {
    Landings,
    Road,
}

/// The formats with their extensions.
const FORMATS: [(&str, &[&str]); 7] = [
    ("html", &["html", "htm"]),
    ("markdown", &["md", "markdown"]),
    ("sheet", &["txt"]),
    ("svg", &["svg"]),
    ("png", &["png"]),
    ("csv", &["csv"]),
    ("json", &["json"]),
];

impl ExportArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<ExitCode> {
        if let Some(folder) = &self.tables {
            return self.tables(folder, cx);
        }
        if let Some(file) = &self.book {
            return self.book(file, cx);
        }
        let format = self.format()?;
        self.check_options(format)?;
        let [name] = self.names.as_slice() else {
            misuse!(
                "only one journal can be exported as a file; several become tables with --tables FOLDER, or a book with --book FILE"
            )
        };
        let path = journal_names::find(cx, name)?;
        let record = journal::read(&path, cx.correspondences)?;
        let links = if ["html", "markdown"].contains(&format) {
            journal::link_targets(&record, &path, || {
                journal::list(cx.settings.journals(), None, cx.correspondences, &|_, _| {})
            })?
        } else {
            BTreeMap::new()
        };
        let exporter = self.exporter(format, links, cx.settings);
        let bytes = exporter.export(&record, cx.correspondences)?;
        let (bytes, missing) = match format {
            "html" => journal::with_pictures(bytes, &path, &record),
            _ => (bytes, Vec::new()),
        };
        for error in missing {
            writeln!(io::stderr(), "warning: {error}")?;
        }
        match &self.out {
            Some(file) => self.force.put(file, &bytes)?,
            None => stdout::print(&bytes)?,
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Writes the tables. What cannot be read is reported, and the rest written.
    fn tables(&self, folder: &Path, cx: &Cx) -> CommandResult<ExitCode> {
        let format = self.format.as_deref().map_or(Ok(TableFormat::default()), str::parse);
        let format = format.map_err(OutputError::from)?;
        check_built(format)?;
        if folder == Path::new("-") {
            fail!("tables are three files, and cannot go to standard output; name a folder");
        }
        JournalTable::check_folder(folder)?;
        let journals = self.journals(cx)?;
        let others = journals.iter().filter(|it| it.metadata.as_ref().is_ok_and(|it| !it.is_enochian())).count();
        if others > 0 {
            let games = count(others, "game");
            writeln!(anstream::stderr(), "note: {games} other than Enochian chess: only the notes are in the tables")?;
        }
        let mut tables = JournalTable::all();
        let errors = JournalTable::fill(&mut tables, &journals, cx.correspondences);
        print_errors(&errors);
        let read = tables[0].journals() as usize;
        if read == 0 {
            return Err(nothing_written(cx.settings));
        }
        for path in JournalTable::write(folder, tables, format)? {
            writeln!(stdout::plain(), "Written: {}", safe_path(&path))?;
        }
        writeln!(stdout::plain(), "3 tables of {}", count(read, "journal"))?;
        Ok(if errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Writes the book. What cannot be read is reported, and the rest written.
    fn book(&self, file: &Path, cx: &Cx) -> CommandResult<ExitCode> {
        let ending = file.extension().map(|it| it.to_string_lossy().to_lowercase());
        if ending.as_deref().is_some_and(|it| !["html", "htm"].contains(&it)) {
            fail!(
                "a book is a page; name it {}, and print it to PDF in a browser",
                safe_path(&file.with_extension("html"))
            );
        }
        let journals = self.journals(cx)?;
        if journals.len() > MOST_IN_A_BOOK {
            fail!(
                "{} are too many for a page; at most {MOST_IN_A_BOOK}. Search for fewer, such as since:2026",
                count(journals.len(), "journal")
            );
        }
        let all = journal_names::list(cx)?;
        let (mut errors, mut book) =
            (Diagnostics::default(), Book::new(&all, cx.settings.palette(), cx.correspondences));
        let mut added = 0;
        for entry in &journals {
            let Some(record) = errors.collect(journal::read(&entry.path, cx.correspondences)) else { continue };
            for missing in book.add(entry, &record)? {
                writeln!(io::stderr(), "warning: {missing}")?;
            }
            added += 1;
        }
        print_errors(&errors);
        if added == 0 {
            return Err(nothing_written(cx.settings));
        }
        let naming = cx.naming()?;
        let own = OwnMeanings::read(cx.settings.journals(), cx.correspondences, naming);
        for fault in own.told_faults() {
            writeln!(io::stderr(), "warning: {fault}")?;
        }
        self.force.put(file, book.page(&own, naming)?.as_bytes())?;
        Ok(if errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// The journals that were named in full, or that match, the oldest first.
    fn journals(&self, cx: &Cx) -> CommandResult<Vec<IndexEntry>> {
        let is_named =
            !self.names.is_empty() && self.names.iter().all(|name| journal_names::is_whole(cx.settings, name));
        let (mut journals, copies) = if is_named {
            named_journals(&self.names, &Query::default(), cx)?
        } else {
            let words: Vec<String> = self.names.iter().map(|word| word.to_string_lossy().into_owned()).collect();
            let query = Query::of_arguments(&words, cx.correspondences, cx.naming()?)?;
            journals_once(&query, cx)?
        };
        tell_copies_left_out(&copies, cx.correspondences)?;
        journals.reverse();
        Ok(journals)
    }

    fn check_options(&self, format: &str) -> CommandResult<()> {
        if (self.view.is_some() || self.turn.is_some() || self.bare) && !["svg", "png"].contains(&format) {
            misuse!("--turn, --view and --bare cannot be used with {format}; leave them out, or choose svg or png");
        }
        Ok(())
    }

    fn exporter(&self, format: &str, links: BTreeMap<String, String>, settings: &Settings) -> Box<dyn Exporter> {
        let palette = settings.palette();
        let view = match self.view {
            Some(PictureOf::Landings) => View::Landings,
            Some(PictureOf::Road) => View::Road,
            None => View::Position(self.turn),
        };
        match format {
            "html" => Box::new(Html::of(palette).with_links(links)),
            "markdown" => Box::new(Markdown { links }),
            "sheet" => Box::new(Sheet),
            "svg" => Box::new(SvgPicture::of(view, palette).bare(self.bare)),
            "png" => Box::new(PngPicture::of(view, palette).bare(self.bare)),
            "csv" => Box::new(Csv),
            _ => Box::new(Json),
        }
    }

    /// The format that was named, or that of the file's extension.
    fn format(&self) -> CommandResult<&'static str> {
        let names = FORMATS.map(|(name, _)| name);
        match &self.format {
            Some(named) => {
                let meant = |name: &&&str| name.eq_ignore_ascii_case(named.trim());
                names.iter().find(meant).copied().ok_or_else(|| {
                    let meant = suggestion(named, names);
                    problem!("there is no format {}; expected one of {}{meant}", quoted(named), names.join(", "))
                })
            }
            None => {
                // Without a file the format is required.
                let out = self.out.as_deref().unwrap_or(Path::new(""));
                let ending = out.extension().map(|ending| ending.to_string_lossy().to_lowercase());
                let known = |(_, endings): &&(&str, &[&str])| ending.as_deref().is_some_and(|e| endings.contains(&e));
                FORMATS.iter().find(known).map(|(name, _)| *name).ok_or_else(|| {
                    let names = names.join(", ");
                    problem!("{} has no known extension; name the format with --format: {names}", safe_path(out))
                        .of_usage()
                })
            }
        }
    }
}
