//! The other games held on the page: every act by mouse or keyboard, compared with the journal on disk.

use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

use enochian::correspondences::Correspondences;
use enochian::games::{Actor, Fact, GameKind, GameState, OfferedAct};
use enochian::journal;
use enochian::record::Record;
use tempfile::TempDir;

use super::chromium::Chromium;
use super::hand::Hand;
use super::program::Program;

/// How long the page may take for an act before the test fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// A game on the page, played by one person for all seats.
struct TableGame {
    browser: Chromium,
    program: Program,
    chance: u64,
    /// Whether everything is done by the keyboard.
    by_keyboard: bool,
    _notebook: TempDir,
}

impl TableGame {
    /// Begins a game from an empty notebook. None where there is no browser.
    fn begin(kind: GameKind) -> Option<TableGame> {
        let mut browser = Chromium::start()?;
        let notebook = tempfile::tempdir().unwrap();
        let program = Program::start(notebook.path());
        browser.resize((1280, 800), false);
        browser.visit(&program.address);
        browser.becomes("Boolean(document.querySelector('main'))", true);
        let mut game = TableGame { browser, program, chance: 3, by_keyboard: false, _notebook: notebook };
        game.becomes("Boolean(document.querySelector('textarea'))", true);
        Hand::Mouse.press_words(&mut game.browser, "Play a game instead");
        game.becomes("location.hash", "#game");
        game.becomes("document.querySelectorAll('[name=kind] option').length > 6", true);
        let choose = "(name, value) => { const field = document.querySelector(`[name=${name}]`); \
             if (field.type === 'radio') document.querySelector(`[name=${name}][value=${value}]`).checked = true; else field.value = value; \
             field.dispatchEvent(new Event('input', { bubbles: true })); }";
        game.browser.js(&format!("({choose})('kind', '{}')", kind.name()));
        game.becomes("document.querySelector('[name=kind] [selected]').value", kind.name());
        if kind.is_refereed() {
            game.browser.js(&format!("({choose})('against', 'people')"));
            game.becomes("Boolean(document.querySelector('.seat'))", true);
        }
        Hand::Mouse.press_words(&mut game.browser, "Begin the game");
        game.becomes("location.hash.startsWith('#journal=')", true);
        game.settle();
        Some(game)
    }

