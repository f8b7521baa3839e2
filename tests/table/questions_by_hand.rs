//! Twelve questions to a notebook of thirty readings, each answered on the page in three actions: to the search, the query, and the
//! turn is open. `tests/library/journals/twelve_questions.rs` compares the answers with the records. A third of them, and all in `.ci/long`.

use std::fs;

use enochian::correspondences::Correspondences;
use enochian::journal::{self, Query};

use crate::hand::Hand;
use crate::sample::short_or_whole;
use crate::sitting::{PHONE, Sitting, WINDOW};
use crate::thirty_readings::{TWELVE, thirty_readings};

fn twelve_questions(hand: Hand, size: (u32, u32)) {
    let Some(mut sitting) = Sitting::at_the_program(hand, size, 1) else { return };
    let folder = sitting.program().folder().join("journals");
    fs::create_dir_all(&folder).unwrap();
    thirty_readings(&folder);
    let correspondences = Correspondences::embedded();
    let entries = journal::list(&folder, correspondences, &|_, _| {}).unwrap();
    for question in TWELVE.into_iter().step_by(short_or_whole(3, 1)) {
        let query = Query::read(question, correspondences, &correspondences.namings()[0]).unwrap();
        let mut found = entries.iter().filter_map(|entry| {
            let found = query.find(entry.metadata.as_ref().unwrap(), correspondences)?;
            Some((
                entry.name(),
                found.lines.iter().find_map(|own| own.turn).or(found.turns.first().map(|turn| turn.turn)),
            ))
        });
        let (name, turn) = found.next().unwrap();
        let address = sitting.host_address();
        sitting.browser.visit(&address);
        sitting.browser.becomes("document.querySelectorAll('.journals .whole').length", 30);
        // To the search,
        match hand {
            Hand::Keyboard => sitting.browser.press("/"),
            _ => hand.press(&mut sitting.browser, "input[type=search]"),
        }
        // the query,
        sitting.browser.write(question);
        sitting.browser.becomes("document.querySelector('.journals .whole')?.hash", format!("#journal={name}"));
        sitting.browser.becomes("Boolean(document.querySelector('.journals .hits'))", turn.is_some());
        // and the turn.
        let opens = turn.map_or(format!("#journal={name}"), |turn| format!("#journal={name}&turn={turn}"));
        hand.press(&mut sitting.browser, &format!(".journals a[href=\"{opens}\"]"));
        sitting.browser.becomes("location.hash", opens);
        let shown = turn.map_or(String::new(), |turn| format!("Turn {turn}"));
        sitting.browser.becomes(&format!("document.querySelector('.panel')?.innerText.includes({shown:?})"), true);
    }
    // A slow hand stops within a query, which is then refused.
    let complaints: Vec<_> = sitting.complaints().into_iter().filter(|it| !it.contains("400 (Bad Request)")).collect();
    assert_eq!(complaints, [""; 0]);
}

#[test]
fn twelve_questions_by_keyboard() {
    twelve_questions(Hand::Keyboard, WINDOW);
}

#[test]
fn twelve_questions_by_touch_on_a_phone() {
    twelve_questions(Hand::Touch, PHONE);
}
