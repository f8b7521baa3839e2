//! The exported page, looked at in a real browser.

use std::fs;
use std::path::PathBuf;

use enochian::correspondences::Correspondences;
use enochian::export::{Exporter, Html};
use enochian::journal;
use enochian::reading::{DieThrower, QuestionDraft, Throw};
use enochian::record::{Entry, Heading, Record, Seats, Subject};
use enochian::render::{Paper, PrintedPart, PrintedSet};
use enochian::session::Act;
use serde_json::json;

use crate::chromium::Chromium;

const JOURNAL: &str = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";

/// A page in a folder of its own.
struct Page {
    _folder: tempfile::TempDir,
    file: PathBuf,
}

impl Page {
    fn of(html: &str) -> Page {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("page.html");
        fs::write(&file, html).unwrap();
        Page { _folder: folder, file }
    }
}

fn html(record: &Record) -> String {
    String::from_utf8(Html::default().export(record, Correspondences::embedded()).unwrap()).unwrap()
}

/// The reading of 32 turns that comes with the program.
fn brother() -> String {
    html(&journal::read(JOURNAL.as_ref(), Correspondences::embedded()).unwrap())
}

#[test]
fn the_reading_is_stepped_through_by_button_and_keyboard() {
    let Some(mut browser) = Chromium::start() else { return };
    let page = Page::of(&brother());
    browser.open(&page.file, "");
    let heading = "document.getElementById('caption').textContent";
    assert_eq!(browser.js(heading), "Turn 32 · Earth throws 2");
    browser.press("Home");
    assert_eq!(browser.js(heading), "Before the first turn");
    let opening = browser.js("document.getElementById('pieces').innerHTML");

    for (done, expected) in [
        ("#forward", "Turn 1 · Air throws 6"),
        ("#forward", "Turn 2 · Water throws 5"),
        ("#back", "Turn 1 · Air throws 6"),
        ("#last", "Turn 32 · Earth throws 2"),
        ("#first", "Before the first turn"),
    ] {
        browser.click(done);
        assert_eq!(browser.js(heading), expected, "after a click on {done}");
    }
    assert_eq!(browser.js("document.activeElement.id"), "forward", "the keyboard stays where something can be pressed");
    for (key, expected) in [
        ("ArrowLeft", "Before the first turn"),
        ("ArrowRight", "Turn 1 · Air throws 6"),
        ("End", "Turn 32 · Earth throws 2"),
        ("ArrowRight", "Turn 32 · Earth throws 2"),
        ("ArrowLeft", "Turn 31 · Fire throws 4"),
        ("Home", "Before the first turn"),
    ] {
        browser.press(key);
        assert_eq!(browser.js(heading), expected, "after {key}");
    }
    assert_eq!(browser.js("document.getElementById('pieces').innerHTML"), opening, "the pieces are back");
    browser.press("ArrowRight");
    assert_ne!(browser.js("document.getElementById('pieces').innerHTML"), opening, "a piece has moved");
    assert!(
        browser
            .js("document.querySelector('.board desc').textContent")
            .as_str()
            .unwrap()
            .contains("pawn of bishop of Air a6")
    );

    // The square landed on, and what hangs on it, stand with the turn.
    let card = browser.js("document.querySelector('[aria-current] .gloss').textContent");
    for fact in ["11th house", "XVII The Star", "Tzaddi", "Tristitia", "Saturn", "strongest"] {
        assert!(card.as_str().unwrap().contains(fact), "{fact} in {card}");
    }
    let square = browser.js("document.querySelector('[aria-current] .gloss use').getBoundingClientRect().width > 60");
    assert_eq!(square, true, "the square is drawn large");
    // As it was saved, the board stands beside the answer without scrolling.
    for (width, height) in [(1280, 800), (390, 844)] {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500});
        browser.call("Emulation.setDeviceMetricsOverride", size);
        browser.open(&page.file, "");
        let seen = "['.board-picture', '.answer h2'].every((it) => { const { top, bottom, right } = \
            document.querySelector(it).getBoundingClientRect(); \
            return top >= 0 && bottom <= innerHeight && right <= innerWidth; })";
        assert_eq!(browser.js(seen), true, "at {width}×{height}");
    }
    assert_eq!(browser.complaints(), [""; 0]);
    assert_eq!(browser.requests(), [""; 0]);
}

/// A sample game of one of the other games.
fn sample(kind: &str) -> String {
    let journal = format!("docs/games/sample-{kind}.md");
    let record: Record = journal::read(journal.as_ref(), Correspondences::embedded()).unwrap();
    String::from_utf8(Html::default().export(&record, Correspondences::embedded()).unwrap()).unwrap()
}

