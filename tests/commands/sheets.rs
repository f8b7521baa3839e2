//! Sheets, imported and exported by the program.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

fn enochian(folder: &TempDir, arguments: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    Command::new(env!("CARGO_BIN_EXE_enochian"))
        .current_dir(root)
        .args(arguments)
        .arg("--journals")
        .arg(folder.path())
        .output()
        .unwrap()
}

fn only(folder: &TempDir) -> String {
    let mut names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(names.len(), 1, "{names:?}");
    fs::read_to_string(names.remove(0)).unwrap()
}

#[test]
fn import_of_an_export_makes_the_same_journal() {
    let (first, second, files) = (TempDir::new().unwrap(), TempDir::new().unwrap(), TempDir::new().unwrap());
    let output = enochian(&first, &["read", "questions/brother.toml", "--auto", "--seed", "5"]);
    assert!(output.status.success());
    let file = files.path().join("reading.txt").display().to_string();
    let output = enochian(&first, &["export", "brother", "--sheet", "--out", &file]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = enochian(&first, &["export", "brother", "--sheet", "--out", &file]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("already exists"), "nothing is written over");
    let output = enochian(&second, &["import", &file]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(only(&first), only(&second));
}

#[test]
fn a_faulty_sheet_makes_no_journal() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("game.txt");
    fs::write(&file, "board: air\narray: air\n1 | P3c | Q9\u{1b}[31m\n").unwrap();
    let journals = TempDir::new().unwrap();
    let output = enochian(&journals, &["import", &file.display().to_string()]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(told.contains("game.txt:3") && !told.contains("\u{1b}[31m"), "{told}");
    assert_eq!(fs::read_dir(journals.path()).unwrap().count(), 0);
}
