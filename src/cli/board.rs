//! `enochian board`.

use std::fmt::Write;
use std::process::ExitCode;

use anstyle::Style;
use anyhow::bail;
use serde::Serialize;

use crate::chess::{self, Angle, Army};
use crate::correspondences::{Correspondences, Naming, Quality, SignOrElement};
use crate::render::{BoardBackground, BoardMap, Painting, TextPage, element_style, list, table_within};

use super::lookup::{self, army_name, print_page};
use super::output::PictureArguments;
use super::print_json;
use super::settings::Settings;
use super::square::{SquareEntry, SquareRequest};
use super::terminal::page_width;

/// Show a board: what stands on each of its squares.
///
/// First the board as it lies on the table, with the sign or element of each square, its name on Zalewski's sheets and
/// the number of its house; then, angle by angle, each with its own sign or element, ruler, trump, letter and geomantic
/// figure.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  enochian board air\n  enochian board water --angle fire\n  enochian board earth --json\n  enochian board air --svg air.svg --png air.png"
)]
pub(super) struct BoardArgs {
    /// Which board: Air, Water, Fire or Earth.
    board: String,
    /// Only this angle: Air, Water, Fire or Earth.
    #[arg(long)]
    angle: Option<String>,
    #[command(flatten)]
    picture: PictureArguments,
    /// In a picture, leave the symbols out: the colours alone.
    #[arg(long, requires = "pictures")]
    plain: bool,
    /// Print JSON, for programs: the board, and its squares as `enochian square --json` gives them.
    #[arg(long, conflicts_with = "pictures")]
    json: bool,
}

#[derive(Serialize)]
struct BoardEntry {
    board: String,
    squares: Vec<SquareEntry>,
}

impl BoardArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> anyhow::Result<ExitCode> {
        let board = lookup::board(&self.board)?;
        let angle = self.angle.as_deref().map(lookup::angle).transpose()?;
        let naming = settings.naming(correspondences)?;
        let map = BoardMap { correspondences, board, angle };
        if self.picture.wanted() {
            if angle.is_some() {
                bail!("a picture shows the whole board; leave out --angle");
            }
            let ground = BoardBackground::Painted { board, symbols: !self.plain };
            let heading = format!("The {board} board");
            let painting = Painting {
                heading: Some(&heading),
                naming,
                palette: settings.palette(),
                ..Painting::of(ground, correspondences)
            };
            self.picture.put(&painting.picture())?;
        } else if self.json {
            let squares = map
                .rows()
                .flatten()
                .map(|square| SquareEntry::new(correspondences, board, square, &SquareRequest::default()));
            print_json(&BoardEntry { board: board.to_string(), squares: squares.collect() })?;
        } else {
            print_page(&page(&map, naming))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn page(map: &BoardMap<'_>, naming: &Naming) -> String {
    let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
    let style = element_style(map.board).bold();
    let mut text = format!("  {style}The {} board{style:#} {dim}of {}{dim:#}\n\n", map.board, naming.game);
    text.push_str(&map.coloured());
    let thrones = Army::ALL.into_iter().filter(|army| map.angle.is_none_or(|angle| army.angle() == angle));
    let thrones = thrones.map(|army| {
        let style = element_style(army);
        format!("{style}{}{style:#} on {}", army_name(naming, army), army.throne())
    });
    let thrones: Vec<String> = thrones.collect();
    let mut key = TextPage::new(page_width());
    key.gap();
    key.paragraph(&format!("{dim}On each square: its sign or element; its name on the sheets, and its house.{dim:#}"));
    key.paragraph(&format!("{dim}Thrones:{dim:#} {}.", list(&thrones)));
    text.push_str(&key.finish());
    for angle in Angle::ALL.into_iter().filter(|angle| map.angle.is_none_or(|only| *angle == only)) {
        let force = angle_force(map.board, angle);
        let _ = write!(text, "\n  {bold}The {angle} angle{bold:#} {dim}· {force}{dim:#}\n\n{}", squares(map, angle));
    }
    text
}

/// What an angle is on its board, by the same table that gives the squares: the board's element as the column, the
/// angle's as the letter of the rank.
fn angle_force(board: chess::Board, angle: Angle) -> SignOrElement {
    let quality = Quality::ALL.into_iter().find(|quality| quality.element() == angle.element());
    SignOrElement::of(board.element(), quality.unwrap_or(Quality::Elemental))
}

/// The sixteen squares of an angle, as one sees them from its upper left.
fn squares(map: &BoardMap<'_>, angle: Angle) -> String {
    let angle = BoardMap { angle: Some(angle), ..*map };
    let row = |square| {
        let entry = SquareEntry::new(map.correspondences, map.board, square, &SquareRequest::default());
        let style = element_style(map.correspondences.square(map.board, square).force.element());
        let house = entry.house.map_or_else(|| "–".to_owned(), |house| house.to_string());
        let letter = format!("{} {}", entry.letter, entry.glyph);
        let rulers = entry.rulers.join(", ");
        (style, vec![entry.square, entry.sheet, entry.force, house, rulers, entry.trump, letter, entry.figure.name])
    };
    let rows: Vec<_> = angle.rows().flatten().map(row).collect();
    let header = ["Square", "Sheet", "Sign", "House", "Ruler", "Trump", "Letter", "Figure"];
    table_within(page_width(), &header, &rows)
}
