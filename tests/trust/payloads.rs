//! Texts that would be programs, links or formulas elsewhere, in every text of every export and of the table.
//!
//! Each record is exported twice: with the payload as its texts, and with a harmless text of the same length. Opened in Chromium,
//! the page and the picture with the payload consist of the same elements as the harmless ones, nothing in them runs, nothing is
//! fetched, and no policy had to prevent it. So it is with the table. A cell for a spreadsheet begins no formula, Markdown has no
//! element or link more, and JSON has the text as it was given.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use serde_json::Value;

use crate::chromium::Chromium;
use crate::desk::files;
use crate::desk::http::Served;
use crate::notebook::Notebook;
use crate::sample::short_or_whole;

/// What leaves a mark where it runs: `RAN` becomes 1, or the address `http://enochian.invalid/` is asked for.
fn payloads() -> Vec<String> {
    serde_json::from_str(include_str!("payloads.json")).unwrap()
}

/// The journals of a notebook, by the part of their names by which a command finds them, and the formats of their exports.
const JOURNALS: [(&str, &[&str]); 4] = [
    ("reading", &["html", "svg", "markdown", "json", "sheet"]),
    ("game", &["html", "svg", "markdown", "json", "sheet"]),
    ("three", &["html", "svg", "markdown", "json"]),
    ("other", &["html", "markdown", "json"]),
];

#[test]
fn nothing_that_people_write_runs_or_is_fetched_in_an_export_or_on_the_page() {
    if Chromium::start().is_none() {
        return;
    }
    let tried: Vec<String> = payloads().into_iter().step_by(short_or_whole(30, 1)).collect();
    let of_part = |part: usize| {
        let Some(mut browser) = Chromium::start() else { return };
        for payload in tried.iter().skip(part).step_by(2) {
            Tried { payload }.does_nothing(&mut browser);
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| of_part(1));
        of_part(0);
    });
}

struct Tried<'p> {
    payload: &'p str,
}

impl Tried<'_> {
    /// A text of the same length in which nothing means anything. It has no more places at which a line can be broken.
    fn harmless(&self) -> String {
        self.payload.chars().map(|c| if c.is_ascii_punctuation() { 'x' } else { c }).collect()
    }

    fn fails(&self, page: &str, why: &str) -> ! {
        panic!("{:?} in {page}: {why}", self.payload)
    }

    fn does_nothing(&self, browser: &mut Chromium) {
        let (wicked, harmless) = (notebook_with(self.payload), notebook_with(&self.harmless()));
        for (journal, formats) in JOURNALS {
            for format in formats {
                let page = format!("the {format} of {journal}");
                let [found, right] = [&wicked, &harmless].map(|notebook| {
                    let file = notebook.path(&format!("{journal}.{format}"));
                    let out = file.to_str().unwrap().to_owned();
                    let output = notebook.run(&["journal", "export", journal, "--format", format, "--out", &out], "");
                    assert!(output.status.success(), "{page}: {}", String::from_utf8_lossy(&output.stderr));
                    file
                });
                match *format {
                    "html" | "svg" => self.does_nothing_on_a_page(browser, &page, &found, &right),
                    "markdown" => self.is_plain_in_markdown(&page, &found, &right),
                    "json" => self.is_kept(&page, &found),
                    _ => {}
                }
            }
        }
        let tables = wicked.path("tables");
        let output = wicked.run(&["journal", "export-all", tables.to_str().unwrap(), "--format", "csv"], "");
        assert!(output.status.success(), "the tables: {}", String::from_utf8_lossy(&output.stderr));
        for table in ["turns", "landings", "notes"] {
            self.is_no_formula(&format!("the table of {table}"), &tables.join(format!("{table}.csv")));
        }
        let [found, right] = [&wicked, &harmless].map(|notebook| {
            let file = notebook.path("book.html");
            let output = notebook.run(&["journal", "export-all", file.to_str().unwrap()], "");
            assert!(output.status.success(), "the book: {}", String::from_utf8_lossy(&output.stderr));
            file
        });
        self.does_nothing_on_a_page(browser, "the html of the book", &found, &right);
        let table = Served::start(&mut wicked.command(&["table", "--no-open"]));
        let addresses = JOURNALS.map(|(journal, _)| format!("#journal={journal}"));
        for hash in ["", "#search", "#game", "#game=other"].into_iter().map(str::to_owned).chain(addresses) {
            browser.visit(&format!("{}{hash}", table.address));
            browser.becomes("document.querySelectorAll('main *, body *').length > 5", true);
            browser.awaited("new Promise(done => setTimeout(done, 200))");
            self.is_idle(browser, &format!("the table {hash}"), &table.address);
        }
    }

    /// The page is made of what the harmless one is made of, and does nothing.
    fn does_nothing_on_a_page(&self, browser: &mut Chromium, page: &str, found: &Path, right: &Path) {
        browser.open(right, "");
        let elements = elements(browser);
        browser.open(found, "");
        browser.awaited("new Promise(done => setTimeout(done, 50))");
        self.is_idle(browser, page, "file:");
        let more = self::elements(browser);
        if more != elements {
            let differ = more.iter().find(|(name, count)| elements.get(*name) != Some(count));
            self.fails(page, &format!("the text became elements of the page: {differ:?}"));
        }
        // A link would have to be clicked.
        let links = "[...document.querySelectorAll('a')].map(a => a.getAttribute('href') ?? a.href.baseVal ?? '')\
                     .filter(href => !href.startsWith('#')).join(' ')";
        let links = browser.js(links);
        if links != "" {
            self.fails(page, &format!("there are links: {links}"));
        }
    }

    fn is_idle(&self, browser: &mut Chromium, page: &str, own: &str) {
        if browser.js("typeof RAN") != "undefined" {
            self.fails(page, "it ran");
        }
        let requests: Vec<String> = browser.requests();
        let foreign =
            requests.iter().find(|url| !url.trim_matches('"').starts_with(own) && !url.starts_with("\"data:"));
        if let Some(url) = foreign {
            self.fails(page, &format!("{url} was asked for"));
        }
        let complaints = browser.complaints();
        if !complaints.is_empty() {
            self.fails(page, &format!("the browser complains: {complaints:?}"));
        }
    }

    /// Nothing that begins an element, a link or an image, beyond what is there without it.
    fn is_plain_in_markdown(&self, page: &str, found: &Path, right: &Path) {
        let [found, right] = [found, right].map(|file| fs::read_to_string(file).unwrap());
        for sign in ["<", "](", "![", "]:"] {
            let unescaped = |text: &str| {
                let places = text.match_indices(sign).map(|(at, _)| at);
                places.filter(|at| !text[..*at].ends_with('\\')).count()
            };
            if unescaped(&found) != unescaped(&right) {
                self.fails(page, &format!("{sign} means what it means in Markdown"));
            }
        }
    }

    /// What a spreadsheet shows of a cell is the cell.
    fn is_no_formula(&self, page: &str, found: &Path) {
        let mut table = csv::ReaderBuilder::new().has_headers(false).from_path(found).unwrap();
        for record in table.records() {
            for cell in &record.unwrap() {
                let begins = cell.trim_start();
                if begins.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) || cell.contains(char::is_control)
                {
                    self.fails(page, &format!("the cell {cell:?} begins a formula"));
                }
            }
        }
    }

    fn is_kept(&self, page: &str, found: &Path) {
        let text = fs::read_to_string(found).unwrap();
        let json: Value = serde_json::from_str(&text).unwrap();
        let given = self.payload.split('\n').next().unwrap();
        if !json.to_string().contains(serde_json::to_string(given).unwrap().trim_matches('"')) {
            self.fails(page, "the text is not kept");
        }
    }
}

