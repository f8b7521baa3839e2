//! How to set up a board on a real table, and the pieces of each throw.

use anstyle::Style;

use crate::chess::{Angle, Army, Array, Direction, Mode, Position};
use crate::input::safe;
use crate::reading::Question;
use crate::record::EnochianRecord;
use crate::render::{ArmySetup, ThrowWords, capitalised, corner, facts, table};

/// The pieces of the throws 1 to 6.
pub(super) fn dice(question: &Question) -> String {
    let lines = ThrowWords::all(question).map(|it| format!("  {}  {}", it.throw, it.text));
    format!("Dice table {}:\n{}", question.dice.name, lines.join("\n"))
}

/// How to set up the board and pieces at the start.
pub(super) fn setup(record: EnochianRecord<'_>) -> String {
    let heading = record.heading();
    let subject = record.subject();
    let start = subject.start();
    let corners = Angle::ALL.map(|angle| format!("{angle} {}", corner(angle)));
    let seats = Army::ALL.map(|army| format!("{army}: {}", safe(heading.seats.player(army))));
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
    let bold = Style::new().bold();
    let mut text = format!("{bold}Setting up the table{bold:#}\n");
    text.extend(lines.iter().map(|line| format!("  {line}\n")));
    if let Some(array) = subject.array() {
        text.push('\n');
        text.push_str(&places(array));
        text.push_str("  The king shares the throne with the first piece. Each pawn stands in front of its piece.\n");
    }
    match (subject.question(), record.mode()) {
        (Some(question), _) => format!("{text}\n{}", dice(question)),
        (None, Mode::Game | Mode::Reading) => text.trim_end().to_owned(),
    }
}

/// Where each army's pieces and pawns stand, from its throne outward.
fn places(array: Array) -> String {
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
    table(&header, &rows)
}
