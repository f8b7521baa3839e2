//! Reads a TOML text into a value by serde, with the place and plain words for what does not fit.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

use super::diagnostic::did_you_mean;
use super::toml_table::alternatives;
use super::words::name_of;
use super::{Diagnostic, Diagnostics, Source, TomlTable, is_unsafe, nearest, quoted, shortened};

/// Reads a text as TOML into a value that serde can read; derive it with `deny_unknown_fields`.
///
/// No text in it may be blank or have control characters, except line feeds and tabs.
///
/// # Errors
///
/// All syntax errors and unsuitable texts or, if there are none, the first value that does not fit.
///
/// ```
/// use enochian::input::{Source, read_toml};
/// #[derive(serde::Deserialize)]
/// #[serde(deny_unknown_fields)]
/// struct Place { file: u8 }
/// assert_eq!(read_toml::<Place>(&Source::new("place.toml", "file = 3")).unwrap().file, 3);
/// let told = |text: &str| read_toml::<Place>(&Source::new("place.toml", text)).map(drop).unwrap_err().to_string();
/// assert_eq!(told("file = \"c\""), "place.toml:1: string \"c\" does not fit; expected a whole number from 0 to 255");
/// assert_eq!(told("file = 1\nflie = 2"), "place.toml:2: unknown key `flie`; did you mean `file`?");
/// assert_eq!(told(""), "place.toml:1: missing key `file`; expected `file = …`");
/// ```
pub fn read_toml<T: DeserializeOwned>(source: &Source) -> Result<T, Diagnostics> {
    let mut read = None;
    TomlTable::read_with(source, 0..source.text.len(), &mut |fields| {
        fields.allow_unknown();
        let table = fields.parsed();
        let mut errors = vec![];
        unsuitable(table, &mut errors);
        if errors.is_empty() {
            match T::deserialize(Deserializer::from(Spanned::new(0..0, table.clone()))) {
                Ok(value) => read = Some(value),
                Err(error) => {
                    let (problem, expected) = in_plain_words(error.message());
                    errors.push((error.span().unwrap_or_default(), problem, expected));
                }
            }
        }
        for (span, problem, expected) in errors {
            fields.error_at(span, problem, expected);
        }
    })?;
    // Without a value there was an error.
    read.ok_or_else(|| Diagnostics::of(source, vec![source.error(0..0, "invalid file", "")]))
}

/// Finds blank texts and control characters.
fn unsuitable(table: &DeTable<'_>, errors: &mut Vec<(Range<usize>, String, String)>) {
    fn look(value: &Spanned<DeValue<'_>>, errors: &mut Vec<(Range<usize>, String, String)>) {
        match value.get_ref() {
            DeValue::String(text) if text.trim().is_empty() => {
                errors.push((value.span(), format!("{} is blank", quoted(text)), "some text".to_owned()));
            }
            DeValue::String(text) => {
                if let Some(letter) = text.chars().find(|&c| is_unsafe(c) && !matches!(c, '\n' | '\t')) {
                    errors.push((value.span(), quoted(text), format!("text without {}", name_of(letter))));
                }
            }
            DeValue::Array(members) => members.iter().for_each(|member| look(member, errors)),
            DeValue::Table(table) => unsuitable(table, errors),
            _ => {}
        }
    }
    table.values().for_each(|value| look(value, errors));
}

/// The problem and what was expected, from a message of serde, toml or a reader's own.
fn in_plain_words(message: &str) -> (String, String) {
    let name = |text: &str| text.trim_matches('`').to_owned();
    if let Some(key) = message.strip_prefix("missing field ") {
        return (format!("missing key {key}"), format!("`{} = …`", name(key)));
    }
    let (problem, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    for (what, said) in [("unknown field ", "unknown key "), ("unknown variant ", "unknown word ")] {
        if let Some(found) = problem.strip_prefix(what) {
            let found = name(found);
            let known: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
            return (format!("{said}`{}`", shortened(&found)), choice(&found, &known));
        }
    }
    if let Some(found) = ["invalid type: ", "invalid value: "].into_iter().find_map(|what| problem.strip_prefix(what)) {
        return (format!("{found} does not fit"), plain_type(expected));
    }
    if let Some(length) = problem.strip_prefix("invalid length ") {
        return (format!("there are {length} here"), plain_type(expected));
    }
    let (problem, expected) = message.split_once("; expected ").unwrap_or((problem, expected));
    (problem.to_owned(), expected.to_owned())
}

/// One of several words; the one that was probably meant, if one is similar.
fn choice(found: &str, known: &[&str]) -> String {
    match nearest(found, known.iter().copied()) {
        Some(near) => did_you_mean(&format!("`{near}`")),
        None if known.is_empty() => "no keys here".to_owned(),
        None => alternatives(known.iter().copied()),
    }
}

/// A type of Rust in words for people who edit a table.
fn plain_type(expected: &str) -> String {
    let plain = match expected {
        "u8" => "a whole number from 0 to 255",
        "a string" => "a string in quotation marks",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "a table",
        other if other.starts_with("struct ") => "a table",
        other => other,
    };
    plain.strip_prefix("an array of length ").map_or_else(|| plain.to_owned(), |length| format!("a list of {length}"))
}

/// Collects what a check of a value finds wrong in the text of which it was read.
#[derive(Debug)]
pub struct Checked<'s> {
    source: &'s Source,
    errors: Vec<Diagnostic>,
}

impl<'s> Checked<'s> {
    /// For a text in which nothing wrong has been found yet.
    #[must_use]
    pub fn new(source: &'s Source) -> Checked<'s> {
        Checked { source, errors: vec![] }
    }

    /// The name of the text.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.source.name
    }

    /// The line on which the text of a string begins: that of the opening quotation marks, or the next if they end their line.
    #[must_use]
    pub fn first_line(&self, string: Range<usize>) -> usize {
        let text = &self.source.text[string.start..];
        let opens = ["\"\"\"", "'''"].into_iter().find_map(|marks| text.strip_prefix(marks));
        let is_below = opens.is_some_and(|rest| rest.starts_with('\n') || rest.starts_with("\r\n"));
        self.source.line_of(string.start) + usize::from(is_below)
    }

    /// Records an error at a place; what was `expected` may be empty.
    pub fn wrong(&mut self, at: Range<usize>, problem: impl Into<String>, expected: impl Into<String>) {
        self.errors.push(self.source.error(at, problem, expected));
    }

    /// The value, if nothing wrong was found.
    ///
    /// # Errors
    ///
    /// All that was recorded.
    pub fn finish<T>(self, value: T) -> Result<T, Diagnostics> {
        if self.errors.is_empty() { Ok(value) } else { Err(Diagnostics::of(self.source, self.errors)) }
    }
}