#[test]
fn the_other_games_are_stepped_through() {
    let Some(mut browser) = Chromium::start() else { return };
    for kind in ["three", "free", "team", "gods", "faith"] {
        let page = Page::of(&sample(kind));
        browser.call("Emulation.clearDeviceMetricsOverride", json!({}));
        browser.open(&page.file, "");
        let heading = "document.getElementById('caption').textContent";
        let pieces = "document.getElementById('pieces').innerHTML";
        let beside = "document.getElementById('beside')?.textContent ?? ''";
        browser.press("Home");
        assert_eq!(browser.js(heading), "Before the first turn", "{kind}");
        let (opening, hands) = (browser.js(pieces), browser.js(beside));
        let end = browser.js("Number(document.getElementById('slider').max)").as_i64().unwrap();
        browser.press("End");
        let is_last =
            "document.querySelector('[aria-current]') === [...document.querySelectorAll('[data-set]')].at(-1)";
        assert_eq!(browser.js(is_last), true, "{kind}");
        let last = browser.js(pieces);
        assert_ne!(last, opening, "{kind}");
        assert_eq!(browser.js(beside) != hands, kind == "gods", "{kind}");
        // One by one to the start and back to the end, the positions are the same.
        for _ in 0..end {
            browser.press("ArrowLeft");
        }
        assert_eq!(browser.js(pieces), opening, "{kind}");
        assert_eq!(browser.js("document.getElementById('marks').textContent.trim()"), "", "{kind}");
        assert_eq!(browser.js("document.getElementById('first').disabled"), true, "{kind}");
        browser.click("#last");
        browser.becomes("document.getElementById('last').disabled", true);
        assert_eq!(browser.js(pieces), last, "{kind}");
        let unknown = "[...document.querySelectorAll('#pieces use')].filter((use) => \
            !document.querySelector(use.getAttribute('href'))).length";
        assert_eq!(browser.js(unknown), 0, "{kind}: every token is defined");
        browser.open(&page.file, "#turn-3");
        assert_eq!(browser.js("document.querySelector('[aria-current]').id"), "turn-3", "{kind}");
        let size = json!({"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": true});
        browser.call("Emulation.setDeviceMetricsOverride", size);
        assert_eq!(browser.js("document.documentElement.scrollWidth <= 360"), true, "{kind}: nothing sticks out");
        assert_eq!(browser.complaints(), [""; 0], "{kind}");
        assert_eq!(browser.requests(), [""; 0], "{kind}");
    }
}

