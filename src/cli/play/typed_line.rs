//! Reading a typed line: a command, or the acts that it means.

use crate::games::{OfferedAct, TypedAct};
use crate::input::quoted;
use crate::record::{OtherRecord, Record, RecordLens, RecordedAct};
use crate::session::{Act, Session, read_move, read_throw_and_move};

use super::awaited::{Awaited, asks_for_cards};
use super::commands::Command;
use super::shown_cards::{short_form, with_cards};

/// What a typed line means.
pub(super) enum TypedLine<'t> {
    /// A command, with what follows it.
    Command(&'static Command, &'t str),
    /// Acts: one, or a throw and a move, or none where nothing is to be chosen.
    Acts(Vec<RecordedAct>),
    /// An act whose cards are to be shown.
    Open(OfferedAct),
    /// An error.
    Refused(String),
}

/// Reads a line.
pub(super) fn read<'t>(line: &'t str, awaited: &Awaited, record: &Record) -> TypedLine<'t> {
    // An empty line leaves cards open, or says that something was seen.
    let is_answer = line.is_empty() && matches!(awaited, Awaited::Cards(_) | Awaited::Seen);
    if let Some((command, rest)) = Command::find(line, record).filter(|_| !is_answer) {
        return TypedLine::Command(command, rest);
    }
    let acts = match (awaited, record.lens()) {
        (Awaited::Seen, _) if is_answer => Ok(Vec::new()),
        (Awaited::Throw(_), RecordLens::Enochian(record)) => read_throw(line, record.session()),
        (Awaited::Move(turn), RecordLens::Enochian(record)) => {
            read_move(line, record.session(), &turn.moves).map(|mv| vec![Act::Move(mv).into()])
        }
        (Awaited::Act(offered), RecordLens::Other(record)) => match read_offered(line, offered, record) {
            Ok(open) if asks_for_cards(&open, record) => return TypedLine::Open(open),
            Ok(act) => read_act(&act.text, record),
            Err(why) => Err(why),
        },
        (Awaited::Cards(open), RecordLens::Other(record)) => {
            // A whole deck that nobody has seen is recorded in one word.
            let word = short_form(&open.text).filter(|_| line.is_empty());
            let in_a_word = word.and_then(|word| read_act(word, record).ok());
            in_a_word.map_or_else(|| read_act(&with_cards(&open.text, line), record), Ok)
        }
        (Awaited::Words, RecordLens::Other(record)) => read_act(line, record),
        _ => Err("there is nothing to choose; press Enter, or type help".to_owned()),
    };
    let refused = |why| TypedLine::Refused(Command::of_other_games(line, record).unwrap_or(why));
    acts.map_or_else(refused, TypedLine::Acts)
}

/// Reads a throw, alone or with the move.
fn read_throw(line: &str, session: &Session) -> Result<Vec<RecordedAct>, String> {
    if let Ok(throw) = line.parse() {
        return Ok(vec![Act::Throw(throw).into()]);
    }
    match read_throw_and_move(line, session) {
        Some(Ok((throw, mv))) => Ok(vec![Act::Throw(throw).into(), Act::Move(mv).into()]),
        Some(Err(why)) => Err(format!("neither the throw nor the move was played: {why}")),
        None => Err(format!("{} is not a throw; type a number from 1 to 6, or help", quoted(line))),
    }
}

/// Reads a whole act of another game.
pub(super) fn read_act(text: &str, record: OtherRecord<'_>) -> Result<Vec<RecordedAct>, String> {
    record.session().state().read(text).map(|act| vec![act.into()]).map_err(|error| error.to_string())
}

/// Finds an act by its number in the list, its text, or a part of its text: see `GameSession::find_typed`.
pub(super) fn read_offered(line: &str, offered: &[OfferedAct], record: OtherRecord<'_>) -> Result<OfferedAct, String> {
    if line.bytes().all(|byte| byte.is_ascii_digit()) {
        let index = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        return index.and_then(|index| offered.get(index).cloned()).ok_or_else(|| {
            format!("there is no number {line}; choose 1 to {}, or type moves for a list", offered.len())
        });
    }
    match record.session().state().find_typed(line, offered).map_err(|error| error.to_string())? {
        TypedAct::Whole(act) => Ok(OfferedAct { text: act.text, from: None, to: None, is_open: false }),
        TypedAct::Offered(one) => Ok(offered[one].clone()),
        TypedAct::Several(several) => Err(ambiguous(line, &several, offered)),
    }
}

/// The acts that a line can mean, as an error.
fn ambiguous(line: &str, found: &[usize], offered: &[OfferedAct]) -> String {
    const SHOWN: usize = 24;
    let mut texts: Vec<String> =
        found.iter().take(SHOWN).map(|index| format!("{} {}", index + 1, offered[*index].text)).collect();
    if found.len() > SHOWN {
        texts.push(format!("and {} more", found.len() - SHOWN));
    }
    format!("{} can mean several; type more of it, or a number: {}", quoted(line), texts.join(", "))
}
