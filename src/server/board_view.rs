//! The boards of the other games, as pages show them.

use crate::correspondences::Palette;
use crate::games::{Diagram, GameOptions, Seat};
use crate::record::OtherRecord;
use crate::render::{DiagramPainting, capitalised};

use super::beginning::kind;
use super::call::{Call, Problem};
use super::routes::Table;
use super::sight::Sight;

impl Table<'_> {
    /// `kind.svg`: the set-up of a kind of game.
    pub(super) fn kind_svg(&self, call: &Call) -> Result<String, Problem> {
        let referee = kind(call.query("kind").unwrap_or_default())?.referee(&GameOptions::default());
        let referee = referee.map_err(|error| Problem::invalid(capitalised(&format!("{error}."))))?;
        Ok(drawing(board_svg(&referee.start().diagram(), referee.seats(), self.palette(call))))
    }

    /// The last position of a journal.
    pub(super) fn acts_thumbnail(&self, record: OtherRecord<'_>, call: &Call) -> String {
        let session = record.session();
        // Its description tells what lies beside the board.
        let seen = Sight::of(record, None).state(session.state());
        drawing(board_svg(&seen.diagram(), session.state().seats(), self.palette(call)))
    }
}

/// The picture of a board; empty if the game has none.
fn board_svg(diagram: &Diagram, seats: &[Seat], palette: Palette) -> String {
    if diagram.panels.is_empty() {
        return String::new();
    }
    let painting = DiagramPainting { palette, ..DiagramPainting::of(diagram, seats) };
    painting.picture().inline_svg()
}

/// A drawing for one's own file, where a game without a board has an empty one.
fn drawing(board: String) -> String {
    if board.is_empty() {
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\"/>".to_owned()
    } else {
        board
    }
}
