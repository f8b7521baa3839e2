//! The pages of boards and arrays.

use std::fmt::Write;

use anstyle::Style;

use crate::chess::{Angle, Army, Board};
use crate::correspondences::{Naming, Quality, SignOrElement};
use crate::render::{BoardMap, TextPage, list, table_within};

use super::{ArrayLookup, BoardLookup, Screen, SquareLookup, SquareRequest};

/// What the map shows.
pub(super) const KEY: &str = "Each square: its sign or element, its name on the sheets and its house.";

/// The four boards, one on each line.
#[must_use]
pub fn boards_page(screen: &Screen, entries: &[BoardLookup]) -> String {
    let rows: Vec<_> = Board::ALL
        .into_iter()
        .zip(entries)
        .map(|(board, entry)| {
            // The four differ in the angle, which is their first word.
            let arrays = entry.arrays[0].split_once(" of ").map_or("", |(_, pair)| pair);
            let cells = [entry.board, &entry.world, &entry.colour, &entry.pace, entry.first, &format!("of {arrays}")];
            (screen.colours.style(board), cells.map(str::to_owned).to_vec())
        })
        .collect();
    let dim = Style::new().dimmed();
    let table = table_within(screen.width, &["Board", "World", "Colour", "Pace", "Moves first", "Arrays"], &rows);
    let black = if screen.colours.draws_black_white() { "  Black is drawn white on this screen.\n" } else { "" };
    format!("{table}\n{dim}{black}  More about one board: enochian board air{dim:#}\n")
}

/// A map of a board, and the squares of each angle.
#[must_use]
pub fn board_page(screen: &Screen, map: &BoardMap<'_>, naming: &Naming) -> String {
    let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
    let style = screen.colours.style(map.board).bold();
    let mut text = format!("  {style}The {} board{style:#} {dim}of {}{dim:#}\n\n", map.board, naming.game);
    text.push_str(&map.within(screen.width, screen.colours));
    let thrones = Army::ALL.into_iter().filter(|army| map.angle.is_none_or(|angle| army.angle() == angle));
    let thrones = thrones.map(|army| {
        let style = screen.colours.style(army);
        format!("{style}{}{style:#} on {}", naming.full_name(army), army.throne())
    });
    let thrones: Vec<String> = thrones.collect();
    let mut key = TextPage::new(screen.width);
    key.gap();
    key.paragraph(&format!("{dim}{KEY}{dim:#}"));
    key.paragraph(&format!("{dim}Thrones:{dim:#} {}.", list(&thrones)));
    if screen.colours.draws_black_white() {
        key.paragraph(&format!("{dim}Black is drawn white on this screen.{dim:#}"));
    }
    text.push_str(&key.finish());
    for angle in Angle::ALL.into_iter().filter(|angle| map.angle.is_none_or(|only| *angle == only)) {
        let force = angle_force(map.board, angle);
        let _ = write!(
            text,
            "\n  {bold}The {angle} angle{bold:#} {dim}· {force}{dim:#}\n\n{}",
            squares(screen, map, angle)
        );
    }
    text
}

/// What an angle is on its board, by the same table that gives the squares: the board's element as the column, the
/// angle's as the letter of the rank.
pub(super) fn angle_force(board: Board, angle: Angle) -> SignOrElement {
    let quality = Quality::ALL.into_iter().find(|quality| quality.element() == angle.element());
    SignOrElement::of(board.element(), quality.unwrap_or(Quality::Elemental))
}

/// The sixteen squares of an angle, from its upper left.
fn squares(screen: &Screen, map: &BoardMap<'_>, angle: Angle) -> String {
    let angle = BoardMap { angle: Some(angle), ..*map };
    let row = |square| {
        let entry = SquareLookup::of(map.board, square, &SquareRequest::default(), map.correspondences);
        let style = screen.colours.style(map.correspondences.square(map.board, square).force.element());
        let house = entry.house.map_or_else(|| "–".to_owned(), |house| house.to_string());
        let letter = format!("{} {}", entry.letter, entry.glyph);
        let rulers = entry.rulers.join(", ");
        (style, vec![entry.square, entry.sheet, entry.force, house, rulers, entry.trump, letter, entry.figure.name])
    };
    let rows: Vec<_> = angle.rows().flatten().map(row).collect();
    let header = ["Square", "Sheet", "Sign", "House", "Ruler", "Trump", "Letter", "Figure"];
    table_within(screen.width, &header, &rows)
}

/// The arrays, one on each line.
#[must_use]
pub fn arrays_page(screen: &Screen, arrays: &[ArrayLookup]) -> String {
    let row = |array: &ArrayLookup| {
        let officers = array.officers.iter().map(|officer| (*officer).to_owned());
        (Style::new(), [array.name.clone(), list(&array.boards)].into_iter().chain(officers).collect())
    };
    let rows: Vec<_> = arrays.iter().map(row).collect();
    table_within(screen.width, &["Array", "Boards", "1, king", "2", "3", "4"], &rows)
}
