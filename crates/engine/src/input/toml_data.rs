//! Reads a TOML text into a value by serde, with the place and plain words for what does not fit.

use std::fmt::Display;
use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::DeValue;

use super::diagnostic::did_you_mean;
use super::toml_node::TomlNode;
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
/// let date = "place.toml:1: date `2026-11-30` does not fit; expected a whole number from 0 to 255";
/// assert_eq!(told("file = 2026-11-30"), date);
/// assert_eq!(told("file = 1\nflie = 2"), "place.toml:2: unknown key `flie`; did you mean `file`?");
/// assert_eq!(told(""), "place.toml:1: missing key `file`; expected `file = …`");
/// ```
pub fn read_toml<T: DeserializeOwned>(source: &Source) -> Result<T, Diagnostics> {
    read_node(source, 0, &source.text, true)
}

/// As [`read_toml`], of a text that stands in the source from `start` on, and of which parts may be blanked; its texts may be any.
///
/// # Errors
///
/// All syntax errors or, if there are none, the first value that does not fit.
pub fn read_toml_within<T: DeserializeOwned>(source: &Source, start: usize, text: &str) -> Result<T, Diagnostics> {
    read_node(source, start, text, false)
}

fn read_node<T: DeserializeOwned>(
    source: &Source,
    start: usize,
    text: &str,
    is_checked: bool,
) -> Result<T, Diagnostics> {
    let mut read = None;
    TomlTable::read_with(source, start, text, &mut |fields| {
        fields.allow_unknown();
        if is_checked && unsuitable(fields) {
            return;
        }
        match T::deserialize(TomlNode::Table(fields.parsed())) {
            Ok(value) => read = Some(value),
            Err(misfit) => misfit.report(fields),
        }
    })?;
    // Without a value there was an error.
    read.ok_or_else(|| Diagnostics::of(source, vec![source.error(0..0, "invalid file", "")]))
}

/// Reports blank texts and control characters; whether there are any.
fn unsuitable(fields: &TomlTable<'_>) -> bool {
    fn look(fields: &TomlTable<'_>, value: &Spanned<DeValue<'_>>) -> bool {
        let look = |member| look(fields, member);
        match value.get_ref() {
            DeValue::String(text) if text.trim().is_empty() => {
                fields.error_at(value.span(), format!("{} is blank", quoted(text)), "some text".to_owned());
                true
            }
            DeValue::String(text) => match text.chars().find(|&c| is_unsafe(c) && !matches!(c, '\n' | '\t')) {
                Some(letter) => {
                    fields.error_at(value.span(), quoted(text), format!("text without {}", name_of(letter)));
                    true
                }
                None => false,
            },
            DeValue::Array(members) => members.iter().map(look).fold(false, |any, one| any | one),
            DeValue::Table(table) => table.values().map(look).fold(false, |any, one| any | one),
            _ => false,
        }
    }
    fields.parsed().values().map(|value| look(fields, value)).fold(false, |any, one| any | one)
}

/// What does not fit, in words for people who edit a table.
#[derive(Debug)]
pub(super) struct Misfit(Box<Unfit>);

#[derive(Debug)]
struct Unfit {
    /// Where, once it is known.
    span: Option<Range<usize>>,
    problem: String,
    /// May be empty.
    expected: String,
}

impl Misfit {
    fn new(problem: String, expected: String) -> Misfit {
        Misfit(Box::new(Unfit { span: None, problem, expected }))
    }

    /// Records it as an error.
    fn report(self, fields: &TomlTable<'_>) {
        let Unfit { span, problem, expected } = *self.0;
        fields.error_at(span.unwrap_or_default(), problem, expected);
    }

    /// It is here, unless its place is known better.
    pub(super) fn or_at(mut self, span: Range<usize>) -> Misfit {
        self.0.span.get_or_insert(span);
        self
    }
}

impl Display for Misfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}; expected {}", self.0.problem, self.0.expected)
    }
}

impl std::error::Error for Misfit {}

impl serde::de::Error for Misfit {
    /// Of a reader's own: the problem, and what was expected after `; expected `.
    fn custom<T: Display>(message: T) -> Misfit {
        let message = message.to_string();
        let (problem, expected) = message.split_once("; expected ").unwrap_or((&message, ""));
        Misfit::new(problem.to_owned(), expected.to_owned())
    }

    fn invalid_type(found: serde::de::Unexpected<'_>, expected: &dyn serde::de::Expected) -> Misfit {
        Misfit::new(format!("{found} does not fit"), plain_type(&expected.to_string()))
    }

    fn invalid_value(found: serde::de::Unexpected<'_>, expected: &dyn serde::de::Expected) -> Misfit {
        Misfit::invalid_type(found, expected)
    }

    fn invalid_length(length: usize, expected: &dyn serde::de::Expected) -> Misfit {
        Misfit::new(format!("there are {length} here"), plain_type(&expected.to_string()))
    }

    fn unknown_variant(found: &str, known: &'static [&'static str]) -> Misfit {
        Misfit::new(format!("unknown word `{}`", shortened(found)), choice(found, known))
    }

    fn unknown_field(found: &str, known: &'static [&'static str]) -> Misfit {
        Misfit::new(format!("unknown key `{}`", shortened(found)), choice(found, known))
    }

    fn missing_field(key: &'static str) -> Misfit {
        Misfit::new(format!("missing key `{key}`"), format!("`{key} = …`"))
    }
}

/// One of several words; the one that was probably meant, if one is similar.
pub fn choice(found: &str, known: &[&str]) -> String {
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
