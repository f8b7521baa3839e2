//! The walls of the house: which module may know of which.

use std::fs;
use std::path::{Path, PathBuf};

/// From the ground up; a module may use those before it. The same order stands in `src/lib.rs`. `server` and `cli` are the
/// program; the crate `enochian-engine` has the lower part of `reading` and `simulate`, and all of `input`, `chess`, `session` and
/// `player`; `enochian-rulebook` has `games` and `correspondences`; the rest is in `enochian-notebook`.
const LAYERS: [&str; 20] = [
    "stats",
    "input",
    "disk",
    "chess",
    "games",
    "correspondences",
    "reading",
    "session",
    "player",
    "simulate",
    "record",
    "sheet",
    "render",
    "study",
    "interpretation",
    "lookup",
    "journal",
    "export",
    "server",
    "cli",
];

/// The sources of the library and of its engine.
fn roots() -> [PathBuf; 4] {
    ["src", "crates/notebook/src", "crates/engine/src", "crates/rulebook/src"]
        .map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    files(folder).into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// A word or a sign of a source, with its line; `::` is one sign. Comments, texts and numbers are left out.
fn tokens(text: &str) -> Vec<(usize, String)> {
    let letters: Vec<char> = text.chars().collect();
    let at = |place: usize| letters.get(place).copied().unwrap_or('\0');
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut found, mut line, mut place) = (vec![], 1, 0);
    while place < letters.len() {
        let begun = place;
        match at(place) {
            '/' if at(place + 1) == '/' => {
                while place < letters.len() && at(place) != '\n' {
                    place += 1;
                }
            }
            '"' => {
                // A raw text ends with as many # as it began with.
                let marks = (1..=begun).take_while(|back| at(begun - back) == '#').count();
                let raw = begun > marks && at(begun - marks - 1) == 'r';
                place += 1;
                while place < letters.len()
                    && !(at(place) == '"' && (!raw || (1..=marks).all(|on| at(place + on) == '#')))
                {
                    place += if at(place) == '\\' && !raw { 2 } else { 1 };
                }
                place += 1;
            }
            '\'' if at(place + 1) == '\\' => {
                place += 3;
                while at(place - 1) != '\'' || at(place - 2) == '\\' && at(place - 3) != '\\' {
                    place += 1;
                }
            }
            '\'' if at(place + 2) == '\'' => place += 3,
            c if is_word(c) => {
                while is_word(at(place)) {
                    place += 1;
                }
                found.push((line, letters[begun..place].iter().collect()));
            }
            ':' if at(place + 1) == ':' => {
                place += 2;
                found.push((line, "::".to_owned()));
            }
            c => {
                place += 1;
                if !c.is_whitespace() {
                    found.push((line, c.to_string()));
                }
            }
        }
        line += letters[begun..place.min(letters.len())].iter().filter(|c| **c == '\n').count();
    }
    found
}

/// Every path of a source with its line, each branch of a group by itself; `crate`, `self` and `super` are resolved, so
/// that what is in the crate begins with `crate`.
fn paths(module: &[&str], text: &str) -> Vec<(usize, Vec<String>)> {
    let tokens = tokens(text);
    let word = |place: usize| tokens.get(place).map_or("", |(_, word)| word.as_str());
    let mut here: Vec<String> = ["crate"].iter().chain(module).map(ToString::to_string).collect();
    // For each open brace, whether it is that of a module.
    let mut open = vec![];
    let (mut found, mut place) = (vec![], 0);
    while place < tokens.len() {
        match word(place) {
            "mod" if word(place + 2) == "{" => {
                here.push(word(place + 1).to_owned());
                open.push(true);
                place += 3;
            }
            "{" => {
                open.push(false);
                place += 1;
            }
            "}" => {
                if open.pop() == Some(true) {
                    here.pop();
                }
                place += 1;
            }
            first if first.starts_with(|c: char| c.is_alphabetic()) => {
                let line = tokens[place].0;
                let mut branches = vec![];
                place = branches_of(&word, place, &[], &mut branches);
                for branch in branches {
                    let mut path: Vec<String> = vec![];
                    for (number, name) in branch.into_iter().enumerate() {
                        match name.as_str() {
                            "self" if number == 0 => path.clone_from(&here),
                            "super" if number == 0 => path = here[..here.len() - 1].to_vec(),
                            "super" => drop(path.pop()),
                            "self" => {}
                            _ => path.push(name),
                        }
                    }
                    found.push((line, path));
                }
            }
            _ => place += 1,
        }
    }
    found
}

