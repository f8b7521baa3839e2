//! The analysis of a reading keeps its bounds (INTERPRETATION 8.11), on readings that its forms were not written on.

use std::fs;
use std::path::Path;

use enochian::correspondences::Correspondences;
use enochian::interpretation::{Told, analysis_page};
use enochian::record::Record;

use crate::facts::chosen;

/// The analysis as one line of words, without the styles of headings.
fn analysis(record: &Record) -> String {
    let correspondences = Correspondences::embedded();
    let record = record.enochian().unwrap();
    let page = analysis_page(record, &Told::of(record, correspondences).unwrap(), correspondences, 80);
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words that an entry of these tables prints: of an event or relation, of a person.
fn entries() -> Vec<String> {
    let read = |name: &str| -> toml::Table {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name);
        fs::read_to_string(file).unwrap().parse().unwrap()
    };
    fn texts(key: &str, value: &toml::Value, found: &mut Vec<String>) {
        match value {
            toml::Value::String(text) if key != "source" => found.push(text.clone()),
            toml::Value::Table(table) => table.iter().for_each(|(key, value)| texts(key, value, found)),
            _ => {}
        }
    }
    let mut found = vec![];
    for name in ["relations.toml", "persons.toml"] {
        texts("", &toml::Value::Table(read(name)), &mut found);
    }
    // One word alone is found in other sentences too.
    found.retain(|text| text.contains(' '));
    found
}

/// 2,500 words for 100 turns, 6,000 for 462, and in between in proportion.
fn most_words(turns: usize) -> usize {
    2_500 + turns.saturating_sub(100) * 3_500 / 362
}

#[test]
fn interpretation_8_11_an_analysis_keeps_its_bounds() {
    let entries = entries();
    assert!(entries.len() > 60, "{}", entries.len());
    let mut lengths = vec![];
    // Some, and the longest.
    for (number, record) in chosen(|number, turns| number % 40 == 0 || turns >= 300).enumerate() {
        let turns = record.enochian().unwrap().turns().len();
        let told = analysis(&record);
        assert!(!told.contains("[summary.toml:"), "reading {number}: a form lacks a fact: {told}");
        let words = told.split(' ').count();
        assert!(words <= most_words(turns), "reading {number}: {words} words for {turns} turns");
        for entry in &entries {
            let times = told.matches(entry.as_str()).count();
            assert!(times <= 6, "reading {number}: `{entry}` {times} times");
        }
        lengths.push(turns);
    }
    assert!(lengths.iter().any(|turns| *turns <= 100) && lengths.iter().any(|turns| *turns >= 400), "{lengths:?}");
}

/// Every turn is told or lies in a stretch that changed nothing, once.
#[test]
fn interpretation_8_11_every_turn_has_its_place() {
    for (number, record) in chosen(|number, turns| number % 80 == 0 || turns >= 300).enumerate() {
        let correspondences = Correspondences::embedded();
        let played = record.enochian().unwrap();
        let page = analysis_page(played, &Told::of(played, correspondences).unwrap(), correspondences, 10_000);
        let chapters = page.lines().map(str::trim_start).take_while(|line| !line.contains("The cast"));
        let mut next = 1;
        for line in chapters {
            let numbers = || {
                line.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse::<usize>().ok())
            };
            if line.starts_with("turn ") {
                if numbers().next() == Some(next) {
                    next += 1;
                }
            } else if line.starts_with("Turn ") || line.starts_with("Turns ") {
                assert_eq!(numbers().next(), Some(next), "reading {number}: {line}");
                next = 1 + numbers().nth(usize::from(line.starts_with("Turns "))).unwrap();
            } else if line.starts_with("Nothing changed for") {
                assert_eq!(numbers().nth(1), Some(next), "reading {number}: {line}");
                next = 1 + numbers().nth(2).unwrap();
            }
        }
        assert_eq!(next, played.turns().len() + 1, "reading {number}");
    }
}
