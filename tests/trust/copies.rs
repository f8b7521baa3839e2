//! Copies of one journal, each gone on with at random, are counted once, and nothing in them is lost when they are joined.

use std::thread;

use crate::copied_journals::{Without, try_pair};
use crate::figure::{Figure, Run};

pub(crate) const FIGURE: Figure =
    Figure { number: 16, name: "copies", protections: &["same-ids", "united-words"], measure };

fn measure(run: &Run) -> String {
    let pairs = run.times(12, 300, 1000);
    let without = match run.broken {
        Some("same-ids") => Without::Id,
        Some("united-words") => Without::Words,
        _ => Without::Nothing,
    };
    let tried = |part: u64| -> Vec<(usize, usize)> {
        (part..pairs).step_by(2).map(|number| try_pair(number, without)).collect()
    };
    let tried = thread::scope(|scope| {
        let other = scope.spawn(|| tried(1));
        [tried(0), other.join().unwrap()].concat()
    });
    let parted = tried.iter().filter(|(taken_back, _)| *taken_back > 0).count();
    let words: usize = tried.iter().map(|(_, words)| words).sum();
    format!(
        "{pairs} pairs of copies of one journal, each gone on with at random: each counted once; joined, {parted} of them with turns \
         of the other as taken back, and all {words} notes, remarks, tags, outcomes and lines of a person are in them"
    )
}
