//! How to set up a board on a real table, and the pieces of each throw.

use anstyle::Style;

use crate::chess::{Angle, Army, Array, Direction, Position};
use crate::games::{DiagramCell, Ground};
use crate::reading::Question;
use crate::record::{EnochianRecord, Record};

use super::{ArmySetup, ScreenText, ThrowWords, capitalised, corner, facts, table_within};

/// The pieces of the throws 1 to 6.
#[must_use]
pub fn dice_text(question: &Question) -> String {
    let lines = ThrowWords::all(question).map(|it| format!("  {}  {}", it.throw, it.text));
    format!("Dice table {}:\n{}", question.dice.name, lines.join("\n"))
}

/// How to set up the board and pieces at the start.
#[must_use]
pub fn setup_text(record: &Record, width: usize) -> ScreenText {
    let (lines, more) = match record.enochian() {
        Some(record) => enochian(record, width),
        None => (other(record), ScreenText::default()),
    };
    let lines: ScreenText = lines.iter().map(|line| ScreenText::from("  ") + line + "\n").collect();
    (ScreenText::styled(Style::new().bold(), "Setting up the table") + "\n" + lines + more).trimmed()
}

/// The board of another game, its seats in the order of play, and where their pieces stand.
fn other(record: &Record) -> Vec<ScreenText> {
    let diagram = record.game().start().diagram();
    let cells: Vec<&DiagramCell> = diagram.panels.iter().flat_map(|panel| &panel.cells).collect();
    let corner = cells.iter().max_by_key(|cell| (cell.y, -cell.x)).map_or("a1", |cell| cell.name.as_str());
    let holes: Vec<&str> = cells.iter().filter(|it| it.ground == Ground::Void).map(|it| it.name.as_str()).collect();
    let mut board = format!("with {corner} at the lower left");
    if !holes.is_empty() {
        board.push_str(&format!("; leave out {}", holes.join(" ")));
    }
    for (one, other) in &diagram.barriers {
        board.push_str(&format!("; a barrier between {one} and {other}"));
    }
    let seats = record.game().seats();
    let setups = ArmySetup::in_diagram(&diagram, seats);
    // The squares of each kind of piece together.
    let armies = setups.iter().map(|setup| {
        let mut kinds: Vec<(&str, String)> = Vec::new();
        for piece in &setup.pieces {
            match kinds.iter_mut().find(|(kind, _)| *kind == piece.text) {
                Some((_, squares)) => squares.extend([" ", &piece.square]),
                None => kinds.push((&piece.text, piece.square.clone())),
            }
        }
        let kinds: Vec<String> = kinds.iter().map(|(kind, squares)| format!("{kind} {squares}")).collect();
        (setup.army.as_str(), kinds.join(" · "))
    });
    let turns: Vec<&str> = seats.iter().map(|seat| seat.name.as_str()).collect();
    facts(&[("Board", board)].into_iter().chain(armies).chain([("Turns", turns.join(", "))]).collect::<Vec<_>>())
}

/// The board of Enochian chess with the Ptah, the seats and turns; and where the pieces stand.
fn enochian(record: EnochianRecord<'_>, width: usize) -> (Vec<ScreenText>, ScreenText) {
    let heading = record.heading();
    let subject = record.subject();
    let start = subject.start();
    let corners = Angle::ALL.map(|angle| format!("{angle} {}", corner(angle)));
    let seats = Army::ALL.map(|army| format!("{army}: {}", heading.seats.player(army)));
    let order = ArmySetup::all(&start).map(|setup| setup.army);
    let ptah = subject.ptah().map_or(String::new(), |ptah| {
        format!("mark {ptah} with an extra piece, which blocks nothing and cannot be captured")
    });
    let lines = facts(&[
        ("Board", format!("{}, with a1 at the lower left; {}", subject.board(), corners.join(", "))),
        ("Array", subject.array().map_or("as shown on the board".to_owned(), |array| array.to_string())),
        ("Ptah", ptah),
        ("Seats", seats.join(" · ")),
        ("Turns", format!("{}, then {}", order[0], order[1..].join(", "))),
        (
            "Captured",
            "remove captured pieces. If the king of an army is captured, its other pieces stay on the board and are frozen: they do not move, attack nothing and cannot be captured".to_owned(),
        ),
    ]);
    let mut more = ScreenText::default();
    if let Some(array) = subject.array() {
        more += "\n";
        more += places(array, width);
        more += "  The king shares the throne with the first piece. Each pawn stands in front of its piece.\n";
    }
    if let Some(question) = subject.question() {
        more += format!("\n{}", dice_text(question));
    }
    (lines, more)
}

/// Where each army's pieces and pawns stand, from its throne outward.
fn places(array: Array, width: usize) -> ScreenText {
    let officers = array.officers().map(|officer| capitalised(officer.name()));
    let first = format!("King and {}", officers[0].to_lowercase());
    let header: Vec<&str> =
        ["", &first].into_iter().chain(officers[1..].iter().map(String::as_str)).chain(["Their pawns"]).collect();
    let rows = ArmySetup::all(&Position::start(array, Army::Air, Direction::Deosil)).map(|setup| {
        let squares: Vec<String> = setup.pieces.into_iter().map(|it| it.square).collect();
        // The king shares the first square with the first officer.
        let (officers, pawns) = squares[1..].split_at(4);
        let row = [setup.army.to_owned()].into_iter().chain(officers.to_vec()).chain([pawns.join(" ")]);
        (Style::new(), row.collect())
    });
    table_within(width, &header, &rows)
}
