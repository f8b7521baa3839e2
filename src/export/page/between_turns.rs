//! The text between the turns: pauses, what was taken back, and its notes.
//!
//! A record has everything in chronological order, but a page only shows the turns that stand. So notes and taken-back turns are
//! assigned to a place among these.

use std::collections::BTreeMap;
use std::ptr;

use serde::Serialize;

use crate::chess::{Mode, Move};
use crate::input::safe;
use crate::record::{EnochianRecord, Entry, Note, RecordedAct};
use crate::render::{day, list};
use crate::session::Act;

use super::{later, prose};

/// The text between two turns, or after the last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BetweenTurns {
    /// `Resumed on Sunday 22 November 2026 at 20:15.`
    pub resumed: Vec<String>,
    /// What was taken back here.
    pub taken_back: Option<TakenBackTurns>,
    /// The notes on what was taken back.
    pub notes: Vec<PageNote>,
}

/// The acts taken back at one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TakenBackTurns {
    /// All of it: `Taken back here: the throw of 4; the move Qa2c2.`
    pub sentence: String,
    /// The acts by turn: `Turn 5: the throw of 4, the move Qa2c2`.
    pub turns: Vec<String>,
}

/// A person's note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PageNote {
    /// Its label, unless its place is enough: `Note to turn 7 (taken back)`, `Remark of 1 December 2026`.
    pub label: String,
    /// The words, in one or more lines.
    pub words: String,
    /// The picture that belongs to it: the name of its file in the folder `pictures`.
    pub picture: Option<String>,
}

impl PageNote {
    /// A note with its label; what was corrected since says so.
    pub(crate) fn of(label: String, note: &Note<'_>) -> PageNote {
        let corrected = note.corrected.map_or(String::new(), |at| format!("corrected on {}", day(at.date_naive())));
        let parts = [label, corrected].into_iter().filter(|part| !part.is_empty());
        PageNote {
            label: parts.collect::<Vec<_>>().join(", "),
            words: prose(note.words),
            picture: note.picture.map(|picture| safe(picture.file.trim_start_matches("pictures/")).into_owned()),
        }
    }
}

/// Notes and taken-back acts by the turn they precede; after the last turn, by the number of the next.
#[derive(Default)]
pub(super) struct Commentary {
    /// The text before each turn.
    pub(super) interludes: BTreeMap<u32, BetweenTurns>,
    /// The notes on the turns themselves.
    pub(super) notes: BTreeMap<u32, Vec<PageNote>>,
}

/// An act, whether it stands or was taken back.
struct Done {
    /// The index of its entry.
    number: usize,
    /// Its turn.
    ply: u32,
    act: Act,
}

/// A note or a pause. Its place is given by the number of acts that stood when it was written and the turn being played then;
/// if these were taken back, by those after the taking back.
struct WrittenOnPage<'r> {
    entry: &'r Entry,
    /// The turn that was being played.
    ply: u32,
    acts: usize,
    place: u32,
    taken_back: bool,
}

/// Acts taken back to the same place.
struct Fold {
    /// The number of standing acts before it.
    left: usize,
    place: u32,
    acts: Vec<Done>,
}

impl Commentary {
    /// Processes all entries in order.
    pub(super) fn of(record: EnochianRecord<'_>) -> Commentary {
        let mut ply = record.subject().start().ply().saturating_add(1);
        let (mut standing, mut written, mut folds) = (Vec::new(), Vec::new(), Vec::<Fold>::new());
        for (number, entry) in record.entries().iter().enumerate() {
            match entry {
                Entry::Note(_) | Entry::Resumed(_) => {
                    written.push(WrittenOnPage { entry, ply, acts: standing.len(), place: ply, taken_back: false });
                }
                Entry::TakenBack(acts) => {
                    let left = standing.len().saturating_sub(*acts);
                    let mut gone: Vec<Done> = standing.split_off(left);
                    ply = gone.first().map_or(ply, |act| act.ply);
                    for later in written.iter_mut().filter(|it: &&mut WrittenOnPage<'_>| it.acts > left) {
                        (later.acts, later.place, later.taken_back) = (left, ply, true);
                    }
                    // Includes what had been taken back within it before.
                    while let Some(within) = folds.pop_if(|fold| fold.left >= left) {
                        gone.extend(within.acts);
                    }
                    gone.sort_unstable_by_key(|act| act.number);
                    folds.push(Fold { left, place: ply, acts: gone });
                }
                Entry::Act(RecordedAct::Enochian(act)) => {
                    standing.push(Done { number, ply, act: *act });
                    ply = ply.saturating_add(u32::from(act.is_turn()));
                }
                _ => {}
            }
        }
        let mut course = Commentary::default();
        let notes = record.notes();
        course.write(&folds, &written, &notes, record);
        course.remarks(&notes, record);
        course
    }