#[test]
fn a_link_to_a_turn_shows_it() {
    let Some(mut browser) = Chromium::start() else { return };
    let page = Page::of(&brother());
    let heading = "document.getElementById('caption').textContent";
    browser.open(&page.file, "#turn-21");
    assert_eq!(browser.js(heading), "Turn 21 · Air throws 1");
    let seen = "[document.querySelector('[aria-current]'), document.querySelector('.board')].every((it) => { \
                const { top } = it.getBoundingClientRect(); return top > -60 && top < innerHeight; })";
    browser.becomes(seen, true);
    browser.click(".told a[href='#turn-16']");
    browser.becomes(heading, "Turn 16 · Earth throws 5");
    browser.becomes(seen, true);
    browser.open(&page.file, "#<no such turn>");
    assert_eq!(browser.js(heading), "Turn 32 · Earth throws 2");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn it_is_read_without_sight_or_mouse() {
    let Some(mut browser) = Chromium::start() else { return };
    let page = Page::of(&brother());
    browser.open(&page.file, "");
    assert_eq!(browser.js("document.getElementById('caption').getAttribute('aria-live')"), "polite");
    let unnamed = "[...document.querySelectorAll('section, svg, button, input')].filter((it) => \
        !(it.getAttribute('aria-label') || it.ariaHidden || it.getAttribute('aria-labelledby') || it.querySelector('title') \
        || it.textContent.trim() || it.closest('label'))).length";
    assert_eq!(browser.js(unnamed), 0, "everything has a name");
    let levels = browser.js("[...document.querySelectorAll('h1, h2, h3')].map((it) => it.tagName).join(' ')");
    let levels = levels.as_str().unwrap();
    assert!(levels.starts_with("H1 H2") && levels.matches("H1").count() == 1, "{levels}");
    // Tab goes through the controls, and Enter presses them.
    for _ in 0..4 {
        browser.press("Tab");
        if browser.js("document.activeElement.id") == "back" {
            break;
        }
    }
    assert_eq!(browser.js("document.activeElement.id"), "back");
    let enter = json!({"type": "keyDown", "key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": 13});
    browser.call("Input.dispatchKeyEvent", enter);
    assert_eq!(browser.js("document.getElementById('caption').textContent"), "Turn 31 · Fire throws 4");
}

#[test]
fn it_stands_without_its_script_on_a_telephone_and_on_paper() {
    let Some(mut browser) = Chromium::start() else { return };
    let page = Page::of(&brother());
    for (width, dark) in [(360, "light"), (360, "dark"), (1280, "light")] {
        let size = json!({"width": width, "height": 740, "deviceScaleFactor": 1, "mobile": width < 500});
        browser.call("Emulation.setDeviceMetricsOverride", size);
        let scheme = json!({"features": [{"name": "prefers-color-scheme", "value": dark}]});
        browser.call("Emulation.setEmulatedMedia", scheme);
        browser.open(&page.file, "#turn-16");
        // A telephone widens the window to what sticks out.
        assert_eq!(
            browser.js(&format!("document.documentElement.scrollWidth <= {width}")),
            true,
            "nothing sticks out at {width}"
        );
        let paper = browser.js("getComputedStyle(document.documentElement).backgroundColor");
        assert_eq!(paper == "rgb(23, 19, 16)", dark == "dark", "{paper} is the paper in {dark}");
    }
    let pdf = browser.call("Page.printToPDF", json!({"printBackground": true}));
    let pages = pages(pdf["data"].as_str().unwrap());
    assert!((2..=6).contains(&pages), "32 turns fill {pages} pages");
    assert_eq!(browser.js("document.getElementById('caption').textContent"), "Turn 16 · Earth throws 5", "as before");

    browser.call("Emulation.setScriptExecutionDisabled", json!({"value": true}));
    browser.load(&format!("file://{}", page.file.display()));
    assert_eq!(browser.js("getComputedStyle(document.querySelector('.stepping')).display"), "none");
    assert_eq!(browser.js("document.querySelectorAll('.steps > [id^=turn-]').length"), 32);
    assert_eq!(browser.js("document.querySelectorAll('#pieces use').length > 20"), true, "the board as it ended");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_set_is_printed_at_true_size_each_sheet_on_one_page() {
    let Some(mut browser) = Chromium::start() else { return };
    for (paper, square) in [(Paper::A4, 30.0), (Paper::A3, 25.0), (Paper::Letter, 40.0)] {
        let set = PrintedSet::new(Correspondences::embedded(), paper, square).unwrap();
        let parts: Vec<PrintedPart> = PrintedPart::ALL.into_iter().filter(|it| *it != PrintedPart::Pieces).collect();
        let page = Page::of(&set.html(&parts).unwrap());
        browser.load(&format!("file://{}", page.file.display()));
        let mm = |what: &str| format!("document.querySelector('{what}').getBoundingClientRect().width * 25.4 / 96");
        let board = browser.js(&mm("#board-Air > polygon:last-of-type")).as_f64().unwrap();
        assert!((board - 8.0 * square).abs() < 0.1, "{board} mm for eight squares of {square} mm");
        let ruler = browser.js(&mm(".sheet .ruler")).as_f64().unwrap();
        assert!((ruler - 50.0).abs() < 0.1, "{ruler} mm");
        let sheets = browser.js("document.querySelectorAll('section').length").as_u64().unwrap();
        let pdf = browser.call("Page.printToPDF", json!({"preferCSSPageSize": true}));
        assert_eq!(pages(pdf["data"].as_str().unwrap()) as u64, sheets, "{paper:?}");
    }
    assert_eq!(browser.complaints(), [""; 0]);
}

/// How many pages a PDF has, from its base64.
fn pages(base64: &str) -> usize {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::new();
    for four in base64.trim_end_matches('=').as_bytes().chunks(4) {
        let number =
            four.iter().fold(0, |number, &letter| number << 6 | u32::from(value(letter))) << (6 * (4 - four.len()));
        bytes.extend(&number.to_be_bytes()[1..four.len()]);
    }
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.starts_with("%PDF"));
    text.matches("/Type /Page\n").count()
}

const WICKED: &str = "</script><script>document.title = 'taken'</script><img src=x onerror=\"document.title = 'taken'\"> \
                      {{ story }} &lt;b&gt;";

#[test]
fn what_a_person_typed_is_shown_and_does_nothing() {
    let Some(mut browser) = Chromium::start() else { return };
    let page = Page::of(&html(&wicked()));
    browser.open(&page.file, "#turn-1");
    for place in [".own-words", "#turn-1 .own-words", "h1"] {
        assert_eq!(browser.js(&format!("document.querySelector({place:?}).textContent")), WICKED);
    }
    assert_eq!(browser.js("document.title"), WICKED);
    assert_eq!(browser.js("document.querySelectorAll('script').length"), 1, "the page's own");
    assert_eq!(browser.js("document.querySelectorAll('img').length"), 0);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn what_was_taken_back_is_opened_by_a_click() {
    let Some(mut browser) = Chromium::start() else { return };
    let mut record = wicked();
    record.enter(Entry::Note("Said of what was taken back.".into())).unwrap();
    let taken = record.enochian().unwrap().last_turn().unwrap().mv;
    record.enter(Entry::TakenBack(1)).unwrap();
    record.enter(Entry::Act(Act::Move(record.enochian().unwrap().moves()[1]).into())).unwrap();
    for width in [360, 1280] {
        let page = Page::of(&html(&record));
        let size = json!({"width": width, "height": 740, "deviceScaleFactor": 1, "mobile": width < 500});
        browser.call("Emulation.setDeviceMetricsOverride", size);
        browser.open(&page.file, "");
        let fold = ".between details";
        let shown = format!("document.querySelector('{fold} li').checkVisibility()");
        assert_eq!(browser.js(&shown), false, "folded");
        assert_eq!(browser.js("document.querySelector('.between .own-note').checkVisibility()"), true, "not the note");
        browser.click(&format!("{fold} summary"));
        browser.becomes(&shown, true);
        let told = browser.js(&format!("document.querySelector('{fold} li').textContent"));
        assert_eq!(told, format!("Turn 1: Water {taken}"));
        assert_eq!(browser.js(&format!("document.documentElement.scrollWidth <= {width}")), true, "nothing sticks out");
        // The turns are still stepped through one by one.
        browser.press("End");
        assert_eq!(browser.js("document.querySelector('[aria-current]').id"), "turn-1");
        assert_eq!(browser.complaints(), [""; 0]);
    }
}

/// A reading of one turn in which everything that can be typed is wicked.
fn wicked() -> Record {
    let correspondences = Correspondences::embedded();
    let draft = QuestionDraft {
        text: Some(WICKED.into()),
        querent: Some(WICKED.into()),
        category: Some("love".into()),
        source: Some(WICKED.into()),
        ..QuestionDraft::default()
    };
    let subject = Subject::Reading(Box::new(draft.resolve(correspondences).unwrap()), DieThrower::ByHand);
    let begun = "2026-11-21T14:05:00+01:00".parse().unwrap();
    let seats = Seats::alone(WICKED);
    let mut record = Record::begin(Heading {
        game: subject.into(),
        begun,
        zone: Some(WICKED.into()),
        seats,
        automatic: false,
        branch: None,
    });
    record.enter(Entry::Note(WICKED.into())).unwrap();
    record.enter(Entry::Act(Act::Throw(Throw::new(6).unwrap()).into())).unwrap();
    record.enter(Entry::Act(Act::Move(record.enochian().unwrap().moves()[0]).into())).unwrap();
    record
}

/// The tests above would notice: a page that was tampered with is caught by each of the ways they look at it.
#[test]
fn tampering_is_noticed() {
    let Some(mut browser) = Chromium::start() else { return };
    let sound = brother();
    let image = "<img src=\"http://192.0.2.1/spy.png\"></body>";

    // Another script than the page's own is not run, and the browser says so.
    let page = Page::of(&sound.replace("</body>", "<script>document.title = 'taken'</script></body>"));
    browser.open(&page.file, "");
    assert!(browser.complaints().iter().any(|complaint| complaint.contains("Content Security Policy")));
    assert_ne!(browser.js("document.title"), "taken");

    // What would lead out is stopped and told; without the policy the request is seen.
    let page = Page::of(&sound.replace("</body>", image));
    browser.open(&page.file, "");
    assert!(browser.complaints().iter().any(|complaint| complaint.contains("Content Security Policy")));
    let open = sound.replace("http-equiv=\"Content-Security-Policy\"", "name=\"nothing\"");
    let page = Page::of(&open.replace("</body>", image));
    browser.open(&page.file, "");
    assert!(browser.requests().iter().any(|url| url.contains("192.0.2.1")));

    // Unescaped, the words would have been obeyed.
    let page = Page::of(&open.replace("</body>", &format!("{WICKED}</body>")));
    browser.open(&page.file, "");
    assert_eq!(browser.js("document.title"), "taken");

    // A script that fails is heard of.
    let page = Page::of(&open.replace("let shown =", "nonsense(); let shown ="));
    browser.open(&page.file, "");
    assert!(browser.complaints().iter().any(|complaint| complaint.contains("nonsense")));
}
