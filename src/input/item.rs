//! One value of a TOML text.

use std::fmt::Display;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use toml::Spanned;
use toml::de::DeValue;

use super::fields::{TomlReader, list};
use super::safe::{is_unsafe, shortened};
use super::{TomlTable, nearest, quoted};

/// A value, its key, and its place in the text. Every method that gives `None` has noted the fault.
pub struct TomlValue<'r> {
    reader: &'r TomlReader<'r>,
    key: &'r str,
    /// Whether it stands in a list under the key.
    member: bool,
    value: &'r Spanned<DeValue<'r>>,
}

impl<'r> TomlValue<'r> {
    pub(super) fn new(reader: &'r TomlReader<'r>, key: &'r str, value: &'r Spanned<DeValue<'r>>) -> TomlValue<'r> {
        TomlValue { reader, key, member: false, value }
    }

    /// The key it stands under; for a member of a list, the key of the list.
    #[must_use]
    pub fn key(&self) -> &'r str {
        self.key
    }

    /// Its bytes in the TOML.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.value.span()
    }

    /// Notes a fault of this value.
    pub fn fault(&self, problem: impl Into<String>, expected: impl Into<String>) {
        self.reader.fault(self.span(), problem, expected);
    }

    /// Notes that this value is not what was expected.
    pub fn wrong<T>(&self, expected: impl Into<String>) -> Option<T> {
        let found = match self.value.get_ref() {
            DeValue::String(text) => quoted(text),
            DeValue::Integer(number) => shortened(&number.to_string()),
            DeValue::Float(number) => shortened(number.as_str()),
            DeValue::Boolean(value) => value.to_string(),
            DeValue::Datetime(_) => "a date or time".into(),
            DeValue::Array(_) => "a list".into(),
            DeValue::Table(_) => "a table".into(),
        };
        let verb = if self.member { "holds" } else { "is" };
        self.fault(format!("`{}` {verb} {found}", shortened(self.key)), expected);
        None
    }

    /// A string, whatever is in it.
    fn raw(&self) -> Option<&'r str> {
        match self.value.get_ref() {
            DeValue::String(text) => Some(text),
            _ => self.wrong("a string in quotation marks"),
        }
    }

    /// The string, if no character is refused.
    fn without(&self, refused: impl Fn(char) -> bool) -> Option<&'r str> {
        let text = self.raw()?;
        match text.chars().find(|&c| refused(c)) {
            None => Some(text),
            Some(c) => {
                let name = c.escape_unicode();
                self.wrong(format!("text without the control character {name}"))
            }
        }
    }

    /// A string on one line, not blank, without control characters.
    pub fn text(&self) -> Option<String> {
        let text = self.without(is_unsafe)?;
        if text.trim().is_empty() { self.wrong("some text") } else { Some(text.to_owned()) }
    }

    /// A string of one or several lines, perhaps empty, without control characters but line feeds and tabs.
    pub fn prose(&self) -> Option<String> {
        self.without(|c| is_unsafe(c) && !matches!(c, '\n' | '\t')).map(str::to_owned)
    }

    /// A whole number in a range, both ends included.
    pub fn integer<N: TryFrom<i64> + PartialOrd + Display>(&self, range: RangeInclusive<N>) -> Option<N> {
        let number = match self.value.get_ref() {
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        match number.and_then(|number| N::try_from(number).ok()) {
            Some(number) if range.contains(&number) => Some(number),
            _ => self.wrong(format!("a whole number from {} to {}", range.start(), range.end())),
        }
    }

    /// `true` or `false`.
    #[must_use]
    pub fn boolean(&self) -> Option<bool> {
        match *self.value.get_ref() {
            DeValue::Boolean(value) => Some(value),
            _ => self.wrong("true or false"),
        }
    }

    /// A string that reads as a value; `expected` says in words what would have been right.
    #[must_use]
    pub fn parse<T: FromStr>(&self, expected: &str) -> Option<T> {
        self.parse_with(expected, |text| text.parse().ok())
    }

    /// A string that `read` makes a value of; `expected` says in words what would have been right.
    pub fn parse_with<T>(&self, expected: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let text = self.without(is_unsafe)?;
        read(text).or_else(|| self.wrong(expected))
    }

    /// The value that belongs to one of several words, in any mixture of capitals and small letters.
    pub fn one_of<T: Copy>(&self, choices: &[(&str, T)]) -> Option<T> {
        let text = self.without(is_unsafe)?;
        let found = choices.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
        found.map(|&(_, value)| value).or_else(|| {
            let words = || choices.iter().map(|&(word, _)| word);
            match nearest(text, words()) {
                // A long list would hide the word that was meant.
                Some(near) if choices.len() > 12 => self.wrong(format!("{near}, perhaps")),
                Some(near) => self.wrong(format!("one of {}; {near}, perhaps", list(words()))),
                None => self.wrong(format!("one of {}", list(words()))),
            }
        })
    }

    /// A table, read by `body`, in which keys that `body` does not ask for are faults.
    pub fn table<T>(&self, body: impl FnOnce(&TomlTable<'r>) -> Option<T>) -> Option<T> {
        match self.value.get_ref() {
            DeValue::Table(table) => TomlTable::of(self.reader, table, self.span(), body),
            _ => self.wrong("a table"),
        }
    }

    /// A list, each member read by `body`. Gives nothing when any of them has a fault.
    pub fn list<T>(&self, mut body: impl FnMut(&TomlValue<'r>) -> Option<T>) -> Option<Vec<T>> {
        let DeValue::Array(members) = self.value.get_ref() else { return self.wrong("a list") };
        // Collected before it is judged, so that a fault in one member does not hide those of the next.
        let (reader, key) = (self.reader, self.key);
        let values: Vec<_> =
            members.iter().map(|value| body(&TomlValue { reader, key, member: true, value })).collect();
        values.into_iter().collect()
    }
}
