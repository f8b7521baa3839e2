//! The sentences of a summary, from `summary.toml` (INTERPRETATION 8).

use std::collections::BTreeMap;

use minijinja::Environment;

use crate::input::{TomlTable, TomlValue};

use super::Correspondences;

/// The parts of a summary in their order, each with the names of its facts.
///
/// S0 contains the notes of what was known, supposed and asked. A fact that does not apply to a reading is undefined.
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

/// The names defined in every part besides its facts.
pub const KNOWN_TO_ALL: [&str; 9] =
    ["querent", "ptah", "words", "number", "listed", "says", "stands_for", "matters", "time_of"];

/// The sentences of a summary.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Sentences {
    /// The first line of a summary, which gives its point of view.
    pub head: String,
    /// Words by table and name.
    pub words: BTreeMap<String, BTreeMap<String, String>>,
    /// The templates of the parts in the order of [`PARTS`], each preceded by the macros.
    pub parts: Vec<String>,
    /// The template of S3 in the short form.
    pub short_road: String,
    /// The template that joins a part's clauses for two readings.
    pub joined: String,
    /// The comparisons of two readings for the parts S1 to S12.
    pub compared: Vec<ComparedPart>,
}

/// The comparison of a part in two readings.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ComparedPart {
    /// The part: `S4`.
    pub part: String,
    /// Its topic.
    pub about: String,
    /// The template of a clause, used for both readings.
    pub clause: String,
    /// The text for a reading that lacks this part.
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
                // Collected first, so that all errors are found.
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
        // If one part is invalid, the others are still read.
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
                Some(ComparedPart { part: (*part).to_owned(), about: about?, clause: clause?, nothing: nothing? })
            })
        });
        let compared: Vec<_> = compared.collect();
        Some((joined?, compared.into_iter().collect::<Option<Vec<_>>>()?))
    });
    let (joined, compared) = compare?;
    Some(Sentences { head: head?, words: words?, parts: parts?, short_road: short?, joined, compared })
}

/// The macros on one line, so that line numbers in errors are those of the template that follows.
fn one_line(macros: &str) -> String {
    macros.replace('\n', " ")
}

/// A template preceded by the macros. If these could not be read, its names are not checked.
fn template(fields: &TomlTable<'_>, part: &str, macros: Option<&str>, facts: &[&str]) -> Option<String> {
    let item = fields.required(part)?;
    let text = item.prose()?;
    checked(&item, format!("{}{text}", macros.unwrap_or_default()), macros.map(|_| facts))
}

/// MiniJinja parses what is in a tag, and the branches of an `if`, by recursion without a limit: more could overflow the
/// stack. The longest tag of the program's own templates has 147 bytes, and none has more than twelve branches.
const LONGEST_TAG: usize = 400;
const MOST_BRANCHES: usize = 100;

/// The insides of a template's tags, `{{ … }}` and `{% … %}`.
fn tags(template: &str) -> Vec<&str> {
    let mut tags = Vec::new();
    let mut rest = template;
    let opens = |two: &[u8]| matches!(two, b"{{" | b"{%" | b"{#");
    while let Some(start) = rest.as_bytes().windows(2).position(opens) {
        let (open, inside) = rest[start..].split_at(2);
        let length = match open {
            "{#" => inside.find("#}"),
            "{{" => tag_length(inside, "}}"),
            _ => tag_length(inside, "%}"),
        };
        let length = length.unwrap_or(inside.len());
        if open != "{#" {
            tags.push(&inside[..length]);
        }
        rest = inside[length..].get(2..).unwrap_or_default();
    }
    tags
}

