//! `enochian journal export --tables`: journals with the columns of a simulation.

use std::collections::BTreeMap;
use std::fs;

use crate::desk::{BROTHER, TestDesk, said, told};

/// The rows of a table, each by the names of its columns.
fn rows(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers().unwrap().clone();
    let row = |row: csv::StringRecord| names.iter().zip(row.iter()).map(|(a, b)| (a.into(), b.into())).collect();
    reader.records().map(|found| row(found.unwrap())).collect()
}

fn table(desk: &TestDesk, path: &str) -> Vec<BTreeMap<String, String>> {
    rows(&fs::read_to_string(desk.path(path)).unwrap())
}

fn export(desk: &TestDesk, more: &[&str]) -> String {
    desk.says(&[&["journal", "export", "--format", "csv"], more].concat())
}

/// The notes of a game of another kind are in the tables too.
fn desk_with_all_sorts() -> TestDesk {
    let desk = TestDesk::new().with_reading("brother", "11").with_game();
    desk.says(&["game", "--kind", "three", "--auto", "--seed", "1", "--limit", "5"]);
    desk
}

#[test]
fn the_same_reading_gives_the_same_turns_in_a_journal_and_in_a_simulation() {
    let desk = TestDesk::new();
    let mut compared = 0;
    for number in 0..8 {
        let name = format!("{number}.toml");
        let question = format!("question = \"Reading {number}\"\ncategory = \"brother\"\n");
        fs::write(desk.path(&name), question).unwrap();
        let seed = enochian::simulate::reading_seed(1, number).to_string();
        desk.says(&["read", &name, "--auto", "--seed", &seed]);
    }
    let simulate = [
        "simulate",
        "0.toml",
        "--readings",
        "0..8",
        "--seed",
        "1",
        "--level",
        "events",
        "--format",
        "csv",
        "--out",
        "-",
    ];
    let text = desk.says(&simulate);
    let simulated = rows(&text);
    export(&desk, &["--tables", "mine"]);
    for mut row in table(&desk, "mine/turns.csv") {
        let journal = row.remove("journal").unwrap();
        let number = journal.rsplit('-').next().unwrap().to_owned();
        row.insert("reading".into(), number);
        assert!(simulated.contains(&row), "{journal}: {row:?}");
        compared += 1;
    }
    assert!(compared == simulated.len() && compared > 500, "{compared} of {}", simulated.len());
    // In the same order, which makes the columns the same, but for the name of the journal.
    let heading = |text: &str| text.lines().next().unwrap().to_owned();
    assert_eq!(
        heading(&fs::read_to_string(desk.path("mine/turns.csv")).unwrap()),
        format!("journal,{}", heading(&text))
    );
}

#[test]
fn notes_remarks_and_outcomes_are_rows() {
    let desk = desk_with_all_sorts();
    desk.says(&["journal", "note", "brother", "=cmd()", "--turn", "3"]);
    desk.says(&["journal", "note", "brother", "Not so."]);
    desk.says(&["journal", "note", "brother", "--withdraw", "2"]);
    desk.says(&["journal", "outcome", "brother", "partly", "He moved back.", "--on", "2027-03-01"]);
    desk.says(&["journal", "note", "three", "A long game, \"won\"."]);
    let output = desk.run(&["journal", "export", "--format", "csv", "--tables", "mine"]);
    assert!(told(&output).contains("1 game other than Enochian chess: only the notes are in the tables"));
    assert!(said(&output).ends_with("3 tables of 3 journals\n"), "{}", said(&output));
    let notes = table(&desk, "mine/notes.csv");
    let cells = |name: &str| notes.iter().map(|row| row[name].as_str()).collect::<Vec<_>>();
    assert_eq!(cells("kind"), ["remark", "outcome", "remark"]);
    assert_eq!(cells("turn"), ["3", "", ""]);
    // A spreadsheet must not run what a person wrote.
    assert_eq!(cells("text"), ["'=cmd()", "He moved back.", "A long game, \"won\"."]);
    assert_eq!(cells("proved"), ["", "partly true", ""]);
    assert_eq!(cells("taken_back"), ["false"; 3]);
    assert!(cells("moment")[0].contains('T') && cells("moment")[1] == "2027-03-01");
    let turns = table(&desk, "mine/turns.csv");
    let (reading, game): (Vec<_>, Vec<_>) = turns.iter().partition(|row| row["journal"].contains("happy"));
    assert!(reading.len() == 32 && reading.iter().all(|row| row["ptah"] == "yes" && row["throw"] != "0"));
    assert!(game.len() > 32 && game.iter().all(|row| row["ptah"].is_empty() && row["throw"] == "0"));
}

