//! Files as other programs and other computers leave them.

use std::fs;
use std::path::Path;

use crate::desk::{ROOT, TestDesk};

/// What some editors put at the beginning of a file.
const MARK: &str = "\u{feff}";

fn mark(path: &Path) -> String {
    let marked = MARK.to_owned() + &fs::read_to_string(path).unwrap();
    fs::write(path, &marked).unwrap();
    marked
}

#[test]
fn an_upgrade_keeps_a_byte_order_mark() {
    let upgraded = |is_marked: bool| {
        let desk = TestDesk::new();
        let path = desk.path("journals/old.md");
        fs::copy(format!("{ROOT}/tests/journals-of-old-formats/reading-to-its-end.md"), &path).unwrap();
        if is_marked {
            mark(&path);
        }
        desk.says(&["journal", "check", "--upgrade", "old"]);
        fs::read_to_string(path).unwrap()
    };
    assert_eq!(upgraded(true), MARK.to_owned() + &upgraded(false));
}
