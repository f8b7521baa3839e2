//! Shared by the readers of several files: lists of named entries, and arrays that must be complete.

use std::collections::BTreeSet;

use crate::input::{TomlTable, TomlValue, alternatives, nearest, quoted};

/// All values, if none is missing.
pub(super) fn all<T, const N: usize>(values: [Option<T>; N]) -> Option<[T; N]> {
    let values: Option<Vec<T>> = values.into_iter().collect();
    values?.try_into().ok()
}

/// Records an error if the value was seen before.
pub(super) fn once<T: Ord>(seen: &mut BTreeSet<T>, value: T, item: &TomlValue<'_>, expected: &str) {
    if !seen.insert(value) {
        let _: Option<()> = item.wrong(expected);
    }
}

/// Reads an array of tables with distinct names; it must not be empty.
pub(super) fn named<T>(
    fields: &TomlTable<'_>,
    key: &str,
    mut read: impl FnMut(&TomlTable<'_>, Option<String>) -> Option<T>,
) -> Option<Vec<T>> {
    let mut seen = BTreeSet::new();
    let item = fields.required(key)?;
    let entries = item.list(|item| {
        item.table(|entry| {
            let name = entry.required("name").and_then(|item| {
                let name = item.text()?;
                once(&mut seen, name.to_lowercase(), &item, "a name that no other entry has");
                Some(name)
            });
            read(entry, name)
        })
    })?;
    if entries.is_empty() { item.wrong("at least one entry") } else { Some(entries) }
}

/// Something that can be found by its name.
pub(super) trait HasName {
    /// What it is, for messages: `procedure`.
    const KIND: &'static str;
    /// Its name.
    fn name(&self) -> &str;
}

/// Finds an entry by its name, in upper or lower case.
pub(super) fn find<'a, T: HasName>(entries: &'a [T], name: &str) -> Result<&'a T, UnknownName> {
    entries.iter().find(|entry| entry.name().eq_ignore_ascii_case(name.trim())).ok_or_else(|| {
        let known: Vec<String> = entries.iter().map(|entry| entry.name().to_owned()).collect();
        let suggestion = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
        UnknownName { kind: T::KIND, name: name.to_owned(), known, suggestion }
    })
}

/// The error when no dice table, procedure, ruleset or naming has a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {kind} {}; choose {}", quoted(.name), alternatives(.known.iter().map(String::as_str)))]
pub struct UnknownName {
    /// What was looked for: `procedure`.
    pub kind: &'static str,
    /// The name that was given.
    pub name: String,
    /// The names that exist.
    pub known: Vec<String>,
    /// The most similar name.
    pub suggestion: Option<String>,
}
