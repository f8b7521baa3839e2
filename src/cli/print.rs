//! `enochian print`.

use clap::builder::{PathBufValueParser, TypedValueParser};

use crate::cli::prelude::*;
use crate::export::ExportError;
use crate::render::{Paper, PrintedPart, PrintedSet};

use super::output::OverwriteArgs;

/// Write a set to play with as a page to print: boards, pieces and sheets
///
/// Open the page in a browser, and print it or save it as PDF. Boards and pieces have
/// their true size at 100 %, without fitting to the page; a line of 50 mm on each sheet
/// of a board, and above the pieces, shows whether that was so.
/// A board that is larger than the paper is spread over several sheets, with marks
/// where to cut. Pieces are cut out, folded and glued.
///
/// The parts: air, water, fire, earth (the boards), arrays, pieces, dice, record,
/// rules, procedure, correspondences.
///
/// Examples:
///   enochian print
///   enochian print water pieces --squares 25
///   enochian print air --paper A3 --squares 30 --out air.html
///   enochian print record rules procedure --paper Letter
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct PrintArgs {
    /// The parts to print [default: all]
    #[arg(value_name = "PART")]
    parts: Vec<PrintedPart>,
    /// The paper: A4, A3 or Letter
    #[arg(long, value_name = "PAPER", default_value = "A4")]
    paper: Paper,
    /// The width of a square of the boards in millimetres, 15 to 60; 30+ makes the thrones twice as wide, as in "Gnostic Chess"
    #[arg(long, value_name = "MM", default_value = "30", value_parser = SquareWidth::read)]
    squares: SquareWidth,
    /// The file to write
    #[arg(long, value_name = "FILE.html", default_value = "enochian-set.html", value_parser = PathBufValueParser::new().try_map(page_file))]
    out: PathBuf,
    #[command(flatten)]
    force: OverwriteArgs,
}

/// The width of a square in millimetres, and whether the thrones are twice as wide.
#[derive(Clone, Copy, Debug)]
struct SquareWidth {
    width: f64,
    large_thrones: bool,
}

impl SquareWidth {
    fn read(text: &str) -> Result<SquareWidth, &'static str> {
        let number = text.strip_suffix('+').unwrap_or(text).trim_end_matches("mm").trim().parse();
        let width = number.map_err(|_| "expected millimetres, such as 30, or 30+")?;
        Ok(SquareWidth { width, large_thrones: text.ends_with('+') })
    }
}

/// A file with the extension of a page.
fn page_file(path: PathBuf) -> CommandResult<PathBuf> {
    match path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html")) || path == Path::new("-") {
        true => Ok(path),
        false => fail!(
            "a set to print is a page; name it {}, and print it or save it as PDF in a browser",
            safe_path(&path.with_extension("html"))
        ),
    }
}

impl PrintArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let SquareWidth { width, large_thrones } = self.squares;
        let set = PrintedSet::new(cx.correspondences, self.paper, width);
        let set = set.map_err(|error| problem!("{error}").of_usage())?;
        let set = PrintedSet { naming: cx.naming()?, palette: cx.settings.palette(), large_thrones, ..set };
        let parts = if self.parts.is_empty() { PrintedPart::ALL.to_vec() } else { self.parts };
        let page = set.html(&parts).map_err(ExportError::from)?;
        self.force.put(&self.out, page.as_bytes())
    }
}
