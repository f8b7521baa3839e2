//! An observer of one's own: in which turn of a reading does the first piece fall?
//!
//! ```console
//! $ cargo run --release --no-default-features --example observer
//! ```
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::convert::Infallible;

use enochian::correspondences::Correspondences;
use enochian::input::{Diagnostics, Source};
use enochian::reading::QuestionDraft;
use enochian::simulate::{EffectFlags, Observer, Plan, ReadingRow, TurnRow};

/// How many readings had their first capture in each ten turns.
#[derive(Default)]
struct FirstCaptures(BTreeMap<usize, u64>);

impl Observer for FirstCaptures {
    // Turns are shown only to those who ask for them.
    const TURNS: bool = true;

    fn reading(&mut self, _: &ReadingRow, turns: &[TurnRow]) {
        let first = turns.iter().position(|turn| turn.effects.has(EffectFlags::CAPTURE));
        if let Some(first) = first {
            *self.0.entry(first / 10).or_default() += 1;
        }
    }
}

fn main() -> Result<(), Diagnostics> {
    let correspondences = Correspondences::embedded();
    let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    let question =
        QuestionDraft::read(&file, correspondences)?.resolve(correspondences).expect("the category settles the rest");
    let mut all = FirstCaptures::default();
    // Every thread has observers of its own; they come back in the order of the readings, to be added up.
    let Ok(()) = Plan::new(question, 1, 0..10_000).run(2, FirstCaptures::default, |_, part| {
        for (tens, readings) in part.0 {
            *all.0.entry(tens).or_default() += readings;
        }
        Ok::<(), Infallible>(())
    });
    for (tens, readings) in &all.0 {
        println!("turns {:>3} to {:>3}: {readings:>5}", 10 * tens + 1, 10 * tens + 10);
    }
    Ok(())
}
