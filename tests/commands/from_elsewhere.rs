//! Files as other programs and other computers leave them.

use std::fs;
use std::path::Path;

use crate::desk::{BROTHER, TestDesk, piped, succeeded};

/// What some editors put at the beginning of a file.
const MARK: &str = "\u{feff}";

fn mark(path: &Path) -> String {
    let marked = MARK.to_owned() + &fs::read_to_string(path).unwrap();
    fs::write(path, &marked).unwrap();
    marked
}

#[test]
fn a_journal_with_a_byte_order_mark_is_read_and_keeps_it() {
    let desk = TestDesk::new();
    succeeded(&desk.types(&["read", BROTHER], "Anna\n\n\nhand\n2\nstop\n"));
    let path = desk.journal();
    let marked = mark(&path);
    assert!(desk.says(&["journal", "check", "--all"]).starts_with("No errors: "));
    assert!(desk.json(&["journal", "list"])[0].get("fault").is_none());
    assert_eq!(desk.says(&["journal", "show", "--raw"]).trim_end(), marked.strip_prefix(MARK).unwrap().trim_end());
    desk.says(&["journal", "note", "@", "From Windows."]);
    succeeded(&desk.types(&["read", "--resume"], "note Still here.\nstop\n"));
    let added = fs::read_to_string(&path).unwrap();
    let added = added.strip_prefix(&marked).unwrap();
    assert!(added.contains("From Windows.") && added.contains("Still here."), "{added}");
    assert!(desk.says(&["journal", "check"]).starts_with("No errors: "));
}

#[test]
fn other_files_with_a_byte_order_mark_are_read() {
    let question = MARK.to_owned() + &fs::read_to_string(BROTHER).unwrap();
    let settings = format!("{MARK}notation = \"canonical\"\n");
    let desk = TestDesk::new().with_file("question.toml", question).with_file("enochian.toml", settings);
    desk.says(&["read", "question.toml", "--auto", "--seed", "3"]);
    let config = desk.says(&["config"]);
    assert!(config.lines().any(|line| line.contains("canonical") && line.contains("notebook")), "{config}");
    desk.says(&["journal", "export", "@", "--format", "sheet", "--out", "reading.txt"]);
    mark(&desk.path("reading.txt"));
    desk.says(&["import", "reading.txt"]);
    assert_eq!(desk.journals().len(), 2);
}

/// iCloud leaves a small file in the place of one that it moves off a computer.
#[test]
fn a_journal_that_is_in_icloud_is_told() {
    let desk = TestDesk::new().with_reading("brother", "3");
    fs::write(desk.path("journals/.away.md.icloud"), "bplist00").unwrap();
    fs::write(desk.path("journals/.picture.png.icloud"), "bplist00").unwrap();
    let told = "the file is in iCloud and not on this computer";
    let list = desk.json(&["journal", "list"]);
    assert_eq!(list.as_array().unwrap().len(), 2, "{list}");
    assert!(list[1]["fault"].as_str().unwrap().contains(told), "{list}");
    assert!(desk.says(&["journal", "list"]).contains("away"));
    desk.refuses(&["journal", "check", "--all"], 1, &[told, "2 journals checked: 1 error in 1 of them", "Download"]);
    for name in ["away", "journals/away.md"] {
        desk.refuses(&["journal", "show", name], 1, &[told]);
    }
    assert!(!piped(&mut desk.command(&["read", "--resume", "away"]), "").status.success());
}
