//! Lists of named entries, such as procedures.

use toml::Spanned;

use crate::input::{Checked, alternatives, nearest, quoted};

use super::each::check_once;

/// Something that can be found by its name.
pub(super) trait HasName {
    /// What it is, for messages: `procedure`.
    const KIND: &'static str;
    /// Its name.
    fn name(&self) -> &str;
}

/// The entries of a file, which have to be some, with distinct names.
pub(super) fn distinct<T: HasName>(entries: Vec<Spanned<T>>, checked: &mut Checked<'_>) -> Vec<T> {
    if entries.is_empty() {
        checked.wrong(0..0, format!("there is no {}", T::KIND), "at least one entry");
    }
    let named = entries.iter().map(|entry| (entry.span(), entry.get_ref().name().to_lowercase()));
    check_once(named, "name", "a name that no other entry has", checked);
    entries.into_iter().map(Spanned::into_inner).collect()
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
