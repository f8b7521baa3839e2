//! The glossary: events, relations and terms in plain sentences, from `glossary.toml`.

use crate::input::Checked;

use super::each::{Each, Key};
use super::files::DataTable;
use super::tables::Tables;
use super::{Correspondences, Event, Lesson, Relation};

/// An event, a relation or a term in one plain sentence.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GlossaryEntry {
    /// Its name: `bare king`.
    #[serde(default)]
    pub name: String,
    /// Other names under which it is found.
    #[serde(default, rename = "names")]
    pub also: Vec<String>,
    /// What it is and what it means, in one sentence.
    pub is: String,
    /// A second sentence, for those who want one.
    pub more: Option<String>,
    /// Names to read next.
    #[serde(default)]
    pub see: Vec<String>,
    /// The words that the page marks: each opens the entry.
    #[serde(default)]
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
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Glossary {
    events: Each<Event, GlossaryEntry>,
    relations: Each<Relation, GlossaryEntry>,
    #[serde(rename = "term")]
    terms: Vec<GlossaryEntry>,
}

impl DataTable for Glossary {
    type File = Glossary;

    fn of(file: Glossary, _: &Tables, checked: &mut Checked<'_>) -> Glossary {
        fn named<K: Key>(key: K, entry: GlossaryEntry) -> GlossaryEntry {
            GlossaryEntry { name: key.key().replace('-', " "), ..entry }
        }
        for term in file.terms.iter().filter(|term| term.name.is_empty()) {
            checked.wrong(0..0, format!("a term has no name: {}", term.is), "`name = …`");
        }
        Glossary { events: file.events.map(named), relations: file.relations.map(named), terms: file.terms }
    }
}

impl Correspondences {
    /// An event in one sentence.
    #[must_use]
    pub fn event_entry(&self, event: Event) -> &GlossaryEntry {
        &self.tables.glossary().events[event]
    }

    /// A relation in one sentence.
    #[must_use]
    pub fn relation_entry(&self, relation: Relation) -> &GlossaryEntry {
        &self.tables.glossary().relations[relation]
    }

    /// Everything in the glossary: events, relations and terms.
    pub fn glossary(&self) -> impl Iterator<Item = &GlossaryEntry> {
        let glossary = self.tables.glossary();
        glossary.events.values().iter().chain(glossary.relations.values()).chain(&glossary.terms)
    }

    /// The lessons of the course, in their order.
    #[must_use]
    pub fn lessons(&self) -> &[Lesson] {
        self.tables.lessons()
    }

    /// The terms of the game and of a reading, each in one sentence.
    #[must_use]
    pub fn terms(&self) -> &[GlossaryEntry] {
        &self.tables.glossary().terms
    }
}
