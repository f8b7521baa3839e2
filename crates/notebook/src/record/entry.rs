//! The entries of a record, which are never deleted.

use std::fmt;
use std::str::FromStr;

use chrono::Datelike;

use crate::chess::Army;
use crate::games::GameAct;
use crate::input::{ParseError, Words};
use crate::session::Act;

use super::{Afterword, Attachment, Correction, InvalidEntry, RecordedAct, RecordedOutcome, Remark, Tag, Timestamp};

/// One entry in the record of a reading or a game.
///
/// Entries are only ever added. What is undone stays, followed by the entry that undoes it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Entry {
    /// An act: in Enochian chess a throw, a move, an exchange or a withdrawal.
    Act(RecordedAct),
    /// The number of acts that were undone.
    TakenBack(usize),
    /// A player's note on the current turn.
    Note(String),
    /// Play was resumed after a pause.
    Resumed(Timestamp),
    /// The record was closed.
    Concluded(Closing, Timestamp),
    /// An afterword, added before the record was closed or after.
    Afterword(Afterword),
}

impl Entry {
    /// The act of Enochian chess that it is.
    #[must_use]
    pub fn enochian_act(&self) -> Option<Act> {
        match self {
            Entry::Act(RecordedAct::Enochian(act)) => Some(*act),
            _ => None,
        }
    }

    /// Checks that its texts are short enough, and its dates can be written and read back.
    pub(super) fn check(&self) -> Result<(), InvalidEntry> {
        match self {
            Entry::Note(words) => check_length("the note", words, Words::LINES),
            Entry::Resumed(moment) | Entry::Concluded(_, moment) => check_year(moment),
            Entry::Afterword(afterword) => match afterword {
                Afterword::Tagged(tags) | Afterword::Untagged(tags) => {
                    let list: Vec<&str> = tags.iter().map(Tag::as_str).collect();
                    check_length("the list of tags", &list.join(", "), Words::LINE)
                }
                Afterword::Remark(Remark { moment, words, .. }) => {
                    check_length("the note", words, Words::LINES)?;
                    moment.as_ref().map_or(Ok(()), check_year)
                }
                Afterword::Corrected(Correction { moment, now, .. }) => {
                    check_length("the note", now.as_ref().map_or("", |(_, words)| words), Words::LINES)?;
                    check_year(moment)
                }
                Afterword::Attached(Attachment { moment, words, .. }) => {
                    check_length("the note", words, Words::LINES)?;
                    check_year(moment)
                }
                Afterword::Outcome(RecordedOutcome { on, words, .. }) => {
                    check_length("the outcome", words, Words::LINES)?;
                    check_year(on)
                }
            },
            Entry::Act(_) | Entry::TakenBack(_) => Ok(()),
        }
    }
}

/// Checks that a text of a record is not too long.
pub(super) fn check_length(what: &'static str, text: &str, words: Words) -> Result<(), InvalidEntry> {
    words.check_length(text).map_err(|error| InvalidEntry::Words { what, error })
}

/// Checks that a year can be written and read back.
pub(super) fn check_year(date: &impl Datelike) -> Result<(), InvalidEntry> {
    if (0..=9999).contains(&date.year()) { Ok(()) } else { Err(InvalidEntry::Year(date.year())) }
}

impl From<Act> for Entry {
    fn from(act: Act) -> Entry {
        Entry::Act(act.into())
    }
}

impl From<GameAct> for Entry {
    fn from(act: GameAct) -> Entry {
        Entry::Act(act.into())
    }
}

impl From<RecordedAct> for Entry {
    fn from(act: RecordedAct) -> Entry {
        Entry::Act(act)
    }
}

/// How a reading or a game was closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// It reached its own end.
    Ended,
    /// The players closed it.
    ByPlayers,
    /// An automatic reading or game reached its limit of turns.
    AtLimit(u32),
    /// The players of a game agreed on a draw (RULES 7, **Decided**).
    Agreed,
    /// A side of a game resigned; the resignation was this army's.
    Resigned(Army),
}

impl fmt::Display for Closing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Closing::Ended => f.pad("at its end"),
            Closing::ByPlayers => f.pad("by the players"),
            Closing::AtLimit(ply) => write!(f, "at the limit of {ply} turns"),
            Closing::Agreed => f.pad("as a draw, by agreement"),
            Closing::Resigned(army) => write!(f, "by the resignation of {army}"),
        }
    }
}

/// Parses exactly what `Display` writes.
impl FromStr for Closing {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Closing, ParseError> {
        let closing = match text.rsplit_once(" of ") {
            Some(("at the limit", turns)) => {
                turns.strip_suffix(" turns").and_then(|n| n.parse().ok()).map(Closing::AtLimit)
            }
            Some(("by the resignation", army)) => army.parse().ok().map(Closing::Resigned),
            _ => [Closing::Ended, Closing::ByPlayers, Closing::Agreed].into_iter().find(|it| it.to_string() == text),
        };
        closing.filter(|closing| closing.to_string() == text).ok_or(ParseError("expected how it was closed: at its end, by the players, at the limit of 500 turns, as a draw, by agreement, or by the resignation of Water"))
    }
}
