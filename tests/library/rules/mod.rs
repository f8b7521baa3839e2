//! The clauses of the rules as data: checks every line of `tests/rules/*.txt`.
//!
//! `tests/rules/README.md` describes the format for people who know the rules and no Rust. This file reads it and knows nothing of
//! any game. A game adds a line to [`GAMES`] and a [`Table`], which sets up a position, plays acts and answers questions; [`DOCUMENTS`]
//! names the documents of which each clause must have a row.
//!
//! A failure names file, line and clause. All failures are reported together.

mod concourse;
mod enochian;
mod games;

use std::any::Any;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// The beginnings of the names of files, and how the positions of their games are set up.
const GAMES: [(&str, SetUp); 5] = [
    ("enochian-as-a-game", games::set_up),
    ("faith", games::set_up),
    ("gods", games::set_up),
    ("knightmare", games::set_up),
    ("", enochian::set_up),
];

/// The documents whose clauses must all have a row.
const DOCUMENTS: [&str; 8] = [
    "docs/RULES.md",
    "docs/games/README.md",
    "docs/games/knightmare.md",
    "docs/games/three.md",
    "docs/games/free.md",
    "docs/games/team.md",
    "docs/games/gods.md",
    "docs/games/faith.md",
];

/// Sets up what stands after `on`, or says why this is not a position.
type SetUp = fn(&str) -> Result<Box<dyn Table>, String>;

/// A position of a game.
pub(crate) trait Table {
    /// The same position, to try an act on.
    fn copy(&self) -> Box<dyn Table>;

    /// The position as text, which a refused act must not change.
    fn text(&self) -> String;

    /// Plays an act, or says why it is refused.
    fn play(&mut self, act: &str) -> Result<(), String>;

    /// The answer to what stands before a colon, or `None` if this is no question about this game.
    fn answer(&self, question: &str) -> Option<Answer>;
}

/// What a [`Table`] answers.
pub(crate) enum Answer {
    /// One text.
    Text(String),
    /// Words in any order, separated by spaces.
    Words(Vec<String>),
    /// Phrases in any order, separated by commas.
    Phrases(Vec<String>),
}

impl Answer {
    fn items(&self) -> Vec<&str> {
        match self {
            Answer::Text(text) => vec![text],
            Answer::Words(items) | Answer::Phrases(items) => items.iter().map(String::as_str).collect(),
        }
    }

    /// What a row gives as the answer, in the same parts.
    fn split<'a>(&self, expected: &'a str) -> Vec<&'a str> {
        match self {
            Answer::Text(_) => vec![expected],
            _ if expected == "none" => Vec::new(),
            Answer::Words(_) => expected.split_whitespace().collect(),
            Answer::Phrases(_) => expected.split(", ").collect(),
        }
    }

    fn written(&self) -> String {
        match self {
            Answer::Text(text) => text.clone(),
            Answer::Words(items) | Answer::Phrases(items) if items.is_empty() => "none".to_owned(),
            Answer::Words(words) => words.join(" "),
            Answer::Phrases(phrases) => phrases.join(", "),
        }
    }
}

/// One clause with its lines.
struct Block {
    clause: String,
    line: usize,
    lines: Vec<(usize, String)>,
}

/// The blocks of a file, with the defined names already replaced.
fn blocks(file: &str, text: &str) -> Vec<Block> {
    let mut names = BTreeMap::new();
    let mut blocks: Vec<Block> = Vec::new();
    let mut continued = false;
    let says_something = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| says_something(line)) {
        let goes_on = line.ends_with('\\');
        let words = with_names(line.trim_end_matches('\\').trim_start(), &names);
        if continued {
            let last = blocks.last_mut().and_then(|block| block.lines.last_mut());
            let (_, last) = last.unwrap_or_else(|| panic!("{file}:{number} continues nothing"));
            *last += &words;
        } else if line.starts_with(' ') {
            let block = blocks.last_mut().unwrap_or_else(|| panic!("{file}:{number} is of no clause"));
            block.lines.push((number, words));
        } else if let Some((name, meaning)) = words.split_once(" = ") {
            names.insert(name.to_owned(), meaning.to_owned());
        } else {
            let clause = words.split(' ').next().unwrap_or_default().to_owned();
            blocks.push(Block { clause, line: number, lines: Vec::new() });
        }
        continued = goes_on;
    }
    blocks
}

