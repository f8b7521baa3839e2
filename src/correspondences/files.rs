//! Reads the data files, which are embedded or in a folder.

use std::path::Path;

use sha2::{Digest, Sha256};

use crate::chess::{Array, Board, Officer};
use crate::input::{Diagnostics, Source, TomlTable};

use super::entries::all;
use super::tables::{CorrespondenceTables, Correspondences};
use super::{
    board, catalog, dice, element, figure, force, house, layer, naming, person, piece, planet, procedure, quality,
    relation, ruleset, sentence, strength, time, triangle,
};

/// For each file: its name among the data, its name in messages, its text.
macro_rules! embedded {
    ($($file:literal)*) => {
        [
            $(($file, concat!("data/", $file), include_str!(concat!("../../data/", $file))),)*
            (CATALOG, "questions/catalog.toml", include_str!("../../questions/catalog.toml")),
        ]
    };
}

const CATALOG: &str = "catalog.toml";

/// The files that a folder of data may omit; the embedded ones are then used. Copies made by earlier versions have only
/// the first.
const OPTIONAL: [&str; 9] = [
    CATALOG,
    "strength.toml",
    "planets.toml",
    "persons.toml",
    "relations.toml",
    "figures.toml",
    "time.toml",
    "layers.toml",
    "summary.toml",
];

/// The embedded files.
const EMBEDDED: &[(&str, &str, &str)] = &embedded![
    "elements.toml" "qualities.toml" "forces.toml" "houses.toml" "triangles.toml" "boards/air.toml" "boards/water.toml"
    "boards/fire.toml" "boards/earth.toml" "pieces.toml" "arrays.toml" "dice.toml" "procedures.toml" "rulesets.toml"
    "namings.toml" "strength.toml" "planets.toml" "persons.toml" "relations.toml" "figures.toml" "time.toml"
    "layers.toml" "summary.toml"
];

/// The files on which a journal's texts about squares and pieces depend. The others contain choices for a reading, or
/// things that no journal mentions.
const CORRESPONDENCES: [&str; 17] = [
    "elements.toml",
    "qualities.toml",
    "forces.toml",
    "houses.toml",
    "triangles.toml",
    "boards/air.toml",
    "boards/water.toml",
    "boards/fire.toml",
    "boards/earth.toml",
    "pieces.toml",
    "strength.toml",
    "planets.toml",
    "persons.toml",
    "relations.toml",
    "figures.toml",
    "time.toml",
    "summary.toml",
];

/// The names of the data files.
pub(super) fn names() -> impl Iterator<Item = &'static str> + Clone {
    EMBEDDED.iter().map(|(name, ..)| *name)
}

/// Where the files are.
pub(super) enum DataFolder<'a> {
    /// Embedded in the program.
    Embedded,
    /// In this folder.
    Folder(&'a Path),
    /// Embedded, except this file, which has this text.
    Replaced(&'a str, &'a str),
}

impl DataFolder<'_> {
    /// Whether the folder lacks an optional file, so that the embedded one is used.
    fn lacks(&self, file: &str) -> bool {
        matches!(self, DataFolder::Folder(folder) if OPTIONAL.contains(&file) && !folder.join(file).exists())
    }

    fn source(&self, file: &str) -> Result<Source, Diagnostics> {
        match self {
            DataFolder::Folder(folder) if !self.lacks(file) => Source::read(&folder.join(file), Source::TOML_LIMIT),
            DataFolder::Replaced(name, text) if *name == file => Ok(Source::new(file, *text)),
            _ => {
                let found = EMBEDDED.iter().find(|(name, ..)| *name == file);
                let (_, name, text) = found.copied().unwrap_or((file, file, ""));
                Ok(Source::new(name, text))
            }
        }
    }
}

