//! `enochian journal export`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{anyhow, bail};

use crate::cli::journal_names;
use crate::cli::lookup::suggestion;
use crate::cli::number::whole;
use crate::cli::output::OverwriteArgs;
use crate::cli::settings::Settings;
use crate::correspondences::Correspondences;
use crate::export::{Csv, Exporter, Html, Json, Markdown, PngPicture, SvgPicture, View};
use crate::input::{quoted, safe_path};
use crate::journal;

/// Make a file of a journal for others: a page, a table, a picture.
///
/// The formats:
///   html       a page on which the reading can be stepped through, in any
///              browser and without a network; it prints well too
///   markdown   a page of text, for publishing
///   svg, png   a picture of the position, at its end or after a turn (--ply);
///              or of how often each square was landed on (--heat)
///   csv        a table of the landings, for spreadsheets
///   json       the record, for programs
///
/// Examples:
///   enochian journal export @ --out reading.html
///   enochian journal export journals/2026-11-21-shall-i-go.md --out turn-21.png --ply 21
///   enochian journal export @ --heat --out landings.svg
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ExportArgs {
    /// The journal: its file, part of its name, or @ for the latest.
    #[arg(value_name = "JOURNAL")]
    name: PathBuf,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The format: html, markdown, svg, png, csv or json. Left out, the file's ending tells it.
    #[arg(long)]
    format: Option<String>,
    /// In a picture, the position after this turn; 0 is the beginning.
    #[arg(long, value_name = "TURN", value_parser = whole(0..=u32::MAX))]
    ply: Option<u32>,
    /// In a picture, how often each square was landed on.
    #[arg(long, conflicts_with = "ply")]
    heat: bool,
    #[command(flatten)]
    force: OverwriteArgs,
}

/// The formats with the endings that tell them.
const FORMATS: [(&str, &[&str]); 6] = [
    ("html", &["html", "htm"]),
    ("markdown", &["md", "markdown"]),
    ("svg", &["svg"]),
    ("png", &["png"]),
    ("csv", &["csv"]),
    ("json", &["json"]),
];

impl ExportArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> anyhow::Result<ExitCode> {
        let exporter = self.exporter(settings)?;
        let record = journal::read(&journal_names::find(settings, correspondences, &self.name)?, correspondences)?;
        self.force.put(&self.out, &exporter.export(&record, correspondences)?)?;
        Ok(ExitCode::SUCCESS)
    }

    fn exporter(&self, settings: &Settings) -> anyhow::Result<Box<dyn Exporter>> {
        let format = self.format()?;
        let palette = settings.palette();
        let view = if self.heat { View::Landings } else { View::Position(self.ply) };
        if (self.heat || self.ply.is_some()) && !["svg", "png"].contains(&format) {
            bail!("--ply and --heat are for pictures, and {format} is none; leave them out, or choose svg or png");
        }
        Ok(match format {
            "html" => Box::new(Html(palette)),
            "markdown" => Box::new(Markdown),
            "svg" => Box::new(SvgPicture(view, palette)),
            "png" => Box::new(PngPicture(view, palette)),
            "csv" => Box::new(Csv),
            _ => Box::new(Json),
        })
    }

    /// The format that was named, or that of the file's ending.
    fn format(&self) -> anyhow::Result<&'static str> {
        let names = FORMATS.map(|(name, _)| name);
        match &self.format {
            Some(named) => {
                let meant = |name: &&&str| name.eq_ignore_ascii_case(named.trim());
                names.iter().find(meant).copied().ok_or_else(|| {
                    let meant = suggestion(named, names);
                    anyhow!("there is no format {}; expected one of {}{meant}", quoted(named), names.join(", "))
                })
            }
            None => {
                let ending = self.out.extension().map(|ending| ending.to_string_lossy().to_lowercase());
                let known = |(_, endings): &&(&str, &[&str])| ending.as_deref().is_some_and(|e| endings.contains(&e));
                FORMATS.iter().find(known).map(|(name, _)| *name).ok_or_else(|| {
                    let names = names.join(", ");
                    anyhow!("{} does not end as a format does; say which with --format: {names}", safe_path(&self.out))
                })
            }
        }
    }
}
