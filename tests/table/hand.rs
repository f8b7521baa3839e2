//! The ways in which a person acts: each of them can do everything.

use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use super::chromium::Chromium;

/// What a person plays with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hand {
    Keyboard,
    Mouse,
    Touch,
}

impl Hand {
    /// Presses a button, or another thing that a selector finds: the keyboard goes there with Tab first.
    pub(crate) fn press(self, browser: &mut Chromium, selector: &str) {
        match self {
            Hand::Mouse => browser.click(selector),
            Hand::Touch => browser.tap(selector),
            Hand::Keyboard => {
                self.reach(browser, selector);
                browser.press("Enter");
            }
        }
    }

    /// Puts the focus on a field: the keyboard with Tab, the others by pressing it.
    pub(crate) fn reach(self, browser: &mut Chromium, selector: &str) {
        if self != Hand::Keyboard {
            return self.press(browser, selector);
        }
        let is_there = format!("document.activeElement.matches({selector:?})");
        for _ in 0..80 {
            if browser.js(&is_there) == true {
                return;
            }
            browser.press("Tab");
        }
        panic!("Tab does not reach {selector}");
    }

    /// Presses a button by its words.
    pub(crate) fn press_words(self, browser: &mut Chromium, words: &str) {
        let mark = format!(
            "(() => {{ for (const it of document.querySelectorAll('[data-wanted]')) it.removeAttribute('data-wanted'); \
             const all = [...document.querySelectorAll('button, a')].filter(it => it.getClientRects().length); \
             const it = all.find(it => it.textContent.trim().startsWith({words:?})); \
             it?.setAttribute('data-wanted', ''); return Boolean(it); }})()"
        );
        for _ in 0..1000 {
            if browser.js(&mark) == true {
                // The page may draw the button anew at any moment: then it is found again.
                match self {
                    Hand::Keyboard if browser.js("document.activeElement.matches('[data-wanted]')") == true => {
                        return browser.press("Enter");
                    }
                    Hand::Keyboard => {
                        browser.press("Tab");
                        continue;
                    }
                    Hand::Mouse | Hand::Touch => match browser.place("[data-wanted]") {
                        Some(at) if self == Hand::Mouse => return browser.click_at(at),
                        Some(at) => return browser.tap_at(at),
                        None => {}
                    },
                }
            }
            sleep(Duration::from_millis(5));
        }
        let seen = browser.js("document.body.innerText");
        browser.picture(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("table.png"));
        panic!("there is no button “{words}”: {seen}");
    }
}
