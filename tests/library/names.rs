//! One name for one thing: no type name and no file name stands for two subjects.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// File names of the library that occur more than once because the files are about the same subject, at different layers.
const SAME_SUBJECT: &[(&str, &str)] = &[
    ("board", "the four boards: in the rules, in the correspondences, drawn as text"),
    ("comparison", "two records compared, and how that is written"),
    ("counts", "what is counted in a simulation and in a reading, and how that is written"),
    ("element", "the four elements, and their correspondences"),
    ("error", "the errors of a module"),
    ("heading", "the heading of a record, and how a sheet writes it"),
    ("picture", "pictures, and a record exported as one"),
    ("piece", "the pieces, and their correspondences"),
    ("procedure", "the procedures, and those of the data"),
    ("quality", "the four qualities, and their correspondences"),
    ("roads", "the roads of the pieces, counted and shown on a page"),
    ("ruleset", "the rulesets, and those of the data"),
    ("sheet", "sheet notation: of a move, and of a whole record"),
    ("statistics", "statistics of many records, and how they are written"),
    ("totals", "the totals of a record, and how they are written"),
];

/// The sources of the library and of its engine.
fn roots() -> [PathBuf; 4] {
    ["src", "crates/notebook/src", "crates/engine/src", "crates/rulebook/src"]
        .map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The types that a source text declares, public or visible in a part of the crate.
fn public_types(text: &str) -> Vec<String> {
    let declared = |line: &str| {
        let rest = line.trim_start().strip_prefix("pub")?;
        let rest = match rest.strip_prefix('(') {
            Some(inside) => inside.split_once(')')?.1,
            None => rest,
        };
        let (keyword, rest) = rest.trim_start().split_once(' ')?;
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
        (["struct", "enum", "trait", "type", "union"].contains(&keyword) && !name.is_empty()).then_some(name)
    };
    text.lines().filter_map(declared).collect()
}

/// What occurs more than once, with the places where it does.
fn repeated(places: impl IntoIterator<Item = (String, String)>) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, place) in places {
        found.entry(name).or_default().push(place);
    }
    found.retain(|_, places| places.len() > 1);
    found
}

#[test]
fn every_type_name_is_unique() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let types = roots().into_iter().flat_map(|root| sources(&root)).flat_map(|path| {
        let place = path.strip_prefix(root).unwrap().display().to_string();
        // It declares types of the library again.
        let types = if path.ends_with("library_types_tests.rs") {
            vec![]
        } else {
            public_types(&fs::read_to_string(&path).unwrap())
        };
        types.into_iter().map(move |name| (name, place.clone()))
    });
    let types: Vec<_> = types.collect();
    assert!(types.len() > 200, "only {} types were found", types.len());
    assert_eq!(repeated(types), BTreeMap::new());
}

/// A file of a command has the name of the command, so only the library is looked at.
#[test]
fn no_two_subjects_share_a_file_name() {
    // A module may stand partly in the engine and partly above it.
    let library: BTreeSet<PathBuf> = roots()
        .iter()
        .flat_map(|root| sources(root).into_iter().map(move |path| path.strip_prefix(root).unwrap().to_owned()))
        .filter(|inside| !inside.starts_with("cli"))
        .collect();
    let files = library.iter().map(|inside| {
        // The subject of `board/mod.rs` is the board.
        let named = if inside.ends_with("mod.rs") { inside.parent().unwrap() } else { inside };
        (named.file_stem().unwrap().to_str().unwrap().to_owned(), inside.display().to_string())
    });
    let shared = repeated(files);
    let unexplained: Vec<_> =
        shared.iter().filter(|(name, _)| !SAME_SUBJECT.iter().any(|(known, _)| known == name)).collect();
    assert!(unexplained.is_empty(), "{unexplained:#?}");
    let stale: Vec<_> = SAME_SUBJECT.iter().filter(|(name, _)| !shared.contains_key(*name)).collect();
    assert!(stale.is_empty(), "no longer shared: {stale:#?}");
}

#[test]
fn repeated_names_are_noticed() {
    let text = "pub struct Board {\n    pub(crate) enum Sign {\nstruct Private;\n    pub(in super::super) trait Sign {\npub type Sign = u8;\npub fn sign() {}\n";
    let types = public_types(text);
    assert_eq!(types, ["Board", "Sign", "Sign", "Sign"]);
    let found = repeated(types.into_iter().map(|name| (name, "here".to_owned())));
    assert_eq!(
        found.into_iter().map(|(name, places)| (name, places.len())).collect::<Vec<_>>(),
        [("Sign".to_owned(), 3)]
    );
}
