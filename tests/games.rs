//! The published games of C. Zalewski replay move by move to the position in which they end.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use enochian::chess::{Army, Array, Direction, Move, Position, Rules, SheetMove};

struct Sheet {
    name: String,
    start: Position,
    rules: Rules,
    /// The armies of the columns.
    columns: Vec<Army>,
    /// Line numbers and the cells of each round.
    rounds: Vec<(usize, Vec<String>)>,
    plies: u32,
    last: String,
}

fn read(path: &Path) -> Sheet {
    let text = fs::read_to_string(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let value = |key: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
            .unwrap_or_else(|| panic!("{name}: {key}"))
    };
    let array: Array = format!("{} of {}", value("array"), value("board")).parse().unwrap();
    let direction = if value("direction") == "deosil" { Direction::Deosil } else { Direction::Widdershins };
    let rules = if value("ruleset") == "zalewski" { Rules::ZALEWSKI } else { Rules::CHESSVARIANTS };
    Sheet {
        start: Position::start(array, value("first").parse().unwrap(), direction),
        rules: rules.with_array(array),
        columns: value("columns").split_whitespace().map(|army| army.parse().unwrap()).collect(),
        rounds: text
            .lines()
            .enumerate()
            .filter(|(_, line)| line.starts_with(|c: char| c.is_ascii_digit()))
            .map(|(i, line)| (i + 1, line.split(" | ").skip(1).map(str::to_owned).collect()))
            .collect(),
        plies: value("plies").parse().unwrap(),
        last: value("final").to_owned(),
        name,
    }
}

fn sheets() -> Vec<Sheet> {
    let mut paths: Vec<_> = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "txt"))
        .collect();
    paths.sort();
    assert_eq!(paths.len(), 15);
    paths.iter().map(|path| read(path)).collect()
}

fn replay(sheet: &Sheet) -> Vec<(Position, Move)> {
    let mut position = sheet.start.clone();
    let mut played = Vec::new();
    for (line, cells) in &sheet.rounds {
        for (&army, cell) in sheet.columns.iter().zip(cells).filter(|(_, cell)| *cell != ".") {
            let place = format!("{}:{line}: {army} {cell}", sheet.name);
            assert_eq!(position.turn(), army, "{place}");
            let text: SheetMove = cell.parse().unwrap_or_else(|e| panic!("{place}: {e}"));
            let found = text.candidates(&position, &sheet.rules);
            let &[mv] = found.as_slice() else { panic!("{place}: fits {found:?} in {position}") };
            played.push((position.clone(), mv));
            position.play(mv, &sheet.rules, &mut ()).unwrap();
        }
    }
    assert_eq!(position.to_string(), sheet.last, "{}", sheet.name);
    assert_eq!(position.ply(), sheet.plies, "{}", sheet.name);
    played
}

#[test]
fn published_games_replay_to_their_last_position() {
    for sheet in sheets() {
        replay(&sheet);
    }
}

#[test]
fn rules_9_2_what_is_written_reads_back_as_the_same_move() {
    for sheet in sheets() {
        for (position, mv) in replay(&sheet) {
            for mv in position.moves(&sheet.rules).into_iter().chain([mv]) {
                let text = position.sheet(mv, &sheet.rules);
                let (text, stated) = text.split_once(" =").unwrap_or((&text, ""));
                let found = text.parse::<SheetMove>().unwrap().candidates(&position, &sheet.rules);
                assert!(found.contains(&mv), "{text} for {mv} in {position}");
                let expected = if found.len() == 1 { String::new() } else { mv.to_string() };
                assert_eq!(stated, expected, "{text} for {mv} in {position}");
            }
        }
    }
}
