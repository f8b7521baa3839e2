//! The table, played at in a real browser: by keyboard, mouse and touch alone. No test sends an act to the program itself.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Instant;

use serde_json::{Value, json};

use crate::chromium::Chromium;
use crate::hand::Hand;
use crate::program::Program;
use crate::sample::short_or_whole;
use crate::sitting::{PHONE, Sitting, WINDOW};

/// From an empty notebook to the conclusion, with the program killed on the way.
fn a_whole_reading(hand: Hand, size: (u32, u32), seed: u64) {
    let Some(mut sitting) = Sitting::at_an_empty_notebook(hand, size, seed) else { return };
    sitting.ask("Is my brother happy in his present situation?", "brother");
    sitting.play(short_or_whole(6, 25));
    sitting.correct_a_note();
    sitting.lose_the_program();
    sitting.play(short_or_whole(12, 60));
    sitting.conclude();
    sitting.withdraw_a_note();
    assert_eq!(sitting.complaints(), [""; 0]);
}

#[test]
fn a_reading_by_keyboard() {
    a_whole_reading(Hand::Keyboard, WINDOW, 1);
}

/// Enter throws no number of the die, Tab reaches it, and two clicks begin one reading, whose querent is asked for.
#[test]
fn nothing_is_thrown_or_begun_by_an_enter_or_a_click_too_many() {
    let Some(mut sitting) = Sitting::at_the_program(Hand::Mouse, WINDOW, 22) else { return };
    sitting.ask("Will it rain?", "journey");
    sitting.play(1);
    let (title, focus) = ("document.querySelector('.panel h2').textContent", "document.activeElement.className");
    sitting.browser.becomes(focus, "acts");
    let before = sitting.record();
    sitting.browser.press("Enter");
    sitting.browser.press("Tab");
    sitting.browser.becomes(focus, "die");
    assert_eq!(sitting.record(), before, "{}", sitting.browser.js(title));
    // A phone does not grow by the row of moves.
    sitting.browser.resize(PHONE, true);
    sitting.browser.press("6");
    sitting.browser.becomes("document.querySelectorAll('.mover').length > 1", true);
    assert_eq!(sitting.browser.js("innerWidth"), PHONE.0);
}

#[test]
fn a_reading_by_mouse() {
    a_whole_reading(Hand::Mouse, WINDOW, 2);
}

#[test]
fn a_reading_by_touch_on_a_phone() {
    a_whole_reading(Hand::Touch, PHONE, 3);
}

#[test]
fn a_game_by_mouse() {
    let Some(mut sitting) = Sitting::at_an_empty_notebook(Hand::Mouse, WINDOW, 4) else { return };
    sitting.begin_a_game();
    sitting.play(short_or_whole(4, 20));
    sitting.lose_the_program();
    sitting.play(short_or_whole(8, 40));
    assert_eq!(sitting.complaints(), [""; 0]);
}

#[test]
#[ignore = "long: `.ci/long` plays each game to its end"]
fn a_game_to_its_end_by_keyboard() {
    let Some(mut sitting) = Sitting::at_an_empty_notebook(Hand::Keyboard, WINDOW, 21) else { return };
    sitting.begin_a_game();
    sitting.play(usize::MAX);
    assert!(sitting.record().closing().is_some());
    eprintln!("enochian: {} turns on the page", sitting.record().enochian().unwrap().turns().len());
    assert_eq!(sitting.complaints(), [""; 0]);
}

