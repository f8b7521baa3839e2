//! A reading or a game held on the page, each act of it compared with the journal: that on the disk where the program serves the page,
//! and where the page has the program with it (`ENOCHIAN_TABLE=web`), the one that it saves.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use enochian::chess::{Kind, Mode, Move, Piece, Position, Square};
use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal;
use enochian::reading::Throw;
use enochian::record::{Entry, Record};
use enochian::render::capitalised;
use enochian::session::TurnOptions;
use tempfile::TempDir;

use super::chromium::Chromium;
use super::hand::Hand;
use super::program::Program;
use super::web_space::WebSpace;

pub(crate) const WINDOW: (u32, u32) = (1280, 800);
pub(crate) const PHONE: (u32, u32) = (390, 844);

/// How long the page may take for an act before the test fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// A person at the table.
pub(crate) struct Sitting {
    pub(crate) browser: Chromium,
    host: Host,
    hand: Hand,
    size: (u32, u32),
    /// What dice and choices come from.
    chance: u64,
    /// The entries that the page has shown as done.
    done: usize,
    /// What was done last, for a failure.
    last: String,
    /// The notebook of the program, or what the browser keeps.
    folder: TempDir,
}

/// Where the page comes from.
#[allow(clippy::large_enum_variant, reason = "there is one in each test")]
enum Host {
    Program(Program),
    /// It has gone: the page works without it.
    Web {
        address: String,
    },
}

impl Sitting {
    /// The page of a notebook without journals. None where there is no browser.
    pub(crate) fn at_an_empty_notebook(hand: Hand, size: (u32, u32), seed: u64) -> Option<Sitting> {
        let folder = tempfile::tempdir().unwrap();
        let is_web = std::env::var("ENOCHIAN_TABLE").is_ok_and(|table| table == "web");
        let mut browser = Chromium::with_profile(&folder.path().join("profile"))?;
        browser.resize(size, hand == Hand::Touch);
        let host = if is_web {
            let space = WebSpace::serve();
            browser.visit(&space.address);
            browser.awaited("navigator.serviceWorker.ready.then(() => true)");
            Host::Web { address: space.address.clone() }
        } else {
            Host::Program(Program::start(folder.path()))
        };
        let mut sitting = Sitting { browser, host, hand, size, chance: seed, done: 0, last: String::new(), folder };
        let address = sitting.host_address();
        sitting.browser.visit(&address);
        sitting.becomes("Boolean(document.querySelector('main'))", true);
        Some(sitting)
    }

    /// The same, where the program serves the page. None where another does.
    pub(crate) fn at_the_program(hand: Hand, size: (u32, u32), seed: u64) -> Option<Sitting> {
        Sitting::at_an_empty_notebook(hand, size, seed).filter(|sitting| matches!(sitting.host, Host::Program(_)))
    }

    pub(crate) fn program(&self) -> &Program {
        let Host::Program(program) = &self.host else { panic!("no program serves this page") };
        program
    }

    /// The address of the notebook.
    pub(crate) fn host_address(&self) -> String {
        match &self.host {
            Host::Program(program) => program.address.clone(),
            Host::Web { address } => address.clone(),
        }
    }

    /// What the page is told at an address.
    fn reach(&mut self, address: &str) -> String {
        let asked = format!("import('./reach.js').then(({{ reach }}) => reach({address:?})).then(it => it.text())");
        self.browser.awaited(&asked).as_str().unwrap().to_owned()
    }

    /// The words of the glossary that the page prints and does not mark; those in controls are in its list of words.
    pub(crate) fn unmarked(&mut self) -> Vec<String> {
        let glossary = Correspondences::embedded().glossary();
        let entries = glossary.map(|it| serde_json::json!({ "name": capitalised(&it.name), "marks": it.marks }));
        let entries = serde_json::Value::from_iter(entries);
        let found = self.browser.js(&format!(
            "(() => {{ const entries = {entries}; const by = new Map(entries.flatMap(it => it.marks.map(mark => [mark.toLowerCase(), it.name]))); \
             const marks = [...by.keys()].sort((one, other) => other.length - one.length).join('|'); \
             const pattern = new RegExp('(?<![\\\\w-])(?:' + marks + ')(?![\\\\w-])', 'gi'); \
             const control = '[role=option], button, a, label, select, input, textarea, summary, svg, kbd, code, pre, h1, table, dt, .own-words, .path, .unseen, .notebook-name'; \
             const walker = document.createTreeWalker(document.getElementById('app'), NodeFilter.SHOW_TEXT); const found = []; \
             while (walker.nextNode()) {{ const text = walker.currentNode; const parent = text.parentElement; \
               if (!parent.getClientRects().length) continue; \
               for (const [word] of text.data.matchAll(pattern)) {{ \
                 if (parent.closest('a.term, .own-words, svg, .unseen')) continue; \
                 const block = parent.closest('p, li, dd, h2, h3, figcaption, blockquote, legend, div') ?? parent; \
                 const is = parent.closest(control) ? document.querySelector('.words, .tool.book') \
                   : block.querySelector(`a.term[data-entry=\"${{by.get(word.toLowerCase())}}\"]`); \
                 if (!is) found.push(word + ': ' + text.data); }} }} return found; }})()"
        ));
        found.as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect()
    }

