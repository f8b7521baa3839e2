//! The columns of a table with one row a turn.

use arrow_array::types::{UInt8Type, UInt16Type, UInt64Type};

use crate::chess::{Army, Officer, Square};

use super::super::{Effects, ROLES, Turn, place};
use super::column::Column;

/// A turn and whose it is.
pub(super) struct Event {
    pub(super) reading: u64,
    pub(super) ply: u16,
    pub(super) turn: Turn,
}

/// Which reading it was of: the first column where turns of many readings stand in one table.
pub(super) fn reading() -> Column<Event> {
    Column::number::<UInt64Type>("reading", "the number of the reading, from 0", |event: &Event| event.reading)
}

/// What is told of the turn itself.
pub(super) fn columns() -> Vec<Column<Event>> {
    let moved = |event: &Event, square: Square| (!event.turn.is_no_move()).then(|| square.index());
    let effects = Effects::NAMES.map(|(name, effect)| format!("{} {name}", effect.0));
    let choices = Officer::ALL.map(|officer| format!("{} chose to become a {officer}", choice(officer)));
    let effects = effects.into_iter().chain(choices).collect::<Vec<_>>();
    vec![
        Column::number::<UInt16Type>("turn", "the number of the turn in its reading, from 1", |event: &Event| {
            event.ply
        }),
        Column::word("army", "whose turn it was", Army::ALL, |event: &Event| event.turn.army.index()),
        Column::number::<UInt8Type>(
            "throw",
            "what the die showed; 0 in a game, where none is thrown",
            |event: &Event| event.turn.throw,
        ),
        Column::word("piece", "what moved; of a No Move, what was called", ROLES, |event: &Event| {
            place(event.turn.role)
        }),
        Column::optional_word("from", "where it stood, or null of a No Move", Square::all(), move |event: &Event| {
            moved(event, event.turn.from)
        }),
        Column::optional_word("to", "where it landed, or null of a No Move", Square::all(), move |event: &Event| {
            moved(event, event.turn.to)
        }),
        Column::number::<UInt16Type>(
            "effects",
            format!("what came of it, as a sum, each sort once however often it came: {}", effects.join(", ")),
            |event: &Event| event.turn.effects.0 | event.turn.promotion.map_or(0, choice),
        ),
    ]
}

/// What stands among the effects for the choice of a privileged pawn (RULES 5.2).
fn choice(officer: Officer) -> u16 {
    1 << (Effects::NAMES.len() + officer.index())
}
