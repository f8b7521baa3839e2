//! Where the data come from: built in, or a folder.

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

/// For each file: its name within the data, its name for messages, its text.
macro_rules! embedded {
    ($($file:literal)*) => {
        [
            $(($file, concat!("data/", $file), include_str!(concat!("../../data/", $file))),)*
            (CATALOG, "questions/catalog.toml", include_str!("../../questions/catalog.toml")),
        ]
    };
}

const CATALOG: &str = "catalog.toml";

/// The files that a folder of data may lack; then those built in are read. Copies made by earlier versions lack all but
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

/// The files built into the program.
const EMBEDDED: &[(&str, &str, &str)] = &embedded![
    "elements.toml" "qualities.toml" "forces.toml" "houses.toml" "triangles.toml" "boards/air.toml" "boards/water.toml"
    "boards/fire.toml" "boards/earth.toml" "pieces.toml" "arrays.toml" "dice.toml" "procedures.toml" "rulesets.toml"
    "namings.toml" "strength.toml" "planets.toml" "persons.toml" "relations.toml" "figures.toml" "time.toml"
    "layers.toml" "summary.toml"
];

/// The files that say what a journal tells of squares and pieces. The others hold what is chosen for a reading, or what no
/// journal tells.
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

/// The names of the files within the data.
pub(super) fn names() -> impl Iterator<Item = &'static str> + Clone {
    EMBEDDED.iter().map(|(name, ..)| *name)
}

/// Where to find the files.
pub(super) enum DataFolder<'a> {
    /// Built in.
    Embedded,
    /// In this folder.
    Folder(&'a Path),
    /// Built in, but for this file, which has this text.
    Replaced(&'a str, &'a str),
}

impl DataFolder<'_> {
    /// Whether the built-in file has to stand in for one that the folder lacks.
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

/// Reads everything, and finds everything that is wrong.
pub(super) fn read(shelf: &DataFolder<'_>) -> Result<Correspondences, Diagnostics> {
    let mut faults = Diagnostics::default();
    let mut desk = Desk { shelf, faults: &mut faults, digest: Sha256::new(), correspondences: Sha256::new() };
    let elements = desk.read("elements.toml", element::read);
    let qualities = desk.read("qualities.toml", quality::read);
    let forces = desk.read("forces.toml", force::read);
    let houses = desk.read("houses.toml", house::read);
    let triangles = desk.read("triangles.toml", triangle::read);
    let boards = all(Board::ALL.map(|board| {
        let file = format!("boards/{}.toml", board.name().to_lowercase());
        desk.read(&file, |fields| board::read(board, fields))
    }));
    let pieces = desk.read("pieces.toml", piece::read);
    desk.read("arrays.toml", check_arrays);
    let dice = desk.read("dice.toml", dice::read);
    let procedures = desk.read("procedures.toml", procedure::read);
    let rulesets = desk.read("rulesets.toml", ruleset::read);
    let namings = desk.read("namings.toml", naming::read);
    let strengths = desk.read("strength.toml", strength::read);
    let sentences = desk.read("summary.toml", sentence::read);
    let planets = desk.read("planets.toml", planet::read);
    let persons = desk.read("persons.toml", person::read);
    let relations = desk.read("relations.toml", relation::read);
    let figures = desk.read("figures.toml", figure::read);
    let times = desk.read("time.toml", time::read);
    let layers = desk.read("layers.toml", layer::read);
    let categories = desk.read(CATALOG, |fields| catalog::read(fields, forces.as_ref(), boards.as_ref()));
    let digests = [desk.digest, desk.correspondences].map(|digest| {
        let digits: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        format!("sha256:{digits}")
    });
    let together = || {
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
    faults.or(together())
}

/// Reads one file after the other, keeps what is wrong with them, and takes the fingerprints.
struct Desk<'a> {
    shelf: &'a DataFolder<'a>,
    faults: &'a mut Diagnostics,
    /// Of all files.
    digest: Sha256,
    /// Of the correspondences.
    correspondences: Sha256,
}

impl Desk<'_> {
    fn read<T>(&mut self, file: &str, body: impl FnOnce(&TomlTable<'_>) -> Option<T>) -> Option<T> {
        let source = self.faults.collect(self.shelf.source(file))?;
        // The length keeps two files apart whose texts would run together.
        self.digest.update(format!("{file} {}\n{}", source.text.len(), source.text));
        // What stands in for a missing file is the program's own: the fingerprint of a folder is that of what it holds, and
        // does not change with the versions of the program.
        if CORRESPONDENCES.contains(&file) && !self.shelf.lacks(file) {
            let meaning: Vec<&str> = meaning(&source.text).collect();
            self.correspondences.update(format!("{file} {}\n{}\n", meaning.len(), meaning.join("\n")));
        }
        self.faults.collect(TomlTable::read(&source, body))
    }
}

/// The lines of a TOML file without blank ones, comments and the space around them.
fn meaning(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Compares `arrays.toml` with the eight arrays that the rules of play hold (RULES 2).
fn check_arrays(fields: &TomlTable<'_>) -> Option<()> {
    let list = fields.required("array")?;
    let mut seen: Vec<Array> = vec![];
    let sound = list.list(|item| {
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
            item.fault(
                format!("{array} stands as {}", names(&officers)),
                format!("{}, as the rules of play have it", names(&right)),
            );
            None
        })
    });
    for array in Array::all().into_iter().filter(|array| !seen.contains(array)) {
        // A name that could not be read may be the one that seems to be missing.
        if sound.is_some() {
            list.fault(format!("the array {array} is missing"), "all eight");
        }
    }
    sound.map(drop)
}
