//! The record: its entries, and the session that they lead to.

use std::collections::HashSet;
use std::sync::Arc;

use crate::chess::Mode;
use crate::games::{ActError, GameAct, GameState};
use crate::input::{Help, InvalidWords};
use crate::reading::Answer;
use crate::session::{IllegalAct, NothingToTakeBack};

use super::{Afterword, AnySession, Closing, Entry, Game, Heading, RecordedAct, Subject, Tag, Timestamp};

/// A reading or a game of any kind, with all its entries.
#[derive(Clone, Debug)]
pub struct Record {
    heading: Heading,
    session: AnySession,
    entries: Vec<Entry>,
    /// For each act among the entries, also undone ones, whether it ended a turn.
    pub(super) turn_ends: Vec<bool>,
    concluded: Option<(Closing, Timestamp)>,
    /// The current tags, as a set for fast lookup.
    tags: HashSet<Tag>,
}

/// Records are equal if their headings and entries are: the rest follows from these.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        self.heading == other.heading && self.entries == other.entries
    }
}

/// The error when a quiet reading hides signs, houses, meanings and everything derived from them (INTERPRETATION 1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("quiet until the reading is concluded")]
pub struct Quiet;

impl Help for Quiet {
    fn help(&self) -> Option<String> {
        Some("its turns, without signs and houses, are shown by: enochian journal show".to_owned())
    }
}

