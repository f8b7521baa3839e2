//! The end of a reading or game, as pages show it.

use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use crate::export::{Conclusion, encoded};
use crate::journal::{linked, named_in, note_links};

use super::call::{Call, CallAnswer, Problem};
use super::meanings::quiet;
use super::page_state::NoteView;
use super::routes::Table;
use super::what_if::BranchView;

/// The answer of a reading or the result of a game, and what the record says about it, as a part of the page.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct ConclusionView {
    html: String,
}

/// A link in a note that leads to a journal.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct LinkView {
    /// As it is written: `[[brother#29]]`.
    text: String,
    journal: String,
    turn: Option<u32>,
}

/// A line of another journal that names this one.
#[derive(Debug, Serialize)]
struct NamedView {
    journal: String,
    title: String,
    /// The turn that the line is about.
    turn: Option<u32>,
    /// The turn of this journal that it names.
    of: Option<u32>,
    text: String,
}

/// How much of what came up again is shown.
const AGAIN: usize = 5;

impl Table<'_> {
    /// `api/conclusion`: the end of a journal.
    pub(super) fn conclusion(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let name = call.query("journal").unwrap_or_default();
        let record = self.record(name)?;
        record.check_not_quiet().map_err(|_| quiet())?;
        if record.closing().is_none() {
            let text = format!("This {} is not concluded.", record.mode());
            return Err(Problem::new("illegal", 409, text));
        }
        let conclusion = Conclusion::of(&record, self.palette(call), self.correspondences);
        let (entries, ..) = self.entries()?;
        let entry = entries.iter().find(|entry| entry.name() == name);
        let named = entry.map_or_else(Vec::new, |entry| named_in(entry, &entries));
        let named = named.into_iter().map(|(other, line, of)| NamedView {
            journal: other.name(),
            title: other.metadata.as_ref().map_or_else(|_| other.name(), |metadata| metadata.title.clone()),
            turn: line.turn,
            of,
            text: line.text.clone(),
        });
        // The rarest.
        let mut again = self.again(name, &entries);
        again.sort_by_key(|it| (it.others.len(), it.turn));
        again.truncate(AGAIN);
        let (branches, branch_of) = entry.map_or_else(Default::default, |entry| BranchView::around(entry, &entries));
        let more = context! {
            asks => record.enochian().is_some_and(|record| !record.subject().is_quiet()),
            named => Serde(named.collect::<Vec<_>>()),
            again => Serde(again),
            branches => Serde(branches),
            branch_of => Serde(branch_of),
        };
        let to = format!("#journal={}&turn=", encoded(name));
        let html = conclusion.fragment(to, more).map_err(|error| Problem::invalid(error.to_string()))?;
        Ok(CallAnswer::json(&ConclusionView { html }))
    }

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
