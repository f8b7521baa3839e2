//! Afterwords: tags, remarks and outcomes, added while a record is played or long after it was closed.

use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use chrono::NaiveDate;

use crate::chess::Mode;
use crate::input::{NAME_LIMIT, Words, composed, folded, has_curly_quotes, is_word_part, quoted};

use super::{Entry, InvalidEntry, NoteId, Record, Timestamp};

/// An afterword of a record or of one of its turns, which is not part of the play.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Afterword {
    /// Tags that were added.
    Tagged(Vec<Tag>),
    /// Tags that were removed.
    Untagged(Vec<Tag>),
    /// A remark on the whole or on a turn.
    Remark(Remark),
    /// A note or remark in other words, on another turn, or withdrawn.
    Corrected(Correction),
    /// A picture.
    Attached(Attachment),
    /// The outcome of a reading.
    Outcome(RecordedOutcome),
}

impl Afterword {
    /// Checks whether it may be added to the record.
    pub(super) fn check(&self, record: &Record) -> Result<(), InvalidEntry> {
        match self {
            Afterword::Tagged(tags) => {
                let mut given = HashSet::new();
                let twice = tags.iter().find(|tag| record.is_tagged(tag) || !given.insert(*tag));
                twice.map_or(Ok(()), |tag| Err(InvalidEntry::AlreadyTagged(tag.clone())))
            }
            Afterword::Untagged(tags) => {
                let unknown = tags.iter().find(|tag| !record.is_tagged(tag));
                unknown.map_or(Ok(()), |tag| Err(InvalidEntry::NotTagged(tag.clone())))
            }
            // It stays where it is, which can be the turn that is being played.
            Afterword::Corrected(Correction { note, now: Some((ply, _)), .. })
                if record.notes().iter().any(|it| it.id == *note && it.ply == *ply) =>
            {
                Ok(())
            }
            Afterword::Remark(Remark { ply: Some(ply), .. })
            | Afterword::Attached(Attachment { ply: Some(ply), .. })
            | Afterword::Corrected(Correction { now: Some((Some(ply), _)), .. }) => {
                let first = record.heading().game.first_turn();
                let last = record.play().current_turn().saturating_sub(1);
                if (first..=last).contains(ply) {
                    Ok(())
                } else {
                    Err(InvalidEntry::NoSuchTurn { turn: *ply, last: if last < first { 0 } else { last } })
                }
            }
            Afterword::Outcome(_) if record.play().mode() == Mode::Game => {
                Err(InvalidEntry::OnlyInAReading("an outcome"))
            }
            Afterword::Remark(_) | Afterword::Corrected(_) | Afterword::Attached(_) | Afterword::Outcome(_) => Ok(()),
        }
    }
}

/// The afterwords of a record.
impl Record {
    /// The afterwords, in order.
    pub fn afterwords(&self) -> impl Iterator<Item = &Afterword> {
        self.entries().iter().filter_map(|entry| match entry {
            Entry::Afterword(afterword) => Some(afterword),
            _ => None,
        })
    }

    /// Its current tags, in the order in which they were added.
    #[must_use]
    pub fn tags(&self) -> Vec<&Tag> {
        let added = self.afterwords().filter_map(|afterword| match afterword {
            Afterword::Tagged(tags) => Some(tags),
            _ => None,
        });
        let (added, mut seen) = (added.flatten().collect::<Vec<&Tag>>(), HashSet::new());
        let last = added.into_iter().rev().filter(|tag| self.is_tagged(tag) && seen.insert(*tag));
        last.collect::<Vec<_>>().into_iter().rev().collect()
    }

    /// The recorded outcomes, in the order in which they were written; the last one is current.
    pub fn outcomes(&self) -> impl Iterator<Item = &RecordedOutcome> {
        self.afterwords().filter_map(|afterword| match afterword {
            Afterword::Outcome(outcome) => Some(outcome),
            _ => None,
        })
    }

    /// Why the day of an outcome is probably not the one that was meant: the reading had not begun, or the day is still to come.
    #[must_use]
    pub fn doubt_of_outcome(&self, on: NaiveDate, today: NaiveDate) -> Option<String> {
        let begun = self.heading().begun.date_naive();
        // Who travels can write on the day before.
        let is_before = on < begun.min(today);
        if self.mode() == Mode::Game || !is_before && on <= today {
            None
        } else if is_before {
            Some(format!("{on} is before the reading began, on {begun}"))
        } else {
            Some(format!("{on} is still to come; today is {today}"))
        }
    }
}

