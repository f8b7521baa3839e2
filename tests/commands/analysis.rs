//! The analysis of a reading keeps its bounds (INTERPRETATION 8.11), on readings that its forms were not written on.

use std::fs;
use std::path::Path;

use enochian::chess::Kind;
use enochian::correspondences::Correspondences;
use enochian::interpretation::{SummaryFacts, analysis_page};
use enochian::record::Record;

use crate::facts::chosen;

/// The analysis as one line of words, without the styles of headings.
fn analysis(record: &Record) -> String {
    let correspondences = Correspondences::embedded();
    let record = record.enochian().unwrap();
    let page = analysis_page(record, &SummaryFacts::of(record, correspondences).unwrap(), correspondences, 80);
    page.plain().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words that an entry of these tables prints: of an event or relation, of a person. Verbs may come often.
fn entries() -> Vec<String> {
    let read = |name: &str| -> toml::Table {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name);
        fs::read_to_string(file).unwrap().parse().unwrap()
    };
    fn texts(key: &str, value: &toml::Value, found: &mut Vec<String>) {
        match value {
            toml::Value::String(text) if !["source", "entered", "came", "took", "took_it"].contains(&key) => {
                found.push(text.clone());
            }
            // Many pieces can be pawns.
            toml::Value::Table(_) if ["pawns", "risen"].contains(&key) => {}
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

/// 1,000 words for 100 turns, 2,500 for 462, and in between in proportion.
fn most_words(turns: usize) -> usize {
    1_000 + turns.saturating_sub(100) * 1_500 / 362
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
            assert!(times <= 3, "reading {number}: `{entry}` {times} times");
        }
        lengths.push(turns);
    }
    assert!(lengths.iter().any(|turns| *turns <= 100) && lengths.iter().any(|turns| *turns >= 400), "{lengths:?}");
}

/// The turns stand in order, each once, and none is left out that took something or in which a king came to the Ptah.
#[test]
fn interpretation_8_11_every_turn_that_changed_something_is_told() {
    let correspondences = Correspondences::embedded();
    for (number, record) in chosen(|number, turns| number % 40 == 0 || turns >= 300).enumerate() {
        let played = record.enochian().unwrap();
        let page = analysis_page(played, &SummaryFacts::of(played, correspondences).unwrap(), correspondences, 10_000);
        let chapters =
            page.as_str().lines().take_while(|line| !line.contains("The last round") && !line.contains("The close"));
        let told: Vec<u32> = chapters
            .filter_map(|line| line.trim_start().strip_prefix("turn ")?.split_whitespace().next()?.parse().ok())
            .collect();
        assert!(told.is_sorted_by(|one, next| one < next), "reading {number}: {told:?}");
        let ptah = played.subject().ptah();
        for turn in played.turns() {
            let is_king = turn
                .piece
                .is_some_and(|piece| Some(piece.army) == played.subject().querent() && piece.kind == Kind::King);
            if turn.captures().next().is_some() || is_king && turn.landing() == ptah {
                assert!(told.contains(&turn.ply), "reading {number}: turn {} is not told", turn.ply);
            }
        }
    }
}
