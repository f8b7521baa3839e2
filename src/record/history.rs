//! The record: its entries, and the session that they lead to.

use std::collections::{BinaryHeap, HashSet};
use std::convert::Infallible;

use crate::chess::{Army, Mode, Move, Position, Rules};
use crate::games::ActError;
use crate::input::TooLong;
use crate::reading::{Answer, DiceSource, EndReason, RandomSourceError, Throw};
use crate::session::{Act, IllegalAct, PlayedTurn, Session};

use super::{Annotation, Closing, Entry, Playable, Remark, Subject, Tag, Timestamp};

/// A reading or a game with all its entries; by default of Enochian chess.
#[derive(Clone, Debug)]
pub struct Record<P: Playable = Session> {
    heading: P::Heading,
    session: P,
    entries: Vec<Entry<P::Act>>,
    /// For each act among the entries, also undone ones, whether it ended a turn.
    turn_ends: Vec<bool>,
    concluded: Option<(Closing, Timestamp)>,
    /// The current tags, as a set for fast lookup.
    tags: HashSet<Tag>,
}

/// A note made during play, or a remark added to the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note<'r> {
    /// The turn on which it was made, or which it is about; `None` for the whole record.
    pub ply: Option<u32>,
    /// The text.
    pub words: &'r str,
    /// When it was written, for a remark; `None` for a note made during play.
    pub moment: Option<Timestamp>,
    /// Whether the turn that it is about was undone, so that it does not apply to the present turn of that number.
    pub is_taken_back: bool,
}

/// Records are equal if their headings and entries are: the rest follows from these.
impl<P: Playable> PartialEq for Record<P> {
    fn eq(&self, other: &Record<P>) -> bool {
        self.heading == other.heading && self.entries == other.entries
    }
}

/// Is notified of every entry, to save it or to show it.
///
/// A pair of observers is an observer: the second is notified once the first has accepted the entry.
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
pub trait RecordObserver<P: Playable = Session> {
    /// The reason why an entry could not be accepted.
    type Error;

    /// Called when an entry has been added to the record.
    ///
    /// # Errors
    /// If it cannot be accepted, such as saved; the entry is then removed again.
    fn entered(&mut self, record: &Record<P>, entry: &Entry<P::Act>) -> Result<(), Self::Error>;
}

/// Ignores all entries.
impl<P: Playable> RecordObserver<P> for () {
    type Error = Infallible;

    fn entered(&mut self, _: &Record<P>, _: &Entry<P::Act>) -> Result<(), Infallible> {
        Ok(())
    }
}

impl<P: Playable, O: RecordObserver<P>> RecordObserver<P> for &mut O {
    type Error = O::Error;

    fn entered(&mut self, record: &Record<P>, entry: &Entry<P::Act>) -> Result<(), O::Error> {
        (**self).entered(record, entry)
    }
}

/// The first observer may reject an entry, the second cannot.
impl<P: Playable, O: RecordObserver<P>, S: RecordObserver<P, Error = Infallible>> RecordObserver<P> for (O, S) {
    type Error = O::Error;

    fn entered(&mut self, record: &Record<P>, entry: &Entry<P::Act>) -> Result<(), O::Error> {
        self.0.entered(record, entry)?;
        match self.1.entered(record, entry) {
            Ok(()) => Ok(()),
        }
    }
}

/// The error when a quiet reading hides signs, houses, meanings and everything derived from them (INTERPRETATION 1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("quiet until the reading is concluded")]
pub struct Quiet;

