//! What is written down, one thing after another, and never struck out.

use std::fmt;
use std::str::FromStr;

use chrono::Datelike;

use crate::chess::Army;
use crate::input::{TooLong, WORDS_LIMIT};
use crate::session::Act;

use super::{Annotation, InvalidEntry, RecordedOutcome, Remark, Timestamp};

/// One thing that was done or said in the course of a reading or a game.
///
/// Entries are only ever added. What is taken back stays, followed by the entry that takes it back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Something was done: a throw, a move, an exchange, a withdrawal.
    Act(Act),
    /// So many acts were taken back.
    TakenBack(usize),
    /// Words of a player about the turn then being played.
    Note(String),
    /// It was taken up again after a pause.
    Resumed(Timestamp),
    /// It was closed.
    Concluded(Closing, Timestamp),
    /// Something was said from outside the play, before it was closed or after.
    Afterword(Annotation),
}

impl Entry {
    /// Whether its words are short enough, and its moments such as can be read back.
    pub(super) fn check(&self) -> Result<(), InvalidEntry> {
        match self {
            Entry::Note(words) => Ok(TooLong::check("the note", words, WORDS_LIMIT)?),
            Entry::Resumed(moment) | Entry::Concluded(_, moment) => check_year(moment),
            Entry::Afterword(afterword) => match afterword {
                Annotation::Tagged(_) | Annotation::Untagged(_) => {
                    Ok(TooLong::check("the list of tags", &afterword.to_string(), WORDS_LIMIT)?)
                }
                Annotation::Remark(Remark { moment, words, .. }) => {
                    TooLong::check("the remark", words, WORDS_LIMIT)?;
                    check_year(moment)
                }
                Annotation::Outcome(RecordedOutcome { on, words, .. }) => {
                    TooLong::check("what came to pass", words, WORDS_LIMIT)?;
                    check_year(on)
                }
            },
            Entry::Act(_) | Entry::TakenBack(_) => Ok(()),
        }
    }
}

/// Refuses a year of which the text could not be read back.
pub(super) fn check_year(date: &impl Datelike) -> Result<(), InvalidEntry> {
    if (0..=9999).contains(&date.year()) { Ok(()) } else { Err(InvalidEntry::Year(date.year())) }
}

impl From<Act> for Entry {
    fn from(act: Act) -> Entry {
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
    /// An automatic reading or game reached its limit of plies.
    AtLimit(u32),
    /// The players of a game agreed on a draw (RULES 7, **Decided**).
    Agreed,
    /// A side of a game gave it up; this army spoke for it.
    Resigned(Army),
}

impl fmt::Display for Closing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Closing::Ended => f.pad("at its end"),
            Closing::ByPlayers => f.pad("by the players"),
            Closing::AtLimit(ply) => write!(f, "at the limit of {ply} plies"),
            Closing::Agreed => f.pad("as a draw, by agreement"),
            Closing::Resigned(army) => write!(f, "as lost, by the word of {army}"),
        }
    }
}

/// The text is no way of closing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected how it was closed: at its end, by the players, at the limit of 500 plies, as a draw, by agreement, or as lost, by the word of Water"
)]
pub struct ParseClosingError;

/// Reads just what is written.
impl FromStr for Closing {
    type Err = ParseClosingError;

    fn from_str(text: &str) -> Result<Closing, ParseClosingError> {
        let closing = match text.rsplit_once(" of ") {
            Some(("at the limit", plies)) => {
                plies.strip_suffix(" plies").and_then(|n| n.parse().ok()).map(Closing::AtLimit)
            }
            Some(("as lost, by the word", army)) => army.parse().ok().map(Closing::Resigned),
            _ => [Closing::Ended, Closing::ByPlayers, Closing::Agreed].into_iter().find(|it| it.to_string() == text),
        };
        closing.filter(|closing| closing.to_string() == text).ok_or(ParseClosingError)
    }
}
