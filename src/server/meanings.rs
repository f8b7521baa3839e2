//! The words that the lessons explain.

use serde::Serialize;

use crate::correspondences::GlossaryEntry;
use crate::lookup::{NameLookup, Page};
use crate::render::capitalised;

use super::call::{Call, CallAnswer, Problem};
use super::routes::Table;

impl Table<'_> {
    /// `api/words`: the glossary.
    pub(super) fn words(&self) -> CallAnswer {
        let word = |entry: &GlossaryEntry| WordView {
            name: capitalised(&entry.name),
            is: entry.is.clone(),
            more: entry.more.clone(),
            see: entry.see.clone(),
            marks: entry.marks.clone(),
            source: entry.source.clone(),
        };
        CallAnswer::json(&self.correspondences.glossary().map(word).collect::<Vec<_>>())
    }

    /// `api/word`: everything that has a name.
    pub(super) fn word(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let name = call.query("name").unwrap_or_default();
        let found = NameLookup::find(name, None, self.correspondences, &self.settings.naming);
        let found = found.map_err(|error| Problem::not_found(capitalised(&format!("{error}."))))?;
        let section = |page: Page| MeaningSection { heading: page.title, lines: labelled(page.rows) };
        let sections = found.found.into_iter().map(section);
        Ok(CallAnswer::json(&MeaningView { title: name.to_owned(), sections: sections.collect() }))
    }
}

/// An entry of the glossary.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct WordView {
    name: String,
    is: String,
    more: Option<String>,
    see: Vec<String>,
    /// The words that the page marks.
    marks: Vec<String>,
    source: String,
}

/// What a name means.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct MeaningView {
    title: String,
    sections: Vec<MeaningSection>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct MeaningSection {
    heading: String,
    lines: Vec<String>,
}

fn labelled(facts: Vec<(&'static str, String)>) -> Vec<String> {
    facts.into_iter().map(|(label, said)| format!("{label}: {said}")).collect()
}