/// Why an entry was not added.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EnterError<E> {
    /// It is not valid for the record.
    #[error(transparent)]
    Refused(#[from] InvalidEntry),
    /// An observer could not accept it.
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
    GameAct(#[from] ActError),
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
    /// A text is too long.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// A date that could not be read back: years are written with four digits.
    #[error("the year {0} is outside the range 0 to 9999 of a journal; check the clock")]
    Year(i32),
    /// It would be closed as ended, but has not ended.
    #[error("the {0} has not ended")]
    NotOver(Mode),
}

/// How to undo an entry.
enum Undo<T> {
    /// Only text was added.
    Words,
    /// An act was played.
    Act,
    /// Acts were undone.
    TakenBack(T),
}

impl<P: Playable> Record<P> {
    /// The record of a reading or a game before its first turn.
    #[must_use]
    pub fn begin(heading: P::Heading) -> Record<P> {
        let session = P::of_heading(&heading);
        Record { heading, session, entries: Vec::new(), turn_ends: Vec::new(), concluded: None, tags: HashSet::new() }
    }

    /// The heading: what was fixed before the first act.
    #[must_use]
    pub fn heading(&self) -> &P::Heading {
        &self.heading
    }

    /// All entries, in order.
    #[must_use]
    pub fn entries(&self) -> &[Entry<P::Act>] {
        &self.entries
    }

    /// The session that the entries lead to, as what any record is kept of.
    #[must_use]
    pub fn play(&self) -> &P {
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

    /// The notes made during play, then the remarks, each in the order in which they were written.
    #[must_use]
    pub fn notes(&self) -> Vec<Note<'_>> {
        let first = P::first_turn(&self.heading);
        let mut turn_ends = self.turn_ends.iter();
        // The number of acts so far, and the number at the end of each turn.
        let (mut acts, mut ends) = (0_usize, Vec::new());
        let mut notes: Vec<Note<'_>> = Vec::new();
        // Notes whose turns were not undone, by the number of acts that they depend on.
        let mut current: BinaryHeap<(usize, usize)> = BinaryHeap::new();
        for entry in &self.entries {
            match entry {
                Entry::Act(_) => {
                    acts += 1;
                    if turn_ends.next() == Some(&true) {
                        ends.push(acts);
                    }
                }
                Entry::TakenBack(steps) => {
                    acts = acts.saturating_sub(*steps);
                    while ends.pop_if(|end| *end > acts).is_some() {}
                    while current.peek().is_some_and(|(depends_on, _)| *depends_on > acts) {
                        if let Some((_, index)) = current.pop() {
                            notes[index].is_taken_back = true;
                        }
                    }
                }
                Entry::Note(words) => {
                    current.push((acts, notes.len()));
                    let ply = Some(first.saturating_add(ends.len() as u32));
                    notes.push(Note { ply, words, moment: None, is_taken_back: false });
                }
                Entry::Annotation(Annotation::Remark(Remark { ply, moment, words })) => {
                    let end = ply.and_then(|ply| ends.get(ply.checked_sub(first)? as usize));
                    current.extend(end.map(|end| (*end, notes.len())));
                    notes.push(Note { ply: *ply, words, moment: Some(*moment), is_taken_back: false });
                }
                _ => {}
            }
        }
        notes.sort_by_key(|note| note.moment.is_some());
        notes
    }

    /// Adds an entry: plays an act, and notifies an observer.
    ///
    /// # Errors
    /// If the entry is not valid or the observer does not accept it; the record is then unchanged.
    pub fn enter_observed<O: RecordObserver<P>>(
        &mut self,
        entry: Entry<P::Act>,
        observer: &mut O,
    ) -> Result<(), EnterError<O::Error>> {
        let undo = self.add(&entry)?;
        if let Err(error) = observer.entered(self, &entry) {
            self.undo(&entry, undo);
            return Err(EnterError::Observer(error));
        }
        Ok(())
    }

    /// Adds an entry without notifying anybody.
    ///
    /// # Errors
    /// If the entry is not valid; the record is then unchanged.
    pub fn enter(&mut self, entry: impl Into<Entry<P::Act>>) -> Result<(), InvalidEntry> {
        Ok(self.enter_observed(entry.into(), &mut ())?)
    }

    fn add(&mut self, entry: &Entry<P::Act>) -> Result<Undo<P::TakenBack>, InvalidEntry> {
        if self.concluded.is_some() && !matches!(entry, Entry::Annotation(_)) {
            return Err(InvalidEntry::Concluded(self.session.mode()));
        }
        entry.check()?;
        let undo = match entry {
            Entry::Act(act) => {
                let ends_turn = self.session.play_act(&self.heading, act)?;
                self.turn_ends.push(ends_turn);
                Undo::Act
            }
            Entry::TakenBack(acts) => Undo::TakenBack(self.session.remove_acts(*acts)?),
            Entry::Concluded(closing, moment) => {
                self.session.check_closing(*closing)?;
                self.concluded = Some((*closing, *moment));
                Undo::Words
            }
            Entry::Annotation(annotation) => {
                annotation.check(self)?;
                self.update_tags(annotation, true);
                Undo::Words
            }
            Entry::Note(_) | Entry::Resumed(_) => Undo::Words,
        };
        self.entries.push(entry.clone());
        Ok(undo)
    }

    fn undo(&mut self, entry: &Entry<P::Act>, undo: Undo<P::TakenBack>) {
        self.entries.pop();
        match entry {
            Entry::Concluded(..) => self.concluded = None,
            Entry::Annotation(annotation) => self.update_tags(annotation, false),
            _ => {}
        }
        match undo {
            Undo::Words => {}
            // The act was just added, so it can be removed.
            Undo::Act => {
                self.turn_ends.pop();
                drop(self.session.remove_acts(1));
            }
            Undo::TakenBack(taken) => self.session.restore_acts(taken),
        }
    }

    /// Adds and removes the tags of an annotation, or the reverse when it is undone.
    fn update_tags(&mut self, annotation: &Annotation, is_added: bool) {
        match annotation {
            Annotation::Tagged(tags) if is_added => self.tags.extend(tags.iter().cloned()),
            Annotation::Untagged(tags) if !is_added => self.tags.extend(tags.iter().cloned()),
            Annotation::Tagged(tags) | Annotation::Untagged(tags) => tags.iter().for_each(|tag| {
                self.tags.remove(tag);
            }),
            _ => {}
        }
    }

    /// Whether it has a tag.
    #[must_use]
    pub fn is_tagged(&self, tag: &Tag) -> bool {
        self.tags.contains(tag)
    }
}

impl Record {
    /// The session that the entries lead to.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Whether it is a reading or a game.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.session.mode()
    }

    /// The current answer of a reading by both criteria; `None` in a game.
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        self.session.answer()
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.session.position()
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.session.rules()
    }

    /// The army to move.
    #[must_use]
    pub fn turn(&self) -> Army {
        self.session.turn()
    }

    /// Why play is over, if it is.
    #[must_use]
    pub fn end(&self) -> Option<EndReason> {
        self.session.end()
    }

    /// The possible moves: those with the pieces that the throw calls, in a game all legal moves, and only the pass if there
    /// is none. Empty before the throw of a reading, and when it is over.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.session.moves()
    }

    /// The throw of the current turn, if the die was thrown and the move was not yet played.
    #[must_use]
    pub fn throw(&self) -> Option<Throw> {
        self.session.throw()
    }

    /// The ply of the current turn, counted from 1.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.position().ply().saturating_add(1)
    }

    /// The turns played, in order, without undone ones.
    #[must_use]
    pub fn turns(&self) -> &[PlayedTurn] {
        self.session.turns()
    }

    /// The last turn played.
    #[must_use]
    pub fn last_turn(&self) -> Option<&PlayedTurn> {
        self.turns().last()
    }

    /// The number of all throws, including those for the seats and undone ones: a seeded die has drawn as many numbers.
    #[must_use]
    pub fn throws_made(&self) -> usize {
        let seats: usize =
            self.heading.seats.throws.iter().flat_map(|seat| &seat.throws).map(|it| it.dice().len()).sum();
        seats + self.entries.iter().filter(|entry| matches!(entry, Entry::Act(Act::Throw(_)))).count()
    }

    /// The program's random numbers in their current state: the die of a reading, or what chooses the moves of an automatic
    /// game. None if the die is thrown by hand, or people play a game.
    ///
    /// # Errors
    /// If the operating system returns no random numbers.
    pub fn dice_source(&self) -> Result<Option<DiceSource>, RandomSourceError> {
        let (mut source, drawn) = match &self.heading.subject {
            Subject::Reading(_, die) => (die.dice_source(), self.throws_made()),
            Subject::Game(_) if !self.heading.automatic => (None, 0),
            Subject::Game(setting) => {
                (Some(setting.seed.map_or(DiceSource::System, DiceSource::seeded)), self.turns().len())
            }
        };
        if let Some(seeded @ DiceSource::Seeded(_)) = &mut source {
            for _ in 0..drawn {
                seeded.draw()?;
            }
        }
        Ok(source)
    }

    /// Whether signs, houses and meanings are hidden, as they are until a quiet reading is concluded (INTERPRETATION 1.1).
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.heading.subject.is_quiet() && self.closing().is_none()
    }

    /// Returns an error while the record is quiet.
    ///
    /// # Errors
    /// If it is quiet.
    pub fn check_not_quiet(&self) -> Result<(), Quiet> {
        if self.is_quiet() { Err(Quiet) } else { Ok(()) }
    }

    /// The acts, in order, without undone ones.
    #[must_use]
    pub fn standing(&self) -> impl DoubleEndedIterator<Item = Act> + ExactSizeIterator {
        self.session.acts()
    }

    /// The number of acts to undo for undoing a person's last decision: the last move that was chosen, exchange or
    /// withdrawal, or the last throw if the die is thrown by `hand`. `None` if there is none.
    ///
    /// A throw by the program is not a decision, nor is a No Move.
    #[must_use]
    pub fn last_decision(&self, hand: bool) -> Option<usize> {
        let decided = |act: Act| match act {
            Act::Throw(_) => hand,
            Act::Move(mv) => mv != Move::Pass,
            _ => true,
        };
        self.standing().rev().position(decided).map(|index| index + 1)
    }
}