/// Collects the paths that begin at a place, with what stands before it, and tells where they end.
fn branches_of<'t>(
    word: &impl Fn(usize) -> &'t str,
    mut place: usize,
    before: &[String],
    found: &mut Vec<Vec<String>>,
) -> usize {
    let mut path = before.to_vec();
    loop {
        if word(place) == "{" {
            place += 1;
            while !["}", ""].contains(&word(place)) {
                place = match word(place) {
                    // `as name`
                    "as" => place + 2,
                    "," => place + 1,
                    _ => branches_of(word, place, &path, found),
                };
            }
            return place + 1;
        }
        path.push(word(place).to_owned());
        let next = word(place + 2);
        if word(place + 1) != "::" || !(["{", "*"].contains(&next) || next.starts_with(|c: char| c.is_alphabetic())) {
            found.push(path);
            return place + 1;
        }
        place += 2;
    }
}

/// Functions that change files or folders: only `disk` calls them, and keeps its promises for all.
const CHANGING: [&str; 19] = [
    "OpenOptions",
    "create_dir",
    "create_dir_all",
    "create_new",
    "generate_to",
    "hard_link",
    "persist",
    "persist_noclobber",
    "remove_dir",
    "remove_dir_all",
    "remove_file",
    "renameat_with",
    "set_len",
    "set_modified",
    "set_permissions",
    "set_times",
    "sync_all",
    "sync_data",
    "tempfile",
];

/// The same, of which other modules have functions by the same names: where they come from, and they.
const CHANGING_IN: [(&str, &str); 7] = [
    ("File", "create"),
    ("File", "options"),
    ("fs", "copy"),
    ("fs", "rename"),
    ("fs", "soft_link"),
    ("fs", "symlink"),
    ("fs", "write"),
];

/// Who else looks for control characters or names them, and why; what is shown is made safe by `input::safe` alone.
const LOOK_FOR_CONTROL: [(&str, &str); 7] = [
    ("chess::position_text", "leaves them out of its message, and the rules know of no screen"),
    ("input::toml_value", "names the character that a text of a data file may not have"),
    ("journal::verify", "finds damaged lines"),
    ("render::picture::svg", "XML has no way to write most of them"),
    ("server::named_file", "no journal has them in its name"),
    ("games::card_play", "accepts no act with them"),
    ("games::unrefereed", "accepts no act with them"),
];

/// What a source does that only one module may.
fn not_its_own(module: &[&str], tokens: &[(usize, String)]) -> Vec<String> {
    let mut faults = vec![];
    let word = |place: usize| tokens.get(place).map_or("", |(_, word)| word.as_str());
    let path = module.join("::");
    for (place, (line, name)) in tokens.iter().enumerate() {
        let from = if place > 1 && word(place - 1) == "::" { word(place - 2) } else { "" };
        let changes = CHANGING.contains(&name.as_str()) || CHANGING_IN.contains(&(from, name));
        if changes && module[0] != "disk" {
            faults.push(format!("line {line}: only disk changes files, and this calls {name}"));
        }
        let of_kind = from == "GameKind" && name.starts_with(char::is_uppercase);
        let is_constant = name.chars().all(|c| c.is_uppercase() || c == '_');
        if of_kind && !is_constant && module[0] != "games" {
            faults.push(format!(
                "line {line}: only games knows single kinds, and this names {name}; ask the kind what it has"
            ));
        }
        let escapes = ["is_control", "escape_debug", "escape_default", "escape_unicode"].contains(&name.as_str());
        if escapes && path != "input::safe" && LOOK_FOR_CONTROL.iter().all(|(known, _)| path != *known) {
            faults.push(format!("line {line}: only input::safe makes texts safe to show, and this calls {name}"));
        }
    }
    faults
}

