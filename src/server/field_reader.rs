//! Reads what was typed into the fields of a page, with all errors.

use std::collections::BTreeMap;

use serde::Serialize;
use toml::Value;

use crate::correspondences::Correspondences;
use crate::reading::{Draft, DraftError};

use super::call::Problem;

/// The fields of a page by their keys. A field without a value is empty.
pub(super) type FieldValues = BTreeMap<String, Option<Value>>;

/// An error in a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct FieldError {
    /// The name of the field.
    pub(super) key: &'static str,
    /// The error as a sentence.
    pub(super) text: String,
}

impl From<DraftError> for FieldError {
    fn from(error: DraftError) -> FieldError {
        FieldError { key: error.key, text: error.to_string() }
    }
}

/// Reads fields into a draft, without those that cannot be read; returns an error for each of these.
pub(super) fn read_fields<D: Draft>(
    fields: &FieldValues,
    draft: &mut D,
    correspondences: &Correspondences,
) -> Result<Vec<FieldError>, Problem> {
    if let Some(name) = fields.keys().find(|name| D::key(name).is_none()) {
        return Err(Problem::invalid(format!("unknown field `{name}`")));
    }
    let mut errors = Vec::new();
    for key in D::KEYS {
        let Some(Some(value)) = fields.get(key.name) else { continue };
        let is_blank = value.as_str().is_some_and(|text| text.trim().is_empty());
        let is_empty = is_blank || value.as_array().is_some_and(Vec::is_empty);
        if !is_empty && let Err(error) = key.put(draft, value, correspondences) {
            errors.push(error.into());
        }
    }
    Ok(errors)
}