    fn chance(&mut self, below: usize) -> usize {
        self.chance = self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.chance >> 33) as usize % below
    }

    fn journal(&self) -> PathBuf {
        let folder = self.program.folder().join("journals");
        let mut files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        files.find(|path| path.extension().is_some_and(|it| it == "md")).unwrap()
    }

    fn record(&self) -> Record {
        journal::read(&self.journal(), Correspondences::embedded()).unwrap_or_else(|errors| panic!("{errors}"))
    }

    fn becomes(&mut self, expression: &str, value: impl Into<serde_json::Value>) {
        let (value, begun) = (value.into(), Instant::now());
        while self.browser.js(expression) != value {
            let seen = || format!("{expression} is not {value}");
            assert!(begun.elapsed() < PATIENCE, "{}: {}", seen(), self.browser.js("document.body.innerText"));
            sleep(Duration::from_millis(5));
        }
    }

    /// Waits until the page has as many acts as the journal, and its pieces.
    fn settle(&mut self) {
        let record = self.record();
        let state = record.state();
        self.becomes(
            "document.querySelectorAll('.act-list li:not(.taken-back, .note-row, .hint)').length",
            record.play().steps().len(),
        );
        let mut standing: Vec<String> = Vec::new();
        for panel in state.diagram().panels {
            standing.extend(panel.cells.into_iter().filter(|cell| cell.piece.is_some()).map(|cell| cell.name));
        }
        standing.sort();
        self.becomes(
            "[...document.querySelectorAll('[data-piece]')].map(it => it.dataset.piece).sort().join(' ')",
            standing.join(" "),
        );
    }

    /// Plays until so many acts are made, or the game is over. Returns whether it is over.
    fn play(&mut self, acts: usize) -> bool {
        loop {
            let record = self.record();
            let state = record.state().clone();
            if state.actor() == Actor::Nobody {
                return true;
            }
            if record.play().steps().len() >= acts {
                return false;
            }
            let begun = Instant::now();
            let made = self.make(state.as_ref());
            while self.record().play().steps().len() == record.play().steps().len() {
                let seen = self.browser.js("document.querySelector('.panel').innerText");
                assert!(begun.elapsed() < PATIENCE, "{made} was not saved: {seen}");
                sleep(Duration::from_millis(2));
            }
            self.settle();
        }
    }

    /// Makes an act that is likely to end the game some day: a checkmate, a capture, anything.
    fn make(&mut self, state: &dyn GameState) -> String {
        if state.actor() == Actor::Chance {
            self.press_main_button();
            return "the cards".to_owned();
        }
        let acts = state.acts();
        let mut best = (0, &acts[0]);
        for act in &acts {
            let worth = self.chance(40) + worth(state, act);
            if worth > best.0 {
                best = (worth, act);
            }
        }
        let act = best.1.clone();
        let alike = |other: &&OfferedAct| (&other.from, &other.to) == (&act.from, &act.to);
        match (&act.from, &act.to) {
            (Some(from), Some(to)) if !act.text.contains('#') && acts.iter().filter(alike).count() == 1 => {
                match if self.by_keyboard { 2 } else { self.chance(3) } {
                    0 => self.browser.drag(&cell(from), &cell(to)),
                    1 => {
                        self.browser.click(&cell(from));
                        self.browser.click(&cell(to));
                    }
                    _ => self.type_text(&act.text),
                }
            }
            (Some(_), Some(_)) if !act.text.contains('#') => self.type_text(&act.text),
            _ => self.press_button(&acts, &act),
        }
        act.text
    }

    fn hand(&self) -> Hand {
        if self.by_keyboard { Hand::Keyboard } else { Hand::Mouse }
    }

    fn press_main_button(&mut self) {
        self.becomes("Boolean(document.querySelector('.acts .primary'))", true);
        self.hand().press(&mut self.browser, ".acts .primary");
    }

    /// Says yes to what is asked.
    fn answer(&mut self) {
        self.becomes("Boolean(document.querySelector(':popover-open .primary'))", true);
        self.hand().press(&mut self.browser, ":popover-open .primary");
    }

    fn type_text(&mut self, text: &str) {
        self.browser.write(text);
        self.browser.press("Enter");
    }

    /// Presses the button of an act that moves no piece: they stand in the order of the acts.
    fn press_button(&mut self, acts: &[OfferedAct], act: &OfferedAct) {
        let is_plain = |act: &&OfferedAct| !(act.from.is_some() && act.to.is_some()) || act.text.contains('#');
        let index = acts.iter().filter(is_plain).position(|other| other == act).unwrap();
        self.becomes(&format!("document.querySelectorAll('.acts .act-button').length > {index}"), true);
        self.browser.js(&format!(
            "document.querySelectorAll('.acts .act-button')[{index}].setAttribute('data-wanted', ''), true"
        ));
        self.hand().press(&mut self.browser, "[data-wanted]");
    }

    /// Ends the program as a power failure does, and opens its new address.
    fn lose_the_program(&mut self) {
        let before = self.record();
        self.program.restart();
        assert_eq!(self.record(), before, "what was shown as done is there");
        let hash = self.browser.js("location.hash");
        self.browser.visit(&format!("{}{}", self.program.address, hash.as_str().unwrap()));
        self.becomes("Boolean(document.querySelector('.act-list'))", true);
        self.settle();
    }

    fn take_back(&mut self) {
        let before = self.record().play().steps().len();
        self.browser.js("document.activeElement.blur(), true");
        self.browser.press("u");
        self.answer();
        let begun = Instant::now();
        while self.record().play().steps().len() == before {
            assert!(begun.elapsed() < PATIENCE, "nothing was taken back");
            sleep(Duration::from_millis(2));
        }
        self.settle();
    }

    /// An army resigns, by the menu.
    fn resign(&mut self, seat: &str) {
        let before = self.record().play().steps().len();
        self.browser.js("document.activeElement.blur(), true");
        self.browser.press("x");
        self.hand().press_words(&mut self.browser, &format!("{seat} resigns"));
        self.becomes("document.querySelector(':popover-open .primary')?.textContent.trim()", "Resign");
        self.answer();
        let begun = Instant::now();
        while self.record().play().steps().len() == before {
            assert!(begun.elapsed() < PATIENCE, "{seat} has not resigned");
            sleep(Duration::from_millis(2));
        }
        self.settle();
    }
}

/// The element of a cell that takes the mouse.
fn cell(name: &str) -> String {
    format!("[data-cell={name}]")
}

/// What makes a game end: checkmates, captures of much, checks, promotions.
fn worth(state: &dyn GameState, act: &OfferedAct) -> usize {
    let Ok(played) = state.play(&act.text) else { return 0 };
    let worth = |fact: &Fact| match fact {
        Fact::Out(_) => 2000,
        Fact::Captured { piece, .. } if piece.eq_ignore_ascii_case("king") => 1500,
        Fact::Captured { piece, .. } if piece.eq_ignore_ascii_case("queen") => 120,
        Fact::Captured { .. } => 50,
        Fact::Promoted { .. } => 60,
        Fact::Check(_) => 20,
        _ => 0,
    };
    let won = usize::from(played.state.ending().is_some_and(|ending| ending.code.starts_with("won")));
    // In Gods of Chess a capture is only tried at first.
    let is_king_tried = act.text.contains('x')
        && act.to.as_ref().is_some_and(|to| {
            let panels = state.diagram().panels;
            let piece = panels
                .iter()
                .flat_map(|panel| &panel.cells)
                .find(|cell| cell.name == *to)
                .and_then(|cell| cell.piece.as_ref());
            piece.is_some_and(|piece| piece.name == "king")
        });
    played.facts.iter().map(worth).sum::<usize>() + 5000 * won + 1500 * usize::from(is_king_tried)
}

