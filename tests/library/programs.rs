//! The tests are a few programs, since each takes long to link; and every file of `tests` is a part of one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Files with their texts, named as they stand in `tests`: `library/main.rs`.
type Sources = BTreeMap<String, String>;

/// The test of the figures compiles these by itself, and loads them into the program.
const LOADED: &str = "trust/preloaded/";

/// The sources in a folder.
fn sources(folder: &Path, name: &str, found: &mut Sources) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{name}{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            sources(&path, &format!("{name}/"), found);
        } else if name.ends_with(".rs") && !name.starts_with(LOADED) {
            found.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
}

fn of_the_tests() -> Sources {
    let mut found = Sources::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"), "", &mut found);
    found
}

/// A path from a folder, with `..` resolved.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            ".." => _ = parts.pop(),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// Where the modules may stand that a source declares; each may stand in two places.
fn modules(name: &str, text: &str) -> Vec<[String; 2]> {
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
    // The modules of `main.rs` and `mod.rs` stand beside them, those of others in a folder of their name.
    let inside = match file {
        "main.rs" | "mod.rs" => folder.to_owned(),
        _ => joined(folder, file.trim_end_matches(".rs")),
    };
    let (mut found, mut stated) = (vec![], None);
    for line in text.lines().map(str::trim) {
        if let Some(path) = line.strip_prefix("#[path = \"").and_then(|rest| rest.strip_suffix("\"]")) {
            stated = Some(joined(folder, path));
        } else if let Some((_, module)) = line.strip_suffix(';').and_then(|line| line.split_once("mod "))
            && (line.starts_with("mod ") || line.starts_with("pub"))
        {
            let usual = ["", "/mod"].map(|ending| joined(&inside, &format!("{module}{ending}.rs")));
            found.push(stated.take().map_or(usual, |path| [path.clone(), path]));
        }
    }
    found
}

/// The programs: each folder with a `main.rs`, and each file that stands alone.
fn programs(sources: &Sources) -> Vec<&str> {
    let is_program = |name: &&str| match name.split_once('/') {
        Some((_, file)) => file == "main.rs",
        None => true,
    };
    sources.keys().map(String::as_str).filter(is_program).collect()
}

/// The sources that are no part of any program.
fn left_out(sources: &Sources) -> Vec<&str> {
    let (mut found, mut rest) = (BTreeSet::new(), programs(sources));
    while let Some(name) = rest.pop() {
        if found.insert(name) {
            let places = modules(name, &sources[name]).into_iter().flatten();
            rest.extend(places.filter_map(|place| sources.get_key_value(&place)).map(|(name, _)| name.as_str()));
        }
    }
    sources.keys().map(String::as_str).filter(|name| !found.contains(name)).collect()
}

#[test]
fn every_file_is_a_part_of_a_program() {
    assert_eq!(left_out(&of_the_tests()), [""; 0], "declare them as modules in the main.rs of a program");
}

#[test]
fn there_are_few_programs() {
    let sources = of_the_tests();
    let programs = programs(&sources);
    assert!(programs.len() <= 5, "{programs:?}");
    assert!(programs.iter().all(|name| name.contains('/')), "{programs:?}: put it into one of the folders");
}

#[test]
fn a_file_that_is_left_out_is_noticed() {
    let sources: Sources = [
        (
            "library/main.rs",
            "//! mod words;\n#[cfg(unix)]\nmod one;\nmod two;\n#[path = \"../other/away.rs\"]\nmod three;\n",
        ),
        ("library/one.rs", "pub(crate) mod inner;\nmod commands {\n}\n"),
        ("library/one/inner.rs", ""),
        ("library/two/mod.rs", "mod inner;\n"),
        ("library/two/inner.rs", ""),
        ("other/away.rs", ""),
        // Nobody declares these.
        ("library/words.rs", "mod more;\n"),
        ("library/words/more.rs", ""),
        ("library/inner.rs", ""),
        ("library/commands.rs", ""),
        ("other/three.rs", ""),
    ]
    .map(|(name, text)| (name.to_owned(), text.to_owned()))
    .into();
    let expected =
        ["library/commands.rs", "library/inner.rs", "library/words.rs", "library/words/more.rs", "other/three.rs"];
    assert_eq!(left_out(&sources), expected);
    assert_eq!(programs(&sources), ["library/main.rs"]);
    assert_eq!(programs(&[("alone.rs".to_owned(), String::new())].into()), ["alone.rs"]);
}

#[test]
fn only_the_desk_knows_where_the_program_is() {
    // So that every test runs it in the same environment.
    for words in [concat!("CARGO_BIN", "_EXE"), concat!("cargo", "_bin")] {
        let sources = of_the_tests();
        let names: Vec<&String> =
            sources.iter().filter(|(_, text)| text.contains(words)).map(|(name, _)| name).collect();
        assert!(names.iter().all(|name| name.starts_with("desk/")), "{words}: {names:?}");
    }
}
