//! The glossary: events, relations and terms in plain sentences, from `glossary.toml`.

use crate::input::{TomlTable, TomlValue};

use super::{Correspondences, Event, Lesson, Relation};

/// An event, a relation or a term in one plain sentence.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct GlossaryEntry {
    /// Its name: `bare king`.
    pub name: String,
    /// Other names under which it is found.
    pub also: Vec<String>,
    /// What it is and what it means, in one sentence.
    pub is: String,
    /// A second sentence, for those who want one.
    pub more: Option<String>,
    /// Names to read next.
    pub see: Vec<String>,
    /// The words that the page marks: each opens the entry.
    pub marks: Vec<String>,
    /// A few words that a summary may add to the event.
    pub tag: Option<String>,
    /// The source.
    pub source: String,
}

impl GlossaryEntry {
    /// Whether it has this name, in small or capital letters.
    ///
    /// ```
    /// use enochian::correspondences::Correspondences;
    /// let mut entries = Correspondences::embedded().glossary();
    /// assert_eq!(entries.find(|entry| entry.is_named("Thrones")).unwrap().name, "throne");
    /// ```
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        std::iter::once(&self.name).chain(&self.also).any(|own| own.to_lowercase() == name.to_lowercase())
    }

    /// All of it in one paragraph: `Throne: The corner of an angle … See also: throne seized, array.`
    #[must_use]
    pub fn told(&self) -> String {
        let name = self.name.chars().take(1).flat_map(char::to_uppercase).chain(self.name.chars().skip(1));
        let more = self.more.iter().map(|more| format!(" {more}"));
        let see = if self.see.is_empty() { String::new() } else { format!(" See also: {}.", self.see.join(", ")) };
        format!("{}: {}{}{see}", name.collect::<String>(), self.is, more.collect::<String>())
    }
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

    /// Everything in the glossary: events, relations and terms.
    pub fn glossary(&self) -> impl Iterator<Item = &GlossaryEntry> {
        let glossary = &self.tables.glossary;
        glossary.events.iter().chain(&glossary.relations).chain(&glossary.terms)
    }

    /// The lessons of the course, in their order.
    ///
    /// ```
    /// use enochian::correspondences::Correspondences;
    /// let lessons = Correspondences::embedded().lessons();
    /// assert_eq!(lessons.len(), 12);
    /// assert_eq!(lessons[0].title, "The board and its four angles");
    /// ```
    #[must_use]
    pub fn lessons(&self) -> &[Lesson] {
        &self.tables.lessons
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
        let words = |key: &str| fields.optional(key).map_or(Some(vec![]), |item| item.list(TomlValue::text));
        let perhaps = |key: &str| fields.optional(key).map_or(Some(None), |item| item.text().map(Some));
        let (also, see, marks) = (words("names"), words("see"), words("marks"));
        let (is, more, tag, source) = (fields.text("is"), perhaps("more"), perhaps("tag"), fields.text("source"));
        Some(GlossaryEntry {
            name: item.key().replace('-', " "),
            also: also?,
            is: is?,
            more: more?,
            see: see?,
            marks: marks?,
            tag: tag?,
            source: source?,
        })
    })
}