/// RULES 4.2: a move that leaves the king in check is recorded only when the players say so.
#[test]
fn an_irregular_move_by_the_menu() {
    let Some(mut sitting) = Sitting::at_the_program(Hand::Mouse, WINDOW, 17) else { return };
    let start = "aK6wR/1ar6/8/7wK/8/8/5fr1fK/eK1er5 a ---- ---- 0000 8";
    let begun =
        sitting.program().command(&["game", "--board", "air", "--start", start, "--players", "Ann, Ben, Cy, Di"]);
    assert!({ begun }.stdin(Stdio::null()).status().unwrap().success());
    sitting.return_to_the_page();
    Hand::Mouse.press(&mut sitting.browser, "[aria-label=Menu]");
    Hand::Mouse.press_words(&mut sitting.browser, "An irregular move");
    sitting.browser.write("Pb7b6");
    sitting.browser.press("Enter");
    sitting.browser.becomes("document.querySelector(':popover-open') === null", true);
    let played = sitting.record();
    let turn = &played.enochian().unwrap().turns()[0];
    assert_eq!(turn.irregular.unwrap().to_string(), "the king of Air is in check and must move");
    assert_eq!(sitting.complaints(), [""; 0]);
}

#[test]
fn a_card_is_played_by_the_menu() {
    let Some(mut sitting) = Sitting::at_the_program(Hand::Mouse, WINDOW, 18) else { return };
    let begun = sitting.program().command(&["game", "--kind", "three,cards=on", "--players", "Ann, Ben, Cy"]);
    assert!({ begun }.stdin(Stdio::null()).status().unwrap().success());
    let address = sitting.address();
    sitting.browser.visit(&address);
    Hand::Mouse.press(&mut sitting.browser, "[aria-label=Menu]");
    Hand::Mouse.press_words(&mut sitting.browser, "A card");
    for typed in ["Sanctuary", "move c7c5, end"] {
        sitting.browser.write(typed);
        sitting.browser.press("Tab");
    }
    Hand::Mouse.press_words(&mut sitting.browser, "Play the card");
    sitting.browser.becomes("document.querySelector(':popover-open') === null", true);
    let played = sitting.record();
    let steps = played.play().steps();
    assert_eq!(steps[0].text, "card \"Sanctuary\": move c7c5, end");
    assert_eq!(sitting.complaints(), [""; 0]);
}

#[test]
fn a_reading_goes_from_the_page_to_the_prompts_and_back() {
    let Some(mut sitting) = Sitting::at_the_program(Hand::Keyboard, WINDOW, 5) else { return };
    sitting.ask("Will it rain?", "journey");
    sitting.play(4);
    // A page that is gone lets go of the journal.
    sitting.close_the_page();
    let typed = sitting.next_turn_for_the_prompts();
    let journal = sitting.journal();
    let resumed = ["read", "--resume", journal.to_str().unwrap()];
    let mut prompts = sitting.program().command(&resumed).spawn().unwrap();
    std::io::Write::write_all(&mut prompts.stdin.take().unwrap(), format!("{typed}\nstop\n").as_bytes()).unwrap();
    assert!(prompts.wait().unwrap().success());
    assert_eq!(sitting.record().enochian().unwrap().turns().len(), 5, "{typed}");
    sitting.return_to_the_page();
    sitting.play(8);
    assert_eq!(sitting.complaints(), [""; 0]);
}

#[test]
fn a_state_that_comes_before_the_answer_to_an_act_takes_nothing_from_the_hand() {
    for (hand, seed) in [(Hand::Keyboard, 11), (Hand::Mouse, 12)].into_iter().take(short_or_whole(1, 2)) {
        let Some(mut sitting) = Sitting::at_the_program(hand, WINDOW, seed) else { return };
        sitting.ask("Will it rain?", "journey");
        sitting.play(2);
        sitting.answer_late();
        for turn in 3..6 {
            sitting.throw_and_remark_elsewhere();
            sitting.play(turn);
        }
        assert_eq!(sitting.complaints(), [""; 0]);
    }
}

