//! What things mean to a person, and what came up again, in the commands and at the prompts.

use std::fs;

use crate::desk::TestDesk;

#[test]
fn what_came_up_in_another_reading_too_is_said_at_the_end() {
    let desk = TestDesk::new().with_reading("brother", "11").with_reading("brother", "12");
    // The same reading once more has all in common.
    let first = desk.journals().remove(0);
    let text = fs::read_to_string(&first).unwrap();
    let (before, id) = text.split_once("id = \"").unwrap();
    let text = format!("{before}id = \"{}{}", if id.starts_with('0') { '1' } else { '0' }, &id[1..]);
    let shown = desk.says(&["journal", "show", first.to_str().unwrap()]);
    assert!(!shown.contains("Named elsewhere"), "{shown}");
    fs::write(desk.path("journals/once-more.md"), text).unwrap();
    for words in [["journal", "show", "once-more"], ["journal", "explain", "once-more"]] {
        let page = desk.says(&words);
        assert!(page.contains("\nCame up again\n  Turn ") && page.contains("; also in [["), "{page}");
    }
    let again = desk.json(&["journal", "explain", "once-more"])["again"].clone();
    assert!(again.as_array().unwrap().len() > 2, "{again}");
}
