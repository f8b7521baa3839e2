//! Cargo says nothing of a file that no program of tests declares.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// Whether one of the sources that may declares a file as its module.
fn is_declared(file: &Path, all: &[(PathBuf, String)]) -> bool {
    let name = file.file_name().unwrap().to_str().unwrap();
    // The module `one/mod.rs` is declared as `one` is.
    let subject = if name == "mod.rs" { file.parent().unwrap() } else { file };
    let (folder, stem) = (subject.parent().unwrap(), subject.file_stem().unwrap().to_str().unwrap());
    let inside = format!("{}/{name}\"]", file.parent().unwrap().file_name().unwrap().to_str().unwrap());
    all.iter().any(|(path, text)| {
        let is_parent = [folder.join("main.rs"), folder.join("mod.rs"), folder.with_extension("rs")].contains(path);
        is_parent && text.lines().any(|line| line.trim().trim_start_matches("pub(crate) ") == format!("mod {stem};"))
            || text.contains("#[path = ") && text.contains(&inside)
    })
}

#[test]
fn every_file_of_the_tests_is_a_part_of_a_program() {
    let mut files = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"));
    // The tests of `trust` compile the libraries in `preloaded` by themselves.
    files
        .retain(|path| path.extension().is_some_and(|it| it == "rs") && !path.parent().unwrap().ends_with("preloaded"));
    let all: Vec<(PathBuf, String)> =
        files.into_iter().map(|path| (path.clone(), fs::read_to_string(&path).unwrap())).collect();
    let left_out =
        all.iter().map(|(path, _)| path).filter(|path| !path.ends_with("main.rs") && !is_declared(path, &all));
    assert_eq!(left_out.collect::<Vec<_>>(), [""; 0].map(Path::new), "declare them in the main.rs of a program");
}