/// How many elements of each name a page has, and how many have attributes that run. The words of a picture are left out, which are
/// outlines or texts as their letters are known.
fn elements(browser: &mut Chromium) -> BTreeMap<String, u64> {
    let counted = browser.js(
        "(() => { const count = {}; const isWord = it => ['path', 'text'].includes(it.localName) && it.closest('svg'); \
         for (const it of document.querySelectorAll('*')) { if (isWord(it)) continue; \
         const runs = [...it.attributes].filter(a => a.name.startsWith('on')).length; \
         for (const name of [it.localName, ...Array(runs).fill('on…')]) count[name] = (count[name] ?? 0) + 1; } return count; })()",
    );
    counted.as_object().unwrap().iter().map(|(name, count)| (name.clone(), count.as_u64().unwrap())).collect()
}

/// A notebook with a reading, a game, one of the other games and one of any other kind, and this text wherever a person can give
/// one.
fn notebook_with(text: &str) -> Notebook {
    let notebook = Notebook::new();
    let line = text.replace('\n', " ");
    let quoted = serde_json::to_string(&line).unwrap();
    let keys = ["question", "querent", "source", "known", "supposed", "asked", "term"];
    let question: String = keys.iter().map(|key| format!("{key} = {quoted}\n")).collect();
    fs::write(notebook.path("question.toml"), format!("{question}category = \"brother\"\n")).unwrap();
    let made = |name: &str, arguments: &[&str], input: &str| -> PathBuf {
        let before = files(&notebook.journals(), "md");
        let output = notebook.run(arguments, input);
        let new = files(&notebook.journals(), "md").into_iter().find(|path| !before.contains(path));
        let told = String::from_utf8_lossy(&output.stderr);
        let new = new.unwrap_or_else(|| panic!("{text:?}: no {name} was recorded: {told}"));
        let path = notebook.journals().join(format!("{name}.md"));
        fs::rename(new, &path).unwrap();
        path
    };
    let players = line.replace(',', ";");
    let (title, players) = (format!("--title={line}"), format!("--players={players}"));
    let game = [&title, "--auto", "--seed", "1", "--limit", "6"];
    made("reading", &["read", "question.toml", "--auto", "--seed", "1", "--limit", "8"], "");
    made("game", &[&["game", "--board", "air", "--array", "Air of Air & Water"], &game[..]].concat(), "");
    made("three", &[&["game", "--kind", "three"], &game[..]].concat(), "");
    let acts = format!("\n\n{line}\nnote {line}\n{line}\nstop\n");
    made("other", &["game", "--kind", "other", &title, "--seats", "North,South", &players], &acts);
    for (name, _) in JOURNALS {
        for arguments in
            [&["journal", "note", name, "--", &line][..], &["journal", "note", name, "--turn", "2", "--", &line]]
        {
            let output = notebook.run(arguments, "");
            assert!(output.status.success(), "{text:?}, {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        }
        let path = notebook.journals().join(format!("{name}.md"));
        let mut own = fs::read_to_string(&path).unwrap();
        own.push_str(&format!("\n{line}\n"));
        fs::write(&path, own).unwrap();
    }
    for arguments in [&["journal", "outcome", "reading", "true", "--", &line][..], &["remember", "Libra", "--", &line]]
    {
        let output = notebook.run(arguments, "");
        assert!(output.status.success(), "{text:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    notebook
}
