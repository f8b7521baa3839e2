//! Sheets, imported and exported by the program.

use std::fs;

use crate::desk::{BROTHER, TestDesk, succeeded, told};

#[test]
fn import_of_an_export_makes_the_same_journal() {
    let (first, second) = (TestDesk::new(), TestDesk::new());
    first.says(&["read", BROTHER, "--auto", "--seed", "5"]);
    let export = ["journal", "export", "brother", "--format", "sheet", "--out", "reading.txt"];
    succeeded(&first.run(&export));
    assert!(told(&first.run(&export)).contains("already exists"), "nothing is written over");
    second.says(&["import", first.path("reading.txt").to_str().unwrap()]);
    let [one, other] = [&first, &second].map(|desk| fs::read_to_string(desk.journal()).unwrap());
    assert_eq!(one, other);
}

#[test]
fn a_faulty_sheet_makes_no_journal() {
    let desk = TestDesk::new().with_file("game.txt", "board: air\narray: air\n1 | P3c | Q9\u{1b}[31m\n");
    let output = desk.run(&["import", "game.txt"]);
    let told = told(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(told.contains("game.txt:3") && !told.contains("\u{1b}[31m"), "{told}");
    assert_eq!(fs::read_dir(desk.path("journals")).unwrap().count(), 0);
}