#[test]
fn landings_have_the_correspondences_that_the_export_of_one_journal_has() {
    let desk = TestDesk::new().with_reading("brother", "11");
    export(&desk, &["--tables", "mine"]);
    let one = rows(&desk.says(&["journal", "export", "@", "--format", "csv"]));
    let mine = table(&desk, "mine/landings.csv");
    assert_eq!(mine.len(), one.len());
    for (mine, one) in mine.iter().zip(&one) {
        for (name, cell) in one.iter().filter(|(name, _)| mine.contains_key(*name) && *name != "piece") {
            assert_eq!(&mine[name], cell, "{name}");
        }
        assert!(one["piece"].starts_with(&mine["piece"]) && mine["board"] == "Water");
    }
    assert!(mine[0].len() == 24 && !mine[0]["figure"].is_empty());
}

#[test]
fn a_search_or_names_choose_the_journals() {
    let desk = desk_with_all_sorts();
    let journals = |folder: &str, words: &[&str]| {
        export(&desk, &[&["--tables", folder], words].concat());
        let mut names: Vec<_> =
            table(&desk, &format!("{folder}/turns.csv")).into_iter().map(|mut row| row.remove("journal")).collect();
        names.dedup();
        names.len()
    };
    let all: Vec<String> = desk.journals().iter().map(|path| path.to_str().unwrap().to_owned()).collect();
    assert_eq!(journals("all", &[]), 2);
    assert_eq!(journals("search", &["board:air", "only:enochian"]), 1);
    assert_eq!(journals("paths", &all.iter().map(String::as_str).collect::<Vec<_>>()), 2);
    assert_eq!(journals("words", &["brother", "happy"]), 1);
    desk.refuses(&["journal", "export", "--tables", "none", "tag:nothing"], 1, &["no journal in", "matches"]);
    desk.refuses(&["journal", "export", "--tables", "none", "bord:air"], 1, &["Did you mean \"board\"?"]);
    desk.refuses(&["journal", "export", "a", "b", "--format", "csv"], 1, &["--tables FOLDER"]);
    assert!(!desk.path("none").exists());
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_written() {
    let desk = desk_with_all_sorts();
    let path = desk.journals().into_iter().find(|path| path.to_str().unwrap().contains("happy")).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let damaged = text.replacen("throw 5", "throw 9", 1);
    assert_ne!(damaged, text);
    fs::write(&path, damaged).unwrap();
    let line = text.lines().position(|line| line.contains("throw 5")).unwrap() + 1;
    let name = path.file_name().unwrap().to_str().unwrap();
    let arguments = ["journal", "export", "--format", "csv", "--tables", "mine"];
    desk.refuses(&arguments, 1, &[&format!("{name}:{line}:"), "2 journals"]);
    assert!(table(&desk, "mine/turns.csv").iter().all(|row| row["journal"].contains("game")));
    // Nothing is overwritten.
    let before = fs::read(desk.path("mine/turns.csv")).unwrap();
    desk.refuses(&arguments, 1, &["mine already exists and is not an empty folder", "name a new folder"]);
    assert_eq!(fs::read(desk.path("mine/turns.csv")).unwrap(), before);
    desk.refuses(&["journal", "export", "--tables", "-"], 1, &["name a folder"]);
    desk.refuses(&["journal", "export", "--tables", "no/where"], 1, &["cannot create no/where", "parent folder"]);
    desk.refuses(
        &["journal", "export", "--tables", "x", "--format", "html"],
        1,
        &["expected one of parquet, csv, arrow"],
    );
}

#[test]
fn a_quiet_reading_hides_its_correspondences_until_it_is_concluded() {
    let desk = TestDesk::new();
    desk.types(&["read", BROTHER, "--quiet"], "Anna\n\n\nhand\n6\n1\n5\n1\nstop\n");
    export(&desk, &["--tables", "quiet"]);
    let hidden = ["god", "sign", "house", "figure", "pace", "ptah", "kings"];
    let is_hidden = |folder: &str| {
        let landings = table(&desk, &format!("{folder}/landings.csv"));
        assert!(!landings.is_empty());
        landings.iter().all(|row| hidden.iter().all(|name| row[*name].is_empty()))
    };
    assert!(is_hidden("quiet"));
    desk.types(&["read", "--resume"], "conclude\nyes\n");
    export(&desk, &["--tables", "told"]);
    assert!(!is_hidden("told"));
}