    /// The name of the journal: there is one.
    pub(crate) fn name(&mut self) -> String {
        if let Host::Program(_) = self.host {
            return self.journal().file_stem().unwrap().to_str().unwrap().to_owned();
        }
        let home = self.reach("part?home");
        let names = home.split("href=\"#journal=").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned());
        let names: BTreeSet<String> = names.collect();
        assert_eq!(names.len(), 1, "{names:?}");
        names.into_iter().next().unwrap()
    }

    fn chance(&mut self, below: usize) -> usize {
        // SplitMix64.
        self.chance = self.chance.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.chance ^ self.chance >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % below as u64) as usize
    }

    /// The journal: there is one.
    pub(crate) fn journal(&self) -> PathBuf {
        let folder = self.program().folder().join("journals");
        let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let mut journals: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|it| it == "md")).collect();
        assert_eq!(journals.len(), 1, "{journals:?}");
        journals.remove(0)
    }

    /// What is in the journal.
    pub(crate) fn record(&mut self) -> Record {
        if let Host::Program(_) = self.host {
            return read(&self.journal());
        }
        let shown = self.browser.js("new URLSearchParams(location.hash.slice(1)).get('journal')");
        let name = shown.as_str().map_or_else(|| self.name(), str::to_owned);
        let text = self.reach(&format!("journal.md?journal={name}"));
        journal::read_text(&Source::new("journal.md", text), Correspondences::embedded()).unwrap()
    }

    /// Asks a question, of a category found by a word, and goes on to the first throw.
    pub(crate) fn ask(&mut self, question: &str, word: &str) {
        self.ask_and(question, word, &mut |_, _| {});
    }

    /// The same, looking at each view on the way.
    pub(crate) fn ask_and(&mut self, question: &str, word: &str, look: &mut dyn FnMut(&mut Sitting, &str)) {
        let hand = self.hand;
        if hand != Hand::Keyboard {
            self.becomes("Boolean(document.querySelector('textarea'))", true);
            hand.press(&mut self.browser, "textarea");
        }
        self.becomes("document.activeElement.tagName", "TEXTAREA");
        self.browser.write(question);
        self.on("Begin a reading");
        self.becomes("location.hash", "#ask");
        self.becomes("document.querySelector('[name=question]')?.value", question);
        assert_eq!(self.unmarked(), [""; 0]);
        look(self, "question");
        // Who asks is asked, and may be left out; a word names the matter.
        hand.reach(&mut self.browser, "[name=matter]");
        self.browser.write(word);
        self.becomes("Boolean(document.querySelector('.reason strong'))", true);
        self.becomes("[...document.querySelectorAll('.asking img[data-shown]')].every(it => it.complete)", true);
        assert_eq!(self.unmarked(), [""; 0]);
        look(self, "matter");
        hand.press(&mut self.browser, ".asking .foot .primary");
        self.becomes("location.hash.startsWith('#journal=')", true);
        self.settle();
    }

    /// Goes on: with Enter, or with the button of these words.
    fn on(&mut self, words: &str) {
        match self.hand {
            Hand::Keyboard => self.browser.press("Enter"),
            hand => hand.press_words(&mut self.browser, words),
        }
    }

    /// Begins a game of one person.
    pub(crate) fn begin_a_game(&mut self) {
        self.hand.press_words(&mut self.browser, "Play a game instead");
        self.becomes("location.hash", "#game");
        let hand = self.hand;
        match hand {
            Hand::Keyboard => {
                hand.reach(&mut self.browser, "[name=against]");
                self.browser.press("ArrowRight");
            }
            _ => hand.press(&mut self.browser, "label:has([name=against][value=people])"),
        }
        self.becomes("Boolean(document.querySelector('.seat'))", true);
        hand.press_words(&mut self.browser, "Begin the game");
        self.becomes("location.hash.startsWith('#journal=')", true);
        self.settle();
    }

    /// Plays on until so many turns are played, or a game is over.
    pub(crate) fn play(&mut self, turns: usize) {
        while self.record().enochian().unwrap().turns().len() < turns {
            let record = self.record();
            match record.enochian().unwrap().session().options() {
                TurnOptions::Throw => self.throw(),
                TurnOptions::Moves(turn) if turn.moves == [Move::Pass] => {
                    self.hand.press(&mut self.browser, ".acts .primary");
                }
                TurnOptions::Moves(turn) => {
                    let mv = self.choose(&record, &turn.moves);
                    self.make(&record, &turn.moves, mv);
                }
                TurnOptions::Over(_) if record.mode() == Mode::Game => return,
                TurnOptions::Over(end) => {
                    panic!("it is over after {} turns: {end}", record.enochian().unwrap().turns().len())
                }
            }
            self.settled_after(&record);
        }
    }

    /// A move, but none with which a reading could end.
    fn choose(&mut self, record: &Record, moves: &[Move]) -> Move {
        let ptah = record.heading().game.enochian().unwrap().ptah();
        let others: Vec<Move> = moves.iter().copied().filter(|mv| mv.to() != ptah || ptah.is_none()).collect();
        let from = if others.is_empty() { moves } else { &others };
        from[self.chance(from.len())]
    }

    fn throw(&mut self) {
        let number = self.chance(6) + 1;
        match self.hand {
            Hand::Keyboard => self.browser.press(&number.to_string()),
            hand => hand.press(&mut self.browser, &format!(".die:nth-of-type({number})")),
        }
    }

    /// Throws, and waits until it is on the page.
    pub(crate) fn throw_and_wait(&mut self) {
        let record = self.record();
        self.throw();
        self.settled_after(&record);
    }

    /// From now on the answers to acts need a moment to reach the page.
    pub(crate) fn answer_late(&mut self) {
        self.browser.js("(() => { const reach = window.fetch; window.fetch = async (address, request) => { \
             const answer = await reach(address, request); \
             if (address.startsWith('act?')) await new Promise(wait => setTimeout(wait, 700)); \
             return answer; }; })()");
    }

    /// Throws, and before the page has its answer another window writes a remark, so that the page hears of the throw twice.
    pub(crate) fn throw_and_remark_elsewhere(&mut self) {
        let record = self.record();
        self.throw();
        while done(&self.record()) == done(&record) {
            sleep(Duration::from_millis(2));
        }
        let journal = self.name();
        let remark = serde_json::json!({ "id": "elsewhere", "act": "remark", "fields": { "text": "A remark." } });
        let body = remark.to_string();
        let headers = "{ 'Content-Type': 'application/json' }";
        let sent = self.browser.awaited(&format!(
            "fetch('act?journal={journal}', {{ method: 'POST', headers: {headers}, body: {body:?} }}).then(it => it.status)"
        ));
        assert_eq!(sent, 200);
        self.settle();
    }

    /// Makes a move in one of the ways in which this hand can.
    fn make(&mut self, record: &Record, moves: &[Move], mv: Move) {
        let Move::Step { from, to, .. } = mv else { unreachable!("a pass is made by its button") };
        let way = self.chance(3);
        self.last = format!("{mv}, the way {way}");
        let is_only = moves.iter().filter(|other| other.to() == Some(to)).count() == 1;
        match self.hand {
            Hand::Keyboard if way == 0 && is_only => self.walk(from, to),
            Hand::Keyboard if way == 1 && is_only => {
                self.browser.write(&to.to_string());
                self.browser.press("Enter");
            }
            Hand::Keyboard => {
                self.browser.write(&mv.to_string());
                self.browser.press("Enter");
                return;
            }
            Hand::Mouse if way == 0 => self.browser.drag(&cell(from), &cell(to)),
            Hand::Mouse => {
                let pieces: Vec<Option<Square>> = moves.iter().map(origin).collect();
                if pieces.iter().any(|piece| *piece != pieces[0]) {
                    self.browser.click(&cell(from));
                }
                self.browser.click(&cell(to));
            }
            Hand::Touch => {
                let pieces: Vec<Option<Square>> = moves.iter().map(origin).collect();
                if pieces.iter().any(|piece| *piece != pieces[0]) {
                    self.browser.tap(&cell(from));
                }
                self.browser.tap(&cell(to));
                if way == 0 {
                    self.browser.tap(&cell(to));
                } else {
                    self.becomes("Boolean(document.querySelector('.acts .primary'))", true);
                    self.browser.tap(".acts .primary");
                }
            }
        }
        self.answer(record, mv);
    }

    /// Answers the page where it has to ask: which of two pieces is meant, or what a pawn becomes.
    fn answer(&mut self, record: &Record, mv: Move) {
        let Move::Step { role, from, promotion, .. } = mv else { return };
        let piece =
            record.enochian().unwrap().position().pieces_at(from).find(|piece| role == piece.kind.into()).unwrap();
        let asked = "document.querySelector('.choice-of:not([hidden]) .prompt')?.textContent ?? ''";
        let (begun, mut answered) = (Instant::now(), String::new());
        while done(&self.record()) == done(record) && begun.elapsed() < PATIENCE {
            let question = self.browser.js(asked).as_str().unwrap_or_default().to_owned();
            let words = match promotion {
                // It stays on the page until the act is saved.
                _ if question == answered => continue,
                _ if question.starts_with("Which piece goes to ") => {
                    format!("{} on {from}", capital(name(piece).split(" of ").next().unwrap_or_default()))
                }
                Some(officer) if question == "What does the pawn become?" => capital(officer.name()),
                _ => continue,
            };
            self.hand.press_words(&mut self.browser, &words);
            answered = question;
        }
    }

    /// Walks to a square with the arrow keys, from the piece that moves.
    fn walk(&mut self, from: Square, to: Square) {
        self.browser.write(&from.to_string());
        self.becomes("document.activeElement.getAttribute('aria-label')?.slice(0, 2)", from.to_string());
        self.browser.press("Enter");
        let (right, up) = (to.file() as i32 - from.file() as i32, to.rank() as i32 - from.rank() as i32);
        for _ in 0..right.abs() {
            self.browser.press(if right > 0 { "ArrowRight" } else { "ArrowLeft" });
        }
        for _ in 0..up.abs() {
            self.browser.press(if up > 0 { "ArrowUp" } else { "ArrowDown" });
        }
        self.browser.press("Enter");
    }

    /// Waits until the page has gone on from a state, and compares it with the disk.
    fn settled_after(&mut self, before: &Record) {
        let begun = Instant::now();
        while done(&self.record()) == done(before) {
            if begun.elapsed() > PATIENCE {
                panic!("{} was not saved: {}", self.last.clone(), self.seen());
            }
            sleep(Duration::from_millis(2));
        }
        self.settle();
    }

    /// Waits until the page shows what is on the disk.
    fn settle(&mut self) {
        let record = self.record();
        assert!(record.entries().len() >= self.done, "{} entries of {} are left", record.entries().len(), self.done);
        self.done = record.entries().len();
        let begun = Instant::now();
        loop {
            let shown = self.shown();
            let wanted = (title(&record), standing(record.enochian().unwrap().position()));
            if shown == wanted {
                return;
            }
            if begun.elapsed() > PATIENCE {
                panic!("the page shows {shown:#?}, the disk has {wanted:#?}: {}", self.seen());
            }
            sleep(Duration::from_millis(5));
        }
    }

    /// The heading of the turn, and what stands on each square, as the page names it.
    fn shown(&mut self) -> (String, Vec<String>) {
        let title = self.browser.js("document.querySelector('.panel h2')?.textContent ?? ''");
        let cells = self
            .browser
            .js("[...document.querySelectorAll('[role=gridcell]')].map(cell => cell.getAttribute('aria-label'))");
        let mut squares: Vec<String> = cells
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|name| {
                let parts: Vec<&str> = name.as_str()?.split(", ").collect();
                let pieces: Vec<&str> =
                    parts.iter().copied().filter(|part| part.contains(" of ") && !part.contains(" can ")).collect();
                let frozen = if parts.contains(&"frozen") { ", frozen" } else { "" };
                (!pieces.is_empty()).then(|| format!("{}: {}{frozen}", parts[0], pieces.join(" and ")))
            })
            .collect();
        squares.sort();
        let title = title.as_str().unwrap_or_default();
        (title.split(':').next().unwrap_or_default().to_owned(), squares)
    }

    /// Waits until an expression has a value, and tells what the page shows if it never has.
    fn becomes(&mut self, expression: &str, value: impl Into<serde_json::Value>) {
        let (value, begun) = (value.into(), Instant::now());
        while self.browser.js(expression) != value {
            if begun.elapsed() > PATIENCE {
                panic!("{expression} is {} and not {value}: {}", self.browser.js(expression), self.seen());
            }
            sleep(Duration::from_millis(5));
        }
    }

    /// The text of the page, for a failure; and a picture of it.
    fn seen(&mut self) -> String {
        self.browser.picture(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("table.png"));
        self.browser.js("document.body.innerText").as_str().unwrap_or_default().to_owned()
    }

    /// Ends the program in the middle of an act, starts it again and opens its new address. At most that act is lost.
    pub(crate) fn lose_the_program(&mut self) {
        let before = self.record();
        match before.enochian().unwrap().session().options() {
            TurnOptions::Throw => self.throw(),
            TurnOptions::Moves(turn) => {
                let mv = self.choose(&before, &turn.moves);
                if mv == Move::Pass { self.browser.press("Enter") } else { self.make(&before, &turn.moves, mv) }
            }
            TurnOptions::Over(_) => {}
        }
        match &mut self.host {
            Host::Program(program) => program.restart(),
            Host::Web { .. } => self.browser.kill(),
        }
        let is_web = matches!(self.host, Host::Web { .. });
        if is_web {
            self.browser = Chromium::with_profile(&self.folder.path().join("profile")).unwrap();
            self.browser.resize(self.size, self.hand == Hand::Touch);
            let address = self.host_address();
            self.browser.visit(&address);
            self.becomes("Boolean(document.querySelector('main'))", true);
        }
        let after = self.record();
        let kept = before.entries();
        assert_eq!(&after.entries()[..kept.len()], kept, "everything that was shown as done is there");
        assert!(after.entries().len() <= kept.len() + 1);
        if !is_web {
            self.becomes("document.body.innerText.includes('The program has stopped')", true);
        }
        self.return_to_the_page();
    }

    /// The address of the journal on the page.
    pub(crate) fn address(&mut self) -> String {
        format!("{}#journal={}", self.host_address(), self.name())
    }

    /// Leaves the page, so that the program lets go of the journal.
    pub(crate) fn close_the_page(&mut self) {
        self.browser.visit("data:text/html,gone");
        sleep(Duration::from_secs(7));
    }

    /// Opens the journal on the page.
    pub(crate) fn return_to_the_page(&mut self) {
        let address = self.address();
        self.browser.visit(&address);
        self.settle();
    }

    /// A throw and its move, as one types them at the prompts.
    pub(crate) fn next_turn_for_the_prompts(&mut self) -> String {
        let record = self.record();
        loop {
            let number = self.chance(6) + 1;
            let mut ahead = record.enochian().unwrap().session().clone();
            ahead.accept(enochian::session::Act::Throw(Throw::new(number as u8).unwrap())).unwrap();
            match ahead.moves().as_slice() {
                [Move::Pass] => {}
                moves => return format!("{number}\n{}", moves[0]),
            }
        }
    }

    /// Writes a note.
    pub(crate) fn note(&mut self, words: &str) {
        let before = self.record();
        self.browser.press("n");
        self.becomes("document.activeElement.className", "note-field");
        self.browser.write(words);
        self.browser.press("Enter");
        self.settled_after(&before);
        assert_eq!(self.record().notes().last().map(|note| note.words.to_owned()).as_deref(), Some(words));
    }

    /// Writes a note, and then other words before it.
    pub(crate) fn correct_a_note(&mut self) {
        self.note("is my uncle");
        self.hand.press(&mut self.browser, ".notes-list .here .correct");
        self.becomes("document.activeElement.value", "is my uncle");
        self.browser.write(" of Ann");
        self.browser.press("Enter");
        self.becomes("document.querySelector('.notes-list .here .own-words')?.textContent", "is my uncle of Ann");
        self.becomes("document.activeElement.ariaLabel?.startsWith('Correct the note')", true);
    }

    /// Withdraws it.
    pub(crate) fn withdraw_a_note(&mut self) {
        self.hand.press(&mut self.browser, ".conclusion .correct");
        self.becomes("document.activeElement.value", "is my uncle of Ann");
        self.hand.press_words(&mut self.browser, "Withdraw the note");
        self.becomes("document.querySelectorAll('.conclusion .correct').length", 0);
        assert_eq!(self.record().notes(), []);
    }

    /// Concludes the reading without an answer.
    pub(crate) fn conclude(&mut self) {
        while self.record().enochian().unwrap().throw().is_some() {
            let turns = self.record().enochian().unwrap().turns().len();
            self.play(turns + 1);
        }
        if self.hand == Hand::Touch {
            self.hand.press(&mut self.browser, "[aria-label=Menu]");
            self.becomes("Boolean(document.querySelector(':popover-open'))", true);
        }
        self.hand.press_words(&mut self.browser, "Conclude");
        self.browser.becomes(
            "document.querySelector(':popover-open .prompt')?.textContent",
            "Conclude now, without an answer?",
        );
        self.hand.press(&mut self.browser, ":popover-open .primary");
        self.becomes("document.querySelector('.conclusion')?.innerText.includes('Undecided')", true);
        assert!(self.record().closing().is_some());
    }

    /// Goes back to the notebook.
    pub(crate) fn notebook(&mut self) {
        self.hand.press(&mut self.browser, "a[href='#'], [aria-label*='otebook']");
        self.becomes("document.querySelector('main h1')?.textContent", "What do you ask?");
    }

    /// What the page complained of; that the program could not be reached while it was gone is no fault of the page.
    pub(crate) fn complaints(&mut self) -> Vec<String> {
        let mut all = self.browser.complaints();
        all.retain(|it| !it.contains("ERR_CONNECTION_REFUSED") && !it.contains("ERR_INCOMPLETE_CHUNKED_ENCODING"));
        all
    }

    /// Plays so many acts, and tells for each how long it took from the key to the drawn board, in milliseconds.
    pub(crate) fn measure(&mut self, acts: usize) -> Vec<f64> {
        self.browser.js(
            // From the last key of an act, since a move is typed with several.
            "window.waits = []; let from, waiting; addEventListener('keydown', () => { from = performance.now(); \
             if (waiting) return; waiting = true; const read = () => document.querySelector('.panel h2').textContent; \
             const before = read(); const drawn = () => { waits.push(performance.now() - from); waiting = false; }; \
             const look = () => requestAnimationFrame(read() === before ? look : drawn); look(); }, true); 0",
        );
        let mut waits = Vec::new();
        while waits.len() < acts {
            let turns = self.record().enochian().unwrap().turns().len();
            self.play(turns + 1);
            let all = self.browser.js("waits");
            waits = all.as_array().unwrap().iter().filter_map(serde_json::Value::as_f64).collect();
        }
        waits.truncate(acts);
        waits
    }
}

