//! What the readers of several files share: lists of named entries, and rows complete or not.

use std::collections::BTreeSet;

use crate::input::{TomlTable, TomlValue, nearest, quoted};

/// All the values, if none is missing.
pub(super) fn all<T, const N: usize>(values: [Option<T>; N]) -> Option<[T; N]> {
    let values: Option<Vec<T>> = values.into_iter().collect();
    values?.try_into().ok()
}

/// Notes a fault where a value was seen before.
pub(super) fn once<T: Ord>(seen: &mut BTreeSet<T>, value: T, item: &TomlValue<'_>, expected: &str) {
    if !seen.insert(value) {
        let _: Option<()> = item.wrong(expected);
    }
}

/// Reads an array of tables that have different names; there must be at least one.
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

/// Something that is looked up by its name.
pub(super) trait HasName {
    /// What sort of thing it is, for messages: `procedure`.
    const SORT: &'static str;
    /// Its name.
    fn name(&self) -> &str;
}

/// The entry of a name, in any mixture of capitals and small letters.
pub(super) fn find<'a, T: HasName>(entries: &'a [T], name: &str) -> Result<&'a T, UnknownName> {
    entries.iter().find(|entry| entry.name().eq_ignore_ascii_case(name.trim())).ok_or_else(|| {
        let known: Vec<String> = entries.iter().map(|entry| entry.name().to_owned()).collect();
        let suggestion = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
        UnknownName { sort: T::SORT, name: name.to_owned(), known, suggestion }
    })
}

/// No dice table, procedure, ruleset or naming has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {sort} {}; there are {}", quoted(.name), .known.join(", "))]
pub struct UnknownName {
    /// What sort of thing was looked for: `procedure`.
    pub sort: &'static str,
    /// The name that was given.
    pub name: String,
    /// The names there are.
    pub known: Vec<String>,
    /// The one that was probably meant.
    pub suggestion: Option<String>,
}