/// Reads all files, and reports all errors.
pub(super) fn read(data: &DataFolder<'_>) -> Result<Correspondences, Diagnostics> {
    let mut errors = Diagnostics::default();
    let mut reader = DataReader { data, errors: &mut errors, digest: Sha256::new(), correspondences: Sha256::new() };
    let elements = reader.read("elements.toml", element::read);
    let qualities = reader.read("qualities.toml", quality::read);
    let forces = reader.read("forces.toml", force::read);
    let houses = reader.read("houses.toml", house::read);
    let triangles = reader.read("triangles.toml", triangle::read);
    let boards = all(Board::ALL.map(|board| {
        let file = format!("boards/{}.toml", board.name().to_lowercase());
        reader.read(&file, |fields| board::read(board, fields))
    }));
    let pieces = reader.read("pieces.toml", piece::read);
    reader.read("arrays.toml", check_arrays);
    let dice = reader.read("dice.toml", dice::read);
    let procedures = reader.read("procedures.toml", procedure::read);
    let rulesets = reader.read("rulesets.toml", ruleset::read);
    let namings = reader.read("namings.toml", naming::read);
    let strengths = reader.read("strength.toml", strength::read);
    let sentences = reader.read("summary.toml", sentence::read);
    let planets = reader.read("planets.toml", planet::read);
    let persons = reader.read("persons.toml", person::read);
    let relations = reader.read("relations.toml", relation::read);
    let figures = reader.read("figures.toml", figure::read);
    let times = reader.read("time.toml", time::read);
    let layers = reader.read("layers.toml", layer::read);
    let categories = reader.read(CATALOG, |fields| catalog::read(fields, forces.as_ref(), boards.as_ref()));
    let digests = [reader.digest, reader.correspondences].map(|digest| {
        let digits: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        format!("sha256:{digits}")
    });
    let correspondences = || {
        let (elements, dignities) = elements?;
        let tables = CorrespondenceTables {
            elements,
            dignities,
            qualities: qualities?,
            forces: forces?,
            houses: houses?,
            triangles: triangles?,
            boards: boards?,
            pieces: pieces?,
            strengths: strengths?,
            sentences: sentences?,
            planets: planets?,
            persons: persons?,
            relations: relations?,
            figures: figures?,
            times: times?,
            layers: layers?,
            dice: dice?,
            procedures: procedures?,
            rulesets: rulesets?,
            namings: namings?,
            categories: categories?,
        };
        Some(Correspondences::of(tables, digests))
    };
    errors.into_result(correspondences())
}

/// Reads one file after another, collects the errors, and computes the fingerprints.
struct DataReader<'a> {
    data: &'a DataFolder<'a>,
    errors: &'a mut Diagnostics,
    /// Of all files.
    digest: Sha256,
    /// Of the correspondences.
    correspondences: Sha256,
}

impl DataReader<'_> {
    fn read<T>(&mut self, file: &str, body: impl FnOnce(&TomlTable<'_>) -> Option<T>) -> Option<T> {
        let source = self.errors.collect(self.data.source(file))?;
        // The length keeps file boundaries apart.
        self.digest.update(format!("{file} {}\n{}", source.text.len(), source.text));
        // An embedded file that replaces a missing one belongs to the program: the fingerprint of a folder covers only its
        // own files, and does not change with the program's version.
        if CORRESPONDENCES.contains(&file) && !self.data.lacks(file) {
            let lines: Vec<&str> = significant_lines(&source.text).collect();
            self.correspondences.update(format!("{file} {}\n{}\n", lines.len(), lines.join("\n")));
        }
        self.errors.collect(TomlTable::read(&source, body))
    }
}

/// The lines of a TOML file, trimmed, without blank lines and comments.
fn significant_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Compares `arrays.toml` with the eight arrays in the rules (RULES 2).
fn check_arrays(fields: &TomlTable<'_>) -> Option<()> {
    let list = fields.required("array")?;
    let mut seen: Vec<Array> = vec![];
    let checked = list.list(|item| {
        item.table(|fields| {
            let array = fields.required("name").and_then(|item| {
                let array: Array = item.parse("an array, such as \"Water of Air & Water\"")?;
                if seen.contains(&array) {
                    return item.wrong("each array once");
                }
                seen.push(array);
                Some(array)
            });
            let officers = fields.required("officers").and_then(|item| {
                let words = Officer::ALL.map(|officer| (officer.name(), officer));
                Some((item.list(|item| item.one_of(&words))?, item))
            });
            let (array, (officers, item)) = (array?, officers?);
            let right = array.officers();
            if officers == right {
                return Some(());
            }
            let names = |officers: &[Officer]| officers.iter().map(|o| o.name()).collect::<Vec<_>>().join(", ");
            item.error(
                format!("the officers of {array} are {}", names(&officers)),
                format!("{}, as in the rules", names(&right)),
            );
            None
        })
    });
    for array in Array::all().into_iter().filter(|array| !seen.contains(array)) {
        // If a name could not be read, it may be the one that seems to be missing.
        if checked.is_some() {
            list.error(format!("missing array {array}"), "all eight");
        }
    }
    checked.map(drop)
}
