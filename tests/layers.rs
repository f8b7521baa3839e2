//! The walls of the house: which module may know of which.
#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};

/// From the ground up; a module may use those before it. The same order stands in `src/lib.rs`.
const LAYERS: [&str; 16] = [
    "stats",
    "input",
    "disk",
    "chess",
    "correspondences",
    "reading",
    "session",
    "simulate",
    "record",
    "sheet",
    "render",
    "study",
    "interpretation",
    "journal",
    "export",
    "cli",
];

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
    found
}

fn faults_of(module: &str, text: &str) -> Vec<String> {
    let layer = |name: &str| LAYERS.iter().position(|layer| *layer == name);
    let mut faults = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for (at, _) in line.match_indices("crate::") {
            let name: String = line[at + 7..].chars().take_while(|c| c.is_ascii_lowercase()).collect();
            if layer(&name).is_some() && layer(&name) > layer(module) {
                faults.push(format!("line {}: {module} uses {name}, which stands above it", number + 1));
            }
        }
        let prints = ["println!", "print!(", "eprint", "std::io::stdout", "std::env"];
        let comment = line.trim_start().starts_with("//");
        if module != "cli" && !comment && prints.iter().any(|word| line.contains(word)) {
            faults.push(format!("line {}: only cli prints and reads the environment", number + 1));
        }
        let chance = ["use rand", "serde", "clap", "std::fs", "std::io"];
        if module == "chess" && !comment && chance.iter().any(|word| line.contains(word)) {
            faults.push(format!("line {}: the rules know nothing of files, chance or formats", number + 1));
        }
    }
    faults
}

#[test]
fn no_arrow_points_up_and_only_the_command_line_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for path in sources(&root) {
        let inside = path.strip_prefix(&root).unwrap();
        let module = inside.iter().next().unwrap().to_string_lossy().trim_end_matches(".rs").to_owned();
        if ["lib", "main"].contains(&module.as_str()) {
            continue;
        }
        assert!(LAYERS.contains(&module.as_str()), "{module} has no layer");
        let faults = faults_of(&module, &fs::read_to_string(&path).unwrap());
        assert!(faults.is_empty(), "{}: {faults:?}", inside.display());
    }
}

#[test]
fn the_walls_are_noticed() {
    assert_eq!(faults_of("chess", "use crate::correspondences::Lore;").len(), 1);
    assert_eq!(faults_of("chess", "use std::fs;").len(), 1);
    assert_eq!(faults_of("correspondences", "    println!();").len(), 1);
    assert_eq!(faults_of("journal", "use crate::cli::main;").len(), 1);
    assert_eq!(faults_of("cli", "use crate::chess::Move; println!()"), [] as [String; 0]);
}
