//! Notes, pauses and what was taken back, by the act that they stand before.

use std::collections::BTreeMap;
use std::ptr;

use crate::export::page::{BetweenTurns, PageNote, TakenBackTurns, later};
use crate::input::safe;
use crate::record::{Entry, Note, OtherRecord, Timestamp};
use crate::render::{ShownAct, ShownEntry, day};

/// What people wrote, by the number of standing acts before it.
#[derive(Default)]
pub(super) struct ActCommentary {
    /// The text before each act.
    pub(super) interludes: BTreeMap<usize, BetweenTurns>,
    /// The notes on the acts themselves.
    pub(super) notes: BTreeMap<usize, Vec<PageNote>>,
}

/// A note or a pause, with the turn that was being played, and the number of acts that stood then, or stand of these now.
struct WrittenAmongActs<'r> {
    entry: &'r Entry,
    /// Its note, as it stands now.
    note: Option<Note<'r>>,
    turn: u32,
    place: usize,
    is_taken_back: bool,
}

impl ActCommentary {
    pub(super) fn of(record: OtherRecord<'_>) -> ActCommentary {
        // Each act with its number among all that were played.
        let mut standing: Vec<(usize, ShownAct)> = Vec::new();
        let mut played = 0;
        let mut taken_back: BTreeMap<usize, Vec<(usize, ShownAct)>> = BTreeMap::new();
        let mut written: Vec<WrittenAmongActs<'_>> = Vec::new();
        let notes = record.record().notes();
        for shown in ShownAct::entries(record) {
            match shown {
                ShownEntry::Act(act) => {
                    standing.push((played, act));
                    played += 1;
                }
                ShownEntry::Other(Entry::TakenBack(acts), _) => {
                    let place = standing.len().saturating_sub(*acts);
                    let mut gone = standing.split_off(place);
                    // Includes what had been taken back within it before.
                    gone.extend(taken_back.split_off(&place).into_values().flatten());
                    gone.sort_unstable_by_key(|(number, _)| *number);
                    taken_back.insert(place, gone);
                    for later in written.iter_mut().filter(|it| it.place > place) {
                        (later.place, later.is_taken_back) = (place, true);
                    }
                }
                ShownEntry::Other(entry @ (Entry::Note(_) | Entry::Resumed(_)), turn) => {
                    // What was moved to another turn is placed as a remark.
                    let is_here = |note: &&Note<'_>| note.moment.is_none() && ptr::eq(note.entry, entry);
                    let note = notes.iter().find(is_here).copied();
                    written.push(WrittenAmongActs { entry, note, turn, place: standing.len(), is_taken_back: false });
                }
                ShownEntry::Other(..) => {}
            }
        }
        let mut commentary = ActCommentary::default();
        for (place, acts) in taken_back {
            commentary.interludes.entry(place).or_default().taken_back = Some(taken_back_turns(&acts));
        }
        for written in written {
            commentary.place(&written, &record.heading().begun);
        }
        commentary.remarks(&notes, &standing);
        commentary
    }

    fn place(&mut self, written: &WrittenAmongActs<'_>, begun: &Timestamp) {
        let WrittenAmongActs { entry, note, turn, place, is_taken_back } = written;
        let labelled = |label| note.as_ref().map(|note| PageNote::of(label, note));
        match entry {
            Entry::Resumed(at) => {
                let resumed = format!("Resumed on {}.", later(at, begun));
                self.interludes.entry(*place).or_default().resumed.push(resumed);
            }
            Entry::Note(_) if *is_taken_back => {
                let note = labelled(format!("Note to turn {turn} (taken back)"));
                self.interludes.entry(*place).or_default().notes.extend(note);
            }
            Entry::Note(_) => self.notes.entry(*place).or_default().extend(labelled(String::new())),
            _ => {}
        }
    }

    /// Places remarks with the last act of their turn, or before the first act after it if the turn was taken back.
    fn remarks(&mut self, notes: &[Note<'_>], standing: &[(usize, ShownAct)]) {
        for note in notes {
            let (Some(turn), Some(moment)) = (note.ply, note.moment) else { continue };
            let gone = if note.is_taken_back { format!(" on turn {turn} (taken back)") } else { String::new() };
            let label = format!("Remark{gone} of {}", day(moment.date_naive()));
            let remark = PageNote::of(label, note);
            let after = standing.partition_point(|(_, act)| act.turn <= turn);
            match after.checked_sub(1).filter(|index| !note.is_taken_back && standing[*index].1.turn == turn) {
                Some(last) => self.notes.entry(last).or_default().push(remark),
                None => self.interludes.entry(after).or_default().notes.push(remark),
            }
        }
    }

    /// The text after the last act.
    pub(super) fn rest(mut self, acts: usize) -> Option<BetweenTurns> {
        let mut rest = self.interludes.remove(&acts).unwrap_or_default();
        rest.notes.extend(self.notes.remove(&acts).unwrap_or_default());
        (rest != BetweenTurns::default()).then_some(rest)
    }
}

fn taken_back_turns(acts: &[(usize, ShownAct)]) -> TakenBackTurns {
    let turn = |acts: &[(usize, ShownAct)]| {
        let texts: Vec<String> = acts.iter().map(|(_, act)| format!("{} {}", act.actor, safe(&act.text))).collect();
        format!("Turn {}: {}", acts[0].1.turn, texts.join(", "))
    };
    let turns: Vec<String> = acts.chunk_by(|(_, one), (_, next)| one.turn == next.turn).map(turn).collect();
    TakenBackTurns { sentence: format!("Taken back here: {}.", turns.join("; ").replace("Turn ", "turn ")), turns }
}
