//! What people write about the turns: notes and remarks, with what was corrected, moved and withdrawn since.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use crate::input::ParseError;

use super::{Afterword, Attachment, Correction, Entry, Record, Remark, Timestamp};

/// A note made during play, or a remark added to the record, as it stands now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note<'r> {
    /// Which note it is, whatever became of its words.
    pub id: NoteId,
    /// The number of the entry with which it was first written, counted from 0.
    pub entry: usize,
    /// The number of the entry that has its present words.
    pub said: usize,
    /// The turn on which it was made, or which it is about; `None` for the whole record.
    pub ply: Option<u32>,
    /// The text, in one or more lines.
    pub words: &'r str,
    /// The picture that belongs to it.
    pub picture: Option<&'r Attachment>,
    /// When it was written, for a remark; `None` for a note made during play, unless it was moved to another turn since.
    pub moment: Option<Timestamp>,
    /// When it was last corrected.
    pub corrected: Option<Timestamp>,
    /// Whether the turn that it is about was undone, so that it does not apply to the present turn of that number.
    pub is_taken_back: bool,
}

/// Which note of a journal is meant, in eight digits: a hash of its turn, moment and words as they were first written. So it is the
/// same in every copy of a journal, and after two were joined.
///
/// ```
/// use enochian::record::NoteId;
/// let id = NoteId::of(Some(12), None, "The rook is my father.");
/// assert_eq!(id.to_string().parse(), Ok(id));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoteId(u32);

impl NoteId {
    /// That of a note written with these words, on this turn, at this moment.
    #[must_use]
    pub fn of(ply: Option<u32>, moment: Option<&Timestamp>, words: &str) -> NoteId {
        let moment = moment.map_or(String::new(), Timestamp::to_rfc3339);
        let hash = Sha256::digest(format!("{}\n{moment}\n{words}", ply.unwrap_or(0)));
        NoteId(u32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]]))
    }
}

impl fmt::Display for NoteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

impl FromStr for NoteId {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<NoteId, ParseError> {
        let id = u32::from_str_radix(text, 16).ok().map(NoteId);
        id.filter(|id| id.to_string() == text)
            .ok_or(ParseError("expected the eight digits of a note, such as 0a1b2c3d"))
    }
}

impl Record {
    /// The notes made during play, then the remarks, each in the order in which they were written. Corrections are in their
    /// words, and what was withdrawn is left out. A correction of a note that is not there is a remark of its own.
    #[must_use]
    pub fn notes(&self) -> Vec<Note<'_>> {
        let first = self.heading().game.first_turn();
        let mut turn_ends = self.turn_ends.iter();
        // The number of acts so far, and the number at the end of each turn.
        let (mut acts, mut ends) = (0_usize, Vec::new());
        // Each note with the number of acts that must stand for its turn to stand.
        let mut notes: Vec<(Note<'_>, Option<usize>)> = Vec::new();
        for (number, entry) in self.entries().iter().enumerate() {
            let end_of = |ends: &[usize], ply: Option<u32>| {
                ply.and_then(|ply| ends.get(ply.checked_sub(first)? as usize).copied())
            };
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
                    for (note, needed) in &mut notes {
                        note.is_taken_back |= needed.is_some_and(|needed| needed > acts);
                    }
                }
                Entry::Note(words) => {
                    let ply = Some(first.saturating_add(ends.len() as u32));
                    notes.push((Note::new(number, ply, None, words), Some(acts)));
                }
                Entry::Afterword(afterword) => {
                    let Some((note, corrects)) = Note::of(number, afterword) else { continue };
                    let known = corrects.and_then(|id| notes.iter().position(|(known, _)| known.id == id));
                    match (known, is_withdrawal(afterword)) {
                        (Some(at), true) => drop(notes.remove(at)),
                        (Some(at), false) => {
                            let (before, needed) = &mut notes[at];
                            if before.ply != note.ply {
                                (*needed, before.is_taken_back) = (end_of(&ends, note.ply), false);
                                before.moment = before.moment.or(note.moment);
                            }
                            (before.words, before.ply, before.corrected) = (note.words, note.ply, note.moment);
                            before.said = number;
                        }
                        (None, true) => {}
                        (None, false) => notes.push((note, end_of(&ends, note.ply))),
                    }
                }
                _ => {}
            }
        }
        let mut notes: Vec<Note<'_>> = notes.into_iter().map(|(note, _)| note).collect();
        notes.sort_by_key(|note| matches!(self.entries()[note.entry], Entry::Afterword(_)));
        notes
    }
}

fn is_withdrawal(afterword: &Afterword) -> bool {
    matches!(afterword, Afterword::Corrected(Correction { now: None, .. }))
}

impl<'r> Note<'r> {
    fn new(entry: usize, ply: Option<u32>, moment: Option<Timestamp>, words: &'r str) -> Note<'r> {
        let id = NoteId::of(ply, moment.as_ref(), words);
        Note { id, entry, said: entry, ply, words, picture: None, moment, corrected: None, is_taken_back: false }
    }

    /// The note that an afterword writes, and the one that it corrects.
    fn of(entry: usize, afterword: &'r Afterword) -> Option<(Note<'r>, Option<NoteId>)> {
        Some(match afterword {
            Afterword::Remark(Remark { ply, moment, words }) => (Note::new(entry, *ply, *moment, words), None),
            Afterword::Attached(it) => {
                (Note { picture: Some(it), ..Note::new(entry, it.ply, Some(it.moment), &it.words) }, None)
            }
            Afterword::Corrected(Correction { note, moment, now }) => {
                let (ply, words) = now.as_ref().map_or((None, ""), |(ply, words)| (*ply, words));
                (Note::new(entry, ply, Some(*moment), words), Some(*note))
            }
            Afterword::Tagged(_) | Afterword::Untagged(_) | Afterword::Outcome(_) => return None,
        })
    }
}