#[test]
fn two_windows_play_a_reading_in_turn() {
    let Some(mut sitting) = Sitting::at_the_program(Hand::Keyboard, WINDOW, 6) else { return };
    sitting.ask("Will it rain?", "journey");
    sitting.play(2);
    let mut other = Chromium::start().unwrap();
    other.resize(WINDOW, false);
    other.visit(&sitting.address());
    let turn = "document.querySelector('.panel h2').textContent";
    sitting.play(5);
    let shown = sitting.browser.js(turn);
    other.becomes(turn, shown.clone());
    // The other window goes on where this one is, which follows.
    other.click(".die:nth-of-type(3)");
    other.becomes(&format!("{turn} !== {shown}"), true);
    let shown = other.js(turn);
    sitting.browser.becomes(turn, shown);
    assert_eq!(other.complaints(), [""; 0]);
    assert_eq!(sitting.complaints(), [""; 0]);
}

/// The letter and the number beside the square at the top left, and the name of that square.
fn corner(sitting: &mut Sitting) -> [Value; 2] {
    let beside = "(() => { const texts = [...document.querySelectorAll('.coordinate')].map(it => it.textContent); \
        return [texts[0], texts[8]].sort().join(''); })()";
    let square =
        "[...document.querySelector('.cells [role=gridcell]').getAttribute('aria-label').slice(0, 2)].sort().join('')";
    [beside, square].map(|expression| sitting.browser.js(expression))
}

#[test]
fn letters_and_numbers_lie_with_the_board() {
    let Some(mut sitting) = Sitting::at_the_program(Hand::Keyboard, WINDOW, 13) else { return };
    sitting.ask("Will it rain?", "journey");
    sitting.play(1);
    let addresses = [sitting.address(), sitting.address().replace("#journal=", "#journal=another-")];
    let journal = sitting.journal();
    let another = format!("another-{}", journal.file_name().unwrap().to_str().unwrap());
    let mut seen = Vec::new();
    for side in 0..4 {
        // Loaded again, and another reading.
        for address in &addresses {
            if address.contains("another-") {
                fs::copy(&journal, journal.with_file_name(&another)).unwrap();
            }
            sitting.browser.visit("data:text/html,gone");
            sitting.browser.visit(address);
            sitting.browser.becomes("document.querySelectorAll('.board-picture use').length > 10", true);
            let [beside, square] = corner(&mut sitting);
            assert_eq!(beside, square, "side {side}, {address}");
            seen.push(square);
        }
        fs::remove_file(journal.with_file_name(&another)).unwrap();
        sitting.browser.press("t");
        let [beside, square] = corner(&mut sitting);
        assert_eq!(beside, square, "turned to side {}", side + 1);
    }
    seen.dedup();
    assert_eq!(seen.len(), 4, "four sides: {seen:?}");
}

#[test]
fn turns_whose_file_is_gone_are_saved_anew_with_one_button() {
    let Some(mut sitting) = Sitting::at_the_program(Hand::Keyboard, WINDOW, 15) else { return };
    sitting.ask("Will it rain?", "journey");
    sitting.play(2);
    let before = sitting.record();
    fs::remove_file(sitting.journal()).unwrap();
    sitting.browser.press("3");
    sitting.browser.becomes("document.querySelector('.acts .primary')?.innerText.startsWith('Save as a new')", true);
    sitting.browser.click(".acts .primary");
    sitting.browser.becomes("document.querySelector('.trouble')", Value::Null);
    let after = sitting.record();
    assert_eq!(after.entries()[..before.entries().len()], *before.entries());
    assert_eq!(after.entries().len(), before.entries().len() + 1, "with the throw that was waiting");
}

