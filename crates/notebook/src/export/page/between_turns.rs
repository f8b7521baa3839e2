//! The text between the turns: pauses, what was taken back, and its notes.
//!
//! A record has everything in chronological order, but a page only shows the turns that stand. So notes and taken-back turns are
//! assigned to a place among these.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::input::safe;
use crate::record::{Entry, Note, Record};
use crate::render::{ShownAct, day};

use super::{later, prose};

/// The text between two turns, or after the last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BetweenTurns {
    /// `Resumed on Sunday 22 November 2026 at 20:15.`
    pub resumed: Vec<String>,
    /// What was taken back here, by turn: `Turn 5: Fire throw 4, Qa2c2`.
    pub taken_back: Vec<String>,
    /// The notes on what was taken back.
    pub notes: Vec<PageNote>,
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

/// Notes and taken-back acts by the row of the page that they precede, which is a turn, or an act of a game in which a turn has
/// several; after the last row, by the number of rows.
#[derive(Default)]
pub(super) struct Commentary {
    /// The text before each row.
    pub(super) interludes: BTreeMap<usize, BetweenTurns>,
    /// The notes on the rows themselves.
    pub(super) notes: BTreeMap<usize, Vec<PageNote>>,
}

/// An act, whether it stands or was taken back.
struct Done {
    turn: u32,
    /// The turn that is played after it.
    next: u32,
    /// Whether it is a row of the page.
    is_row: bool,
    actor: String,
    text: String,
}

/// A note or a pause. Its place is given by the number of acts that stood when it was written; if these were taken back, by those
/// after the taking back.
struct WrittenOnPage<'r> {
    number: usize,
    entry: &'r Entry,
    /// The turn that was being played.
    turn: u32,
    acts: usize,
    is_taken_back: bool,
}

impl Commentary {
    /// The commentary on the rows of a record: processes all entries in order.
    pub(super) fn of(record: &Record) -> Commentary {
        let (mut acts, first) = (ShownAct::all(record).into_iter(), record.game().first_turn());
        // Of Enochian chess a row has all acts of a turn.
        let done = |act: ShownAct| {
            let is_row = record.enochian().is_none() || act.state.turn() > act.turn;
            Done {
                turn: act.turn,
                next: act.state.turn(),
                is_row,
                actor: act.actor,
                text: safe(&act.text).into_owned(),
            }
        };
        let (mut standing, mut written) = (Vec::<(usize, Done)>::new(), Vec::<WrittenOnPage<'_>>::new());
        // What was taken back, by the number of standing acts before it.
        let mut folds = BTreeMap::<usize, Vec<(usize, Done)>>::new();
        for (number, entry) in record.entries().iter().enumerate() {
            let turn = standing.last().map_or(first, |(_, act)| act.next);
            match entry {
                Entry::Note(_) | Entry::Resumed(_) => {
                    written.push(WrittenOnPage { number, entry, turn, acts: standing.len(), is_taken_back: false });
                }
                Entry::TakenBack(acts) => {
                    let left = standing.len().saturating_sub(*acts);
                    let mut gone = standing.split_off(left);
                    for later in written.iter_mut().filter(|it| it.acts > left) {
                        (later.acts, later.is_taken_back) = (left, true);
                    }
                    // Includes what had been taken back within it before.
                    gone.extend(folds.split_off(&left).into_values().flatten());
                    gone.sort_unstable_by_key(|(number, _)| *number);
                    folds.insert(left, gone);
                }
                Entry::Act(_) => standing.extend(acts.next().map(|act| (number, done(act)))),
                _ => {}
            }
        }
        let row = |acts: usize| standing[..acts].iter().filter(|(_, act)| act.is_row).count();
        let mut commentary = Commentary::default();
        let mut gone = BTreeMap::<usize, Vec<Done>>::new();
        for (left, acts) in folds {
            gone.entry(row(left)).or_default().extend(acts.into_iter().map(|(_, act)| act));
        }
        for (row, acts) in gone {
            commentary.interludes.entry(row).or_default().taken_back = by_turn(&acts);
        }
        let notes = record.notes();
        for WrittenOnPage { number, entry, turn, acts, is_taken_back } in written {
            let (interlude, on_row) = (commentary.interludes.entry(row(acts)), commentary.notes.entry(row(acts)));
            // What was moved to another turn is placed as a remark.
            let note = notes.iter().find(|note| note.entry == number && note.moment.is_none());
            let labelled = |label| note.map(|note| PageNote::of(label, note));
            match entry {
                Entry::Resumed(at) => {
                    let resumed = format!("Resumed on {}.", later(at, &record.heading().begun));
                    interlude.or_default().resumed.push(resumed);
                }
                _ if is_taken_back => {
                    interlude.or_default().notes.extend(labelled(format!("Note to turn {turn} (taken back)")));
                }
                _ => on_row.or_default().extend(labelled(String::new())),
            }
        }
        let rows: Vec<u32> = standing.iter().filter(|(_, act)| act.is_row).map(|(_, act)| act.turn).collect();
        commentary.remarks(&notes, &rows);
        commentary
    }

    /// Places remarks with the last row of their turn, or if that was taken back, before the first row after it.
    fn remarks(&mut self, notes: &[Note<'_>], rows: &[u32]) {
        for note in notes {
            let (Some(turn), Some(moment)) = (note.ply, note.moment) else { continue };
            let gone = if note.is_taken_back { format!(" on turn {turn} (taken back)") } else { String::new() };
            let remark = PageNote::of(format!("Remark{gone} of {}", day(moment.date_naive())), note);
            let after = rows.partition_point(|row| *row <= turn);
            match after.checked_sub(1).filter(|last| !note.is_taken_back && rows[*last] == turn) {
                Some(row) => self.notes.entry(row).or_default().push(remark),
                None => self.interludes.entry(after).or_default().notes.push(remark),
            }
        }
    }

    /// The text after the last row.
    pub(super) fn rest(mut self, rows: usize) -> Option<BetweenTurns> {
        let mut rest = self.interludes.remove(&rows).unwrap_or_default();
        rest.notes.extend(self.notes.remove(&rows).unwrap_or_default());
        (rest != BetweenTurns::default()).then_some(rest)
    }
}

/// Acts by turn, each after who did it, if that was somebody else: `Turn 5: Fire throw 4, Qa2c2`.
fn by_turn(acts: &[Done]) -> Vec<String> {
    let turn = |acts: &[Done]| {
        let mut actor = "";
        let words = acts.iter().map(|act| {
            let text = if act.text == "--" { "no move" } else { &act.text };
            let is_same = std::mem::replace(&mut actor, &act.actor) == act.actor;
            if is_same { text.to_owned() } else { format!("{} {text}", act.actor) }
        });
        format!("Turn {}: {}", acts[0].turn, words.collect::<Vec<_>>().join(", "))
    };
    acts.chunk_by(|one, next| one.turn == next.turn).map(turn).collect()
}
