//! The published games of C. Zalewski replay move by move to the position in which they end.

use std::fs;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::record::Record;
use enochian::session::SheetMove;
use enochian::sheet::{self, ImportOptions};

/// The published games, by the names of their files. A sheet that does not end where it says is refused.
fn games() -> Vec<(String, Record)> {
    let keeping = ImportOptions { begun: "2026-11-21T14:05:00+01:00".parse().unwrap(), as_played: false };
    let mut games = Vec::new();
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "txt") {
            let source = Source::read(&path, 1 << 20).unwrap();
            assert!(source.text.contains("\nfinal: ") && source.text.contains("\nplies: "), "{}", source.name);
            let record =
                sheet::read(&source, &keeping, Correspondences::embedded()).unwrap_or_else(|faults| panic!("{faults}"));
            games.push((source.name, record));
        }
    }
    assert_eq!(games.len(), 15);
    games
}

#[test]
fn published_games_replay_to_their_last_position() {
    let plies: usize = games().iter().map(|(_, record)| record.enochian().unwrap().turns().len()).sum();
    assert_eq!(plies, 300, "the plies that the sheets hold together");
}

#[test]
fn rules_9_2_what_is_written_reads_back_as_the_same_move() {
    for (name, record) in games() {
        let rules = *record.enochian().unwrap().rules();
        let mut position = record.heading().game.enochian().unwrap().start().with_rules(rules);
        for turn in record.enochian().unwrap().turns() {
            for mv in position.moves() {
                let text = position.sheet(mv);
                let (text, stated) = text.split_once(" =").unwrap_or((&text, ""));
                let found = text.parse::<SheetMove>().unwrap().candidates(&position);
                assert!(found.contains(&mv), "{name}: {text} for {mv} in {position}");
                let expected = if found.len() == 1 { String::new() } else { mv.to_string() };
                assert_eq!(stated, expected, "{name}: {text} for {mv} in {position}");
            }
            position = turn.position.clone();
        }
    }
}