/// What a source does that its module may not.
fn faults_of(module: &[&str], text: &str) -> Vec<String> {
    let layer = |name: &str| LAYERS.iter().position(|layer| *layer == name);
    let own = module[0];
    // That a type can be written is derived, whatever the format; chess::serde has the rest.
    let asked = |line: &&str| line.starts_with("#[derive(");
    let text: Vec<&str> = text.lines().map(|line| if asked(&line) { "" } else { line }).collect();
    let text = text.join("\n");
    let mut faults = vec![];
    for (line, path) in paths(module, &text) {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        match path.as_slice() {
            ["crate", name, ..] if layer(name) > layer(own) => {
                faults.push(format!("line {line}: {own} uses {name}, which stands above it"));
            }
            ["crate", "*"] => faults.push(format!("line {line}: {own} uses the whole crate")),
            ["std", "env", ..] | ["io" | "std", .., "stdout" | "stderr" | "stdin"] if own != "cli" => {
                faults.push(format!("line {line}: only cli prints and reads the environment"));
            }
            ["std", "fs" | "io", ..] if own == "chess" => {
                faults.push(format!("line {line}: the rules know nothing of files"));
            }
            [first, _, ..]
                if own == "chess"
                    && (["rand", "clap"].contains(first)
                        || first.starts_with("serde") && module != ["chess", "serde"]) =>
            {
                faults.push(format!("line {line}: the rules know nothing of chance or formats"));
            }
            _ => {}
        }
    }
    // Unit tests may say what they could not test.
    let tokens = tokens(text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default());
    if !module[module.len() - 1].ends_with("_tests") {
        faults.extend(not_its_own(module, &tokens));
    }
    for pair in tokens.windows(2) {
        let [(line, name), (_, sign)] = pair else { unreachable!("windows of two") };
        if own != "cli" && sign == "!" && ["print", "println", "eprint", "eprintln"].contains(&name.as_str()) {
            faults.push(format!("line {line}: only cli prints and reads the environment"));
        }
    }
    faults
}

#[test]
fn no_arrow_points_up_and_only_the_command_line_prints() {
    for (root, path) in
        roots().into_iter().flat_map(|root| sources(&root).into_iter().map(move |path| (root.clone(), path)))
    {
        let inside = path.strip_prefix(&root).unwrap().with_extension("");
        let mut module: Vec<&str> = inside.iter().map(|name| name.to_str().unwrap()).collect();
        module.pop_if(|name| *name == "mod");
        if ["lib", "main"].contains(&module[0]) {
            continue;
        }
        assert!(LAYERS.contains(&module[0]), "{module:?} has no layer");
        let faults = faults_of(&module, &fs::read_to_string(&path).unwrap());
        assert!(faults.is_empty(), "{}: {faults:?}", path.display());
    }
}

