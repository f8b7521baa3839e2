//! Filling a column value by value, as it is read from a file.

use super::bit_list::Bits;
use super::values::{ColumnValues, Field, FieldKind, Values};

/// The error when a file does not have the columns and values of its table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnreadableTable(pub String);

/// A column that is being read.
#[derive(Debug)]
pub struct ColumnBuilder<'f> {
    field: &'f Field,
    values: Values,
    /// Which values are there, if some may be missing.
    known: Vec<bool>,
    /// The flags, as they come.
    flags: Vec<bool>,
}

impl<'f> ColumnBuilder<'f> {
    /// A column without values; it must not be a list, nor have texts, which are only written.
    #[must_use]
    pub fn new(field: &'f Field) -> ColumnBuilder<'f> {
        let values = match field.kind {
            FieldKind::Small => Values::Small(vec![]),
            FieldKind::Number => Values::Number(vec![]),
            FieldKind::Word(_) => Values::Words(vec![]),
            FieldKind::Large | FieldKind::Flag | FieldKind::Text | FieldKind::List(_) => Values::Large(vec![]),
        };
        ColumnBuilder { field, values, known: vec![], flags: vec![] }
    }

    /// Adds a number, the place of a word or a flag, or nothing.
    ///
    /// # Errors
    /// If the column cannot have it.
    pub fn push(&mut self, value: Option<i64>) -> Result<(), UnreadableTable> {
        if value.is_none() && !self.field.nullable {
            return Err(self.wrong("null"));
        }
        if self.field.nullable {
            self.known.push(value.is_some());
        }
        let number = value.unwrap_or_default();
        if let FieldKind::Word(words) = &self.field.kind
            && usize::try_from(number).map_or(true, |place| place >= words.len())
        {
            return Err(self.wrong(&number.to_string()));
        }
        let fits = match &mut self.values {
            Values::Small(values) => u8::try_from(number).map(|number| values.push(number)).is_ok(),
            Values::Number(values) => u16::try_from(number).map(|number| values.push(number)).is_ok(),
            Values::Words(places) => u8::try_from(number).map(|number| places.push(number)).is_ok(),
            _ if matches!(self.field.kind, FieldKind::Flag) => {
                self.flags.push(number == 1);
                matches!(number, 0 | 1)
            }
            Values::Large(values) => {
                values.push(number);
                true
            }
            Values::Flags(_) | Values::Texts(..) => false,
        };
        if fits { Ok(()) } else { Err(self.wrong(&number.to_string())) }
    }

    /// Adds a value as text; an empty one is nothing.
    ///
    /// # Errors
    /// If the column cannot have it.
    pub fn push_text(&mut self, text: &[u8]) -> Result<(), UnreadableTable> {
        if text.is_empty() {
            return self.push(None);
        }
        let value = match &self.field.kind {
            FieldKind::Word(words) => {
                words.iter().position(|word| word.as_bytes() == text).and_then(|place| i64::try_from(place).ok())
            }
            _ => std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()),
        };
        match value {
            Some(value) => self.push(Some(value)),
            None => Err(self.wrong(&String::from_utf8_lossy(text))),
        }
    }

    fn wrong(&self, value: &str) -> UnreadableTable {
        UnreadableTable(format!("the column `{}` cannot have the value {value:?}", self.field.name))
    }

    /// The column.
    #[must_use]
    pub fn finish(self) -> ColumnValues {
        let bits = |all: &[bool]| Bits::of(all.len(), |at| all[at]);
        let known = self.field.nullable.then(|| bits(&self.known));
        let values = match self.field.kind {
            FieldKind::Flag => Values::Flags(bits(&self.flags)),
            _ => self.values,
        };
        ColumnValues::new(values, known)
    }
}
