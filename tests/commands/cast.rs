//! The cast and one piece, as `journal explain --form cast` and `--follow` print them (INTERPRETATION 8.9).

use std::collections::BTreeSet;
use std::path::Path;

use enochian::correspondences::Correspondences;
use enochian::interpretation::{LinkKind, PieceHistory, SummaryFacts, cast_page, history_page};
use enochian::journal;
use enochian::record::Record;
use serde_json::{Value, json};

use crate::desk::ROOT;
use crate::facts::chosen;

fn sample() -> String {
    format!("{ROOT}/journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md")
}

/// Readings of many kinds, with exchanges, withdrawals, thrones and promotions among them, and the one that comes with the program.
fn readings() -> Vec<Record> {
    let sample = journal::read(Path::new(&sample()), Correspondences::embedded()).unwrap();
    chosen(|number, _| number % 13 == 0).chain([sample]).collect()
}

fn cast(record: &Record) -> Vec<PieceHistory> {
    PieceHistory::cast(record.enochian().unwrap(), Correspondences::embedded(), None).unwrap()
}

#[test]
fn interpretation_8_9_each_of_the_cast_stands_on_its_page_once() {
    for record in readings() {
        let (record, cast) = (record.enochian().unwrap(), cast(&record));
        let told = SummaryFacts::of(record, Correspondences::embedded()).unwrap();
        let members: Vec<_> = cast.iter().map(|it| &it.member).collect();
        assert_eq!(members, told.cast.iter().collect::<Vec<_>>());
        let page = cast_page(record, &cast, 80);
        let page = page.as_str();
        let (own, others) =
            page.split_once("These took nothing and never checked the querent's king").unwrap_or((page, ""));
        let mut last = 0;
        let mut folded = 0;
        for it in &cast {
            let heading = format!("\u{1b}[1m{}{}, ", it.name[..1].to_uppercase(), &it.name[1..]);
            let Some(place) = own.lines().position(|line| line.starts_with(&heading)) else {
                assert!(it.is_quiet(), "{heading}");
                folded += 1;
                continue;
            };
            assert!(place > last, "{heading} is out of order");
            last = place;
        }
        let words = others.split([',', ';', ':', '(', ')', ' ', '\n']);
        let kinds = words.filter(|word| ["king", "queen", "knight", "bishop", "rook"].contains(word)).count();
        assert_eq!(kinds, folded, "{page}");
        assert!(page.lines().all(|line| line.chars().count() <= 80 || line.contains('\u{1b}')), "{page}");
    }
}

#[test]
fn interpretation_8_9_what_is_followed_is_what_the_record_has() {
    let mut kinds = BTreeSet::new();
    for record in readings() {
        let record = record.enochian().unwrap();
        let told = SummaryFacts::of(record, Correspondences::embedded()).unwrap();
        let start = record.subject().start();
        let (mut moves, mut deeds, mut falls) = (0, 0, 0);
        for (_, piece) in start.pieces() {
            let history = PieceHistory::of(record, Correspondences::embedded(), None, piece).unwrap();
            let landed = history.turns.iter().filter(|turn| turn.moved);
            assert_eq!(landed.clone().count(), history.member.moves, "{}", history.name);
            for turn in landed.clone() {
                let played = &record.turns()[turn.turn as usize - 1];
                assert_eq!(played.landing().unwrap().to_string(), turn.square, "{}", history.name);
            }
            let becomes = history.turns.iter().filter(|turn| turn.did.iter().any(|did| did.starts_with("becomes a ")));
            let promoted = becomes.filter(|turn| !turn.did.contains(&"becomes a pawn again".to_owned()));
            assert_eq!(promoted.map(|turn| turn.turn).next_back(), history.member.promoted, "{}", history.name);
            moves += landed.count();
            deeds += history.member.deeds.len();
            falls +=
                history.turns.iter().flat_map(|turn| &turn.did).filter(|did| did.starts_with("is taken by")).count();
            let links: Vec<_> = told.links.iter().filter(|link| link.pieces.contains(&piece)).collect();
            assert_eq!(history.links.iter().map(|it| &it.link).collect::<Vec<_>>(), links, "{}", history.name);
            for it in &history.links {
                let is_told = it.says.ends_with('.') && !it.says.contains(" ,") && !it.says.contains("[summary.toml:");
                assert!(is_told && it.says.contains("'s "), "{}", it.says);
            }
            let page = history_page(record, &history, 80);
            let page = page.as_str();
            assert!(!page.contains("  ,") && !page.contains("by ;"), "{page}");
        }
        assert_eq!(moves, record.turns().iter().filter(|turn| turn.piece.is_some()).count());
        assert_eq!(deeds, falls, "who took and who was taken agree");
        for link in &told.links {
            kinds.insert(link.kind);
        }
    }
    assert!(kinds.len() > 20, "{kinds:?}");
    assert!(kinds.contains(&LinkKind::Agreement), "{kinds:?}");
}

#[test]
fn interpretation_8_9_what_is_followed_is_there_for_programs() {
    let record = journal::read(Path::new(&sample()), Correspondences::embedded()).unwrap();
    let rook = &cast(&record)[1];
    let told: Value = serde_json::to_value(rook).unwrap();
    assert_eq!(told["name"], "Earth's rook");
    assert_eq!(told["fate"], json!({"taken": 21, "by": "aK"}));
    assert_eq!(
        told["turns"][0],
        json!({
            "turn": 16, "square": "a6", "force": "Aquarius", "house": 11, "moved": true, "field": "in the house of friends and hopes",
            "did": ["takes the pawn of Air's bishop", "gives check to the querent's king"],
        })
    );
    assert_eq!(
        told["links"][0]["says"],
        "In turn 16 Earth's rook gave check to Anna's king; in turn 21 Anna's king struck down the rook in the house of \
         friends and hopes."
    );
}
