//! A word for every word: what the program prints is plain English, or has an entry.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use enochian::correspondences::Correspondences;
use enochian::lookup::NameLookup;

use crate::transcripts::printed_in;

/// Plain English, the words of these tests, and names: no entry is needed. A new word goes into the glossary, or here.
const PLAIN: &str = include_str!("plain_words.txt");

fn folder(name: &str, ending: &str) -> Vec<PathBuf> {
    let found = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap();
    let mut paths: Vec<PathBuf> = found.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|it| it == ending));
    paths
}

/// The words of a text in small letters, of three letters or more: shorter ones are squares, pieces and small words.
fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphabetic() && !matches!(c, '’' | '\'' | '-'));
    let words = words.map(|word| word.trim_matches(['’', '\'', '-']).replace('’', "'").to_lowercase());
    words.map(|word| word.trim_end_matches("'s").to_owned()).filter(|word| word.len() > 2 && word.is_ascii())
}

/// Boards, sheets and moves, in which letters stand for pieces: `abaqar`, `bxwp`.
fn is_notation(word: &str) -> bool {
    let pieces = |word: &str| {
        word.as_bytes().chunks(2).all(|it| it.len() == 2 && b"awfe".contains(&it[0]) && b"kqrbn".contains(&it[1]))
    };
    let letters: String = word.chars().filter(char::is_ascii_alphabetic).collect();
    (1..letters.len()).any(|at| pieces(&letters[..at]) && pieces(&letters[at..]))
        || pieces(&letters)
        || letters[1..2] == *"x" && letters.len() < 6
}

/// The texts in a script of the page: what is quoted and reads like a sentence or a label.
fn page_texts(script: &str) -> String {
    let lines = script.lines().filter(|line| !line.trim_start().starts_with(['/', '*']));
    let code = lines.collect::<Vec<_>>().join("\n");
    let (mut texts, mut quote, mut text) = (String::new(), None, String::new());
    for sign in code.chars() {
        match quote {
            Some(end) if sign == end => {
                quote = None;
                let is_text = text.starts_with(|c: char| c.is_ascii_uppercase())
                    || text.contains(' ') && text.contains(['.', ',']);
                // Selectors, markup and the names of keys are code.
                let is_code = text.contains(['[', '#', '<', '=', '>'])
                    || text.starts_with('.')
                    || text.contains(char::is_lowercase)
                        && !text.contains(' ')
                        && text[1..].contains(|c: char| c.is_ascii_uppercase());
                if is_text && !is_code {
                    // What is filled in is code.
                    let parts = text.split("${").enumerate();
                    texts.extend(
                        parts.map(|(at, part)| if at == 0 { part } else { part.split_once('}').map_or("", |it| it.1) }),
                    );
                    texts.push('\n');
                }
                text.clear();
            }
            Some(_) => text.push(sign),
            None if matches!(sign, '"' | '`') => quote = Some(sign),
            None => {}
        }
    }
    texts
}

/// What a template of the page says itself, without its tags and what is filled in.
fn template_texts(template: &str) -> String {
    let mut texts = template.to_owned();
    for (from, to) in [("{#", "#}"), ("{%", "%}"), ("{{", "}}"), ("<", ">")] {
        while let Some(begin) = texts.find(from) {
            let end = texts[begin..].find(to).map_or(texts.len(), |at| begin + at + to.len());
            texts.replace_range(begin..end, " ");
        }
    }
    texts
}

/// The words that help, prompts, journals, explanations, lessons and the page print, each with a file that has it.
fn printed() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let read = [("tests/transcripts", "txt"), ("tests/transcripts/help", "txt"), ("tests/summaries", "txt")];
    let read = read.into_iter().chain([("src/server/page", "js"), ("src/server/html", "html")]);
    // The other transcripts repeat the data, and what is typed wrongly.
    let others = |path: &PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let read = ["errors", "explanation", "game", "journal-explain", "reading"];
        path.parent().unwrap().ends_with("transcripts") && !read.contains(&name)
    };
    for path in read.flat_map(|(name, ending)| folder(name, ending)).filter(|path| !others(path)) {
        let text = fs::read_to_string(&path).unwrap();
        let text = match path.extension().unwrap().to_str().unwrap() {
            "js" => page_texts(&text),
            "html" => template_texts(&text),
            // Commands and comments are not printed.
            "txt" if text.contains("$ enochian") => printed_in(&text),
            _ => text,
        };
        for word in words(&text).filter(|word| !is_notation(word)) {
            found.entry(word).or_insert_with(|| path.file_name().unwrap().to_string_lossy().into_owned());
        }
    }
    found
}

fn is_known(name: &str) -> bool {
    let correspondences = Correspondences::embedded();
    if correspondences.glossary().any(|entry| entry.is_named(name)) {
        return true;
    }
    NameLookup::find(name, None, correspondences, &correspondences.namings()[0]).is_ok()
}

#[test]
fn every_word_that_is_printed_is_plain_or_has_an_entry() {
    let plain: BTreeSet<&str> = PLAIN.split_whitespace().collect();
    let singular = |word: &str| word.strip_suffix('s').unwrap_or(word).to_owned();
    let unknown: Vec<String> = printed()
        .into_iter()
        .filter(|(word, _)| !plain.contains(word.as_str()) && !is_known(word) && !is_known(&singular(word)))
        .map(|(word, file)| format!("{word} ({file})"))
        .collect();
    assert!(
        unknown.is_empty(),
        "give these an entry in data/glossary.toml, or a line in plain_words.txt:\n{}",
        unknown.join("\n")
    );
}

#[test]
fn a_word_without_an_entry_is_noticed() {
    assert!(!PLAIN.split_whitespace().any(|word| word == "zwischenzug") && !is_known("zwischenzug"));
    assert!(words("A Zwischenzug’s end").any(|word| word == "zwischenzug"));
}

#[test]
fn what_an_entry_names_can_be_looked_up() {
    for entry in Correspondences::embedded().glossary() {
        let names = entry.see.iter().chain(&entry.also).chain(&entry.marks);
        for name in names.chain([&entry.name]) {
            assert!(is_known(name), "{}: {name}", entry.name);
        }
        assert!(entry.is.ends_with('.') && entry.is.len() < 190, "{}: {}", entry.name, entry.is);
    }
}

/// What the issue lists, and names that were refused before.
#[test]
fn the_words_of_a_newcomer_are_answered() {
    let words = "throne, Ptah, angle, array, deosil, widdershins, concourse, frozen, check, capture, exchange, cover, threat, \
                 No Move, significator, pivot, house, figure, trump, 1, 7, 12, 0, 21, Saturn, The Magus, The Magician, \
                 The Universe, The World, Page of Cups, King of Swords, Horus, Kabexnuv, queen's pawn, pawn of air, pawns, \
                 die, board, turn, querent, answer, undecided, dignity, ruleset, procedure, journal";
    for word in words.split(", ") {
        assert!(is_known(word), "{word}");
    }
}

#[test]
fn a_mark_opens_one_entry() {
    let mut seen = BTreeMap::new();
    for entry in Correspondences::embedded().glossary() {
        for mark in &entry.marks {
            let other = seen.insert(mark.to_lowercase(), &entry.name);
            assert!(other.is_none_or(|other| other == &entry.name), "{mark}: {} and {other:?}", entry.name);
        }
    }
}
