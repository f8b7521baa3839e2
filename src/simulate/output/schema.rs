//! The columns of the tables, each described once: with one row a reading, and with one row a turn.

use arrow_array::types::{UInt8Type, UInt16Type, UInt64Type};

use crate::chess::{Army, Officer, Square};

use super::super::row::fate;
use super::super::{COUNTERS, Effects, Ending, FATES, ROLES, Row, Tally, Turn, place};
use super::column::Column;

/// The columns of a table with one row a reading.
pub(super) fn of_readings() -> Vec<Column<Row>> {
    let lower = |army: Army| army.name().to_lowercase();
    let mut columns = vec![
        Column::number::<UInt64Type>("reading", "the number of the reading, from 0", |row: &Row| row.index),
        Column::word("ptah", "the answer by the Ptah (RULES 8.6)", Tally::VERDICTS, |row: &Row| {
            row.answer.ptah.verdict as usize
        }),
        Column::optional_number::<UInt16Type>(
            "ptah_ply",
            "after which turn, from 1, that answer stood; null if undecided",
            |row: &Row| row.answer.ptah.ply.map(|ply| ply as u16),
        ),
        Column::word(
            "kings",
            "the answer by the kings (RULES 8.6), as it stood when the reading ended: only with the procedure kings, or in a game, is it played to its end",
            Tally::VERDICTS,
            |row: &Row| row.answer.kings.verdict as usize,
        ),
        Column::optional_number::<UInt16Type>(
            "kings_ply",
            "after which turn, from 1, that answer stood; null if undecided",
            |row: &Row| row.answer.kings.ply.map(|ply| ply as u16),
        ),
        Column::word("manner", "how the answer came (RULES 8.6)", Tally::MANNERS, |row: &Row| {
            row.answer.manner as usize
        }),
        Column::number::<UInt16Type>(
            "opposing",
            "enemies that could capture on the Ptah's square or next to it at the end",
            |row: &Row| row.answer.opposing as u16,
        ),
        Column::word(
            "ending",
            "why the reading is over; by captured kings it is answered, or, with the procedure kings and in a game, won",
            Ending::NAMES,
            |row: &Row| row.ending.place(),
        ),
        Column::number::<UInt16Type>("plies", "turns played, No Moves and passes among them", |row: &Row| {
            row.plies as u16
        }),
    ];
    columns.extend(COUNTERS.iter().enumerate().map(|(place, counter)| {
        Column::number::<UInt16Type>(counter.name, counter.meaning, move |row: &Row| row.counts.events.0[place])
    }));
    for army in Army::ALL {
        let meaning = format!("who commanded the army of {army} at the end (RULES 3.7, 6.1)");
        columns.push(Column::word(format!("{}_fate", lower(army)), meaning, FATES, move |row: &Row| {
            fate(row.command[army.index()])
        }));
    }
    for army in Army::ALL {
        let name = format!("{}_king_taken_by", lower(army));
        let meaning = format!("which army took the king of {army}, or null");
        columns.push(Column::optional_word(name, meaning, Army::ALL, move |row: &Row| {
            row.captors[army.index()].map(Army::index)
        }));
    }
    for army in Army::ALL {
        for role in ROLES {
            let name = format!("moves_{}_{}", lower(army), role.to_string().to_lowercase());
            let meaning = format!("moves of the {role} of {army}");
            columns.push(Column::number::<UInt16Type>(name, meaning, move |row: &Row| {
                row.counts.moved[army.index()][place(role)]
            }));
        }
    }
    for square in Square::all() {
        let (name, meaning) = (format!("landings_{square}"), format!("how often a piece landed on {square}"));
        columns.push(Column::number::<UInt16Type>(name, meaning, move |row: &Row| row.counts.landings[square.index()]));
    }
    columns
}

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

/// The columns of a table with one row a turn, beside [`reading`].
pub(super) fn of_turns() -> Vec<Column<Event>> {
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
