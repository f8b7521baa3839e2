//! Lists of named entries: dice tables, procedures, rulesets and namings.

use serde::de::DeserializeOwned;
use toml::Spanned;

use crate::input::{Checked, alternatives, nearest, quoted};
use enochian_engine::reading::{Criterion, DiceTable, OpposingKingsFall, Procedure, Ruleset};

use super::each::check_once;
use super::files::DataTable;
use super::tables::Tables;

/// An entry of a list, found by its name.
pub(super) trait Entry: Sized {
    /// What it is, for messages: `procedure`.
    const KIND: &'static str;

    /// Its name.
    fn name(&self) -> &str;

    /// Reports what does not fit together in it.
    fn check(_: &Spanned<Self>, _: &mut Checked<'_>) {}
}

/// A file with a list, under the name of what it lists.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EntryFile<T> {
    #[serde(alias = "table", alias = "procedure", alias = "ruleset", alias = "naming")]
    entry: Vec<Spanned<T>>,
}

impl<T: Entry + DeserializeOwned> DataTable for Vec<T> {
    type File = EntryFile<T>;

    fn of(EntryFile { entry }: EntryFile<T>, _: &Tables, checked: &mut Checked<'_>) -> Vec<T> {
        if entry.is_empty() {
            checked.wrong(0..0, format!("there is no {}", T::KIND), "at least one entry");
        }
        entry.iter().for_each(|entry| T::check(entry, checked));
        let named = entry.iter().map(|entry| (entry.span(), entry.get_ref().name().to_lowercase()));
        check_once(named, "name", "a name that no other entry has", checked);
        entry.into_iter().map(Spanned::into_inner).collect()
    }
}

impl Entry for DiceTable {
    const KIND: &'static str = "dice table";

    fn name(&self) -> &str {
        &self.name
    }
}

impl Entry for Procedure {
    const KIND: &'static str = "procedure";

    fn name(&self) -> &str {
        &self.name
    }

    fn check(procedure: &Spanned<Procedure>, checked: &mut Checked<'_>) {
        let Procedure { ends_by, when_opposing_kings_fall, .. } = procedure.get_ref();
        if (*ends_by, *when_opposing_kings_fall) == (Criterion::Kings, OpposingKingsFall::PlayOn) {
            let problem = "`when_opposing_kings_fall` is \"play-on\" here";
            checked.wrong(procedure.span(), problem, "\"yes\", since this procedure ends by the kings");
        }
    }
}

impl Entry for Ruleset {
    const KIND: &'static str = "ruleset";

    fn name(&self) -> &str {
        &self.name
    }
}

/// Finds an entry by its name, in upper or lower case.
pub(super) fn find<'a, T: Entry>(entries: &'a [T], name: &str) -> Result<&'a T, UnknownName> {
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
