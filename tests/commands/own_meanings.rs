//! What things mean to a person, and what came up again, in the commands and at the prompts.

use std::fs;

use chrono::Days;
use enochian::correspondences::Correspondences;
use enochian::journal::Journal;
use enochian::record::{Heading, Record};

use crate::desk::{TestDesk, read_journal};

#[test]
fn what_came_up_in_another_reading_too_is_said_at_the_end() {
    let desk = TestDesk::new().with_reading("brother", "11").with_reading("brother", "12");
    let first = desk.journals().remove(0);
    let shown = desk.says(&["journal", "show", first.to_str().unwrap()]);
    assert!(!shown.contains("Named elsewhere"), "{shown}");
    // The same reading once more, on another day, has all in common.
    let record = read_journal(&first);
    let begun = record.heading().begun - Days::new(1);
    let mut again = Record::begin(Heading { begun, ..record.heading().clone() });
    record.entries().iter().for_each(|entry| again.enter(entry.clone()).unwrap());
    let text = Journal::text_of(&again, Correspondences::embedded()).unwrap();
    fs::write(desk.path("journals/once-more.md"), text).unwrap();
    for words in [["journal", "show", "once-more"], ["journal", "explain", "once-more"]] {
        let page = desk.says(&words);
        assert!(page.contains("\nCame up again\n  Turn ") && page.contains("; also in [["), "{page}");
    }
    let again = desk.json(&["journal", "explain", "once-more"])["again"].clone();
    assert!(again.as_array().unwrap().len() > 2, "{again}");
}