/// A word or a few words for finding records: `love`, `winter solstice`.
///
/// It is stored in lower case, with its marks composed. Two are the same if their letters are, however they were typed.
///
/// ```
/// use enochian::record::Tag;
/// assert_eq!("Winter  Solstice".parse::<Tag>().unwrap().to_string(), "winter solstice");
/// assert_eq!("love\tmoney".parse::<Tag>().unwrap().to_string(), "love money");
/// assert_eq!("Straße".parse::<Tag>(), "STRASSE".parse());
/// assert_eq!("e\u{301}te\u{301}".parse::<Tag>().unwrap().as_str(), "été");
/// assert!(["love, money", "love\u{2028}money"].iter().all(|text| text.parse::<Tag>().is_err()));
/// ```
#[derive(Clone, Debug)]
pub struct Tag(String);

impl PartialEq for Tag {
    fn eq(&self, other: &Tag) -> bool {
        self.0 == other.0 || folded(&self.0) == folded(&other.0)
    }
}

impl Eq for Tag {}

impl Ord for Tag {
    fn cmp(&self, other: &Tag) -> Ordering {
        folded(&self.0).cmp(&folded(&other.0))
    }
}

impl PartialOrd for Tag {
    fn partial_cmp(&self, other: &Tag) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Tag {
    fn hash<H: Hasher>(&self, state: &mut H) {
        folded(&self.0).hash(state);
    }
}

impl Tag {
    /// The text of the tag.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The error when a text is not a tag.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{} is not a valid tag: a tag consists of words of letters, digits and hyphens, in at most {NAME_LIMIT} bytes{}",
    quoted(text),
    if has_curly_quotes(text) { "; leave out the curly quotation marks" } else { "" }
)]
pub struct ParseTagError {
    /// The text.
    pub text: String,
}

/// Reads letters, digits and hyphens separated by spaces, in upper or lower case.
impl FromStr for Tag {
    type Err = ParseTagError;

    fn from_str(text: &str) -> Result<Tag, ParseTagError> {
        let is_tag = |tag: &String| tag.chars().all(|c| is_word_part(c) || " -".contains(c));
        let typed = Words::LINE.read(text).unwrap_or_default();
        let words = typed.split_whitespace().map(|word| composed(&word.to_lowercase()));
        let tag = words.collect::<Vec<_>>().join(" ");
        let tag = Words::NAME.some(&tag).ok().filter(is_tag);
        tag.map(Tag).ok_or_else(|| ParseTagError { text: text.to_owned() })
    }
}

/// A remark added to a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The ply of the turn that it is about; `None` for the whole record.
    pub ply: Option<u32>,
    /// When it was written; `None` if nobody knows, as of one that a person wrote into the file.
    pub moment: Option<Timestamp>,
    /// The text, in one or more lines.
    pub words: String,
}

/// A note or remark in other words or on another turn, or withdrawn. What was written first stays in the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The note.
    pub note: NoteId,
    /// When it was corrected.
    pub moment: Timestamp,
    /// The turn that it is about now, and its text now; `None` if it was withdrawn.
    pub now: Option<(Option<u32>, String)>,
}

/// A picture added to a record, a file in the notebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The path of the file from the folder of the journal, with `/`: `pictures/altar-0a1b2c3d.jpg`.
    pub file: String,
    /// The hash of the file, in 64 digits.
    pub sha256: String,
    /// The turn that it is about; `None` for the whole record.
    pub ply: Option<u32>,
    /// When it was added.
    pub moment: Timestamp,
    /// What is written about it; empty if nothing is.
    pub words: String,
}

/// What happened in the matter of a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedOutcome {
    /// The day on which it happened, or was noticed.
    pub on: NaiveDate,
    /// Whether the answer was correct.
    pub proved: Correctness,
    /// What happened, on one line.
    pub words: String,
}

/// Reads a day; its year has four digits: `2026-11-21`.
#[must_use]
pub fn read_day(text: &str) -> Option<NaiveDate> {
    let has_year = text.len() > 4 && text.bytes().position(|byte| !byte.is_ascii_digit()) == Some(4);
    NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|_| has_year)
}

enochian_engine::named_enum! {
    /// Whether an answer was correct.
    pub enum Correctness or "expected true, false or partly true" {
        /// What the answer said happened.
        True: "true",
        /// Something else happened.
        False: "false",
        /// It happened in part, or differently.
        Partly: "partly true",
    }
}
