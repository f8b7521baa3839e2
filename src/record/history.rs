//! The record: entries that have been played.

use std::collections::{BinaryHeap, HashSet};
use std::convert::Infallible;

use crate::chess::{Army, Mode, Move, Position, Rules};
use crate::input::TooLong;
use crate::reading::{Answer, EndReason, Throw};
use crate::session::{Act, IllegalAct, PlayedTurn, Session, TakenBackActs};

use super::{Annotation, Closing, Entry, Heading, Remark, Tag, Timestamp};

/// A reading or a game with everything that was done and said in it.
#[derive(Clone, Debug)]
pub struct Record {
    heading: Heading,
    session: Session,
    entries: Vec<Entry>,
    concluded: Option<(Closing, Timestamp)>,
    /// The tags it bears: to look for one among thousands.
    tags: HashSet<Tag>,
}

/// Words of a player, noted while it was played, or remarked on it from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note<'r> {
    /// The turn then being played, or that it is about; none for the whole.
    pub ply: Option<u32>,
    /// The words.
    pub words: &'r str,
    /// When it was remarked; none for what was noted while it was played.
    pub moment: Option<Timestamp>,
    /// Whether what it is about was taken back, so that it is not about the turn that stands.
    pub is_taken_back: bool,
}

/// Two records are equal when the same was done and said: the rest follows from it.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        self.heading == other.heading && self.entries == other.entries
    }
}

/// Somebody who is told of every entry: keeps it on disk, shows it in a window.
///
/// A pair of observers is one: the second hears what the first has taken.
///
/// ```
/// use std::convert::Infallible;
/// use enochian::record::{Entry, RecordObserver, Record};
///
/// struct Count(usize);
///
/// impl RecordObserver for Count {
///     type Error = Infallible;
///     fn entered(&mut self, _: &Record, _: &Entry) -> Result<(), Infallible> {
///         self.0 += 1;
///         Ok(())
///     }
/// }
/// ```
pub trait RecordObserver {
    /// Why the observer could not take an entry.
    type Error;

    /// An entry was made, and the record holds it.
    ///
    /// # Errors
    /// When it cannot be taken: then the entry is undone, and has not happened.
    fn entered(&mut self, record: &Record, entry: &Entry) -> Result<(), Self::Error>;
}

/// Nobody looks on.
impl RecordObserver for () {
    type Error = Infallible;

    fn entered(&mut self, _: &Record, _: &Entry) -> Result<(), Infallible> {
        Ok(())
    }
}

impl<O: RecordObserver> RecordObserver for &mut O {
    type Error = O::Error;

    fn entered(&mut self, record: &Record, entry: &Entry) -> Result<(), O::Error> {
        (**self).entered(record, entry)
    }
}

/// The first may refuse, the second only looks on.
impl<O: RecordObserver, P: RecordObserver<Error = Infallible>> RecordObserver for (O, P) {
    type Error = O::Error;

    fn entered(&mut self, record: &Record, entry: &Entry) -> Result<(), O::Error> {
        self.0.entered(record, entry)?;
        match self.1.entered(record, entry) {
            Ok(()) => Ok(()),
        }
    }
}

/// A quiet reading keeps signs, houses and meanings back, and what they come to (INTERPRETATION 1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("quiet until the reading is concluded")]
pub struct Quiet;

/// Why an entry was not made.
#[derive(Debug, thiserror::Error)]
pub enum EnterError<E> {
    /// It does not fit the record.
    #[error(transparent)]
    Refused(#[from] InvalidEntry),
    /// An observer could not take it.
    #[error("{0}")]
    Observer(E),
}

impl From<EnterError<Infallible>> for InvalidEntry {
    fn from(error: EnterError<Infallible>) -> InvalidEntry {
        match error {
            EnterError::Refused(refused) => refused,
        }
    }
}

/// Why an entry does not fit the record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidEntry {
    /// The record is closed.
    #[error("the {0} has been concluded")]
    Concluded(Mode),
    /// The act does not fit as things stand.
    #[error(transparent)]
    Act(#[from] IllegalAct),
    /// One person plays both armies of the side (RULES 6.4).
    #[error("{0} plays both armies of the side, and so may not withdraw")]
    PlaysBoth(String),
    /// What only a game knows: a draw by agreement, giving up.
    #[error("in a reading {0} has no place")]
    OnlyInAGame(&'static str),
    /// What only a reading knows: an outcome.
    #[error("in a game {0} has no place")]
    OnlyInAReading(&'static str),
    /// Words about a turn that was not played.
    #[error("there is no turn {0} to speak of")]
    NoSuchTurn(u32),
    /// A tag that it bears already.
    #[error("it is tagged {0} already")]
    AlreadyTagged(Tag),
    /// A tag that it does not bear.
    #[error("it is not tagged {0}")]
    NotTagged(Tag),
    /// A person's words are longer than may be.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// A moment or day that could not be read back: texts have four figures for the year.
    #[error("the moment is in the year {0}, and a journal holds the years 0 to 9999; is the clock right?")]
    Year(i32),
    /// It is said to be at its end, but it is not.
    #[error("the {0} is not at its end")]
    NotOver(Mode),
}

/// How an entry is undone.
enum Undo {
    /// Only words were added.
    Words,
    /// An act was played.
    Act,
    /// Acts were taken back.
    TakenBack(Box<TakenBackActs>),
}

impl Record {
    /// The record of a reading or a game before its first turn.
    #[must_use]
    pub fn begin(heading: Heading) -> Record {
        let session = Session::begin(heading.matter.terms(), heading.matter.start());
        Record { heading, session, entries: Vec::new(), concluded: None, tags: HashSet::new() }
    }

    /// What was settled before the first throw.
    #[must_use]
    pub fn heading(&self) -> &Heading {
        &self.heading
    }

    /// Everything done and said, in order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The reading or game as it is played.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Whether it is a reading or a game.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.session.mode()
    }

    /// The answer of a reading by both criteria, as it stands; none in a game.
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        self.session.answer()
    }

    /// The position as it stands.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.session.position()
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.session.rules()
    }

