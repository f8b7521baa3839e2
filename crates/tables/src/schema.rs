//! The definitions of all columns: of tables with a row per reading, and with a row per turn.

use std::borrow::Cow;
use std::sync::Arc;

use enochian_engine::chess::{Army, Officer, Role, Square};
use enochian_engine::reading::Verdict;

use super::column::Column;
use super::flags::choice;
use enochian_engine::simulate::{COUNTERS, EffectFlags, FATES, ReadingEnd, ReadingRow, Tally, TurnRow, fate};

/// What the columns of the answers mean.
const PTAH: &str = "the answer by the Ptah (RULES 8.6)";
const KINGS: &str = "the answer by the kings (RULES 8.6) when the reading ended";
const KINGS_OR_NOT: &str = "the answer by the kings (RULES 8.6) when the reading ended; it is only played out with the procedure kings, or in a game";

/// What the number of a reading means.
const READING: &str = "the number of the reading, from 0";

/// The answers in the order of [`Tally::VERDICTS`]. A column of nothing but yes and no is one of booleans to some readers of CSV.
const ANSWERS: [&str; 3] = ["says yes", "says no", "undecided"];

/// The columns of a table with a row per reading.
pub(crate) fn of_readings() -> Vec<Column<ReadingRow>> {
    let lower = |army: Army| army.name().to_lowercase();
    let mut columns = vec![
        Column::large("reading", READING, |row: &ReadingRow| row.index as i64),
        Column::word("ptah", PTAH, ANSWERS, |row: &ReadingRow| row.answer.ptah.verdict as usize),
        Column::optional_number(
            "ptah_turn",
            "the turn that decided this answer, from 1; null if undecided",
            |row: &ReadingRow| row.answer.ptah.ply.map(|ply| ply as u16),
        ),
        Column::word("kings", KINGS_OR_NOT, ANSWERS, |row: &ReadingRow| row.answer.kings.verdict as usize),
        Column::optional_number(
            "kings_turn",
            "the turn that decided this answer, from 1; null if undecided",
            |row: &ReadingRow| row.answer.kings.ply.map(|ply| ply as u16),
        ),
        Column::word("manner", "the manner of the answer (RULES 8.6)", Tally::MANNERS, |row: &ReadingRow| {
            row.answer.manner as usize
        }),
        Column::number(
            "opposing",
            "the enemies that attack the Ptah square or a square next to it at the end",
            |row: &ReadingRow| row.answer.opposing as u16,
        ),
        Column::word(
            "ending",
            "why the reading ended; when both kings of a side are taken it is answered; with the procedure kings, in a game, and if it is played out, it is won, unless the procedure plays on",
            ReadingEnd::NAMES,
            |row: &ReadingRow| row.ending.index(),
        ),
        Column::number("length", "turns played, including No Moves and passes", |row: &ReadingRow| row.length as u16),
    ];
    columns.extend(COUNTERS.iter().enumerate().map(|(index, counter)| {
        Column::number(counter.name, counter.meaning, move |row: &ReadingRow| row.counts.events.0[index])
    }));
    for army in Army::ALL {
        let meaning = format!("who commanded the army of {army} at the end (RULES 3.7, 6.1)");
        columns.push(Column::word(format!("{}_fate", lower(army)), meaning, FATES, move |row: &ReadingRow| {
            fate(row.command[army.index()])
        }));
    }
    for army in Army::ALL {
        let name = format!("{}_king_taken_by", lower(army));
        let meaning = format!("the army that took the king of {army}, or null");
        columns.push(Column::optional_word(name, meaning, Army::ALL, move |row: &ReadingRow| {
            row.captors[army.index()].map(Army::index)
        }));
    }
    for army in Army::ALL {
        for role in Role::ALL {
            let name = format!("moves_{}_{}", lower(army), role.to_string().to_lowercase());
            let meaning = format!("moves of the {role} of {army}");
            columns.push(Column::number(name, meaning, move |row: &ReadingRow| {
                row.counts.moved[army.index()][role.index()]
            }));
        }
    }
    for square in Square::all() {
        let (name, meaning) = (format!("landings_{square}"), format!("landings on {square}"));
        columns.push(Column::number(name, meaning, move |row: &ReadingRow| row.counts.landings[square.index()]));
    }
    columns
}

/// A turn with what stands beside it of its reading.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadingTurn {
    pub(crate) reading: u64,
    /// The answer by the Ptah and that by the kings.
    pub(crate) answer: [Verdict; 2],
    pub(crate) turn: TurnInReading,
}

