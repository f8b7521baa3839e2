//! Each game against the program, on the page: it acts in its seats, and gives a hint to who asks.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use enochian::correspondences::Correspondences;
use enochian::games::{Actor, GameKind};
use enochian::journal;
use enochian::record::{Record, RecordLens, program_level};

use super::chromium::Chromium;
use super::hand::Hand;
use super::program::Program;

/// How many acts there are, and how many of them are the program's.
fn acts(record: &Record) -> (usize, usize) {
    let seats: Vec<usize> = match record.lens() {
        RecordLens::Enochian(record) => record.turns().iter().map(|turn| turn.army.index()).collect(),
        RecordLens::Other(record) => {
            let seat = |actor| if let Actor::Seat(seat) = actor { Some(seat) } else { None };
            record.session().steps().iter().filter_map(|step| seat(step.actor)).collect()
        }
    };
    let players = &record.heading().seats.players;
    (seats.len(), seats.into_iter().filter(|seat| program_level(&players[*seat]).is_some()).count())
}

#[test]
fn each_game_is_played_against_the_program_to_an_end() {
    let Some(mut browser) = Chromium::start() else { return };
    let notebook = tempfile::tempdir().unwrap();
    let program = Program::start(notebook.path());
    browser.resize((1280, 800), false);
    for kind in GameKind::EVERY.iter().filter(|kind| kind.is_refereed()) {
        let seats = kind.referee(&Default::default()).unwrap().seats().len();
        let players = ["Ann", "level-1", "level-1", "level-1"][..seats].join(", ");
        let which = if kind.is_enochian() { ["--board", "air"] } else { ["--kind", kind.name()] };
        let game = ["game", "--title", kind.name(), "--players", &players, which[0], which[1]];
        assert!(program.command(&game).status().unwrap().success());
        let files = fs::read_dir(program.folder().join("journals")).unwrap().map(|it| it.unwrap().path());
        let ending = format!("-{}.md", kind.name());
        let file = files.into_iter().find(|file| file.to_string_lossy().ends_with(&ending)).unwrap();
        let record = || journal::read(&file, Correspondences::embedded()).unwrap();
        browser.visit(&format!("{}#journal={}", program.address, file.file_stem().unwrap().display()));
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
                let act = record().other().unwrap().session().state().acts().swap_remove(0);
                browser.write(&act.text);
                browser.press("Enter");
            } else {
                Hand::Mouse.press_words(&mut browser, "Hint");
                while browser.js("/would play/.test(document.querySelector('.news').textContent)") != true {
                    wait(&mut browser);
                }
            }
            while acts(&record()).0 == before {
                browser.js("document.querySelector('.acts .act-button, .acts .square-button')?.click()");
                wait(&mut browser);
            }
            while record().program_to_act().is_some() && record().closing().is_none() {
                wait(&mut browser);
            }
        }
        while record().closing().is_none() {
            browser.js("(document.querySelector('.acts .primary') \
                 ?? [...document.querySelectorAll('.acts .link')].find(it => it.textContent === 'Conclude'))?.click()");
            wait(&mut browser);
        }
        // Without the optimiser, Armies of Faith takes too long.
        if *kind != GameKind::Faith {
            Hand::Mouse.press_words(&mut browser, "Judge the turns");
            while browser.js("/by the estimate of level-3/.test(document.body.innerText)") != true {
                wait(&mut browser);
            }
        }
        assert_eq!(browser.complaints(), [""; 0], "{kind}");
    }
}
