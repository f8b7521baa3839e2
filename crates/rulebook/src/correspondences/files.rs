//! The data files, which are embedded or in a folder, and how a table is read of one.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use serde::de::DeserializeOwned;

use crate::input::{Checked, Diagnostics, Source, read_toml};

use super::tables::Tables;

/// For each file: its name among the data, its name in messages, its text.
macro_rules! embedded {
    ($($file:literal)*) => {
        [
            $(($file, concat!("data/", $file), include_str!(concat!("../../data/", $file))),)*
            (CATALOG, "questions/catalog.toml", include_str!("../../questions/catalog.toml")),
        ]
    };
}

/// The catalogue, which stands beside the questions.
const CATALOG: &str = "catalog.toml";

/// The embedded files.
const EMBEDDED: &[(&str, &str, &str)] = &embedded![
    "elements.toml" "qualities.toml" "forces.toml" "houses.toml" "triangles.toml" "boards/air.toml" "boards/water.toml"
    "boards/fire.toml" "boards/earth.toml" "pieces.toml" "dice.toml" "procedures.toml" "rulesets.toml"
    "namings.toml" "strength.toml" "summary.toml" "planets.toml" "persons.toml" "relations.toml" "figures.toml"
    "layers.toml" "cards.toml" "glossary.toml" "lessons/01-board.toml" "lessons/02-pieces.toml" "lessons/03-throne.toml" "lessons/04-check.toml" "lessons/05-concourse.toml" "lessons/06-pawns.toml" "lessons/07-die.toml" "lessons/08-ptah.toml" "lessons/09-square.toml" "lessons/10-piece-on-square.toml" "lessons/11-alone.toml" "lessons/12-first-reading.toml"
];

/// The names of the data files.
pub(super) fn names() -> impl Iterator<Item = &'static str> + Clone {
    EMBEDDED.iter().map(|(name, ..)| *name)
}

/// The text of a data file: what tables and fingerprints are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DataFile {
    pub(super) name: &'static str,
    /// Its name in messages.
    pub(super) shown: String,
    pub(super) text: Cow<'static, str>,
    /// Whether it is the folder's own, and not the embedded one that replaces a missing file.
    pub(super) is_own: bool,
}

impl DataFile {
    pub(super) fn source(&self) -> Source {
        Source::new(&*self.shown, &*self.text)
    }
}

/// The embedded files.
pub(super) fn embedded() -> Vec<DataFile> {
    EMBEDDED.iter().map(|file| embedded_file(*file, true)).collect()
}

fn embedded_file((name, shown, text): (&'static str, &str, &'static str), is_own: bool) -> DataFile {
    DataFile { name, shown: shown.to_owned(), text: text.into(), is_own }
}

/// The files of a folder or a map of texts, which may lack the catalogue and lessons; what cannot be read is reported.
pub(super) fn own(
    lacks: impl Fn(&str) -> bool,
    read: impl Fn(&str) -> Result<Source, Diagnostics>,
    errors: &mut Diagnostics,
) -> Vec<DataFile> {
    let may_lack = |name: &str| name == CATALOG || name.starts_with("lessons/");
    let file = |file: &(&'static str, &str, &'static str)| {
        if may_lack(file.0) && lacks(file.0) {
            return Some(embedded_file(*file, false));
        }
        let Source { name, text, .. } = errors.collect(read(file.0))?;
        Some(DataFile { name: file.0, shown: name, text: text.into(), is_own: true })
    };
    EMBEDDED.iter().filter_map(file).collect()
}

/// The files of a folder.
pub(super) fn of_folder(folder: &Path, errors: &mut Diagnostics) -> Vec<DataFile> {
    let lacks = |name: &str| folder.join(name).symlink_metadata().is_err();
    own(lacks, |name| Source::read(&folder.join(name), Source::TOML_LIMIT), errors)
}

/// These texts, by the names of their files.
pub(super) fn of_texts(texts: &BTreeMap<String, String>, errors: &mut Diagnostics) -> Vec<DataFile> {
    let text = |name: &str| texts.get(name).map_or("", String::as_str);
    own(|name| !texts.contains_key(name), |name| Ok(Source::new(name, text(name))), errors)
}

/// A table that is derived from what serde reads of a file.
pub(super) trait DataTable: Sized {
    /// What serde reads.
    type File: DeserializeOwned;

    /// The table. What does not fit together is reported, and then the table is not used.
    fn of(file: Self::File, tables: &Tables, checked: &mut Checked<'_>) -> Self;
}

/// Reads a table, and checks it.
pub(super) fn checked<T: DataTable>(source: &Source, tables: &Tables) -> Result<T, Diagnostics> {
    let file = read_toml(source)?;
    let mut checked = Checked::new(source);
    let table = T::of(file, tables, &mut checked);
    checked.finish(table)
}

/// Reads a table that needs no other check than that of its type.
pub(super) fn typed<T: DeserializeOwned>(source: &Source, _: &Tables) -> Result<T, Diagnostics> {
    read_toml(source)
}

/// How a table is read of its file.
pub(super) type ReadTable<T> = fn(&Source, &Tables) -> Result<T, Diagnostics>;

/// A table that is read of its file when it is first needed.
#[derive(Clone, Debug)]
pub(super) struct Lazy<T> {
    file: &'static str,
    read: ReadTable<T>,
    table: OnceLock<Result<T, Diagnostics>>,
}

impl<T> Lazy<T> {
    pub(super) fn new(file: &'static str, read: ReadTable<T>) -> Lazy<T> {
        Lazy { file, read, table: OnceLock::new() }
    }

    /// The table, or what is wrong with its file. A file that could not be read was reported, and has no table.
    pub(super) fn get(&self, tables: &Tables) -> Result<&T, Diagnostics> {
        let table = self.table.get_or_init(|| match tables.files.iter().find(|file| file.name == self.file) {
            Some(file) => (self.read)(&file.source(), tables),
            None => Err(Diagnostics::default()),
        });
        table.as_ref().map_err(Clone::clone)
    }
}
