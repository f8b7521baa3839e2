//! The text between the turns: pauses, what was taken back, and its notes.
//!
//! A record has everything in chronological order, but a page only shows the turns that stand. So notes and taken-back turns are
//! assigned to a place among these.

use std::collections::BTreeMap;
use std::ptr;

use serde::Serialize;

use crate::chess::{Mode, Move};
use crate::input::safe;
use crate::record::{EnochianRecord, Entry, Note, Record, RecordedAct};
use crate::render::{ShownAct, day};
use crate::session::Act;

use super::{later, prose};

/// The text between two turns, or after the last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BetweenTurns {
    /// `Resumed on Sunday 22 November 2026 at 20:15.`
    pub resumed: Vec<String>,
    /// What was taken back here, by turn: `Turn 5: the throw of 4, the move Qa2c2`.
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
    /// What it is called if it was taken back.
    words: String,
}

/// A note or a pause. Its place is given by the number of acts that stood when it was written; if these were taken back, by those
/// after the taking back.
struct WrittenOnPage<'r> {
    entry: &'r Entry,
    /// The turn that was being played.
    turn: u32,
    acts: usize,
    is_taken_back: bool,
}

impl Commentary {
    /// The commentary on turns. Remarks are placed with their turn, or where it was if it was taken back.
    pub(super) fn of_turns(record: EnochianRecord<'_>) -> Commentary {
        let (mode, first) = (record.mode(), record.subject().start().ply().saturating_add(1));
        let done = |act: &RecordedAct, turn: u32| {
            let RecordedAct::Enochian(act) = act else { return None };
            let is_row = act.is_turn();
            Some(Done { turn, next: turn.saturating_add(u32::from(is_row)), is_row, words: act_words(*act, mode) })
        };
        let (mut commentary, _) = Commentary::of(&record, first, done);
        commentary.remarks(&record, |_, turn| (turn.min(record.ply()).saturating_sub(first) as usize, false));
        commentary
    }

    /// The commentary on acts. Remarks are placed with the last act of their turn, or before the first act after it if the turn
    /// was taken back.
    pub(super) fn of_acts(record: &Record) -> Commentary {
        let mut acts = ShownAct::all(record).into_iter();
        let done = |_: &RecordedAct, _| {
            let act = acts.next()?;
            let words = format!("{} {}", act.actor, safe(&act.text));
            Some(Done { turn: act.turn, next: act.state.turn(), is_row: true, words })
        };
        let (mut commentary, standing) = Commentary::of(record, record.game().first_turn(), done);
        commentary.remarks(record, |note, turn| {
            let after = standing.partition_point(|(_, act)| act.turn <= turn);
            match after.checked_sub(1).filter(|last| !note.is_taken_back && standing[*last].1.turn == turn) {
                Some(last) => (last, false),
                None => (after, true),
            }
        });
        commentary
    }

    /// Processes all entries in order. Returns the standing acts too, each with the index of its entry.
    fn of(
        record: &Record,
        first: u32,
        mut done: impl FnMut(&RecordedAct, u32) -> Option<Done>,
    ) -> (Commentary, Vec<(usize, Done)>) {
        let (mut standing, mut written) = (Vec::<(usize, Done)>::new(), Vec::<WrittenOnPage<'_>>::new());
        // What was taken back, by the number of standing acts before it.
        let mut folds = BTreeMap::<usize, Vec<(usize, Done)>>::new();
        for (number, entry) in record.entries().iter().enumerate() {
            let turn = standing.last().map_or(first, |(_, act)| act.next);
            match entry {
                Entry::Note(_) | Entry::Resumed(_) => {
                    written.push(WrittenOnPage { entry, turn, acts: standing.len(), is_taken_back: false });
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
                Entry::Act(act) => standing.extend(done(act, turn).map(|act| (number, act))),
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
        for WrittenOnPage { entry, turn, acts, is_taken_back } in written {
            let (interlude, on_row) = (commentary.interludes.entry(row(acts)), commentary.notes.entry(row(acts)));
            // What was moved to another turn is placed as a remark.
            let note = notes.iter().find(|note| ptr::eq(note.entry, entry) && note.moment.is_none());
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
        (commentary, standing)
    }

    /// Places remarks on turns: on a row, or between it and the row before.
    fn remarks(&mut self, record: &Record, place: impl Fn(&Note<'_>, u32) -> (usize, bool)) {
        for note in &record.notes() {
            let (Some(turn), Some(moment)) = (note.ply, note.moment) else { continue };
            let gone = if note.is_taken_back { format!(" on turn {turn} (taken back)") } else { String::new() };
            let remark = PageNote::of(format!("Remark{gone} of {}", day(moment.date_naive())), note);
            match place(note, turn) {
                (row, false) => self.notes.entry(row).or_default().push(remark),
                (row, true) => self.interludes.entry(row).or_default().notes.push(remark),
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

/// Acts by turn.
fn by_turn(acts: &[Done]) -> Vec<String> {
    let turn = |acts: &[Done]| {
        let words: Vec<&str> = acts.iter().map(|act| act.words.as_str()).collect();
        format!("Turn {}: {}", acts[0].turn, words.join(", "))
    };
    acts.chunk_by(|one, next| one.turn == next.turn).map(turn).collect()
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
