//! Perft: the number of sequences of moves from the start of each array, to compare move generators.
//!
//! ```console
//! $ cargo run --release --no-default-features --example perft -- 5
//! ```
#![allow(clippy::print_stdout)]

use std::time::Instant;

use enochian::chess::{Army, Array, Direction, Position, Rules};

fn main() {
    let depth = std::env::args().nth(1).and_then(|depth| depth.parse().ok()).unwrap_or(3);
    for array in Array::all() {
        let start = Position::start(array, Army::Air, Direction::Deosil);
        println!("{array}");
        for depth in 1..=depth {
            let begun = Instant::now();
            let count = start.perft(depth);
            println!("  {depth}  {count:>12}  {:>8.1?}", begun.elapsed());
        }
    }
    // The rulesets and readings are values: the same generator plays by any of them.
    let array = Array::all()[0];
    let rules = Rules::ZALEWSKI.with_array(array).reading();
    let start = Position::start(array, Army::Air, Direction::Deosil).with_rules(rules);
    println!("{array} in a reading by the ruleset zalewski, depth {depth}: {}", start.perft(depth));
}
