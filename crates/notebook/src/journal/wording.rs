//! What differs between the journals of Enochian chess and those of the other games: their headers, and the words of their acts.
//!
//! Everything else (locks, appending, parsing, replaying, checking, repairing) is the same for all journals.

use crate::chess::{Mode, Square};
use crate::correspondences::Correspondences;
use crate::input::TomlTable;
use crate::record::{Closing, Entry, Game, Heading, Record, RecordLens, RecordedAct};
use crate::render::result;
use crate::session::Act;
use crate::study::CountedRecord;

use super::lines::JournalLine;
use super::{conclusion, header, lines, opening, other, print};

/// The header's TOML.
pub(super) fn toml(heading: &Heading, correspondences: &Correspondences) -> String {
    match &heading.game {
        Game::Enochian(subject) => header::toml(heading, subject, correspondences),
        Game::Other(game) => other::toml(heading, game, correspondences),
    }
}

/// Reads the heading from the header's TOML; errors are reported to the fields.
pub(super) fn heading(fields: &TomlTable<'_>, correspondences: &Correspondences) -> Option<Heading> {
    if header::is_of_other_game(fields) { other::heading(fields) } else { header::heading(fields, correspondences) }
}

/// The opening after the header.
pub(super) fn opening(heading: &Heading, correspondences: &Correspondences) -> String {
    match &heading.game {
        Game::Enochian(subject) => opening::text(heading, subject, correspondences),
        Game::Other(game) => other::opening(heading, game),
    }
}

/// The part for an act, the last one played.
pub(super) fn act_part(record: &Record, act: &RecordedAct, correspondences: &Correspondences) -> String {
    match (record.lens(), act) {
        (RecordLens::Enochian(record), RecordedAct::Enochian(act)) => print::act(record, *act, correspondences),
        (RecordLens::Other(record), _) => other::act_part(record),
        // No record takes an act of another game.
        (RecordLens::Enochian(_), RecordedAct::Other(_)) => String::new(),
    }
}

/// The conclusion after its heading.
pub(super) fn conclusion(record: &Record, closing: Closing, correspondences: &Correspondences) -> String {
    match record.lens() {
        RecordLens::Enochian(record) => conclusion::conclusion(record, closing, correspondences),
        RecordLens::Other(record) => other::conclusion(record, closing),
    }
}

/// The entry that a line stands for; `None` for statements and the heading of a game's turn.
pub(super) fn entry(line: &JournalLine) -> Option<Entry> {
    Some(match line {
        JournalLine::Turn { throw, .. } => Act::Throw((*throw)?).into(),
        JournalLine::Played { mv, irregular: false, .. } => Act::Move(*mv).into(),
        JournalLine::Played { mv, irregular: true, .. } => Act::Irregular(*mv).into(),
        JournalLine::Exchange { exchange, .. } => Act::Exchange(*exchange).into(),
        JournalLine::Withdrawal { army, .. } => Act::Withdrawal(*army).into(),
        JournalLine::GameAct { text, irregular, .. } => other::act(text, *irregular).into(),
        JournalLine::Note { text, .. } => Entry::Note(text.clone()),
        JournalLine::TakenBack { acts, .. } => Entry::TakenBack(*acts),
        JournalLine::Resumed(moment) => Entry::Resumed(*moment),
        JournalLine::Concluded(closing, moment) => Entry::Concluded(*closing, *moment),
        JournalLine::Afterword(afterword) => Entry::Afterword(afterword.clone()),
        JournalLine::Position { .. } | JournalLine::Verdict(_) | JournalLine::Data(_) => return None,
    })
}

/// Who is to act, as the heading of a turn names it.
pub(super) fn actor(record: &Record) -> String {
    match record.lens() {
        RecordLens::Enochian(record) => record.turn().to_string(),
        RecordLens::Other(record) => other::actor(record),
    }
}

/// The state of a record after something was taken back.
pub(super) fn state(record: &Record) -> String {
    let turn = format!("turn {}", record.play().current_turn());
    match record.lens() {
        RecordLens::Enochian(record) => match (record.mode(), record.throw()) {
            (_, Some(throw)) => format!("{turn}, after its throw of {throw}"),
            (Mode::Reading, None) => format!("{turn}, before its throw"),
            (Mode::Game, None) => turn,
        },
        RecordLens::Other(record) => format!("{turn}, {}", other::actor(record)),
    }
}

/// The last turn played, and the text of the position after it.
pub(super) fn position(record: &Record) -> (u32, String) {
    match record.lens() {
        RecordLens::Enochian(record) => (record.position().ply(), record.position().to_string()),
        RecordLens::Other(record) => other::position(record),
    }
}

/// What the lines of the result are called, and these lines.
pub(super) fn verdicts(record: &Record) -> (&'static str, Vec<String>) {
    match (record.answer(), record.lens()) {
        (Some(answer), _) => ("answer", conclusion::verdicts(&answer).to_vec()),
        (None, RecordLens::Enochian(record)) => ("result", vec![lines::result(&result(record))]),
        (None, RecordLens::Other(record)) => ("result", vec![other::result(record)]),
    }
}

/// The sheet text of the last turn's move; `None` where there are no sheets.
pub(super) fn last_sheet(record: &Record) -> Option<String> {
    record.enochian()?.last_turn().map(|turn| turn.sheet.clone())
}

/// For each turn, the square landed on, whose gloss the journal has; empty where there are no glosses.
pub(super) fn landings(record: &Record) -> Vec<Option<Square>> {
    record.enochian().map_or_else(Vec::new, |record| record.turns().iter().map(|turn| turn.landing()).collect())
}

/// The beginnings of the lines of all acts that can be entered next.
pub(super) fn next_acts(record: &Record) -> Vec<String> {
    let record = match record.lens() {
        RecordLens::Enochian(record) => record,
        RecordLens::Other(record) => return other::next_acts(record),
    };
    let (ply, army) = (record.ply(), record.turn());
    let turn = lines::turn(ply, army, None);
    let mut next = vec![
        format!("### Exchange of prisoners before {ply} · "),
        lines::withdrawal(ply, army),
        if record.mode() == Mode::Reading { turn + " · throw " } else { turn },
    ];
    next.extend(record.moves().iter().map(|mv| format!("**{mv}** · sheet ")));
    next
}

/// The counts of the turns; `None` where they are not counted.
pub(super) fn counted(record: &Record) -> Option<CountedRecord> {
    record.enochian().map(CountedRecord::of)
}