fn read(path: &Path) -> Record {
    // While an entry is being appended, the file ends within it.
    for _ in 0..200 {
        if let Ok(record) = journal::read(path, Correspondences::embedded()) {
            return record;
        }
        sleep(Duration::from_millis(5));
    }
    journal::read(path, Correspondences::embedded()).unwrap()
}

fn cell(square: Square) -> String {
    format!("[role=gridcell][aria-label^='{square}']")
}

fn origin(mv: &Move) -> Option<Square> {
    match mv {
        Move::Step { from, .. } => Some(*from),
        Move::Pass => None,
    }
}

/// A piece as the page names it.
fn name(piece: Piece) -> String {
    match piece.kind {
        Kind::Pawn(officer) => format!("{}’s pawn of {}", officer.name(), piece.army),
        _ => piece.to_string(),
    }
}

fn capital(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}

/// The heading of the turn, up to the piece.
fn title(record: &Record) -> String {
    let army = record.enochian().unwrap().turn();
    match (record.enochian().unwrap().throw(), record.mode()) {
        _ if record.closing().is_some() => "Concluded".to_owned(),
        (Some(throw), _) => format!("{army} throws {throw}"),
        (None, Mode::Reading) => format!("{army} to throw"),
        (None, Mode::Game) => format!("{army} to move"),
    }
}

/// How much a person has done. That play was resumed is written before the act with which it is.
fn done(record: &Record) -> usize {
    record.entries().iter().filter(|entry| !matches!(entry, Entry::Resumed(_))).count()
}

/// What stands on each square.
fn standing(position: &Position) -> Vec<String> {
    let mut squares: Vec<String> = Square::all()
        .filter_map(|square| {
            let pieces: Vec<_> = position.pieces_at(square).collect();
            let frozen = if pieces.iter().any(|piece| position.is_frozen(piece.army)) { ", frozen" } else { "" };
            let names: Vec<String> = pieces.iter().copied().map(name).collect();
            (!names.is_empty()).then(|| format!("{square}: {}{frozen}", names.join(" and ")))
        })
        .collect();
    squares.sort();
    squares
}
