//! The forms of a summary's sentences, from `summary.toml` (INTERPRETATION 8.8).

use std::collections::BTreeMap;

use minijinja::Environment;

use crate::input::{TomlTable, TomlValue};

use super::{Correspondences, Quality};

/// The tables of forms, each with its keys and the facts that its forms can use. A fact that does not apply is undefined.
pub const FORMS: [FormTable; 5] = [
    FormTable {
        table: "answer",
        keys: &[
            "held",
            "opposing-kings",
            "own-kings",
            "own-king",
            "bare-kings",
            "stalemate",
            "limit",
            "stopped",
            "unfinished",
        ],
        facts: &[
            "verdict",
            "criterion",
            "decided",
            "length",
            "own_king",
            "helping_king",
            "help",
            "in_person",
            "manner",
            "stricter",
            "came",
            "coming",
            "set_out",
            "one",
            "two",
            "lost",
            "bare",
            "other",
        ],
    },
    FormTable {
        table: "link",
        keys: &[
            "stepped",
            "approached",
            "own-side-opened",
            "uncovered",
            "on-the-ptah",
            "at-home",
            "one-stroke",
            "left-to-strike",
            "driven-off",
            "out-of-attack",
            "won-by-a-stroke",
            "checker-taken",
            "pressed",
            "king-strikes",
            "within-a-step",
            "taken-where-it-struck",
            "striker-struck",
            "striker",
            "significator-strikes",
            "significator-taken",
            "significator-still",
            "freed",
            "lost-with-the-fall",
            "throne",
            "promoted-and-acted",
            "concourse",
            "agreement",
            "pivot",
            "road",
        ],
        facts: &[
            "king",
            "taker",
            "third",
            "checker",
            "victim",
            "striker",
            "others",
            "first",
            "last",
            "turns",
            "gap",
            "of",
            "after",
            "awakened",
            "seized",
            "waited",
            "called",
            "others_called",
            "exchanged",
            "army",
            "ways",
            "open",
            "by_the_king",
            "began",
            "on_ptah",
            "at_home",
            "also_taken",
            "left_for",
            "driven_by",
            "out_of",
            "won_from",
            "set_out",
            "came",
            "forces",
        ],
    },
    FormTable {
        table: "close",
        keys: &["round", "figure", "trump", "time"],
        facts: &[
            "ptah",
            "verdict",
            "figure",
            "effect",
            "sense",
            "angle",
            "by",
            "entered",
            "trump",
            "trump_sense",
            "time",
            "third",
            "term",
            "nearest",
            "turn_of_it",
            "distance",
            "before",
            "way",
        ],
    },
    FormTable {
        table: "turn",
        keys: &[
            "quiet",
            "exchange",
            "withdrawal",
            "concourse",
            "king-taken",
            "officer-taken",
            "pawn-taken",
            "king-moves",
            "significator-moves",
            "queen-crosses",
            "promotion",
            "demotion",
            "throne",
            "freeze",
            "awakening",
            "check",
            "ptah-threatened",
            "ptah-free",
            "last-round",
            "no-pivot",
            "durability",
        ],
        facts: &[
            "quality",
            "mover",
            "went_on",
            "says",
            "first",
            "last",
            "length",
            "passed",
            "army",
            "with_army",
            "partner",
            "others",
            "taken",
            "matter",
            "answers",
            "no_officer",
            "danger",
            "danger_says",
            "retreat",
            "retreat_says",
            "king",
            "sets_out",
            "leaves",
            "coming",
            "distance",
            "way",
            "attackers",
            "attacked_before",
            "threatens",
            "angle",
            "pawn",
            "becomes",
            "officer",
            "by",
            "direct",
            "at_throne",
            "times_given",
            "manner",
            "king_there",
            "ended",
            "other",
            "also",
            "returns",
            "unclear",
        ],
    },
    FormTable { table: "kind", keys: &["who", "when"], facts: &["officers", "verdict", "time", "third", "term"] },
];