#[test]
fn a_note_is_written_on_the_turn_that_is_shown_also_when_all_is_over() {
    let Some(mut sitting) = Sitting::at_an_empty_notebook(Hand::Keyboard, WINDOW, 14) else { return };
    sitting.ask("Will it rain?", "journey");
    sitting.play(4);
    sitting.conclude();
    for _ in 0..3 {
        sitting.browser.press(",");
    }
    let turn = sitting.record().enochian().unwrap().turns()[sitting.record().enochian().unwrap().turns().len() - 3].ply;
    sitting.browser.press("n");
    sitting.browser.becomes("document.activeElement.className", "note-field");
    sitting.browser.write("that was the turn");
    sitting.browser.press("Enter");
    sitting.browser.becomes("document.querySelector('.square').innerText.includes('that was the turn')", true);
    let record = sitting.record();
    let note = record.notes().pop().unwrap();
    assert_eq!((note.words, note.ply), ("that was the turn", Some(turn)));
    // A picture with words.
    sitting.browser.becomes("document.querySelector('.note-field').value", "");
    Hand::Mouse.press(&mut sitting.browser, ".note-field");
    sitting.browser.write("the table then");
    let chosen = "(() => { const files = new DataTransfer(); const file = document.querySelector('.note-picture input'); \
         const png = Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10]); files.items.add(new File([png], 'my table.png')); \
         file.files = files.files; file.dispatchEvent(new Event('change')); return true; })()";
    assert_eq!(sitting.browser.js(chosen), true);
    sitting
        .browser
        .becomes("document.querySelector('.notes-list .here:last-child')?.innerText.includes('the table then')", true);
    let record = sitting.record();
    let note = record.notes().pop().unwrap();
    assert_eq!((note.words, note.ply), ("the table then", Some(turn)));
    assert!(note.picture.unwrap().file.starts_with("pictures/my-table-"));
    assert_eq!(sitting.complaints(), [""; 0]);
}

#[test]
fn the_turn_that_is_stepped_to_is_in_view_below_the_names_of_the_armies() {
    let Some(mut sitting) = Sitting::at_an_empty_notebook(Hand::Keyboard, (1280, 720), 16) else { return };
    sitting.ask("Will it rain?", "journey");
    sitting.play(60);
    for (key, times) in [(",", 1), ("Home", 1), (".", 9), (",", 7)] {
        (0..times).for_each(|_| sitting.browser.press(key));
        let turn = "new URLSearchParams(location.hash.slice(1)).get('turn')";
        let shown = "document.querySelector('.turns a[aria-current=step]')?.dataset.turn ?? null";
        sitting.browser.becomes(&format!("({shown}) === {turn}"), true);
        let hidden = "(() => { const shown = document.querySelector('.turns a[aria-current=step]'); if (!shown) return 0; \
             return document.querySelector('.turns thead th').getBoundingClientRect().bottom - shown.getBoundingClientRect().top; })()";
        let hidden = sitting.browser.js(hidden).as_f64().unwrap();
        assert!(hidden <= 1.0, "after {key}: {hidden} pixels are hidden");
    }
    let at = sitting.browser.js("document.querySelector('.turns a[aria-current=step]') !== null");
    assert_eq!(at, true, "a turn is shown");
}

/// Whether the page says something.
fn says(words: &str) -> String {
    format!("document.body.innerText.includes({words:?})")
}

#[test]
fn eight_windows_of_one_browser_follow_a_reading() {
    let Some(mut sitting) = Sitting::at_an_empty_notebook(Hand::Keyboard, WINDOW, 13) else { return };
    let first = sitting.browser.window();
    let address = sitting.host_address();
    let notebook = sitting.browser.another_window(&address);
    sitting.browser.becomes("document.querySelector('main h1')?.textContent", "What do you ask?");
    sitting.browser.look_at(&first);
    sitting.ask("Will it rain?", "journey");
    sitting.play(1);
    sitting.browser.look_at(&notebook);
    sitting.browser.becomes(&says("Will it rain?"), true);
    let address = sitting.address();
    let mut windows: Vec<_> = (0..8).map(|_| sitting.browser.another_window(&address)).collect();
    let mut player = first;
    for turns in [3, 5] {
        sitting.browser.look_at(&player);
        sitting.play(turns);
        let turn = "document.querySelector('.panel h2').textContent";
        let shown = sitting.browser.js(turn);
        for window in &windows {
            sitting.browser.look_at(window);
            sitting.browser.becomes(turn, shown.clone());
            assert_eq!(sitting.browser.js(&says("stopped")), false);
        }
        // When the window that has played is closed, another one goes on.
        sitting.browser.close(&player);
        player = windows.remove(0);
    }
    assert_eq!(sitting.complaints(), [""; 0]);
}