/// The columns of a table with a row per turn.
pub(crate) fn of_events() -> Vec<Column<ReadingTurn>> {
    let mut columns = vec![
        Column::large("reading", READING, |row: &ReadingTurn| row.reading as i64),
        Column::word("ptah", PTAH, ANSWERS, |row: &ReadingTurn| row.answer[0] as usize),
        Column::word("kings", KINGS_OR_NOT, ANSWERS, |row: &ReadingTurn| row.answer[1] as usize),
    ];
    columns.extend(of_turns(|row: &ReadingTurn| &row.turn));
    columns
}

/// A turn and its number in its reading.
#[derive(Clone, Copy, Debug)]
pub struct TurnInReading {
    /// The number, from 1.
    pub ply: u16,
    /// The turn.
    pub turn: TurnRow,
}

/// A turn that was recorded in a journal.
#[derive(Clone, Debug)]
pub struct JournalTurn {
    /// The name of the journal.
    pub journal: Arc<str>,
    /// The number of the journal among those in the table, from 0.
    pub reading: u64,
    /// The answer by the Ptah and that by the kings, if it is a reading that was concluded.
    pub answer: Option<[Verdict; 2]>,
    /// The turn.
    pub turn: TurnInReading,
}

/// The columns of the turns of journals: the journal, and those of a simulation with a row per turn. `turn` says where the turn is
/// in a row.
#[must_use]
pub fn of_journals<T: 'static>(turn: impl Fn(&T) -> &JournalTurn + Copy + Send + Sync + 'static) -> Vec<Column<T>> {
    let answer = |name: &str, meaning: &str, place: usize| {
        let meaning = format!("{meaning}; null in a game, and while a reading is not concluded");
        Column::optional_word(name, meaning, ANSWERS, move |row: &T| {
            turn(row).answer.map(|answer| answer[place] as usize)
        })
    };
    let mut columns = vec![
        Column::text("journal", "the name of the journal: its file without the extension", false, move |row: &T| {
            Some(Cow::Borrowed(&*turn(row).journal))
        }),
        Column::large(
            "reading",
            "the number of the journal among those in the table, from 0, in the order in which they were begun",
            move |row: &T| turn(row).reading as i64,
        ),
        answer("ptah", PTAH, 0),
        answer("kings", KINGS, 1),
    ];
    columns.extend(of_turns(move |row: &T| &turn(row).turn));
    columns
}

/// The columns of turns. After them stand the [`flags`](super::flags) of the last.
pub(crate) fn of_turns<T: 'static>(
    turn: impl Fn(&T) -> &TurnInReading + Copy + Send + Sync + 'static,
) -> Vec<Column<T>> {
    let moved = move |row: &T, square: fn(&TurnRow) -> Square| {
        let TurnInReading { turn, .. } = turn(row);
        (!turn.is_no_move()).then(|| square(turn).index())
    };
    let effects = EffectFlags::NAMES.map(|(name, effect)| format!("{} {name}", effect.0));
    let choices = Officer::ALL.map(|officer| format!("{} chose to become a {officer}", choice(officer)));
    let effects = effects.into_iter().chain(choices).collect::<Vec<_>>();
    vec![
        Column::number("turn", "the number of the turn in its reading, from 1", move |row: &T| turn(row).ply),
        Column::word("army", "the army whose turn it was", Army::ALL, move |row: &T| turn(row).turn.army.index()),
        Column::number("throw", "the throw; 0 in a game, which has none", move |row: &T| turn(row).turn.throw),
        Column::word(
            "piece",
            "the piece that moved; for a No Move the piece that was thrown",
            Role::ALL,
            move |row: &T| turn(row).turn.role.index(),
        ),
        Column::optional_word("from", "the square it moved from; null for a No Move", Square::all(), move |row: &T| {
            moved(row, |turn| turn.from)
        }),
        Column::optional_word("to", "the square it moved to; null for a No Move", Square::all(), move |row: &T| {
            moved(row, |turn| turn.to)
        }),
        Column::number(
            "effects",
            format!("the effects, as a sum of the flags that follow: {}", effects.join(", ")),
            move |row: &T| {
                let TurnRow { effects, promotion, .. } = turn(row).turn;
                effects.0 | promotion.map_or(0, choice)
            },
        ),
    ]
}
