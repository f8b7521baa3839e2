//! Perft (RULES 9.4): both generators count the same, and the suite in `tests/perft` holds the numbers.
//!
//! A line of the suite is a position text, a ruleset, a mode, an array or `-`, and the counts from depth 1 on, with
//! ` ; ` between them. The engine counts to depth 5, the oracle to depth 3; `PERFT_DEPTH=6` has the engine count
//! to depth 6 too.

use enochian::chess::{Array, Position};

use super::board::Board;
use super::compare::{ARRAYS, Setting};

const ARRAYS_SUITE: &str = include_str!("../../perft/arrays.perft");
const HARD_SUITE: &str = include_str!("../../perft/hard.perft");

struct Line {
    position: &'static str,
    setting: Setting,
    array: Option<usize>,
    counts: Vec<u64>,
}

fn lines(suite: &'static str) -> Vec<Line> {
    suite.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(line).collect()
}

fn line(text: &'static str) -> Line {
    let fields: Vec<&str> = text.split(" ; ").collect();
    let &[position, ruleset, mode, array, ref counts @ ..] = &fields[..] else { panic!("{text}") };
    let zalewski = ["chessvariants", "zalewski"].iter().position(|&name| name == ruleset).unwrap() == 1;
    let reading = ["game", "reading"].iter().position(|&name| name == mode).unwrap() == 1;
    let array = (array != "-").then(|| {
        let array: Array = array.parse().unwrap();
        Array::all().into_iter().position(|one| one == array).unwrap()
    });
    let counts = counts.iter().zip(1..).map(|(count, depth)| {
        let number = count.strip_prefix(&format!("D{depth} ")).unwrap_or_else(|| panic!("{text}: D{depth}"));
        number.parse().unwrap()
    });
    Line { position, setting: Setting::new(zalewski, reading, array), array, counts: counts.collect() }
}

/// The positions of `tests/perft/hard.perft`, with what they are played by.
pub(crate) fn hard() -> Vec<(Board, Setting)> {
    lines(HARD_SUITE).iter().map(|line| (Board::read(line.position), line.setting)).collect()
}

#[test]
fn rules_9_4_the_engine_counts_as_the_suite_says() {
    let deepest = std::env::var("PERFT_DEPTH").map_or(5, |depth| depth.parse().unwrap());
    for line in lines(ARRAYS_SUITE).into_iter().chain(lines(HARD_SUITE)) {
        let position = line.position.parse::<Position>().unwrap().with_rules(line.setting.rules);
        for (depth, &count) in (1..=deepest).zip(&line.counts) {
            assert_eq!(position.perft(depth), count, "depth {depth}: {}", line.position);
        }
    }
}

#[test]
fn rules_9_4_the_oracle_counts_as_the_suite_says() {
    for line in lines(ARRAYS_SUITE).into_iter().chain(lines(HARD_SUITE)) {
        for (depth, &count) in (1..=3).zip(&line.counts) {
            let counted = Board::read(line.position).perft(depth, &line.setting.table);
            assert_eq!(counted, count, "depth {depth}: {}", line.position);
        }
    }
}

#[test]
fn the_suite_holds_every_array_in_both_modes() {
    let lines = lines(ARRAYS_SUITE);
    for (place, array) in ARRAYS.into_iter().enumerate() {
        for reading in [false, true] {
            let here: Vec<&Line> = lines
                .iter()
                .filter(|line| line.array == Some(place) && line.setting.table.reading == reading)
                .collect();
            assert_eq!(here.len(), 1);
            let opening = Board { turn: Board::read(here[0].position).turn, ..Board::opening(*array) };
            assert_eq!(here[0].position, opening.text());
            assert!(here[0].counts.len() >= 5);
        }
    }
    assert!(self::lines(HARD_SUITE).iter().all(|line| line.counts.len() >= 3));
}