#[test]
fn what_people_write_is_never_markup() {
    let Some(mut sitting) = Sitting::at_an_empty_notebook(Hand::Keyboard, WINDOW, 10) else { return };
    let markup = "<img src=x onerror=document.title='taken'><b>Will it rain?</b>";
    let inert = |sitting: &mut Sitting, view: &str| {
        assert_eq!(sitting.browser.js("document.querySelectorAll('img[src=x], b > img').length"), 0, "{view}");
        assert_ne!(sitting.browser.js("document.title"), "taken", "{view}");
        sitting.browser.becomes("document.body.innerText.includes('<b>Will it rain?</b>')", true);
    };
    sitting.ask_and(markup, "journey", &mut |sitting, view| inert(sitting, view));
    sitting.play(2);
    sitting.note(markup);
    inert(&mut sitting, "play");
    sitting.conclude();
    inert(&mut sitting, "conclusion");
    sitting.notebook();
    inert(&mut sitting, "notebook");
    assert_eq!(sitting.complaints(), [""; 0]);
}

/// axe-core, from the registry of npm, fetched once for all tests. None where there is no browser to run it in.
fn axe() -> Option<&'static str> {
    static AXE: OnceLock<String> = OnceLock::new();
    (std::env::var("ENOCHIAN_BROWSER").as_deref() == Ok("must")).then(|| AXE.get_or_init(fetched_axe).as_str())
}

fn fetched_axe() -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("axe-core");
    let script = folder.join("node_modules/axe-core/axe.min.js");
    if !script.exists() {
        fs::create_dir_all(&folder).unwrap();
        let fetched = Command::new("npm")
            .args(["install", "--silent", "--no-audit", "--no-fund", "--prefix"])
            .arg(&folder)
            .arg("axe-core@4.11")
            .status();
        assert!(fetched.is_ok_and(|status| status.success()), "axe-core could not be fetched with npm");
    }
    fs::read_to_string(script).unwrap()
}

/// What axe-core finds on the page as it stands: the rule, and where it is broken.
fn findings(browser: &mut Chromium, axe: &str) -> Vec<String> {
    // By the protocol, since the page's own policy lets no foreign script in.
    browser.js(&format!("{axe}; typeof axe"));
    let run = "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})\
        .then(found => found.violations.map(it => it.id + ': ' + it.nodes.map(node => node.target + ' ' + node.failureSummary).join('; ')))";
    let found = browser.awaited(run);
    found.as_array().unwrap().iter().map(Value::to_string).collect()
}

#[test]
fn axe_finds_nothing_on_any_view() {
    let Some(axe) = axe() else { return };
    let looks = [(WINDOW, "dark"), (PHONE, "light"), (WINDOW, "light")];
    for (size, scheme) in looks.into_iter().take(short_or_whole(2, 3)) {
        let hand = if size == PHONE { Hand::Touch } else { Hand::Keyboard };
        let Some(mut sitting) = Sitting::at_an_empty_notebook(hand, size, 7) else { return };
        sitting.browser.prefer("prefers-color-scheme", scheme);
        let mut seen = 0;
        let mut look = |sitting: &mut Sitting, view: &str| {
            let found = findings(&mut sitting.browser, axe);
            assert!(found.is_empty(), "{view}, {scheme}, {size:?}: {found:#?}");
            seen += 1;
        };
        look(&mut sitting, "empty notebook");
        sitting.ask_and("Is my brother happy?", "brother", &mut |sitting, step| look(sitting, step));
        look(&mut sitting, "to throw");
        sitting.throw_and_wait();
        look(&mut sitting, "to move");
        sitting.play(4);
        look(&mut sitting, "after four turns");
        sitting.conclude();
        look(&mut sitting, "conclusion");
        sitting.notebook();
        look(&mut sitting, "notebook");
        assert!(seen >= 8, "{seen} views");
    }
}