/// The length of the inside of a tag, up to its end, which does not count in strings and brackets.
fn tag_length(inside: &str, end: &str) -> Option<usize> {
    let (mut quote, mut is_escaped, mut open) = (None, false, 0);
    for (at, letter) in inside.char_indices() {
        match (quote, letter) {
            _ if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(mark), _) if mark == letter => quote = None,
            (Some(_), _) => {}
            (None, _) if open == 0 && inside[at..].starts_with(end) => return Some(at),
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(' | '[' | '{') => open += 1,
            (None, ')' | ']' | '}') => open -= 1,
            (None, _) => {}
        }
    }
    None
}

/// What makes a template unsafe to parse, and what is expected instead.
fn too_much(template: &str) -> Option<(String, String)> {
    let tags = tags(template);
    let beginning_with =
        |word| tags.iter().filter(|tag| tag.trim_start_matches(['-', '+']).trim_start().starts_with(word)).count();
    // What follows it is text, and the tags in it are none.
    if beginning_with("raw") > 0 {
        return Some(("has {% raw %}".to_owned(), "text without it".to_owned()));
    }
    if let Some(long) = tags.iter().find(|tag| tag.len() > LONGEST_TAG) {
        return Some((format!("has a tag of {} bytes", long.len()), format!("at most {LONGEST_TAG}")));
    }
    let branches = beginning_with("elif");
    (branches > MOST_BRANCHES).then(|| (format!("has {branches} `elif`"), format!("at most {MOST_BRANCHES}")))
}

/// The template, if it can be parsed and uses only defined names.
fn checked(item: &TomlValue<'_>, text: String, facts: Option<&[&str]>) -> Option<String> {
    if let Some((problem, expected)) = too_much(&text) {
        item.error(format!("`{}` {problem}", item.key()), expected);
        return None;
    }
    let environment = Environment::new();
    let template = match environment.template_from_str(&text) {
        Ok(template) => template,
        Err(error) => {
            let line = error.line().map_or(String::new(), |line| format!(", on its line {line}"));
            let detail = error.detail().unwrap_or("cannot be parsed");
            item.error(
                format!("`{}` is not a valid template: {detail}{line}", item.key()),
                "a valid MiniJinja template",
            );
            return None;
        }
    };
    let Some(facts) = facts else { return Some(text) };
    let mut undefined: Vec<String> = template.undeclared_variables(false).into_iter().collect();
    undefined.retain(|name| !facts.contains(&name.as_str()) && !KNOWN_TO_ALL.contains(&name.as_str()));
    undefined.sort();
    if undefined.is_empty() {
        return Some(text);
    }
    let known = facts.iter().chain(&KNOWN_TO_ALL).copied().collect::<Vec<_>>().join(", ");
    item.error(
        format!("`{}` uses {}, which is not defined there", item.key(), undefined.join(", ")),
        format!("only {known}"),
    );
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_end_where_minijinja_ends_them() {
        let template = r#"a {{ b }} c {%- if "%}\"" == d[{"e": "}}"}] -%} f {# {{ g }} #} } {{ {} }}{% endif"#;
        assert_eq!(tags(template), [" b ", r#"- if "%}\"" == d[{"e": "}}"}] -"#, " {} ", " endif"]);
    }

    #[test]
    fn what_nests_too_deep_is_refused_and_all_else_is_read() {
        let text = include_str!("../../data/summary.toml");
        let read = |template: &str| {
            let head = text.find("\nS1 = ").unwrap() + "\nS1 = ".len();
            let opened = head + text[head..].find('\n').unwrap() + 1;
            let text = [&text[..opened], template, &text[opened..]].concat();
            Correspondences::with_file("summary.toml", &text).map_err(|faults| faults.to_string()).err()
        };
        let nested = |times: usize| {
            [
                format!("{{{{ querent{} }}}}", ".a".repeat(times)),
                format!("{{{{ querent{} }}}}", "|e".repeat(times)),
                format!("{{{{ querent{} }}}}", "~1".repeat(times)),
                format!("{{{{ querent{} }}}}", "()".repeat(times)),
                format!("{{{{ {}1 }}}}", "- ".repeat(times)),
                format!("{{{{ 1{} }}}}", " if 1".repeat(times / 3)),
                format!("{{% if 1 %}}{}{{% endif %}}", "{% elif 1 %}".repeat(times / 3)),
            ]
        };
        for template in nested(190) {
            assert_eq!(read(&template), None, "{template}");
        }
        for template in nested(100_000) {
            let told = read(&template).unwrap();
            assert!(told.contains("`S1` has ") && told.contains("at most "), "{told}");
        }
        assert!(read("{% raw %}{{ ' {% endraw %}").unwrap().contains("`S1` has {% raw %}"));
    }
}
