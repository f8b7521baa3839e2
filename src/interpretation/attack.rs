//! Who threatens a king, and since which move (INTERPRETATION 4.1).

use std::borrow::Cow;

use crate::chess::{Army, Bitboard, Position};
use crate::record::Record;
use crate::session::{Action, Turn};

/// The turns, each with the position in which its move was made: after an exchange or a withdrawal, where there was one.
pub(super) fn turns_from(record: &Record) -> impl Iterator<Item = (Cow<'_, Position>, &Turn)> {
    let mut before = Cow::Owned(record.heading().matter.start());
    record.turns().iter().map(move |turn| {
        let mut from = std::mem::replace(&mut before, Cow::Borrowed(&turn.position));
        for action in &turn.before {
            // What stands in a record was accepted, and a withdrawal moves nothing.
            if let Action::Exchange(exchange) = *action {
                let _ = from.to_mut().exchange(exchange, record.rules(), &mut ());
            }
        }
        (from, turn)
    })
}

/// The squares from which an army's king is threatened after a move and was not before it.
pub(super) fn new_checkers(before: &Position, after: &Position, army: Army) -> Bitboard {
    after.checkers(army) & !before.checkers(army)
}