#[test]
fn axe_can_find_something() {
    let Some(axe) = axe() else { return };
    let Some(mut browser) = Chromium::start() else { return };
    browser.visit("data:text/html,<img src='x'><button></button>");
    assert!(findings(&mut browser, axe).len() >= 2);
}

#[test]
fn one_board_is_in_view_whole_and_nothing_scrolls_sideways() {
    for (size, hand) in [(WINDOW, Hand::Mouse), (PHONE, Hand::Touch)] {
        let Some(mut sitting) = Sitting::at_an_empty_notebook(hand, size, 8) else { return };
        sitting.ask("Will it rain?", "journey");
        sitting.play(short_or_whole(12, 30));
        is_in_view(&mut sitting, size);
        // As high as a laptop's window, and as a phone's with the browser's bars.
        let less = (size.0, if hand == Hand::Touch { 664 } else { 680 });
        sitting.browser.resize(less, hand == Hand::Touch);
        is_in_view(&mut sitting, less);
    }
}

fn is_in_view(sitting: &mut Sitting, size: (u32, u32)) {
    assert_eq!(sitting.browser.js("[innerWidth, innerHeight]"), json!([size.0, size.1]), "the page fits the window");
    let inside = "(() => { const box = document.querySelector('.board-picture').getBoundingClientRect(); \
        return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight; })()";
    assert_eq!(sitting.browser.js(inside), true, "{size:?}");
    // On a phone the page is one column that scrolls; the last landing is whole in it.
    let scrolls = "document.scrollingElement.scrollHeight > innerHeight";
    assert_eq!(sitting.browser.js(scrolls), size.0 == PHONE.0, "{size:?}");
    let cut = "(() => { const it = document.querySelector('.square'); return it.scrollHeight - it.clientHeight; })()";
    let cut = sitting.browser.js(cut).as_i64().unwrap();
    assert!(size.0 != PHONE.0 || cut <= 1, "{cut} pixels of the landing are hidden at {size:?}");
    let sideways = "document.scrollingElement.scrollWidth <= innerWidth";
    assert_eq!(sitting.browser.js(sideways), true, "{size:?}");
    let dice = "[...document.querySelectorAll('.die')].every(die => { const box = die.getBoundingClientRect(); \
        return box.bottom <= innerHeight && box.width >= 24 && box.height >= 24; })";
    assert_eq!(sitting.browser.js(dice), true, "{size:?}");
}

/// Prints figures. Time is no test.
#[test]
#[ignore = "long: `.ci/long` prints its figures"]
fn how_long_a_person_waits() {
    let begun = Instant::now();
    let Some(mut sitting) = Sitting::at_the_program(Hand::Keyboard, WINDOW, 9) else { return };
    eprintln!("browser and program started in {:?}", begun.elapsed());
    sitting.ask("Is my brother happy in his present situation?", "brother");
    sitting.play(400);
    let mut waits = sitting.measure(41);
    waits.sort_by(f64::total_cmp);
    eprintln!("from key to drawn board at turn 400: median {:.1} ms, longest {:.1} ms", waits[20], waits[40]);
    let address = sitting.address();
    let mut starts: Vec<f64> = (0..11)
        .map(|_| {
            let mut program = Program::start(sitting.program().folder());
            let begun = Instant::now();
            program.restart();
            sitting.browser.visit(&format!("{}#{}", program.address, address.split('#').nth(1).unwrap()));
            while sitting.browser.js("document.querySelectorAll('.board-picture use').length > 10") != true {}
            begun.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    starts.sort_by(f64::total_cmp);
    eprintln!("from start of the program to the board at turn 400: median {:.0} ms", starts[5]);
}
