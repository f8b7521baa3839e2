//! Reading a typed line: a command, or the acts that it means.

use crate::cli::prelude::*;
use crate::games::{ActError, GameState, OfferedAct, TypedAct};
use crate::input::with_plain_digits;
use crate::record::{EnochianRecord, Record, RecordedAct};
use crate::session::Act;

use super::awaited::{Awaited, asks_for_cards};
use super::commands::Command;
use super::shown_cards::{short_form, with_cards};

/// What a typed line means.
pub(super) enum TypedLine<'t> {
    /// A command, with what follows it.
    Command(&'static Command, &'t str),
    /// Acts: one, or a throw and a move, or several turns.
    Acts(Vec<RecordedAct>),
    /// An act whose cards are to be shown.
    Open(OfferedAct),
    /// An error.
    Refused(String),
}

/// Reads a line.
pub(super) fn read<'t>(line: &'t str, awaited: &Awaited, record: &Record) -> TypedLine<'t> {
    let typed = with_plain_digits(line);
    // An empty line leaves cards open.
    let is_answer = line.is_empty() && matches!(awaited, Awaited::Cards(_));
    if let Some((command, rest)) = Command::find(line, record).filter(|_| !is_answer) {
        return TypedLine::Command(command, rest);
    }
    let acts = match awaited {
        Awaited::Throw(_) => read_throw(&typed, record.known_enochian()),
        Awaited::Move(_, offered) | Awaited::Act(offered) => match read_offered(&typed, offered, &*record.state()) {
            Ok(open) if asks_for_cards(&open, record) => return TypedLine::Open(open),
            Ok(act) => read_act(&act.text, record),
            Err(why) => record.enochian().and_then(|it| read_turns(&typed, it)).unwrap_or(Err(why)),
        },
        Awaited::Cards(open) => {
            // A whole deck that nobody has seen is recorded in one word.
            let word = short_form(&open.text).filter(|_| line.is_empty());
            let in_a_word = word.and_then(|word| read_act(word, record).ok());
            in_a_word.map_or_else(|| read_act(&with_cards(&open.text, line), record), Ok)
        }
        Awaited::Words => read_act(line, record),
        Awaited::Nothing | Awaited::Program(_) | Awaited::Forced(_) => Ok(Vec::new()),
    };
    let refused = |why| TypedLine::Refused(Command::of_other_games(line, record).unwrap_or(why));
    acts.map_or_else(refused, TypedLine::Acts)
}

/// Reads a throw, alone or with what follows it.
fn read_throw(line: &str, record: EnochianRecord<'_>) -> Result<Vec<RecordedAct>, String> {
    if let Ok(throw) = line.parse() {
        return Ok(vec![Act::Throw(throw).into()]);
    }
    let not_a_throw = || Err(format!("{} is not a throw; type a number from 1 to 6, or help", quoted(line)));
    read_turns(line, record).unwrap_or_else(not_a_throw)
}

/// Reads a throw and its move, or several turns; `None` if the line does not begin so.
fn read_turns(line: &str, record: EnochianRecord<'_>) -> Option<Result<Vec<RecordedAct>, String>> {
    let read = record.read_turns(line)?;
    Some(match read {
        Ok(acts) => Ok(acts.into_iter().map(RecordedAct::from).collect()),
        Err(why) => Err(format!("nothing of this line was played: {why}")),
    })
}

/// Reads a whole act.
pub(super) fn read_act(text: &str, record: &Record) -> Result<Vec<RecordedAct>, String> {
    record.read_act(text).map(|act| vec![act]).map_err(|error| error.to_string())
}

/// Finds an act by its number in the list, its text, or a part of its text: see `GameState::find_typed`.
pub(super) fn read_offered(line: &str, offered: &[OfferedAct], state: &dyn GameState) -> Result<OfferedAct, String> {
    match state.find_typed(line, offered) {
        Ok(TypedAct::Whole(act)) => Ok(OfferedAct { text: act.text, from: None, to: None, is_open: false }),
        Ok(TypedAct::Offered(one)) => Ok(offered[one].clone()),
        Ok(TypedAct::Several(several)) => Err(ambiguous(line, &several, offered)),
        Err(ActError::Unreadable { text, .. }) if !offered.is_empty() => {
            Err(format!("{text} is none of the moves{}", way_out(offered)))
        }
        Err(error) => Err(format!("{error}{}", way_out(offered))),
    }
}

/// What can be typed instead: few acts are named.
fn way_out(offered: &[OfferedAct]) -> String {
    const NAMED: usize = 12;
    match offered.len() {
        0 => String::new(),
        1..=NAMED => {
            let texts: Vec<&str> = offered.iter().map(|act| act.text.as_str()).collect();
            format!("; choose {}", texts.join(", "))
        }
        _ => "; type moves for a list".to_owned(),
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
