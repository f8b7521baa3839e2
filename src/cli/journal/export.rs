//! `enochian journal export`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::cli::journal_names;
use crate::cli::lookup::suggestion;
use crate::cli::number::whole;
use crate::cli::output::OverwriteArgs;
use crate::cli::settings::Settings;
use crate::cli::stdout;
use crate::correspondences::Correspondences;
use crate::export::{Csv, Exporter, Html, Json, Markdown, PngPicture, Sheet, SvgPicture, View};
use crate::input::{quoted, safe_path};
use crate::journal;

use super::super::command_error::CommandResult;

/// Export a journal as a page, sheet, table or picture
///
/// Formats:
///   html       an interactive page for any browser, offline and in print
///   markdown   a page of text
///   sheet      sheet notation, in which games are published; `enochian import`
///              reads it back as the same record, without lines added by hand;
///              Enochian chess only
///   svg, png   a picture of the final position, of the position after a turn
///              (--turn), or of the landings on each square (--heat)
///   csv        a table of the landings, for spreadsheets; of one of the other
///              games, a row for each act
///   json       the record, for programs
///
/// Examples:
///   enochian journal export @ --out reading.html
///   enochian journal export brother --out turn-21.png --turn 21
///   enochian journal export @ --heat --out landings.svg
///   enochian journal export @ --format sheet
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ExportArgs {
    /// The journal: a path, part of its name, or @ for the latest
    #[arg(value_name = "JOURNAL")]
    name: PathBuf,
    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE", required_unless_present = "format")]
    out: Option<PathBuf>,
    /// The format: html, markdown, sheet, svg, png, csv or json [default: by the file's extension]
    #[arg(long)]
    format: Option<String>,
    /// The turn whose position a picture shows; 0 is the start
    #[arg(long, alias = "ply", value_name = "TURN", value_parser = whole(0..=u32::MAX))]
    turn: Option<u32>,
    /// Draw the number of landings on each square
    #[arg(long, conflicts_with = "turn")]
    heat: bool,
    #[command(flatten)]
    force: OverwriteArgs,
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
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> CommandResult<ExitCode> {
        let exporter = self.exporter(settings)?;
        let path = journal_names::find(settings, correspondences, &self.name)?;
        let record = journal::read(&path, correspondences)?;
        let bytes = exporter.export(&record, correspondences)?;
        let (bytes, missing) = match self.format()? {
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

    fn exporter(&self, settings: &Settings) -> CommandResult<Box<dyn Exporter>> {
        let format = self.format()?;
        let palette = settings.palette();
        let view = if self.heat { View::Landings } else { View::Position(self.turn) };
        if (self.heat || self.turn.is_some()) && !["svg", "png"].contains(&format) {
            fail!("--turn and --heat cannot be used with {format}; leave them out, or choose svg or png");
        }
        Ok(match format {
            "html" => Box::new(Html(palette)),
            "markdown" => Box::new(Markdown),
            "sheet" => Box::new(Sheet),
            "svg" => Box::new(SvgPicture(view, palette)),
            "png" => Box::new(PngPicture(view, palette)),
            "csv" => Box::new(Csv),
            _ => Box::new(Json),
        })
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
                })
            }
        }
    }
}
