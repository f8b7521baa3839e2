//! `enochian journal export`.

use std::collections::BTreeMap;

use clap::ValueEnum;

use crate::cli::prelude::*;
use crate::export::{Exporter, Html, Json, Markdown, PngPicture, Sheet, SvgPicture, View};
use crate::journal;
use crate::record::Entry;

use super::super::number::whole;
use super::super::output::OverwriteArgs;

/// Export a journal as a page, sheet or picture, or for programs
///
/// Formats:
///   html       an interactive page for any browser, offline and in print
///   markdown   a page of text, the one that `enochian journal show` prints
///   sheet      sheet notation, in which games are published; `enochian import`
///              reads it back as the same record, without lines added by hand;
///              Enochian chess only
///   svg, png   a picture of the final position, of the position after a turn
///              (--turn), of the landings on each square (--view landings), or of
///              the road of the querent's king with its signs (--view road)
///   json       the record, for programs
///
/// `enochian journal export-all` exports journals as tables for spreadsheets, or as
/// one page.
///
/// Examples:
///   enochian journal export @ --out reading.html
///   enochian journal export brother --out turn-21.png --turn 21
///   enochian journal export @ --view landings --out landings.svg
///   enochian journal export @ --format sheet
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ExportArgs {
    /// The journal: a path, part of its name, or @ for the latest
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,
    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE", required_unless_present = "format")]
    out: Option<PathBuf>,
    /// The format [default: by the file's extension]
    #[arg(long, value_enum, ignore_case = true)]
    format: Option<Format>,
    /// The turn whose position a picture shows; 0 is the start
    #[arg(long, value_name = "TURN", value_parser = whole(0..=u32::MAX))]
    turn: Option<u32>,
    /// What a picture shows: landings, or the road of the king [default: the position]
    #[arg(long, value_name = "WHAT", value_enum, hide_possible_values = true, conflicts_with = "turn")]
    view: Option<PictureOf>,
    #[command(flatten)]
    force: OverwriteArgs,
}

/// What a picture can show besides a position.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum PictureOf {
    Landings,
    Road,
}

/// The formats. Each is also called by other extensions of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    #[value(alias = "htm")]
    Html,
    #[value(alias = "md")]
    Markdown,
    #[value(alias = "txt")]
    Sheet,
    Svg,
    Png,
    Json,
}

impl ExportArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let format = self.format()?;
        if (self.view.is_some() || self.turn.is_some()) && ![Format::Svg, Format::Png].contains(&format) {
            misuse!("--turn and --view are for pictures; leave them out, or choose svg or png");
        }
        let path = journal_names::find(cx, &self.journal)?;
        let record = journal::read(&path, cx.correspondences)?;
        let exporter =
            self.exporter(format, cx, || journal::link_targets(&record, &path, || journal_names::list(cx)))?;
        let bytes = exporter.export(&record, cx.correspondences)?;
        let (bytes, missing) = match format {
            Format::Html => journal::with_pictures(bytes, &path, &record),
            _ => (bytes, Vec::new()),
        };
        for error in missing {
            notice(format!("warning: {error}"));
        }
        if format == Format::Sheet && record.entries().iter().any(|entry| matches!(entry, Entry::Afterword(_))) {
            notice("A sheet has the play alone: tags, pictures, outcomes and notes added later stay in the journal.");
        }
        self.force.put(self.out.as_deref().unwrap_or(Path::new("-")), &bytes)
    }

    fn exporter(
        &self,
        format: Format,
        cx: &Cx,
        links: impl FnOnce() -> CommandResult<BTreeMap<String, String>>,
    ) -> CommandResult<Box<dyn Exporter>> {
        let palette = cx.settings.palette();
        let view = match self.view {
            Some(PictureOf::Landings) => View::Landings,
            Some(PictureOf::Road) => View::Road,
            None => View::Position(self.turn),
        };
        Ok(match format {
            Format::Html => Box::new(Html::of(palette).with_links(links()?)),
            Format::Markdown => Box::new(Markdown { links: links()? }),
            Format::Sheet => Box::new(Sheet),
            Format::Svg => Box::new(SvgPicture::of(view, palette)),
            Format::Png => Box::new(PngPicture(SvgPicture::of(view, palette))),
            Format::Json => Box::new(Json),
        })
    }

    /// The format that was named, or that of the file's extension.
    fn format(&self) -> CommandResult<Format> {
        // Without a file the format is required.
        let out = self.out.as_deref().unwrap_or(Path::new(""));
        let ending = out.extension().unwrap_or_default().to_string_lossy();
        let of_file = || Format::from_str(&ending, true);
        self.format.map_or_else(of_file, Ok).map_err(|_| {
            let names: Vec<String> = Format::value_variants().iter().filter_map(name).collect();
            problem!("{} has no known extension; name the format with --format: {}", safe_path(out), names.join(", "))
                .of_usage()
        })
    }
}

fn name(format: &Format) -> Option<String> {
    Some(format.to_possible_value()?.get_name().to_owned())
}
