//! What is said of a reading or a game as a whole, while it goes on or long after it was closed.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, NaiveDate};

use crate::chess::Mode;
use crate::input::NAME_LIMIT;

use super::{Entry, InvalidEntry, Record, Timestamp};

/// Something said of a record as a whole, or of one of its turns, from outside the play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Annotation {
    /// These tags were given.
    Tagged(Vec<Tag>),
    /// These tags were taken away.
    Untagged(Vec<Tag>),
    /// Words about the whole or a turn.
    Remark(Remark),
    /// What came to pass, in a reading.
    Outcome(RecordedOutcome),
}

impl Annotation {
    /// What sorts there are, each with what its text looks like.
    pub const SORTS: [(&str, &str); 4] = [
        ("Tagged", "tags with commas between them: love, family"),
        ("No longer tagged", "tags with commas between them: love, family"),
        (
            "Remark",
            "the turn, if it is about one, the moment and the words: on turn 12 · 2026-12-01T20:15:00+01:00 · so it was",
        ),
        (
            "Came to pass",
            "the day, what became of the answer, and the words: 2027-03-01 · the answer proved partly true · so it was",
        ),
    ];

    /// What sort it is, of [`Annotation::SORTS`].
    #[must_use]
    pub fn sort(&self) -> &'static str {
        let index = match self {
            Annotation::Tagged(_) => 0,
            Annotation::Untagged(_) => 1,
            Annotation::Remark(_) => 2,
            Annotation::Outcome(_) => 3,
        };
        Annotation::SORTS[index].0
    }

    /// Reads the text of a sort, as it is displayed. None when it cannot be read.
    ///
    /// ```
    /// use enochian::record::Annotation;
    /// let text = "2027-03-01 · the answer proved partly true · He moved back.";
    /// let outcome = Annotation::read("OutcomeStatistics to pass", text).unwrap();
    /// assert_eq!((outcome.sort(), outcome.to_string().as_str()), ("OutcomeStatistics to pass", text));
    /// ```
    #[must_use]
    pub fn read(sort: &str, text: &str) -> Option<Annotation> {
        let tags = || text.split(", ").map(|tag| tag.parse().ok()).collect::<Option<Vec<Tag>>>();
        Some(match Annotation::SORTS.iter().position(|(known, _)| *known == sort)? {
            0 => Annotation::Tagged(tags()?),
            1 => Annotation::Untagged(tags()?),
            2 => {
                let (ply, rest) = match text.strip_prefix("on turn ") {
                    Some(rest) => {
                        rest.split_once(" · ").and_then(|(ply, rest)| Some((Some(ply.parse().ok()?), rest)))?
                    }
                    None => (None, text),
                };
                let (moment, words) = rest.split_once(" · ")?;
                let moment = DateTime::parse_from_rfc3339(moment).ok()?;
                Annotation::Remark(Remark { ply, moment, words: words.to_owned() })
            }
            _ => {
                let (on, rest) = text.split_once(" · the answer proved ")?;
                let (proved, words) = rest.split_once(" · ")?;
                let on = NaiveDate::parse_from_str(on, "%Y-%m-%d").ok()?;
                Annotation::Outcome(RecordedOutcome { on, proved: proved.parse().ok()?, words: words.to_owned() })
            }
        })
    }

    /// Whether it can be said of the record.
    pub(super) fn check(&self, record: &Record) -> Result<(), InvalidEntry> {
        match self {
            Annotation::Tagged(tags) => {
                let mut given = HashSet::new();
                let twice = tags.iter().find(|tag| record.is_tagged(tag) || !given.insert(*tag));
                twice.map_or(Ok(()), |tag| Err(InvalidEntry::AlreadyTagged(tag.clone())))
            }
            Annotation::Untagged(tags) => {
                let unknown = tags.iter().find(|tag| !record.is_tagged(tag));
                unknown.map_or(Ok(()), |tag| Err(InvalidEntry::NotTagged(tag.clone())))
            }
            Annotation::Remark(Remark { ply: Some(ply), .. }) => {
                let played = record.turns().binary_search_by_key(ply, |turn| turn.ply).is_ok();
                if played { Ok(()) } else { Err(InvalidEntry::NoSuchTurn(*ply)) }
            }
            Annotation::Outcome(_) if record.mode() == Mode::Game => Err(InvalidEntry::OnlyInAReading("an outcome")),
            Annotation::Remark(_) | Annotation::Outcome(_) => Ok(()),
        }
    }
}

