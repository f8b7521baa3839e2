//! The address of the view at which one plays: which journal, which turn, and who looks.

use crate::correspondences::Palette;
use crate::export::encoded;

use super::super::call::{Call, Problem};
use super::super::open_journal::WindowView;
use super::super::page_state::{StateView, TurnView};
use super::super::playing::{seat, side};

/// What an address of the view asks for, and what only the browser knows.
#[derive(Clone, Debug, Default)]
pub(in crate::server) struct PlayAddress {
    pub(in crate::server) journal: String,
    /// The turn that is shown, by its number.
    pub(super) turn: Option<u32>,
    /// The number of acts after which another game is shown.
    pub(super) after: Option<usize>,
    pub(in crate::server) window: WindowView,
    /// The piece that is followed.
    pub(in crate::server) piece: Option<String>,
    /// Whether other moves of the turn are asked about.
    pub(in crate::server) asks: bool,
    /// Whether all turns are listed.
    pub(super) all: bool,
    pub(super) symbols: bool,
    pub(super) throws: bool,
    pub(super) passes: bool,
    /// How many turns were made on a real board, if each is to be made there.
    pub(super) made: Option<usize>,
}

impl PlayAddress {
    pub(in crate::server) fn of(call: &Call, palette: Option<Palette>) -> Result<PlayAddress, Problem> {
        let is = |key: &str| call.query(key).is_some_and(|value| value != "false" && !value.is_empty());
        let number = |key: &str| call.query(key).and_then(|value| value.parse().ok());
        Ok(PlayAddress {
            journal: call.query("journal").unwrap_or_default().to_owned(),
            turn: number("turn").map(|turn: usize| u32::try_from(turn).unwrap_or(u32::MAX)),
            after: number("after"),
            window: WindowView { seat: seat(call)?, palette, side: side(call)?, quiet: is("quiet") },
            piece: call.query("piece").map(str::to_owned),
            asks: is("other"),
            all: is("all"),
            symbols: is("symbols"),
            throws: is("throws"),
            passes: is("passes"),
            made: number("made"),
        })
    }

    /// The address of the present.
    pub(super) fn here(&self) -> String {
        let mut address = format!("#journal={}", encoded(&self.journal));
        if let Some(seat) = self.window.seat {
            address.push_str(&format!("&seat={seat}"));
        }
        if let Some(piece) = &self.piece {
            address.push_str(&format!("&piece={}", encoded(piece)));
        }
        address
    }

    /// With the cards of a seat, or nobody's.
    pub(super) fn seen_by(&self, seat: Option<usize>) -> String {
        PlayAddress { window: WindowView { seat, ..self.window }, ..self.clone() }.here()
    }

    /// Without the cards of anybody.
    pub(in crate::server) fn without_seat(&self) -> String {
        self.seen_by(None)
    }

    /// Where an act leads: to the present.
    pub(in crate::server) fn present(&self) -> PlayAddress {
        PlayAddress { turn: None, after: None, asks: false, ..self.clone() }
    }

    /// The index of the turn that is shown: -1 is the start, `None` the present. An error names the last turn.
    pub(in crate::server) fn shown(&self, turns: &[TurnView<'_>]) -> Result<Option<isize>, String> {
        if let Some(after) = self.after {
            let index = after.min(turns.len()) as isize - 1;
            return Ok((after <= turns.len() && !turns.is_empty()).then_some(index));
        }
        let Some(turn) = self.turn else { return Ok(None) };
        let first = turns.first().map_or(1, |it| it.turn);
        if turn + 1 == first {
            return Ok((!turns.is_empty()).then_some(-1));
        }
        match turns.iter().rposition(|it| it.turn == turn) {
            Some(index) => Ok(Some(index as isize)),
            None => Err(match turns.last() {
                Some(last) => format!("There is no turn {turn}; the last is {}.", last.turn),
                None => "There are no turns yet.".to_owned(),
            }),
        }
    }

    pub(in crate::server) fn hides_meanings(&self, s: &StateView<'_>) -> bool {
        s.quiet || (self.window.quiet && s.now.state != "concluded")
    }

    pub(in crate::server) fn shows_symbols(&self, s: &StateView<'_>) -> bool {
        !self.hides_meanings(s) || self.symbols
    }
}
