//! The links between journals.

use serde::Serialize;

use crate::journal::{IndexEntry, OwnLine, linked, note_links};

use super::call::Problem;
use super::page_state::NoteView;
use super::routes::Table;

/// A link in a note that leads to a journal.
#[derive(Debug, Serialize)]
pub(super) struct LinkView {
    /// As it is written: `[[brother#29]]`.
    pub(super) text: String,
    pub(super) journal: String,
    pub(super) turn: Option<u32>,
}

/// A line of another journal that names this one.
#[derive(Debug, Serialize)]
pub(super) struct NamedView {
    journal: String,
    title: String,
    /// The turn that the line is about.
    turn: Option<u32>,
    /// The turn of this journal that it names.
    of: Option<u32>,
    text: String,
}

impl NamedView {
    pub(super) fn of((other, line, of): (&IndexEntry, &OwnLine, Option<u32>)) -> NamedView {
        NamedView {
            journal: other.name(),
            title: other.metadata.as_ref().map_or_else(|_| other.name(), |metadata| metadata.title.clone()),
            turn: line.turn,
            of,
            text: line.text.clone(),
        }
    }
}

impl Table<'_> {
    /// With the links of these notes that lead to a journal.
    pub(super) fn link(&self, notes: &mut [NoteView]) -> Result<(), Problem> {
        let mut entries = None;
        for NoteView { text, links, .. } in notes {
            for link in note_links(text) {
                let entries = match &entries {
                    Some(entries) => entries,
                    None => entries.insert(self.entries()?.0),
                };
                links.extend(linked(&link.name, entries).map(|entry| LinkView {
                    text: text[link.range.clone()].to_owned(),
                    journal: entry.name(),
                    turn: link.turn,
                }));
            }
        }
        Ok(())
    }
}
