//! The cast beside the board: a piece is followed through the turns of a reading that is over (INTERPRETATION 8.9).

use std::fs;

use crate::desk::ROOT;
use crate::hand::Hand;
use crate::sitting::{PHONE, Sitting, WINDOW};

const JOURNAL: &str = "2026-11-21-is-my-brother-happy-in-his-present-situation";

/// The page of the reading that comes with the program, which is concluded. None where there is no browser.
fn at_the_conclusion(hand: Hand, size: (u32, u32)) -> Option<Sitting> {
    let mut sitting = Sitting::at_the_program(hand, size, 1)?;
    let file = format!("journals/{JOURNAL}.md");
    let kept = sitting.program().folder().join(&file);
    fs::create_dir_all(kept.parent().unwrap()).unwrap();
    fs::copy(format!("{ROOT}/{file}"), kept).unwrap();
    sitting.return_to_the_page();
    sitting.browser.becomes("document.querySelectorAll('.cast > li').length", 20);
    Some(sitting)
}

fn follows_a_piece(hand: Hand, size: (u32, u32)) {
    let Some(mut sitting) = at_the_conclusion(hand, size) else { return };
    let browser = &mut sitting.browser;
    let rook = ".cast [data-piece=eR] .member";
    let pressed = "document.querySelector('.cast [data-piece=eR] .member')?.getAttribute('aria-current') ?? null";
    let marked = "document.querySelectorAll('.layer-road polygon.road').length";
    let told = "document.querySelector('.cast [data-piece=eR]').innerText";
    assert!(browser.js(told).as_str().unwrap().contains("taken in turn 21 by Air's king"));
    assert_eq!((browser.js(pressed), browser.js(marked)), (serde_json::Value::Null, 0.into()));

    // It is followed: its squares are marked, and its turns are listed.
    hand.press(browser, rook);
    browser.becomes(pressed, "true");
    browser.becomes(marked, 2);
    let turns =
        "[...document.querySelectorAll('.cast [data-piece=eR] .followed-turns .link')].map(it => it.innerText).join()";
    assert_eq!(browser.js(turns), "16,21");
    let a6 =
        "[...document.querySelectorAll('.cell')].some(it => it.getAttribute('aria-label')?.match(/^a6.*on the road/))";
    assert_eq!(browser.js(a6), true);

    // One goes through its turns, which stand out among all.
    hand.press(browser, ".cast [data-piece=eR] .followed-turns .link");
    browser.becomes("document.querySelector('.acts .prompt')?.innerText", "Turn 16 of 32");
    assert_eq!(browser.js("document.querySelector('.follow span').innerText"), "Following Earth's rook");
    let followed = "[...document.querySelectorAll('.turns .followed')].map(it => it.dataset.turn).join()";
    assert_eq!(browser.js(followed), "16,21");
    hand.press(browser, ".follow [aria-label='Its next turn']");
    browser.becomes("document.querySelector('.acts .prompt')?.innerText", "Turn 21 of 32");
    assert_eq!(browser.js("document.querySelector(\".follow [aria-label='Its next turn']\").disabled"), true);

    // Back at the conclusion it is still followed, until it is chosen again.
    hand.press_words(browser, "Back to the conclusion");
    browser.becomes(pressed, "true");
    assert_eq!(browser.js(marked), 2);
    hand.press(browser, rook);
    browser.becomes(pressed, serde_json::Value::Null);
    browser.becomes(marked, 0);

    // Another one is followed, and left with Esc.
    hand.press(browser, ".cast [data-piece=aK] .member");
    browser.becomes(marked, 4);
    browser.press("Escape");
    browser.becomes(marked, 0);
    assert_eq!(browser.js("document.querySelectorAll('.member[aria-current]').length"), 0);
    assert_eq!(browser.js("document.documentElement.scrollWidth <= innerWidth"), true, "nothing sticks out");
    assert_eq!(sitting.complaints(), [""; 0]);
}

#[test]
fn interpretation_8_9_a_piece_is_followed_by_mouse() {
    follows_a_piece(Hand::Mouse, WINDOW);
}

#[test]
fn interpretation_8_9_a_piece_is_followed_by_keyboard() {
    follows_a_piece(Hand::Keyboard, WINDOW);
}

#[test]
fn interpretation_8_9_a_piece_is_followed_on_a_phone() {
    follows_a_piece(Hand::Touch, PHONE);
}