/// A game from its set-up: some acts, a taking back, the program killed. None where there is no browser.
fn begun(kind: GameKind) -> Option<TableGame> {
    let mut game = TableGame::begin(kind)?;
    game.play(9);
    game.take_back();
    game.lose_the_program();
    Some(game)
}

/// A game until so many acts are made.
fn some_acts(kind: GameKind, acts: usize) {
    let Some(mut game) = begun(kind) else { return };
    game.play(acts);
    assert_eq!(game.browser.complaints(), [""; 0]);
}

/// A game to its end by the keyboard alone. In Armies of Faith 3 play of this sort comes to no third checkmate, so three armies resign there.
fn to_its_end(kind: GameKind) {
    let Some(mut game) = begun(kind) else { return };
    game.by_keyboard = true;
    if kind == GameKind::Faith {
        assert!(!game.play(40));
        for seat in ["Red", "Orange", "Green"] {
            game.resign(seat);
        }
    } else {
        assert!(game.play(2000), "{kind} has not ended");
    }
    // A game that is over is concluded with its last act.
    let since = Instant::now();
    while game.record().closing().is_none() {
        assert!(since.elapsed() < PATIENCE, "it was not concluded");
        sleep(Duration::from_millis(5));
    }
    let record = game.record();
    let ending = record.state().ending().unwrap();
    eprintln!("{kind}: {} acts on the page. {}", record.play().steps().len(), ending.words);
    assert_eq!(game.browser.complaints(), [""; 0]);
}

#[test]
fn knightmare_chess_for_three_on_the_page() {
    some_acts(GameKind::Three, 16);
}

#[test]
fn gods_of_chess_on_the_page() {
    some_acts(GameKind::Gods, 24);
}

#[test]
fn armies_of_faith_on_the_page() {
    some_acts(GameKind::Faith, 14);
}

/// The first and the last cell as they are seen, once cells, pieces and the letters beside a flat board lie where they belong.
fn ends(game: &mut TableGame) -> [String; 2] {
    let amiss = "(() => { const middle = it => { const { x, y, width, height } = it.getBoundingClientRect(); \
        return [x + width / 2, y + height / 2]; }; \
        const all = selector => [...document.querySelectorAll(selector)]; \
        const cells = all('[data-cell]').map(it => ({ name: it.dataset.cell, middle: middle(it) })); \
        const far = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]); \
        const nearest = it => { const at = middle(it); return cells.reduce((best, cell) => \
            far(cell.middle, at) < far(best.middle, at) ? cell : best).name; }; \
        const pieces = all('[data-piece]').filter(it => nearest(it) !== it.dataset.piece); \
        const letter = it => String.fromCharCode(parseInt(it.getAttribute('href').slice(2), 16)); \
        const beside = document.querySelector('.levels') ? [] : all('.layer-ground > use'); \
        const inLine = it => { const at = middle(it); \
            return cells.filter(cell => [0, 1].some(part => Math.abs(cell.middle[part] - at[part]) < 12)); }; \
        const letters = beside.map(it => inLine(it).length && inLine(it).every(cell => \
            cell.name.includes(letter(it))) ? '' : letter(it)).filter(Boolean); \
        return [...letters, ...pieces.map(nearest)].join(' '); })()";
    game.becomes(amiss, "");
    let ends = "[0, -1].map(at => [...document.querySelectorAll('[data-cell]')].at(at).dataset.cell)";
    let ends = game.browser.js(ends);
    [0, 1].map(|at| ends[at].as_str().unwrap().to_owned())
}

#[test]
fn the_other_boards_are_turned_and_stay_so() {
    for (kind, sides) in [
        (GameKind::Three, &[["b8", "h1"], ["a1", "h6"], ["h1", "b8"], ["h6", "a1"]][..]),
        (GameKind::Faith, &[["dc1", "ji5"], ["ji1", "dc5"]]),
    ] {
        let Some(mut game) = TableGame::begin(kind) else { return };
        game.play(2);
        for side in sides.iter().cycle().take(sides.len() + 1) {
            assert_eq!(ends(&mut game), *side, "{kind}");
            // A step back, and loaded again.
            game.browser.press(",");
            game.becomes("document.querySelector('.play').classList.contains('past')", true);
            assert_eq!(ends(&mut game), *side, "{kind}");
            let address = game.browser.js("location.href");
            game.browser.visit("data:text/html,gone");
            game.browser.visit(address.as_str().unwrap());
            game.becomes("document.querySelectorAll('[data-piece]').length > 10", true);
            assert_eq!(ends(&mut game), *side, "{kind}");
            game.browser.press("t");
            game.becomes(&format!("document.querySelector('[data-cell]').dataset.cell === '{}'", side[0]), false);
        }
        game.browser.press("End");
        game.becomes("document.querySelector('.play').classList.contains('past')", false);
        assert!(!game.play(6), "it is played on from another side");
        assert_eq!(game.browser.complaints(), [""; 0]);
    }
}

#[test]
#[ignore = "long: `.ci/long` plays each game to its end"]
fn each_game_to_its_end_on_the_page() {
    for &kind in GameKind::OTHERS {
        to_its_end(kind);
    }
}
