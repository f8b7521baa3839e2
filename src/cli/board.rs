//! `enochian board`.

use std::fmt::Write;
use std::process::ExitCode;

use anstyle::Style;
use serde::Serialize;

use crate::chess::{self, Angle, Army, Array};
use crate::correspondences::{Correspondences, Naming, Quality, SignOrElement};
use crate::interpretation::{SquareLookup, SquareRequest};
use crate::render::{BoardBackground, BoardMap, Painting, TextPage, list, table_within};

use super::command_error::CommandResult;
use super::lookup::{self, army_name, print_page};
use super::output::PictureArguments;
use super::print_json;
use super::settings::Settings;
use super::terminal::page_width;
use super::{arrays, colours};

/// Show a board and the correspondences of its squares
///
/// First a map of the board, with the sign or element of each square, its name on Zalewski's sheets and its house; then a
/// table for each angle, with the sign or element, ruler, trump, letter and geomantic figure of each square. Without a
/// board, an overview of the four boards.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  enochian board air\n  enochian board water --angle fire\n  enochian board earth --json\n  enochian board --arrays\n  enochian board air --svg air.svg --png air.png"
)]
pub(super) struct BoardArgs {
    /// The board: Air, Water, Fire or Earth [default: an overview of all four]
    board: Option<String>,
    /// A single angle: Air, Water, Fire or Earth
    #[arg(long, requires = "board")]
    angle: Option<String>,
    /// List the eight arrays instead: the starting positions, by their places 1 to 4 of the home edge, counted from the throne
    #[arg(long, conflicts_with_all = ["board", "pictures"])]
    arrays: bool,
    #[command(flatten)]
    picture: PictureArguments,
    /// Leave the symbols out of the picture
    #[arg(long, requires = "pictures")]
    plain: bool,
    /// Print JSON: the board, with its squares as in `enochian square --json`
    #[arg(long, conflicts_with = "pictures")]
    json: bool,
}

#[derive(Serialize)]
struct BoardEntry {
    board: String,
    squares: Vec<SquareLookup>,
}

/// A board in brief.
#[derive(Serialize)]
struct OverviewEntry {
    board: &'static str,
    world: String,
    colour: String,
    pace: String,
    /// The army that moves first in a game.
    first: &'static str,
    arrays: [String; 4],
}

impl OverviewEntry {
    fn new(board: chess::Board, correspondences: &Correspondences) -> OverviewEntry {
        let element = correspondences.element(board.element());
        OverviewEntry {
            board: board.name(),
            world: element.world.clone(),
            colour: element.colour.to_string(),
            pace: element.pace.clone(),
            first: board.first().name(),
            arrays: Angle::ALL.map(|angle| Array::of(angle, board).to_string()),
        }
    }
}

impl BoardArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> CommandResult<ExitCode> {
        if self.arrays {
            arrays::print(self.json)?;
            return Ok(ExitCode::SUCCESS);
        }
        let Some(board) = self.board.as_deref().map(lookup::board).transpose()? else {
            if self.picture.wanted() {
                fail!("a picture shows one board; name Air, Water, Fire or Earth");
            }
            let entries = chess::Board::ALL.map(|board| OverviewEntry::new(board, correspondences));
            if self.json {
                print_json(&entries)?;
            } else {
                print_page(&overview(&entries))?;
            }
            return Ok(ExitCode::SUCCESS);
        };
        let angle = self.angle.as_deref().map(lookup::angle).transpose()?;
        let naming = settings.naming(correspondences)?;
        let map = BoardMap { correspondences, board, angle };
        if self.picture.wanted() {
            if angle.is_some() {
                fail!("a picture shows the whole board; leave out --angle");
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
                .map(|square| SquareLookup::of(board, square, &SquareRequest::default(), correspondences));
            print_json(&BoardEntry { board: board.to_string(), squares: squares.collect() })?;
        } else {
            print_page(&page(&map, naming))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What the map shows.
pub(super) const KEY: &str = "Each square: its sign or element, its name on the sheets and its house.";

/// The four boards, one on each line.
fn overview(entries: &[OverviewEntry]) -> String {
    let rows: Vec<_> = chess::Board::ALL
        .into_iter()
        .zip(entries)
        .map(|(board, entry)| {
            // The four differ in the angle, which is their first word.
            let arrays = entry.arrays[0].split_once(" of ").map_or("", |(_, pair)| pair);
            let cells = [entry.board, &entry.world, &entry.colour, &entry.pace, entry.first, &format!("of {arrays}")];
            (colours::screen().style(board), cells.map(str::to_owned).to_vec())
        })
        .collect();
    let dim = Style::new().dimmed();
    let table = table_within(page_width(), &["Board", "World", "Colour", "Pace", "Moves first", "Arrays"], &rows);
    format!("{table}\n  {dim}More about one board: enochian board air{dim:#}\n")
}

fn page(map: &BoardMap<'_>, naming: &Naming) -> String {
    let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
    let style = colours::screen().style(map.board).bold();
    let mut text = format!("  {style}The {} board{style:#} {dim}of {}{dim:#}\n\n", map.board, naming.game);
    text.push_str(&map.coloured(colours::screen()));
    let thrones = Army::ALL.into_iter().filter(|army| map.angle.is_none_or(|angle| army.angle() == angle));
    let thrones = thrones.map(|army| {
        let style = colours::screen().style(army);
        format!("{style}{}{style:#} on {}", army_name(naming, army), army.throne())
    });
    let thrones: Vec<String> = thrones.collect();
    let mut key = TextPage::new(page_width());
    key.gap();
    key.paragraph(&format!("{dim}{KEY}{dim:#}"));
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

/// The sixteen squares of an angle, from its upper left.
fn squares(map: &BoardMap<'_>, angle: Angle) -> String {
    let angle = BoardMap { angle: Some(angle), ..*map };
    let row = |square| {
        let entry = SquareLookup::of(map.board, square, &SquareRequest::default(), map.correspondences);
        let style = colours::screen().style(map.correspondences.square(map.board, square).force.element());
        let house = entry.house.map_or_else(|| "–".to_owned(), |house| house.to_string());
        let letter = format!("{} {}", entry.letter, entry.glyph);
        let rulers = entry.rulers.join(", ");
        (style, vec![entry.square, entry.sheet, entry.force, house, rulers, entry.trump, letter, entry.figure.name])
    };
    let rows: Vec<_> = angle.rows().flatten().map(row).collect();
    let header = ["Square", "Sheet", "Sign", "House", "Ruler", "Trump", "Letter", "Figure"];
    table_within(page_width(), &header, &rows)
}
