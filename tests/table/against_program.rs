//! Each game against the program, on the page: it acts in its seats, and gives a hint to who asks.

use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

use enochian::correspondences::Correspondences;
use enochian::games::{Actor, GameKind};
use enochian::journal;
use enochian::player::Level;
use enochian::record::{Record, program_level};

use super::chromium::Chromium;
use super::hand::Hand;
use super::program::Program;
use crate::sample::short_or_whole;

/// How many acts there are, and how many of them are the program's.
fn acts(record: &Record) -> (usize, usize) {
    let seat = |actor| if let Actor::Seat(seat) = actor { Some(seat) } else { None };
    let seats: Vec<usize> = record.play().steps().iter().filter_map(|step| seat(step.actor)).collect();
    let players = &record.heading().seats.players;
    (seats.len(), seats.into_iter().filter(|seat| program_level(&players[*seat]).is_some()).count())
}

/// Begins a game of Ann against the program in all other seats, and shows it; returns its file.
fn begin(program: &Program, browser: &mut Chromium, kind: GameKind, level: &str) -> PathBuf {
    let seats = kind.referee(&Default::default()).unwrap().seats().len();
    let players = ["Ann", level, level, level][..seats].join(", ");
    let which = if kind.has_readings() { ["--board", "air"] } else { ["--kind", kind.name()] };
    let game = ["game", "--title", kind.name(), "--players", &players, which[0], which[1]];
    assert!(program.command(&game).status().unwrap().success());
    let files = fs::read_dir(program.folder().join("journals")).unwrap().map(|it| it.unwrap().path());
    let ending = format!("-{}.md", kind.name());
    let file = files.into_iter().find(|file| file.to_string_lossy().ends_with(&ending)).unwrap();
    browser.visit(&format!("{}#journal={}", program.address, file.file_stem().unwrap().display()));
    file
}

#[test]
fn each_game_is_played_against_the_program_to_an_end() {
    let Some(mut browser) = Chromium::start() else { return };
    let notebook = tempfile::tempdir().unwrap();
    let program = Program::start(notebook.path());
    browser.resize((1280, 800), false);
    for kind in GameKind::EVERY.iter().filter(|kind| kind.is_refereed()) {
        let file = begin(&program, &mut browser, *kind, "level-1");
        let record = || journal::read(&file, Correspondences::embedded()).unwrap();
        let begun = Instant::now();
        let wait = |browser: &mut Chromium| {
            assert!(begun.elapsed() < Duration::from_secs(60), "{kind}: {}", browser.js("document.body.innerText"));
            sleep(Duration::from_millis(50));
        };
        // Ann asks for a hint and presses any button; the program acts in its seats without being asked.
        while acts(&record()).1 == 0 {
            let hint = "[...document.querySelectorAll('.acts .link')].some(it => it.textContent === 'Hint')";
            while browser.js(hint) != true {
                browser.js("document.querySelector('.acts .primary')?.click()");
                wait(&mut browser);
            }
            let before = acts(&record()).0;
            if *kind == GameKind::Faith {
                // Without the optimiser, a hint takes most of a minute there.
                let act = record().state().acts().swap_remove(0);
                browser.write(&act.text);
                browser.press("Enter");
            } else {
                Hand::Mouse.press_words(&mut browser, "Hint");
                while browser.js("/would play/.test(document.querySelector('.news')?.textContent)") != true {
                    wait(&mut browser);
                }
            }
            while acts(&record()).0 == before {
                browser.js("[...document.querySelectorAll('.acts .act-button, .acts .square-button')].find(it => it.getClientRects().length)?.click()");
                wait(&mut browser);
            }
            while record().program_to_act().is_some() && record().closing().is_none() {
                wait(&mut browser);
            }
        }
        while record().closing().is_none() {
            browser
                .js("(document.querySelector(':popover-open .primary') ?? document.querySelector('.acts .primary') \
                 ?? [...document.querySelectorAll('.acts .link')].find(it => it.textContent === 'Conclude'))?.click()");
            wait(&mut browser);
        }
        // Without the optimiser, Armies of Faith takes too long. Two of the others are enough to see it on the page.
        if short_or_whole(kind.has_readings() || *kind == GameKind::Three, *kind != GameKind::Faith) {
            Hand::Mouse.press_words(&mut browser, "Judge the turns");
            while browser.js("/by the estimate of level-3/.test(document.body.innerText)") != true {
                wait(&mut browser);
            }
        }
        assert_eq!(browser.complaints(), [""; 0], "{kind}");
    }
}

/// Ann types what level 2 would play in her place.
#[test]
#[ignore = "long: `.ci/long` plays each game until its rules end it"]
fn each_game_is_played_against_the_program_until_its_rules_end_it() {
    let Some(mut browser) = Chromium::start() else { return };
    let notebook = tempfile::tempdir().unwrap();
    let program = Program::start(notebook.path());
    browser.resize((1280, 800), false);
    let level = Level::Two;
    // No game of Armies of Faith has ended by its rules yet (docs/RESEARCH.md).
    for kind in GameKind::EVERY.iter().filter(|kind| kind.is_refereed() && **kind != GameKind::Faith) {
        let file = begin(&program, &mut browser, *kind, "level-1");
        let record = || journal::read(&file, Correspondences::embedded()).unwrap();
        let begun = Instant::now();
        // After how many acts she has typed, and when: the page may not have been ready.
        let (mut typed, mut acted) = ((usize::MAX, begun), (0, begun));
        while record().closing().is_none() {
            let record = record();
            let before = acts(&record).0;
            let own = record.program_to_act().is_none().then(|| record.proposed(&level.limit())).flatten();
            match own {
                Some(own) if typed.0 != before || typed.1.elapsed() > Duration::from_secs(2) => {
                    // Acts that are words, such as `defend`, have buttons: their letters are keys.
                    let button = format!(
                        "[...document.querySelectorAll('.acts button')].find(it => \
                         it.textContent.trim().toLowerCase() === {:?})",
                        own.text
                    );
                    if browser.js(&format!("{button} !== undefined")) == true {
                        browser.js(&format!("{button}?.click()"));
                    } else {
                        browser.press("Escape");
                        browser.write(&own.text);
                        browser.press("Enter");
                    }
                    typed = (before, Instant::now());
                }
                Some(_) => {}
                // What stands between two turns.
                None => drop(browser.js("document.querySelector('.acts .primary')?.click()")),
            }
            if before != acted.0 {
                acted = (before, Instant::now());
            }
            assert!(acted.1.elapsed() < Duration::from_secs(60), "{kind}: {}", browser.js("document.body.innerText"));
            sleep(Duration::from_millis(50));
        }
        eprintln!("{kind}: {} acts in {} s, {:?}", acts(&record()).0, begun.elapsed().as_secs(), record().closing());
        browser.becomes("document.querySelector('.ending') !== null", true);
        // She reads the file, so she may be faster than the page, whose act is then refused.
        let complaints: Vec<_> = browser.complaints().into_iter().filter(|it| !it.contains("409 (Conflict)")).collect();
        assert_eq!(complaints, [""; 0], "{kind}");
    }
}
