//! Reads the data files, which are embedded or in a folder.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use crate::chess::{Array, Board, Officer};
use crate::input::{Diagnostics, Source, TomlTable};

use super::entries::all;
use super::tables::CorrespondenceTables;
use super::{
    board, card, catalog, dice, element, figure, force, glossary, house, layer, lesson, naming, person, phrase, piece,
    planet, procedure, quality, relation, ruleset, sentence, strength, time, triangle,
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

/// The catalogue, which stands beside the questions.
const CATALOG: &str = "catalog.toml";

/// The embedded files, in the order in which they are read.
const EMBEDDED: &[(&str, &str, &str)] = &embedded![
    "elements.toml" "qualities.toml" "forces.toml" "houses.toml" "triangles.toml" "boards/air.toml" "boards/water.toml"
    "boards/fire.toml" "boards/earth.toml" "pieces.toml" "arrays.toml" "dice.toml" "procedures.toml" "rulesets.toml"
    "namings.toml" "strength.toml" "summary.toml" "planets.toml" "persons.toml" "relations.toml" "figures.toml"
    "time.toml" "layers.toml" "cards.toml" "glossary.toml" "phrases.toml" "lessons/01-board.toml" "lessons/02-pieces.toml" "lessons/03-throne.toml" "lessons/04-check.toml" "lessons/05-concourse.toml" "lessons/06-pawns.toml" "lessons/07-die.toml" "lessons/08-ptah.toml" "lessons/09-square.toml" "lessons/10-piece-on-square.toml" "lessons/11-alone.toml" "lessons/12-first-reading.toml"
];

/// Their names by themselves, so that a program that needs no texts has none.
const NAMES: [&str; EMBEDDED.len()] = {
    let mut names = [""; EMBEDDED.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = EMBEDDED[at].0;
        at += 1;
    }
    names
};

/// A checksum of their texts, computed when the program is compiled. It only has to notice an edit.
pub(super) const CHECKSUM: u128 = {
    let (mut sum, mut at) = (0, 0);
    while at < EMBEDDED.len() {
        let text = EMBEDDED[at].2.as_bytes();
        // First its length, which keeps the files apart, with what is no whole word. The compiler interprets this, so a word is long, and no
        // function but one is called for it: otherwise it takes seconds.
        let (words, rest) = text.as_chunks();
        let mut word = text.len() as u128;
        let mut next = 0;
        while next < rest.len() {
            word = (word << 8) | rest[next] as u128;
            next += 1;
        }
        next = 0;
        loop {
            sum = (sum >> 64) ^ ((sum & u64::MAX as u128) * 0x9e37_79b9_7f4a_7c15) ^ word;
            if next == words.len() {
                break;
            }
            word = u128::from_le_bytes(words[next]);
            next += 1;
        }
        at += 1;
    }
    sum
};

/// The names of the data files.
pub(super) fn names() -> impl Iterator<Item = &'static str> + Clone {
    NAMES.into_iter()
}

/// A data file that was read: what the fingerprints are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DataFile {
    pub(super) name: Cow<'static, str>,
    pub(super) text: Cow<'static, str>,
    /// Whether it is the folder's own, and not the embedded one that replaces a missing file.
    pub(super) is_own: bool,
}

/// The embedded files. The program of a page without a server has only `prepared.json`: their texts would be a
/// twentieth of what is loaded, and nobody can ask for them there.
pub(super) fn embedded() -> Vec<DataFile> {
    let texts = if cfg!(target_family = "wasm") { &[] } else { EMBEDDED };
    texts.iter().map(|(name, _, text)| DataFile { name: (*name).into(), text: (*text).into(), is_own: true }).collect()
}

/// Where the files are.
pub(super) enum DataFolder<'a> {
    /// Embedded in the program, except perhaps one file, which has this text.
    Embedded(Option<(&'a str, &'a str)>),
    /// In this folder.
    Folder(&'a Path),
    /// These texts, by the names of their files.
    Texts(&'a BTreeMap<String, String>),
}

impl DataFolder<'_> {
    /// Whether the folder lacks the catalogue or a lesson, so that the embedded one is used.
    fn lacks(&self, file: &str) -> bool {
        (file == CATALOG || file.starts_with("lessons/"))
            && match self {
                DataFolder::Embedded(_) => false,
                DataFolder::Folder(folder) => folder.join(file).symlink_metadata().is_err(),
                DataFolder::Texts(texts) => !texts.contains_key(file),
            }
    }

    fn source(&self, file: &str) -> Result<Source, Diagnostics> {
        match self {
            DataFolder::Folder(folder) if !self.lacks(file) => Source::read(&folder.join(file), Source::TOML_LIMIT),
            DataFolder::Texts(texts) if !self.lacks(file) => {
                Ok(Source::new(file, texts.get(file).map_or("", String::as_str)))
            }
            DataFolder::Embedded(Some((name, text))) if *name == file => Ok(Source::new(file, *text)),
            _ => {
                let found = EMBEDDED.iter().find(|(name, ..)| *name == file);
                let (_, name, text) = found.copied().unwrap_or((file, file, ""));
                Ok(Source::new(name, text))
            }
        }
    }
}

/// Reads all files, and reports all errors.
pub(super) fn read(data: &DataFolder<'_>) -> Result<(CorrespondenceTables, Vec<DataFile>), Diagnostics> {
    let mut errors = Diagnostics::default();
    let mut reader = DataReader { data, errors: &mut errors, files: vec![] };
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
    let cards = reader.read("cards.toml", card::read);
    let glossary = reader.read("glossary.toml", glossary::read);
    let phrases = reader.read("phrases.toml", phrase::read);
    let lessons = names().filter(|file| file.starts_with("lessons/")).map(|file| {
        let name = file.trim_end_matches(".toml").split_once('-').map_or(file, |(_, name)| name);
        reader.read(file, |fields| lesson::read(name, fields))
    });
    let lessons: Vec<_> = lessons.collect();
    let categories = reader.read(CATALOG, |fields| catalog::read(fields, forces.as_ref(), boards.as_ref()));
    let files = reader.files;
    let tables = || {
        let (elements, dignities) = elements?;
        Some(CorrespondenceTables {
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
            cards: cards?,
            glossary: glossary?,
            lessons: lessons.into_iter().collect::<Option<_>>()?,
            phrases: phrases?,
            times: times?,
            layers: layers?,
            dice: dice?,
            procedures: procedures?,
            rulesets: rulesets?,
            namings: namings?,
            categories: categories?,
        })
    };
    Ok((errors.into_result(tables())?, files))
}

/// Reads one file after another, and collects the errors.
struct DataReader<'a> {
    data: &'a DataFolder<'a>,
    errors: &'a mut Diagnostics,
    /// Those that were read.
    files: Vec<DataFile>,
}

impl DataReader<'_> {
    fn read<T>(&mut self, file: &str, body: impl FnOnce(&TomlTable<'_>) -> Option<T>) -> Option<T> {
        let source = self.errors.collect(self.data.source(file))?;
        let value = self.errors.collect(TomlTable::read(&source, body));
        let name = file.to_owned().into();
        self.files.push(DataFile { name, text: source.text.into(), is_own: !self.data.lacks(file) });
        value
    }
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
