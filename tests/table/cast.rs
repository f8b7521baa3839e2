//! A reading that is over: a piece is followed through its turns (INTERPRETATION 8.9), and what its squares mean is read and written.

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

fn what_a_square_means_is_read_and_written(hand: Hand, size: (u32, u32)) {
    let Some(mut sitting) = at_the_conclusion(hand, size) else { return };
    let browser = &mut sitting.browser;
    let heading = "document.querySelector('#sheet[open] h2')?.innerText ?? null";
    browser.js(&format!("location.hash = 'journal={JOURNAL}&turn=21'"));
    browser.becomes("document.querySelector('.acts .prompt')?.innerText", "Turn 21 of 32");
    hand.press(browser, ".square [data-meaning]");
    browser.becomes(heading, "Aquarius on a6");
    assert!(browser.js("document.querySelector('#sheet').innerText").as_str().unwrap().contains("King of Air"));

    // One thing after the other, and back.
    hand.press(browser, "#sheet summary");
    hand.press(browser, "#sheet .word-list a[href$='sign%3AAquarius']");
    browser.becomes("document.querySelector('#sheet [for=own-text]')?.textContent", "Aquarius (sign)");
    hand.press(browser, "#sheet [data-back]");
    browser.becomes("document.querySelector('#sheet [for=own-text]')?.textContent", "a6 of Water (square)");
    browser.becomes("document.querySelector('#sheet [data-back]').hidden", true);

    // What is written is shown there, beside the board, and again after a change.
    for (text, said) in [("The gate.", "Change"), ("The door.", "Change"), ("", "Remember")] {
        if browser.js("document.querySelector('#sheet details').open") == false {
            hand.press(browser, "#sheet summary");
        }
        hand.reach(browser, "#own-text");
        browser.js("document.querySelector('#own-text').select()");
        if text.is_empty() {
            browser.press("Backspace");
        }
        browser.write(text);
        hand.press(browser, "#sheet [data-act=remember] button");
        let own = "document.querySelector('#sheet .own-words')?.innerText ?? ''";
        browser.becomes(own, text);
        browser.becomes("document.querySelector('#sheet [data-act=remember] button').innerText", said);
    }
    browser.press("Escape");
    browser.becomes(heading, serde_json::Value::Null);
    assert_eq!(sitting.complaints(), [""; 0]);
}

#[test]
fn what_a_square_means_is_read_and_written_by_mouse() {
    what_a_square_means_is_read_and_written(Hand::Mouse, WINDOW);
}

#[test]
fn what_a_square_means_is_read_and_written_by_keyboard() {
    what_a_square_means_is_read_and_written(Hand::Keyboard, WINDOW);
}

#[test]
fn what_a_square_means_is_read_and_written_by_touch() {
    what_a_square_means_is_read_and_written(Hand::Touch, PHONE);
}