/// Why an entry is not valid for a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidEntry {
    /// The record is closed.
    #[error("the {0} is already concluded")]
    Concluded(Mode),
    /// The act is not possible.
    #[error(transparent)]
    Act(#[from] IllegalAct),
    /// The act is not possible in one of the other games.
    #[error(transparent)]
    OtherAct(#[from] ActError),
    /// More acts are to be undone than were done.
    #[error(transparent)]
    TakenBack(#[from] NothingToTakeBack),
    /// The act is one of another game.
    #[error("this is not an act of this game")]
    OfAnotherGame,
    /// One person plays both armies of the side (RULES 6.4).
    #[error("{0} plays both armies of the side, and so cannot withdraw")]
    PlaysBoth(String),
    /// Only possible in a game: a draw by agreement, a resignation.
    #[error("{0} is possible only in a game")]
    OnlyInAGame(&'static str),
    /// Only possible in a reading: an outcome.
    #[error("{0} is possible only in a reading")]
    OnlyInAReading(&'static str),
    /// Only possible in Enochian chess.
    #[error("{0} is possible only in Enochian chess")]
    OnlyInEnochianChess(&'static str),
    /// A remark on a turn that was not played.
    #[error("there is no turn {turn}; {}", match last { 0 => "none was played".to_owned(), last => format!("the last is {last}") })]
    NoSuchTurn {
        /// The turn.
        turn: u32,
        /// The last turn played, or 0.
        last: u32,
    },
    /// A tag that it already has.
    #[error("it is already tagged {0}")]
    AlreadyTagged(Tag),
    /// A tag that it does not have.
    #[error("it is not tagged {0}")]
    NotTagged(Tag),
    /// It would take back a turn that a branch has from its parent, or the one in which it leaves it.
    #[error(
        "this is a branch from turn {0} on, so turn {0} and those before it stay; begin another branch of the reading instead"
    )]
    OfParent(u32),
    /// A text is too long.
    #[error("{what} {error}")]
    Words {
        /// What is too long: `the note`.
        what: &'static str,
        /// How long it is.
        error: InvalidWords,
    },
    /// A date that could not be read back: years are written with four digits.
    #[error("the year {0} is outside the range 0 to 9999 of a journal; check the clock")]
    Year(i32),
    /// It would be closed as ended, but has not ended.
    #[error("the {0} has not ended")]
    NotOver(Mode),
}

impl Help for InvalidEntry {}

impl Record {
    /// The record of a reading or a game before its first turn.
    #[must_use]
    pub fn begin(heading: Heading) -> Record {
        let session = AnySession::begin(&heading.game);
        Record { heading, session, entries: Vec::new(), turn_ends: Vec::new(), concluded: None, tags: HashSet::new() }
    }

    /// The heading: what was fixed before the first act.
    #[must_use]
    pub fn heading(&self) -> &Heading {
        &self.heading
    }

    /// What is played.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.heading.game
    }

    /// All entries, in order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The session that the entries lead to, as what any record is kept of.
    #[must_use]
    pub fn play(&self) -> &AnySession {
        &self.session
    }

    /// How it was closed, if it was.
    #[must_use]
    pub fn closing(&self) -> Option<Closing> {
        self.concluded.map(|(closing, _)| closing)
    }

    /// How and when it was closed, if it was.
    #[must_use]
    pub fn concluded(&self) -> Option<(Closing, Timestamp)> {
        self.concluded
    }

    /// Adds an entry, playing an act, if it can then be saved.
    ///
    /// # Errors
    /// If the entry is not valid, or that of `save`; the record is then unchanged.
    ///
    /// ```no_run
    /// use enochian::record::{Entry, InvalidEntry, Record};
    /// fn noted(record: &mut Record) -> Result<(), Box<dyn std::error::Error>> {
    ///     record.enter_saved(Entry::Note("He wrote.".to_owned()), |record, _| {
    ///         Ok(std::fs::write("entries", record.entries().len().to_string())?)
    ///     })
    /// }
    /// ```
    pub fn enter_saved<E: From<InvalidEntry>>(
        &mut self,
        entry: Entry,
        save: impl FnOnce(&Record, &Entry) -> Result<(), E>,
    ) -> Result<(), E> {
        self.add(&entry)?;
        save(self, &entry).inspect_err(|_| {
            self.entries.pop();
            let mut before = Record::begin(self.heading.clone());
            self.entries.drain(..).for_each(|entry| before.add(&entry).expect("it was entered here before"));
            *self = before;
        })
    }

    /// Adds an entry that is not saved.
    ///
    /// # Errors
    /// If the entry is not valid; the record is then unchanged.
    pub fn enter(&mut self, entry: impl Into<Entry>) -> Result<(), InvalidEntry> {
        self.enter_saved(entry.into(), |_, _| Ok(()))
    }

    fn add(&mut self, entry: &Entry) -> Result<(), InvalidEntry> {
        if self.concluded.is_some() && !matches!(entry, Entry::Afterword(_)) {
            return Err(InvalidEntry::Concluded(self.session.mode()));
        }
        entry.check()?;
        match entry {
            Entry::Act(act) => {
                let ends_turn = self.session.play(&self.heading.seats, act)?;
                self.turn_ends.push(ends_turn);
            }
            Entry::TakenBack(acts) => {
                let taken = self.session.take_back(*acts)?;
                let first = self.heading.branch.as_ref().map_or(0, |branch| branch.turn);
                if self.session.current_turn() <= first {
                    self.restore(&taken);
                    return Err(InvalidEntry::OfParent(first));
                }
            }
            Entry::Concluded(closing, moment) => {
                self.session.check_closing(*closing)?;
                self.concluded = Some((*closing, *moment));
            }
            Entry::Afterword(afterword) => {
                afterword.check(self)?;
                match afterword {
                    Afterword::Tagged(tags) => self.tags.extend(tags.iter().cloned()),
                    Afterword::Untagged(tags) => tags.iter().for_each(|tag| {
                        self.tags.remove(tag);
                    }),
                    _ => {}
                }
            }
            Entry::Note(_) | Entry::Resumed(_) => {}
        }
        self.entries.push(entry.clone());
        Ok(())
    }

    /// Plays acts again that were taken back.
    fn restore(&mut self, taken: &[RecordedAct]) {
        for act in taken {
            self.session.play(&self.heading.seats, act).expect("it was played here before");
        }
    }

    /// Whether it has a tag.
    #[must_use]
    pub fn is_tagged(&self, tag: &Tag) -> bool {
        self.tags.contains(tag)
    }
}

impl Record {
    /// Whether it is a reading or a game.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.session.mode()
    }

    /// The state that the entries lead to, as one of any game.
    #[must_use]
    pub fn state(&self) -> Arc<dyn GameState> {
        self.session.state()
    }

    /// Reads an act that can be played now, in the form in which it is recorded.
    ///
    /// # Errors
    /// If it is no such act.
    pub fn read_act(&self, text: &str) -> Result<RecordedAct, ActError> {
        self.session.read(text)
    }

    /// An act that can be played now, in the form in which it is recorded.
    #[must_use]
    pub fn recorded(&self, act: GameAct) -> RecordedAct {
        self.session.recorded(act)
    }

    /// Reads a move that is against the rules, in the form in which it is recorded, and says what it breaks.
    ///
    /// # Errors
    /// If it is no such move.
    pub fn read_irregular(&self, text: &str) -> Result<(RecordedAct, String), ActError> {
        self.session.read_irregular(text)
    }

    /// The current answer of a reading by both criteria; `None` in a game.
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        self.enochian()?.session().answer()
    }

    /// Whether signs, houses and meanings are hidden, as they are until a quiet reading is concluded (INTERPRETATION 1.1).
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.heading.game.enochian().is_some_and(Subject::is_quiet) && self.closing().is_none()
    }

    /// Returns an error while the record is quiet.
    ///
    /// # Errors
    /// If it is quiet.
    pub fn check_not_quiet(&self) -> Result<(), Quiet> {
        if self.is_quiet() { Err(Quiet) } else { Ok(()) }
    }
}
