//! What `meaning` answers about events, relations and terms, from `glossary.toml`.

use crate::input::{TomlTable, TomlValue};

use super::{Correspondences, Event, Relation};

/// An event, a relation or a term in one plain sentence.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct GlossaryEntry {
    /// Its name: `bare king`.
    pub name: String,
    /// Other names under which it is found.
    pub also: Vec<String>,
    /// What it is and what it means, in one sentence.
    pub is: String,
    /// A few words that a summary may add to the event.
    pub tag: Option<String>,
    /// The source.
    pub source: String,
}

/// The contents of the file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Glossary {
    /// In the order of [`Event::ALL`].
    events: Vec<GlossaryEntry>,
    /// In the order of [`Relation::ALL`].
    relations: Vec<GlossaryEntry>,
    terms: Vec<GlossaryEntry>,
}

impl Correspondences {
    /// An event in one sentence.
    ///
    /// ```
    /// use enochian::correspondences::{Correspondences, Event};
    /// let entry = Correspondences::embedded().event_entry(Event::Freeze);
    /// assert_eq!(entry.is, "An army whose king is taken freezes: it neither helps nor harms, and is only in the way.");
    /// ```
    #[must_use]
    pub fn event_entry(&self, event: Event) -> &GlossaryEntry {
        &self.tables.glossary.events[event as usize]
    }

    /// A relation in one sentence.
    #[must_use]
    pub fn relation_entry(&self, relation: Relation) -> &GlossaryEntry {
        &self.tables.glossary.relations[relation as usize]
    }

    /// The terms of the game and of a reading, each in one sentence.
    ///
    /// ```
    /// use enochian::correspondences::Correspondences;
    /// assert!(Correspondences::embedded().terms().iter().any(|term| term.name == "bare king"));
    /// ```
    #[must_use]
    pub fn terms(&self) -> &[GlossaryEntry] {
        &self.tables.glossary.terms
    }
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Glossary> {
    let named = |fields: &TomlTable<'_>, names: &[&str]| -> Option<Vec<GlossaryEntry>> {
        let entries: Vec<_> = names.iter().map(|name| entry(&fields.required(name)?)).collect();
        entries.into_iter().collect()
    };
    let events = fields.table("events", |fields| named(fields, &Event::ALL.map(Event::id)));
    let relations = fields.table("relations", |fields| named(fields, &Relation::ALL.map(Relation::id)));
    let terms = fields.table("terms", |fields| {
        let entries: Vec<_> = fields.entries().iter().map(entry).collect();
        entries.into_iter().collect()
    });
    Some(Glossary { events: events?, relations: relations?, terms: terms? })
}

fn entry(item: &TomlValue<'_>) -> Option<GlossaryEntry> {
    item.table(|fields| {
        let also = fields.optional("names").map_or(Some(vec![]), |item| item.list(TomlValue::text));
        let (is, source) = (fields.text("is"), fields.text("source"));
        let tag = fields.optional("tag").map_or(Some(None), |item| item.text().map(Some));
        Some(GlossaryEntry { name: item.key().replace('-', " "), also: also?, is: is?, tag: tag?, source: source? })
    })
}
