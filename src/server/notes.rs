//! The notes of a journal, and the links between journals.

use minijinja::Value;
use serde::Serialize;

use crate::export::encoded;
use crate::journal::{IndexEntry, OwnLine, linked, note_links};
use crate::record::{Note, Record, Timestamp};

use super::call::Problem;
use super::html::shown;
use super::routes::Table;

/// A note as the page shows it.
#[derive(Debug, Serialize)]
pub(super) struct NoteView {
    pub(super) id: String,
    pub(super) turn: Option<u32>,
    pub(super) text: String,
    pub(super) taken_back: bool,
    /// When it was written, unless while its turn was played.
    pub(super) when: Option<String>,
    /// The file of its picture.
    pub(super) picture: Option<String>,
    /// `Turn 12 · 3 May 2026, 14:05`
    about: String,
    /// The words, and the links among them that lead to a journal.
    parts: Vec<WordsPart>,
}

#[derive(Debug, Serialize)]
struct WordsPart {
    text: String,
    to: Option<String>,
}

/// A line of another journal that names this one, or a turn `of` it.
pub(super) fn naming((other, line, of): (&IndexEntry, &OwnLine, Option<u32>)) -> Value {
    let title = other.metadata.as_ref().map_or_else(|_| other.name(), |metadata| metadata.title.clone());
    shown! { journal: other.name(), title, turn: line.turn, of, text: &line.text }
}

impl NoteView {
    fn of(note: &Note<'_>, parts: Vec<WordsPart>) -> NoteView {
        let moment = |moment: Timestamp| moment.format("%-d %B %Y, %H:%M").to_string();
        let when = note.moment.map(moment);
        let about = [
            note.ply.map(|turn| format!("Turn {turn}")),
            when.clone(),
            note.corrected.map(|it| format!("corrected {}", moment(it))),
            note.is_taken_back.then(|| "taken back".to_owned()),
        ];
        NoteView {
            id: note.id.to_string(),
            turn: note.ply,
            text: note.words.to_owned(),
            taken_back: note.is_taken_back,
            when,
            picture: note.picture.map(|picture| picture.file.clone()),
            about: about.into_iter().flatten().collect::<Vec<_>>().join(" · "),
            parts,
        }
    }
}

impl Table<'_> {
    /// The notes of a record.
    pub(super) fn notes(&self, record: &Record) -> Result<Vec<NoteView>, Problem> {
        let mut entries = None;
        let view = |note: Note<'_>| {
            let (mut parts, mut end) = (Vec::new(), 0);
            let part = |text: &str, to| WordsPart { text: text.to_owned(), to };
            for link in note_links(note.words) {
                let entries = match &entries {
                    Some(entries) => entries,
                    None => entries.insert(self.entries()?.0),
                };
                let Some(entry) = linked(&link.name, entries) else { continue };
                let turn = link.turn.map_or(String::new(), |turn| format!("&turn={turn}"));
                parts.push(part(&note.words[end..link.range.start], None));
                end = link.range.end;
                let words = note.words[link.range].trim_start_matches("[[").trim_end_matches("]]");
                parts.push(part(words, Some(format!("#journal={}{turn}", encoded(&entry.name())))));
            }
            parts.push(part(&note.words[end..], None));
            Ok(NoteView::of(&note, parts))
        };
        record.notes().into_iter().map(view).collect()
    }
}