    /// The army whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Army {
        self.session.turn()
    }

    /// Why it is over, if it is.
    #[must_use]
    pub fn end(&self) -> Option<EndReason> {
        self.session.end()
    }

    /// The moves to choose from now: those that the throw on the table calls, or in a game all that are legal, the pass
    /// alone where there are none. Before the throw of a reading, and when it is over, there are none.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.session.moves()
    }

    /// The throw that lies on the table, not yet played.
    #[must_use]
    pub fn throw(&self) -> Option<Throw> {
        self.session.throw()
    }

    /// The ply of the turn being played, counted from 1.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.position().ply().saturating_add(1)
    }

    /// The turns that stand, in order.
    #[must_use]
    pub fn turns(&self) -> &[PlayedTurn] {
        self.session.turns()
    }

    /// The last turn that stands.
    #[must_use]
    pub fn last_turn(&self) -> Option<&PlayedTurn> {
        self.turns().last()
    }

    /// How many throws were ever made, those for the seats and those taken back too: so many numbers
    /// a seeded die has given.
    #[must_use]
    pub fn throws_made(&self) -> usize {
        let seats: usize = self.heading.seats.throws.iter().map(|seat| seat.throws.len()).sum();
        seats + self.entries.iter().filter(|entry| matches!(entry, Entry::Act(Act::Throw(_)))).count()
    }

    /// Whether signs, houses and meanings are kept back: until a quiet reading is concluded (INTERPRETATION 1.1).
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.heading.matter.is_quiet() && self.closing().is_none()
    }

    /// Refuses to be told of while it is quiet.
    ///
    /// # Errors
    /// While it is.
    pub fn check_not_quiet(&self) -> Result<(), Quiet> {
        if self.is_quiet() { Err(Quiet) } else { Ok(()) }
    }

    /// How the reading was closed, if it was.
    #[must_use]
    pub fn closing(&self) -> Option<Closing> {
        self.concluded.map(|(closing, _)| closing)
    }

    /// How and when it was closed, if it was.
    #[must_use]
    pub fn concluded(&self) -> Option<(Closing, Timestamp)> {
        self.concluded
    }

    /// The acts that still stand, the last of them last.
    #[must_use]
    pub fn standing(&self) -> impl DoubleEndedIterator<Item = Act> + ExactSizeIterator {
        self.session.acts()
    }

    /// How many acts have to be taken back to undo the last decision of a person: the last move that was
    /// chosen, exchange or withdrawal, or the last throw where `hand` throws the die. None where there
    /// is none.
    ///
    /// A throw of the program's is no decision, nor is a No Move.
    #[must_use]
    pub fn last_decision(&self, hand: bool) -> Option<usize> {
        let decided = |act: Act| match act {
            Act::Throw(_) => hand,
            Act::Move(mv) => mv != Move::Pass,
            _ => true,
        };
        self.standing().rev().position(decided).map(|index| index + 1)
    }

    /// What was noted while it was played, and then what was remarked on it, each in the order in which it was written.
    #[must_use]
    pub fn notes(&self) -> Vec<Note<'_>> {
        let first = self.heading.matter.start().ply().saturating_add(1);
        // How many acts stand, and how many did when each turn ended.
        let (mut acts, mut ends) = (0_usize, Vec::new());
        let mut notes: Vec<Note<'_>> = Vec::new();
        // Those that still stand, by the number of acts that they rest on.
        let mut standing: BinaryHeap<(usize, usize)> = BinaryHeap::new();
        for entry in &self.entries {
            match entry {
                Entry::Act(act) => {
                    acts += 1;
                    if act.is_turn() {
                        ends.push(acts);
                    }
                }
                Entry::TakenBack(steps) => {
                    acts = acts.saturating_sub(*steps);
                    while ends.pop_if(|end| *end > acts).is_some() {}
                    while standing.peek().is_some_and(|(rests_on, _)| *rests_on > acts) {
                        if let Some((_, index)) = standing.pop() {
                            notes[index].is_taken_back = true;
                        }
                    }
                }
                Entry::Note(words) => {
                    standing.push((acts, notes.len()));
                    let ply = Some(first.saturating_add(ends.len() as u32));
                    notes.push(Note { ply, words, moment: None, is_taken_back: false });
                }
                Entry::Afterword(Annotation::Remark(Remark { ply, moment, words })) => {
                    let end = ply.and_then(|ply| ends.get(ply.checked_sub(first)? as usize));
                    standing.extend(end.map(|end| (*end, notes.len())));
                    notes.push(Note { ply: *ply, words, moment: Some(*moment), is_taken_back: false });
                }
                _ => {}
            }
        }
        notes.sort_by_key(|note| note.moment.is_some());
        notes
    }

    /// Makes the next entry: plays what was done, keeps what was said, and tells an observer.
    ///
    /// # Errors
    /// The reason, when it does not fit or the observer cannot take it; the record stays as it was.
    pub fn enter_observed<O: RecordObserver>(
        &mut self,
        entry: Entry,
        observer: &mut O,
    ) -> Result<(), EnterError<O::Error>> {
        let undo = self.make(&entry)?;
        let told = observer.entered(self, &entry);
        if let Err(error) = told {
            self.unmake(&entry, undo);
            return Err(EnterError::Observer(error));
        }
        Ok(())
    }

    /// Makes an entry of which nobody needs to be told.
    ///
    /// # Errors
    /// The reason, when it does not fit; the record stays as it was.
    pub fn enter(&mut self, entry: impl Into<Entry>) -> Result<(), InvalidEntry> {
        Ok(self.enter_observed(entry.into(), &mut ())?)
    }

    fn make(&mut self, entry: &Entry) -> Result<Undo, InvalidEntry> {
        let mode = self.mode();
        if self.concluded.is_some() && !matches!(entry, Entry::Afterword(_)) {
            return Err(InvalidEntry::Concluded(mode));
        }
        entry.check()?;
        let undo = match entry {
            Entry::Act(act) => {
                if let Act::Withdrawal(army) = *act
                    && army == self.turn()
                    && self.heading.seats.commands_both(army)
                {
                    return Err(InvalidEntry::PlaysBoth(self.heading.seats.player(army).to_owned()));
                }
                self.session.accept(*act)?;
                Undo::Act
            }
            Entry::TakenBack(acts) => Undo::TakenBack(Box::new(self.session.remove(*acts)?)),
            Entry::Concluded(closing, moment) => {
                self.check_closing(*closing)?;
                self.concluded = Some((*closing, *moment));
                Undo::Words
            }
            Entry::Afterword(afterword) => {
                afterword.check(self)?;
                self.retag(afterword, true);
                Undo::Words
            }
            Entry::Note(_) | Entry::Resumed(_) => Undo::Words,
        };
        self.entries.push(entry.clone());
        Ok(undo)
    }

    fn unmake(&mut self, entry: &Entry, undo: Undo) {
        self.entries.pop();
        match entry {
            Entry::Concluded(..) => self.concluded = None,
            Entry::Afterword(afterword) => self.retag(afterword, false),
            _ => {}
        }
        match undo {
            Undo::Words => {}
            // What was just done is there to be taken back.
            Undo::Act => drop(self.session.remove(1)),
            Undo::TakenBack(taken) => self.session.restore(*taken),
        }
    }

    /// Gives and takes the tags of an afterword; or the other way round, where it is undone.
    fn retag(&mut self, afterword: &Annotation, done: bool) {
        match afterword {
            Annotation::Tagged(tags) if done => self.tags.extend(tags.iter().cloned()),
            Annotation::Untagged(tags) if !done => self.tags.extend(tags.iter().cloned()),
            Annotation::Tagged(tags) | Annotation::Untagged(tags) => tags.iter().for_each(|tag| {
                self.tags.remove(tag);
            }),
            _ => {}
        }
    }

    /// Whether it bears a tag.
    #[must_use]
    pub fn is_tagged(&self, tag: &Tag) -> bool {
        self.tags.contains(tag)
    }

    fn check_closing(&self, closing: Closing) -> Result<(), InvalidEntry> {
        match (closing, self.mode()) {
            (Closing::Ended, mode) if self.end().is_none() => Err(InvalidEntry::NotOver(mode)),
            (Closing::Agreed, Mode::Reading) => Err(InvalidEntry::OnlyInAGame("a draw by agreement")),
            (Closing::Resigned(_), Mode::Reading) => Err(InvalidEntry::OnlyInAGame("giving up")),
            _ => Ok(()),
        }
    }
}
