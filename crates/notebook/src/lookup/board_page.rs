//! The pages of boards and arrays.

use anstyle::Style;

use crate::chess::{Angle, Army, Array, Board, Element, Officer};
use crate::correspondences::{Correspondences, Naming, Quality, SignOrElement};
use crate::render::{BoardMap, ScreenText, list};

use super::square_page::{SQUARE_COLUMNS, square_cells};
use super::{Page, PageTable, Screen};

const BLACK: &str = "Black is drawn white on this screen.";

/// The four boards, one on each line.
#[must_use]
pub fn boards_page(screen: &Screen, correspondences: &Correspondences) -> Page {
    let rows = Board::ALL.map(|board| {
        let known = correspondences.element(board.element());
        let cells = [
            board.name(),
            &known.world,
            &known.colour.to_string(),
            &known.pace,
            board.first().name(),
            &format!("of {}", pair_of(Array::of(Angle::Air, board))),
        ];
        (Some(board.element()), cells.map(str::to_owned).to_vec())
    });
    let black = screen.colours.draws_black_white().then(|| BLACK.to_owned());
    let notes = black.into_iter().chain(["More about one board: enochian board air".to_owned()]);
    Page::overview("The four boards", &["Board", "World", "Colour", "Pace", "Moves first", "Arrays"], rows, notes)
}

/// The pair of boards that the four arrays have in common, which differ in the angle, their first word.
pub(super) fn pair_of(array: Array) -> String {
    array.to_string().split_once(" of ").map_or(String::new(), |(_, pair)| pair.to_owned())
}

/// A map of a board, and the squares of each angle.
#[must_use]
pub fn board_page(screen: &Screen, map: &BoardMap<'_>, naming: &Naming) -> Page {
    let here = |angle: Angle| map.angle.is_none_or(|only| angle == only);
    let thrones = Army::ALL.into_iter().filter(|army| here(army.angle()));
    let thrones: Vec<String> = thrones.map(|army| format!("{} on {}", naming.full_name(army), army.throne())).collect();
    let tables = Angle::ALL.into_iter().filter(|angle| here(*angle)).map(|angle| {
        let title = format!("The {angle} angle · {}", angle_force(map.board, angle));
        let rows = BoardMap { angle: Some(angle), ..*map };
        let rows = rows.rows().flatten().map(|square| {
            let gloss = map.correspondences.gloss(map.board, square, None, None);
            let cells = [gloss.square.clone(), gloss.sheet.clone()].into_iter().chain(square_cells(&gloss));
            (gloss.element.parse::<Element>().ok(), cells.collect())
        });
        PageTable::new(title, &[&["Square", "Sheet"], SQUARE_COLUMNS].concat(), rows)
    });
    Page {
        tables: tables.collect(),
        picture: map_picture(screen, map),
        element: Some(map.board.element()),
        ..Page::new(format!("The {} board of {}", map.board, naming.game), "", [("Thrones", list(&thrones))])
    }
}

/// A map, and what it shows.
pub(super) fn map_picture(screen: &Screen, map: &BoardMap<'_>) -> ScreenText {
    let dim = Style::new().dimmed();
    let key = ["Each square: its sign or element, its name on the sheets and its house."];
    let black = screen.colours.draws_black_white().then_some(BLACK);
    let lines = key.into_iter().chain(black).map(|line| ScreenText::from("\n  ") + ScreenText::styled(dim, line));
    map.within(screen.width, screen.colours) + lines.collect::<ScreenText>()
}

/// What an angle is on its board, by the same table that gives the squares: the board's element as the column, the
/// angle's as the letter of the rank.
pub(super) fn angle_force(board: Board, angle: Angle) -> SignOrElement {
    let quality = Quality::ALL.into_iter().find(|quality| quality.element() == angle.element());
    SignOrElement::of(board.element(), quality.unwrap_or(Quality::Elemental))
}

/// The arrays, one on each line, with the officers on the places of the home edge, counted from the throne.
#[must_use]
pub fn arrays_page() -> Page {
    let rows = Array::all().map(|array| {
        let boards: Vec<&str> =
            Board::ALL.into_iter().filter(|board| array.belongs_to(*board)).map(Board::name).collect();
        let officers = array.officers().map(Officer::name).map(str::to_owned);
        (None, [array.to_string(), list(&boards)].into_iter().chain(officers).collect())
    });
    Page::overview("The eight arrays", &["Array", "Boards", "1, king", "2", "3", "4"], rows, [])
}