/// The facts of the head.
const OF_HEAD: [&str; 5] = ["army", "helps", "opposes", "program", "kind"];

/// What every form knows besides: the place where it happened, the querent, and functions.
const KNOWN_TO_ALL: [&str; 30] = [
    "field", "force", "house", "matters", "is_ptah", "querent", "querents", "who", "name", "kind", "army", "side",
    "role", "he", "him", "his", "that", "all", "turn", "told", "number", "some", "spare", "times", "nth", "listed",
    "entered", "came", "took", "took_it",
];

/// A table of forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormTable {
    /// Its name in the file.
    pub table: &'static str,
    /// Its keys; the file has every one of them.
    pub keys: &'static [&'static str],
    /// The facts that its forms can use.
    pub facts: &'static [&'static str],
}

/// A template for sentences, with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Form {
    /// `link.stepped.fixed`.
    pub key: String,
    /// The line on which it begins.
    pub line: usize,
    /// The template, without the macros.
    pub template: String,
}

/// A form for each quality of the square where it happened, in the order of [`Quality::ALL`], or one for all.
type ByQuality = Vec<Form>;

/// The forms of a summary.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Sentences {
    /// The macros of all templates, on one line so that those keep their lines.
    macros: String,
    /// The head.
    pub head: Form,
    /// The others by table and key.
    forms: BTreeMap<String, BTreeMap<String, ByQuality>>,
}

impl Sentences {
    /// The form of a table for a key, where it happened on a square of that quality. The file has every one.
    fn form(&self, table: &str, key: &str, quality: Quality) -> &Form {
        let forms = &self.forms[table][key];
        &forms[quality as usize % forms.len()]
    }

    /// The macros of all forms, as a template by itself.
    #[must_use]
    pub fn macros(&self) -> &str {
        &self.macros
    }

    /// The names of the macros, which a form imports on its first line.
    #[must_use]
    pub fn macro_names(&self) -> Vec<&str> {
        macro_names(&self.macros)
    }

    /// The form for an answer with that cause.
    #[must_use]
    pub fn answer(&self, cause: &str, quality: Quality) -> &Form {
        self.form("answer", cause, quality)
    }

    /// The form for a link with that name.
    #[must_use]
    pub fn link(&self, name: &str, quality: Quality) -> &Form {
        self.form("link", name, quality)
    }

    /// The form for a part of the close: `round`, `figure`, `trump` or `time`.
    #[must_use]
    pub fn close(&self, part: &str, quality: Quality) -> &Form {
        self.form("close", part, quality)
    }

    /// The form for what a turn changed, in the analysis.
    #[must_use]
    pub fn turn(&self, change: &str, quality: Quality) -> &Form {
        self.form("turn", change, quality)
    }

    /// The form for what a question of that kind asks for: `who` or `when`.
    #[must_use]
    pub fn kind(&self, kind: &str) -> &Form {
        self.form("kind", kind, Quality::Cardinal)
    }
}