/// Its text on one line, without the sort.
impl fmt::Display for Annotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Annotation::Tagged(tags) | Annotation::Untagged(tags) => {
                f.write_str(&tags.iter().map(Tag::as_str).collect::<Vec<_>>().join(", "))
            }
            Annotation::Remark(Remark { ply, moment, words }) => {
                if let Some(ply) = ply {
                    write!(f, "on turn {ply} · ")?;
                }
                write!(f, "{} · {words}", moment.to_rfc3339())
            }
            Annotation::Outcome(RecordedOutcome { on, proved, words }) => {
                write!(f, "{on} · the answer proved {proved} · {words}")
            }
        }
    }
}

/// The tags that are left of those given and taken away, in the order in which they were given.
pub(crate) fn borne<'a>(afterwords: impl Iterator<Item = &'a Annotation>) -> Vec<&'a Tag> {
    let mut given: Vec<Option<&Tag>> = Vec::new();
    let mut places: HashMap<&Tag, Vec<usize>> = HashMap::new();
    for afterword in afterwords {
        match afterword {
            Annotation::Tagged(tags) => {
                for tag in tags {
                    places.entry(tag).or_default().push(given.len());
                    given.push(Some(tag));
                }
            }
            Annotation::Untagged(tags) => {
                for place in tags.iter().filter_map(|tag| places.remove(tag)).flatten() {
                    given[place] = None;
                }
            }
            _ => {}
        }
    }
    given.into_iter().flatten().collect()
}

/// What was said of a record.
impl Record {
    /// What was said from outside the play, in order.
    pub fn afterwords(&self) -> impl Iterator<Item = &Annotation> {
        self.entries().iter().filter_map(|entry| match entry {
            Entry::Afterword(afterword) => Some(afterword),
            _ => None,
        })
    }

    /// The tags it bears, in the order in which they were given.
    #[must_use]
    pub fn tags(&self) -> Vec<&Tag> {
        borne(self.afterwords())
    }

    /// What was remarked afterwards, in order. Notes that belong to the play are among the entries.
    pub fn remarks(&self) -> impl Iterator<Item = &Remark> {
        self.afterwords().filter_map(|afterword| match afterword {
            Annotation::Remark(remark) => Some(remark),
            _ => None,
        })
    }

    /// What really came to pass, in the order in which it was written down: the last is what holds.
    pub fn outcomes(&self) -> impl Iterator<Item = &RecordedOutcome> {
        self.afterwords().filter_map(|afterword| match afterword {
            Annotation::Outcome(outcome) => Some(outcome),
            _ => None,
        })
    }
}

/// A word or a few by which records are found again: `love`, `winter solstice`.
///
/// It is kept in small letters, so that Love and love are one tag.
///
/// ```
/// use enochian::record::Tag;
/// assert_eq!("Winter  Solstice".parse::<Tag>().unwrap().to_string(), "winter solstice");
/// assert!("love, money".parse::<Tag>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(String);

impl Tag {
    /// The word.
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

/// The text is no tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a tag is a word or a few, of letters, figures and hyphens, and no longer than {NAME_LIMIT} bytes")]
pub struct ParseTagError;

/// Reads letters, figures and hyphens with spaces between them, in any mixture of capitals and small letters.
impl FromStr for Tag {
    type Err = ParseTagError;

    fn from_str(text: &str) -> Result<Tag, ParseTagError> {
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let sound = words.iter().all(|word| word.chars().all(|c| c.is_alphanumeric() || c == '-'));
        let tag = words.join(" ");
        if sound && (1..=NAME_LIMIT).contains(&tag.len()) { Ok(Tag(tag)) } else { Err(ParseTagError) }
    }
}

/// Words added to a record from outside the play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The ply of the turn it is about; none for the whole.
    pub ply: Option<u32>,
    /// When it was written.
    pub moment: Timestamp,
    /// The words, on one line.
    pub words: String,
}

/// What really came to pass in the matter that a reading was about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedOutcome {
    /// The day on which it did, or was seen to have.
    pub on: NaiveDate,
    /// What became of the answer.
    pub proved: Correctness,
    /// What came to pass, on one line.
    pub words: String,
}

/// What became of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Correctness {
    /// It came as the answer said.
    True,
    /// It came otherwise.
    False,
    /// It came in part, or with a difference.
    Partly,
}

impl Correctness {
    /// All of them.
    pub const ALL: [Correctness; 3] = [Correctness::True, Correctness::False, Correctness::Partly];
}

impl fmt::Display for Correctness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Correctness::True => "true",
            Correctness::False => "false",
            Correctness::Partly => "partly true",
        })
    }
}

/// The text does not say what became of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected true, false or partly true")]
pub struct ParseCorrectnessError;

/// Reads just what is written.
impl FromStr for Correctness {
    type Err = ParseCorrectnessError;

    fn from_str(text: &str) -> Result<Correctness, ParseCorrectnessError> {
        Correctness::ALL.into_iter().find(|proved| proved.to_string() == text).ok_or(ParseCorrectnessError)
    }
}