    fn write(&mut self, folds: &[Fold], written: &[WrittenOnPage<'_>], notes: &[Note<'_>], record: EnochianRecord<'_>) {
        for acts in folds.chunk_by(|one, next| one.place == next.place) {
            let place = acts[0].place;
            let acts: Vec<&Done> = acts.iter().flat_map(|fold| &fold.acts).collect();
            self.interludes.entry(place).or_default().taken_back = Some(TakenBackTurns::of(&acts, record.mode()));
        }
        for WrittenOnPage { entry, ply, place, taken_back, .. } in written {
            // What was moved to another turn is placed as a remark.
            let note = || notes.iter().find(|note| ptr::eq(note.entry, *entry) && note.moment.is_none());
            match entry {
                Entry::Resumed(at) => {
                    let resumed = format!("Resumed on {}.", later(at, &record.heading().begun));
                    self.interludes.entry(*place).or_default().resumed.push(resumed);
                }
                Entry::Note(_) if *taken_back => {
                    let label = format!("Note to turn {ply} (taken back)");
                    let note = note().map(|note| PageNote::of(label, note));
                    self.interludes.entry(*place).or_default().notes.extend(note);
                }
                Entry::Note(_) => {
                    let note = note().map(|note| PageNote::of(String::new(), note));
                    self.notes.entry(*place).or_default().extend(note);
                }
                _ => {}
            }
        }
    }

    /// Places remarks with their turn, or where it was if it was taken back.
    fn remarks(&mut self, notes: &[Note<'_>], record: EnochianRecord<'_>) {
        let next = record.ply();
        for note in notes {
            let (Some(ply), Some(moment)) = (note.ply, note.moment) else { continue };
            let gone = if note.is_taken_back { format!(" on turn {ply} (taken back)") } else { String::new() };
            let label = format!("Remark{gone} of {}", day(moment.date_naive()));
            self.notes.entry(ply.min(next)).or_default().push(PageNote::of(label, note));
        }
    }

    /// The text after the last turn.
    pub(super) fn rest(mut self, next: u32) -> Option<BetweenTurns> {
        let mut rest = self.interludes.remove(&next).unwrap_or_default();
        rest.notes.extend(self.notes.remove(&next).unwrap_or_default());
        (rest != BetweenTurns::default()).then_some(rest)
    }
}

impl TakenBackTurns {
    fn of(acts: &[&Done], mode: Mode) -> TakenBackTurns {
        let turns: Vec<(u32, Vec<String>)> = acts
            .chunk_by(|one, next| one.ply == next.ply)
            .map(|acts| (acts[0].ply, acts.iter().map(|act| act_words(act.act, mode)).collect()))
            .collect();
        let sentence = match turns.as_slice() {
            [(_, acts)] => acts.join("; "),
            turns => {
                let turn = |(ply, acts): &(u32, Vec<String>)| format!("in turn {ply} {}", list(acts));
                turns.iter().map(turn).collect::<Vec<_>>().join("; ")
            }
        };
        TakenBackTurns {
            sentence: format!("Taken back here: {sentence}."),
            turns: turns.iter().map(|(ply, acts)| format!("Turn {ply}: {}", acts.join(", "))).collect(),
        }
    }
}

/// `the throw of 4`, `the move Qa2c2`.
fn act_words(act: Act, mode: Mode) -> String {
    match (act, mode) {
        (Act::Throw(throw), _) => format!("the throw of {throw}"),
        // A turn without a move is a pass in a game and a No Move in a reading.
        (Act::Move(Move::Pass), Mode::Reading) => "the No Move".to_owned(),
        (Act::Move(Move::Pass) | Act::Irregular(Move::Pass), _) => "the pass".to_owned(),
        (Act::Move(mv) | Act::Irregular(mv), _) => format!("the move {mv}"),
        (Act::Exchange(exchange), _) => format!("the exchange of prisoners with {}", exchange.with),
        (Act::Withdrawal(army), _) => format!("the withdrawal of {army}"),
    }
}
