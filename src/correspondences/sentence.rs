//! The sentences of a summary, as `summary.toml` has them (INTERPRETATION 8).

use std::collections::BTreeMap;

use minijinja::Environment;

use crate::input::{TomlTable, TomlValue};

use super::Correspondences;

/// The parts of a summary in their order, each with what its facts may be called.
///
/// The notes of what was known, supposed and asked are S0. A fact that does not apply in a reading is not there.
pub const PARTS: [(&str, &[&str]); 13] = [
    ("S0", &["known", "supposed", "asked"]),
    (
        "S1",
        &[
            "criterion",
            "verdict",
            "turn",
            "manner",
            "kings_fell",
            "held",
            "without_king",
            "partner",
            "other",
            "unfinished",
            "turns",
        ],
    ),
    ("S2", &["board", "angle", "square", "force", "house", "quality", "category", "time", "term", "third"]),
    ("S3", &["army", "moves", "first_move", "third", "reached", "left", "held_from", "fell", "nearest", "road"]),
    ("S4", &["checks", "count", "first", "last", "most", "attacked", "stood", "walked"]),
    ("S5", &["event", "turn", "by", "victim", "at", "answered", "army"]),
    ("S6", &["event", "turn", "by", "victim", "at", "answered", "army", "same_stroke"]),
    ("S7", &["king", "piece", "dignity", "moves", "taken", "state", "event"]),
    ("S8", &["supported", "threatened", "turns", "balance"]),
    ("S9", &["marked", "houses"]),
    ("S10", &["others_entered", "entered", "build_up"]),
    ("S11", &["no_moves", "turns", "delay", "prevails", "pivot"]),
    ("S12", &["marks", "program"]),
];

/// What every part knows beside its facts.
pub const KNOWN_TO_ALL: [&str; 9] =
    ["querent", "ptah", "words", "number", "listed", "says", "stands_for", "matters", "time_of"];

/// The sentences of a summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentences {
    /// The line at the head of a summary, which says whose view it is.
    pub head: String,
    /// Words by table and name.
    pub words: BTreeMap<String, BTreeMap<String, String>>,
    /// The templates of the parts in the order of [`PARTS`], each with the macros before it.
    pub parts: Vec<String>,
    /// The template of S3 in the short form.
    pub short_road: String,
    /// The template that joins what two readings have of a part.
    pub joined: String,
    /// What two readings are compared by, for the parts S1 to S12.
    pub compared: Vec<ComparedPart>,
}

/// By what two readings are compared in a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedPart {
    /// The part: `S4`.
    pub part: &'static str,
    /// What it is about.
    pub about: String,
    /// The template of a clause, for each of the two.
    pub clause: String,
    /// What stands for a reading that has no such part.
    pub nothing: String,
}

impl Correspondences {
    /// The sentences of a summary.
    ///
    /// ```
    /// use enochian::correspondences::Correspondences;
    /// assert_eq!(Correspondences::embedded().sentences().words["when"]["2"], "midway");
    /// ```
    #[must_use]
    pub fn sentences(&self) -> &Sentences {
        &self.tables.sentences
    }
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Sentences> {
    let head = fields.text("head");
    let words = fields.table("words", |fields| {
        let tables = fields.entries().into_iter().map(|table| {
            let words = table.table(|fields| {
                let words = fields.entries().into_iter().map(|word| Some((word.key().to_owned(), word.text()?)));
                // All faults are found, not the first alone.
                words.collect::<Vec<_>>().into_iter().collect::<Option<BTreeMap<_, _>>>()
            });
            Some((table.key().to_owned(), words?))
        });
        tables.collect::<Vec<_>>().into_iter().collect::<Option<BTreeMap<_, _>>>()
    });
    let parts = fields.table("parts", |fields| {
        let macros = fields.required("macros").and_then(|item| {
            let text = item.prose()?;
            checked(&item, one_line(&text), None)
        });
        let parts = PARTS.map(|(part, facts)| template(fields, part, macros.as_deref(), facts));
        // Where a part is wrong, the others are still read.
        Some((parts.into_iter().collect::<Option<Vec<_>>>(), macros))
    });
    let (parts, macros) = parts.unwrap_or_default();
    let macros = macros.as_deref();
    let short = fields.table("short", |fields| template(fields, "S3", macros, PARTS[3].1));
    let compare = fields.table("compare", |fields| {
        let joined = template(fields, "joined", Some(""), &["about", "one", "two"]);
        let compared = PARTS[1..].iter().map(|(part, facts)| {
            fields.table(part, |fields| {
                let clause = template(fields, "clause", macros, facts);
                let (about, nothing) = (fields.text("about"), fields.text("nothing"));
                Some(ComparedPart { part, about: about?, clause: clause?, nothing: nothing? })
            })
        });
        let compared: Vec<_> = compared.collect();
        Some((joined?, compared.into_iter().collect::<Option<Vec<_>>>()?))
    });
    let (joined, compared) = compare?;
    Some(Sentences { head: head?, words: words?, parts: parts?, short_road: short?, joined, compared })
}

/// The macros stand before every template on its first line, so that an error tells the template's own line.
fn one_line(macros: &str) -> String {
    macros.replace('\n', " ")
}

/// A template with the macros before it. Where these could not be read, what it asks for is not known.
fn template(fields: &TomlTable<'_>, part: &str, macros: Option<&str>, facts: &[&str]) -> Option<String> {
    let item = fields.required(part)?;
    let text = item.prose()?;
    checked(&item, format!("{}{text}", macros.unwrap_or_default()), macros.map(|_| facts))
}

/// The template, if it can be read and asks for nothing but what there is.
fn checked(item: &TomlValue<'_>, text: String, facts: Option<&[&str]>) -> Option<String> {
    let environment = Environment::new();
    let template = match environment.template_from_str(&text) {
        Ok(template) => template,
        Err(error) => {
            let line = error.line().map_or(String::new(), |line| format!(", in its line {line}"));
            let detail = error.detail().unwrap_or("it cannot be read");
            item.fault(format!("`{}` is no template: {detail}{line}", item.key()), "a template as the others are");
            return None;
        }
    };
    let Some(facts) = facts else { return Some(text) };
    let mut asked: Vec<String> = template.undeclared_variables(false).into_iter().collect();
    asked.retain(|name| !facts.contains(&name.as_str()) && !KNOWN_TO_ALL.contains(&name.as_str()));
    asked.sort();
    if asked.is_empty() {
        return Some(text);
    }
    let known = facts.iter().chain(&KNOWN_TO_ALL).copied().collect::<Vec<_>>().join(", ");
    item.fault(
        format!("`{}` asks for {}, which is not known there", item.key(), asked.join(", ")),
        format!("of {known}"),
    );
    None
}