/// A line with what the defined names in it mean.
fn with_names(line: &str, names: &BTreeMap<String, String>) -> String {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut words = String::new();
    for part in line.split_inclusive(|c| !is_of_name(c)) {
        let name = part.trim_end_matches(|c| !is_of_name(c));
        words += names.get(name).map_or(name, String::as_str);
        words += &part[name.len()..];
    }
    words
}

/// The texts for which `a (b | c) d` stands: `a b d` and `a c d`.
fn alternatives(text: &str) -> Vec<String> {
    let choice = text.split_once('(').and_then(|(before, rest)| Some((before, rest.split_once(')')?)));
    match choice {
        Some((before, (among, after))) if among.contains(" | ") => {
            among.split(" | ").map(|one| format!("{before}{}{after}", one.trim())).collect()
        }
        _ => vec![text.to_owned()],
    }
}

/// Whether a text is as expected, where `…` stands for any text.
fn fits(text: &str, expected: &str) -> bool {
    let parts: Vec<&str> = expected.split('…').collect();
    let [first, middle @ .., last] = &parts[..] else { return text == expected };
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    for part in middle {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

fn fits_any(texts: &[&str], expected: &str) -> bool {
    texts.iter().any(|text| fits(text, expected))
}

/// Checks the lines of a block from one `on` to the next; `at` is the line that is being checked.
fn check(set_up: SetUp, on: &str, lines: &[(usize, String)], at: &Cell<usize>) -> Result<(), String> {
    if let Some((position, reason)) = on.split_once(" is refused: ") {
        return match set_up(position) {
            Ok(table) => Err(format!("this was expected to be refused, but it is a position: {}", table.text())),
            Err(found) => refused_as(&found, reason),
        };
    }
    let mut base = set_up(on)?;
    let mut now = base.copy();
    for (number, line) in lines {
        at.set(*number);
        if let Some(acts) = line.strip_prefix("play ") {
            play(&mut *base, acts)?;
            now = base.copy();
        } else if let Some(acts) = line.strip_prefix("try ") {
            now = base.copy();
            play(&mut *now, acts)?;
        } else if let Some((acts, reason)) = line.split_once(" is refused: ") {
            for act in alternatives(acts) {
                let mut tried = now.copy();
                let Err(found) = tried.play(&act) else { return Err(format!("{act} was expected to be refused")) };
                refused_as(&found, reason)?;
                if tried.text() != now.text() {
                    return Err(format!("{act} was refused and yet changed the position to {}", tried.text()));
                }
            }
        } else if let Some((question, expected)) = line.split_once(": ") {
            ask(&*now, question, expected.trim())?;
        } else {
            return Err(
                "expected on …, play …, try …, … is refused: …, or a question, a colon and its answer".to_owned()
            );
        }
    }
    Ok(())
}

fn refused_as(found: &str, reason: &str) -> Result<(), String> {
    if fits(found, reason) { Ok(()) } else { Err(format!("refused because \"{found}\"")) }
}

/// Plays acts, `60 times` if that is said first.
fn play(table: &mut dyn Table, acts: &str) -> Result<(), String> {
    let repeated = acts.split_once(" times ").and_then(|(times, acts)| Some((times.parse().ok()?, acts)));
    let (times, acts) = repeated.unwrap_or((1, acts));
    for _ in 0..times {
        for act in acts.split(';').map(str::trim) {
            table.play(act).map_err(|reason| format!("{act} cannot be played: {reason}"))?;
        }
    }
    Ok(())
}

fn ask(table: &dyn Table, question: &str, expected: &str) -> Result<(), String> {
    let (asked, how) = match question.rsplit_once(' ') {
        Some((asked, how @ ("include" | "exclude"))) => (asked, how),
        _ => (question, "are"),
    };
    let answer = table.answer(asked).ok_or_else(|| format!("\"{asked}\" is no question about this game"))?;
    let (found, expected) = (answer.items(), answer.split(expected));
    let as_expected = match how {
        "include" => expected.iter().all(|item| fits_any(&found, item)),
        "exclude" => !expected.iter().any(|item| fits_any(&found, item)),
        _ => {
            let is_expected = |text: &&str| expected.iter().any(|item| fits(text, item));
            let all = found.iter().all(is_expected) && expected.iter().all(|item| fits_any(&found, item));
            all && found.len() == expected.len()
        }
    };
    if as_expected { Ok(()) } else { Err(format!("found {}", answer.written())) }
}

/// Checks that there is the test `FILE NAME`, or the transcript `FILE`.
fn test_exists(test: &str) -> Result<(), String> {
    let (file, name) = test.split_once(' ').unwrap_or((test, ""));
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
    let text = text.map_err(|error| format!("{file}: {error}"))?;
    let there = name.is_empty() || text.contains(&format!("fn {name}("));
    if there { Ok(()) } else { Err(format!("{file} has no test of this name")) }
}

/// Checks a block; an error has its line.
fn check_block(set_up: SetUp, block: &Block) -> Result<(), (usize, String)> {
    let mut rest = &block.lines[..];
    if rest.is_empty() {
        return Err((block.line, "this clause has no row".to_owned()));
    }
    while let [(number, first), after @ ..] = rest {
        let until = after.iter().take_while(|(_, line)| !line.starts_with("on ") && !line.starts_with("test ")).count();
        let (lines, next) = after.split_at(until);
        rest = next;
        if let Some(test) = first.strip_prefix("test ") {
            test_exists(test).map_err(|problem| (*number, problem))?;
            continue;
        }
        let on = first.strip_prefix("on ").ok_or_else(|| (*number, "expected on and a position first".to_owned()))?;
        if lines.is_empty() != on.contains(" is refused: ") {
            return Err((*number, "expected something about this position, or nothing if it is refused".to_owned()));
        }
        for on in alternatives(on) {
            let at = Cell::new(*number);
            let checked = catch_unwind(AssertUnwindSafe(|| check(set_up, &on, lines, &at)));
            let problem = checked.unwrap_or_else(|panic| Err(format!("panicked: {}", message(&*panic))));
            problem.map_err(|problem| (at.get(), format!("on {on}: {problem}")))?;
        }
    }
    Ok(())
}

fn message(panic: &(dyn Any + Send)) -> &str {
    panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied()).unwrap_or("?")
}

/// The files of rows with their texts.
fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    paths.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn every_row_holds() {
    let mut problems = Vec::new();
    for (name, text) in files() {
        let (_, set_up) = GAMES.iter().find(|(game, _)| name.starts_with(game)).unwrap();
        for block in blocks(&name, &text) {
            if let Err((line, problem)) = check_block(*set_up, &block) {
                let row = text.lines().nth(line - 1).unwrap_or_default().trim();
                problems.push(format!("tests/rules/{name}:{line}: clause {}: {row}\n    {problem}", block.clause));
            }
        }
    }
    assert!(problems.is_empty(), "{} clauses do not hold:\n{}", problems.len(), problems.join("\n"));
}

/// The clauses of a document: the numbered items of its numbered sections, and the sections without any.
fn clauses(document: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(document)).unwrap();
    let mut found = BTreeSet::new();
    for section in text.split("\n## ").skip(1) {
        let number = section.split([' ', '\n']).next().unwrap_or_default();
        let digits = number.trim_start_matches(['C', 'F', 'G', 'K']);
        if digits.parse::<u32>().is_err() && number != "C" {
            continue;
        }
        let items = section.lines().filter_map(|line| line.split_once(". ")?.0.parse::<u32>().ok());
        let point = if number == "C" { "" } else { "." };
        let mut items = items.map(|item| format!("{number}{point}{item}")).peekable();
        if items.peek().is_none() {
            found.insert(number.to_owned());
        }
        found.extend(items);
    }
    found
}

#[test]
fn every_clause_has_a_row() {
    let of_documents: BTreeSet<String> = DOCUMENTS.iter().flat_map(|document| clauses(document)).collect();
    let of_rows: BTreeSet<String> =
        files().iter().flat_map(|(name, text)| blocks(name, text)).map(|block| block.clause).collect();
    let missing: Vec<&String> = of_documents.difference(&of_rows).collect();
    assert!(missing.is_empty(), "clauses without a row in tests/rules: {missing:?}");
    let unknown: Vec<&String> = of_rows.difference(&of_documents).collect();
    assert!(unknown.is_empty(), "rows of clauses that are in none of {DOCUMENTS:?}: {unknown:?}");
}