#[test]
fn the_walls_are_noticed() {
    let count = |module: &str, text: &str| faults_of(&module.split("::").collect::<Vec<_>>(), text).len();
    for (module, text, faults) in [
        ("chess", "use crate::correspondences::Correspondences;", 1),
        ("journal", "use crate::cli::main;", 1),
        ("server", "use crate::cli::main;", 1),
        ("server", "use std::env; fn f() { println!() }", 2),
        ("journal", "fn f() { crate::cli::main() }", 1),
        // Grouped.
        ("correspondences", "use crate::{chess::Move, reading::Throw};", 1),
        (
            "correspondences",
            "use crate::{\n    input::{TomlTable, Source},\n    render::{self, words::{day, list}},\n};",
            3,
        ),
        ("render", "use crate::{cli as c};", 1),
        ("chess", "use std::{fmt, fs::File};", 1),
        ("correspondences", "use std::{env, fs};", 1),
        // Relative.
        ("correspondences::sign", "use super::super::reading::Throw;", 1),
        ("correspondences::sign", "use super::super::{chess::Move, journal::Journal};", 1),
        ("correspondences", "use super::render;", 1),
        ("correspondences", "use self::super::render::words;", 1),
        ("correspondences", "mod tests { use super::super::render; }", 1),
        ("correspondences", "use crate::*;", 1),
        ("correspondences", "use super::*;", 1),
        // What is no arrow up.
        ("correspondences::sign", "use super::colour::Tone;", 0),
        ("correspondences::sign", "mod tests { use super::super::render; }\nuse super::Correspondences;", 0),
        ("correspondences::sign", "mod tests { use super::*; }", 0),
        ("correspondences", "// crate::cli\nconst A: &str = \"crate::cli\"; const B: &str = r#\"\"crate::cli\"#;", 0),
        ("correspondences", "const C: [char; 2] = ['\"', '\\'']; // crate::cli", 0),
        ("correspondences", "fn f<'a>(_: &'a str) { let _ = \"\\\"\"; }\nuse crate::cli;", 1),
        ("cli", "use crate::{chess::Move, input, server}; fn f() { println!() }", 0),
        // What only one may.
        ("cli", "fn f() { fs::write(a, b); std::fs::rename(a, b); File::create(a); file.set_len(0); }", 4),
        (
            "journal",
            "use std::fs::{self, OpenOptions}; fn f() { fs::remove_file(a); NamedTempFile::new().persist(a); }",
            3,
        ),
        (
            "cli",
            "fn f() { disk::rename(a, b); fs::read(a); w.write(b); }\n#[cfg(test)]\nmod tests { fs::write(a, b); }",
            0,
        ),
        ("disk", "use std::fs; fn f() { fs::write(a, b); }", 0),
        ("cli", "fn f() { text.replace(|c: char| c.is_control(), \"\"); text.escape_debug(); }", 2),
        ("input::safe", "fn f() { c.is_control() }", 0),
        // What only some may.
        ("correspondences", "fn f() { println!(); std::io::stdout(); io::stderr(); std::env::var(\"A\"); }", 4),
        ("correspondences", "const V: &str = env!(\"CARGO_PKG_VERSION\");", 0),
        ("chess", "use serde::Serialize;", 1),
        ("chess", "fn f() { serde_json::to_string(&1); rand::random(); }", 2),
        ("chess::serde", "use serde::Serialize;", 0),
        ("chess", "#[derive(Debug, serde::Serialize)]\nenum A {}", 0),
    ] {
        assert_eq!(count(module, text), faults, "{module}: {text}");
    }
}

/// Where the word stands for something else than a kind of game.
const OTHER_VARIANTS: [&str; 5] =
    ["chessvariants", "font-variant", "invariant", "value_variants", "multi-player variants"];

fn says_variant(text: &str) -> bool {
    OTHER_VARIANTS.iter().fold(text.to_lowercase(), |text, allowed| text.replace(allowed, "")).contains("variant")
}

#[test]
fn nothing_is_named_variant() {
    assert!(says_variant("struct Variant") && says_variant("a.variant-board") && !says_variant("Rules::CHESSVARIANTS"));
    for folder in [
        "src",
        "crates/engine",
        "crates/notebook/src",
        "crates/rulebook/src",
        "crates/tables",
        "crates/web",
        "python/src",
        "python/tests",
    ] {
        for path in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)) {
            assert!(!says_variant(path.file_name().unwrap().to_str().unwrap()), "{}", path.display());
            // What was prepared of the data has their words.
            if path.ends_with("prepared.json") {
                continue;
            }
            let Ok(text) = fs::read_to_string(&path) else { continue };
            for (number, line) in (1..).zip(text.lines()) {
                assert!(!says_variant(line), "{}:{number}: {line}", path.display());
            }
        }
    }
}
