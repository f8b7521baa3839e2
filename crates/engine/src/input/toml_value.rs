//! One value of a TOML text.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use super::toml_table::TomlReader;
use super::words::name_of;
use super::{is_unsafe, quoted, shortened};

/// A value, its key, and its place in the text. Every method records an error if it returns `None`.
#[derive(Debug)]
pub struct TomlValue<'r> {
    reader: &'r TomlReader<'r>,
    key: &'r str,
    /// Whether it is a member of a list under the key.
    is_member: bool,
    value: &'r Spanned<DeValue<'r>>,
}

impl<'r> TomlValue<'r> {
    pub(super) fn new(reader: &'r TomlReader<'r>, key: &'r str, value: &'r Spanned<DeValue<'r>>) -> TomlValue<'r> {
        TomlValue { reader, key, is_member: false, value }
    }

    /// The key; for a member of a list, the key of the list.
    #[must_use]
    pub fn key(&self) -> &'r str {
        self.key
    }

    /// The bytes of the value in the TOML.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.value.span()
    }

    /// Records an error in this value.
    pub fn error(&self, problem: impl Into<String>, expected: impl Into<String>) {
        self.reader.error(self.span(), problem, expected);
    }

    /// Records that this value is not what was expected.
    pub fn wrong<T>(&self, expected: impl Into<String>) -> Option<T> {
        self.record_wrong(expected.into());
        None
    }

    /// As [`TomlValue::wrong`]. What is long here and in `toml_table.rs` is not generic, so that it is compiled once and not for every
    /// type that is read.
    fn record_wrong(&self, expected: String) {
        let found = match self.value.get_ref() {
            DeValue::String(text) => quoted(text),
            DeValue::Integer(number) => shortened(&number.to_string()),
            DeValue::Float(number) => shortened(number.as_str()),
            DeValue::Boolean(value) => value.to_string(),
            DeValue::Datetime(_) => "a date or time".into(),
            DeValue::Array(_) => "a list".into(),
            DeValue::Table(_) => "a table".into(),
        };
        let verb = if self.is_member { "contains" } else { "is" };
        self.error(format!("`{}` {verb} {found}", shortened(self.key)), expected);
    }

    /// The string, with any characters.
    fn raw(&self) -> Option<&'r str> {
        match self.value.get_ref() {
            DeValue::String(text) => Some(text),
            _ => self.wrong("a string in quotation marks"),
        }
    }

    /// The string, if it has no rejected character.
    fn without(&self, is_rejected: impl Fn(char) -> bool) -> Option<&'r str> {
        let text = self.raw()?;
        match text.chars().find(|&c| is_rejected(c)) {
            None => Some(text),
            Some(c) => self.wrong(format!("text without {}", name_of(c))),
        }
    }

    /// Reads a string on one line, not blank, without control characters.
    pub fn text(&self) -> Option<String> {
        let text = self.without(is_unsafe)?;
        if text.trim().is_empty() { self.wrong("some text") } else { Some(text.to_owned()) }
    }

    /// Reads a string of any number of lines, without control characters except line feeds and tabs.
    pub fn prose(&self) -> Option<String> {
        self.without(|c| is_unsafe(c) && !matches!(c, '\n' | '\t')).map(str::to_owned)
    }

    /// Reads `true` or `false`.
    #[must_use]
    pub fn boolean(&self) -> Option<bool> {
        match *self.value.get_ref() {
            DeValue::Boolean(value) => Some(value),
            _ => self.wrong("true or false"),
        }
    }

    /// The value by itself: text, a whole number, true or false, or a list of these.
    #[must_use]
    pub fn value(&self) -> Option<toml::Value> {
        match self.value.get_ref() {
            DeValue::String(text) => Some(toml::Value::from(text.as_ref())),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => Some(number.into()),
                Err(_) => self.wrong(format!("a whole number from {} to {}", i64::MIN, i64::MAX)),
            },
            DeValue::Boolean(value) => Some(toml::Value::from(*value)),
            DeValue::Array(_) => self.list(TomlValue::value).map(toml::Value::Array),
            _ => self.wrong("text in quotation marks, a whole number, true or false, or a list of these"),
        }
    }

    /// Reads a string and converts it with `read`; `expected` describes a valid one.
    pub fn parse_with<T>(&self, expected: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let text = self.without(is_unsafe)?;
        read(text).or_else(|| self.wrong(expected))
    }

    /// Reads a list, each member with `body`. Returns `None` if any of them has an error.
    pub fn list<T>(&self, mut body: impl FnMut(&TomlValue<'r>) -> Option<T>) -> Option<Vec<T>> {
        let DeValue::Array(members) = self.value.get_ref() else { return self.wrong("a list") };
        // All members are read, so that an error in one does not hide those in the next.
        let (mut values, mut are_sound) = (Vec::with_capacity(members.len()), true);
        for value in members {
            match body(&TomlValue { reader: self.reader, key: self.key, is_member: true, value }) {
                Some(value) => values.push(value),
                None => are_sound = false,
            }
        }
        are_sound.then_some(values)
    }
}
