//! Forms: what was typed and chosen in them, and what can be chosen.

use std::collections::BTreeMap;

use serde::Serialize;
use toml::Value;

use crate::server::field_reader::FieldError;

/// The fields of a form, by their names.
pub(super) type Fields = BTreeMap<String, Value>;

/// The text of a field; empty if there is none.
pub(super) fn text<'f>(fields: &'f Fields, name: &str) -> &'f str {
    fields.get(name).and_then(Value::as_str).map_or("", str::trim)
}

/// One of a few.
#[derive(Debug, Serialize)]
pub(in crate::server) struct Choice {
    value: String,
    label: String,
    /// What it means, in a line.
    hint: String,
    chosen: bool,
    /// Whether it cannot be chosen now.
    off: bool,
}

impl Choice {
    pub(in crate::server) fn new(
        value: impl Into<String>,
        label: impl Into<String>,
        hint: impl Into<String>,
    ) -> Choice {
        Choice { value: value.into(), label: label.into(), hint: hint.into(), chosen: false, off: false }
    }

    /// One whose name says all.
    pub(super) fn named(name: impl Into<String>) -> Choice {
        let name = name.into();
        Choice::new(name.clone(), name, "")
    }

    pub(super) fn off(self, off: bool) -> Choice {
        Choice { off, ..self }
    }

    /// These choices, with the one that was chosen; the first if none was.
    pub(in crate::server) fn of(choices: impl IntoIterator<Item = Choice>, chosen: &str) -> Vec<Choice> {
        let mut choices: Vec<Choice> = choices.into_iter().collect();
        let at = choices.iter().position(|choice| choice.value == chosen).unwrap_or(0);
        if let Some(choice) = choices.get_mut(at) {
            choice.chosen = true;
        }
        choices
    }
}

/// Names with descriptions, which the data breaks into lines.
pub(super) fn described<'d>(entries: impl Iterator<Item = (&'d String, &'d String)>, chosen: &str) -> Vec<Choice> {
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    Choice::of(entries.map(|(name, text)| Choice::new(name, name, line(text))), chosen)
}

/// The errors by the fields in which they are.
pub(super) fn by_field(errors: Vec<FieldError>) -> BTreeMap<&'static str, String> {
    errors.into_iter().map(|error| (error.key, crate::render::capitalised(&format!("{}.", error.text)))).collect()
}