impl Correspondences {
    /// The forms of a summary's sentences.
    ///
    /// ```
    /// use enochian::correspondences::{Correspondences, Quality};
    /// assert_eq!(Correspondences::embedded().sentences().link("stepped", Quality::Fixed).key, "link.stepped.fixed");
    /// ```
    #[must_use]
    pub fn sentences(&self) -> &Sentences {
        self.tables.sentences()
    }
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Sentences> {
    // If the macros are invalid, the others are still read. A macro is given what it needs, and knows no facts.
    let macros = fields.required("macros").and_then(|item| {
        let text = item.prose()?.replace('\n', " ");
        checked(&item, &[], &text, Some(&[])).then_some(text)
    });
    let names = macros.as_deref().map(macro_names);
    let names = names.as_deref();
    let head = fields.required("head").and_then(|item| form(&item, "head".to_owned(), names, &OF_HEAD));
    let forms = FORMS.map(|FormTable { table, keys, facts }| {
        fields.table(table, |fields| {
            let read = |key: &&str| {
                let item = fields.required(key)?;
                Some(((*key).to_owned(), by_quality(&item, &format!("{table}.{key}"), names, facts)?))
            };
            // Collected first, so that all errors are found.
            let forms: Vec<_> = keys.iter().map(read).collect();
            Some((table.to_owned(), forms.into_iter().collect::<Option<BTreeMap<_, _>>>()?))
        })
    });
    let forms = forms.into_iter().collect::<Option<BTreeMap<_, _>>>();
    Some(Sentences { macros: macros?, head: head?, forms: forms? })
}

/// What the macros define for the forms, however a person has written them: macros, and values set outside of these.
fn macro_names(macros: &str) -> Vec<&str> {
    let (mut names, mut is_inside) = (Vec::new(), false);
    for tag in tags(macros) {
        let tag = tag.trim_matches(['-', '+']).trim();
        match tag.split_once(char::is_whitespace) {
            Some(("macro", rest)) => {
                names.extend(rest.split('(').next().map(str::trim));
                is_inside = true;
            }
            Some(("set", rest)) if !is_inside => names.extend(rest.split('=').next().map(str::trim)),
            _ => is_inside &= tag != "endmacro",
        }
    }
    names
}

/// A form for all qualities, or a table with one for each.
fn by_quality(item: &TomlValue<'_>, key: &str, macros: Option<&[&str]>, facts: &[&str]) -> Option<ByQuality> {
    if !item.is_table() {
        return Some(vec![form(item, key.to_owned(), macros, facts)?]);
    }
    item.table(|fields| {
        let forms = Quality::ALL.map(|quality| {
            let item = fields.required(quality.name())?;
            form(&item, format!("{key}.{}", quality.name()), macros, facts)
        });
        forms.into_iter().collect()
    })
}

/// A template that can call these macros. If they could not be read, its names are not checked.
fn form(item: &TomlValue<'_>, key: String, macros: Option<&[&str]>, facts: &[&str]) -> Option<Form> {
    let template = item.prose()?;
    let is_sound = checked(item, macros.unwrap_or_default(), &template, macros.map(|_| facts));
    is_sound.then(|| Form { key, line: item.first_line(), template })
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

/// Whether a template can be parsed and uses only defined names: those of the macros, which it imports, and of facts.
fn checked(item: &TomlValue<'_>, macros: &[&str], text: &str, facts: Option<&[&str]>) -> bool {
    if let Some((problem, expected)) = too_much(text) {
        item.error(format!("`{}` {problem}", item.key()), expected);
        return false;
    }
    let environment = Environment::new();
    let template = match environment.template_from_str(text) {
        Ok(template) => template,
        Err(error) => {
            let line = error.line().map_or(String::new(), |line| format!(", on its line {line}"));
            let detail = error.detail().unwrap_or("cannot be parsed");
            item.error(
                format!("`{}` is not a valid template: {detail}{line}", item.key()),
                "a valid MiniJinja template",
            );
            return false;
        }
    };
    let Some(facts) = facts else { return true };
    let mut undefined: Vec<String> = template.undeclared_variables(false).into_iter().collect();
    undefined.retain(|name| ![facts, &KNOWN_TO_ALL, macros].iter().any(|known| known.contains(&name.as_str())));
    undefined.sort();
    if !undefined.is_empty() {
        let known = facts.iter().chain(&KNOWN_TO_ALL).copied().collect::<Vec<_>>().join(", ");
        item.error(
            format!("`{}` uses {}, which is not defined there", item.key(), undefined.join(", ")),
            format!("only {known}"),
        );
    }
    undefined.is_empty()
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
    fn macros_are_known_however_a_person_writes_them() {
        let macros = "{%- macro a(x) -%}{% set inner = 1 %}{{ x }}{%- endmacro %} {%macro b()%}{%endmacro%} {% set c = 2 %}{{ macro }}";
        assert_eq!(macro_names(macros), ["a", "b", "c"]);
    }
}
