//! A turn of a simulation beside a ply of ordinary chess played at random by cozy-chess, one thread, in one run.
//!
//! ```console
//! $ cargo bench --bench simulate
//! ```
#![allow(clippy::unwrap_used, missing_docs, clippy::print_stdout)]

mod chess;

use std::convert::Infallible;
use std::time::Instant;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::reading::QuestionDraft;
use enochian::simulate::{Observer, Plan, ReadingRow, Tally, TurnRow};

/// Each has its turn in every round, and the best counts: other work on the machine only ever makes one slower.
const ROUNDS: usize = 15;

/// Nanoseconds for each of what `work` counts, if that is less than before.
fn time(best: &mut f64, work: impl FnOnce() -> u64) {
    let begun = Instant::now();
    let count = work();
    *best = best.min(begun.elapsed().as_nanos() as f64 / count as f64);
}

/// Keeps nothing, but is shown every turn.
struct Shown(u64);

impl Observer for Shown {
    const TURNS: bool = true;
    fn reading(&mut self, _: &ReadingRow, turns: &[TurnRow]) {
        self.0 += turns.len() as u64;
    }
}

fn main() {
    let correspondences = Correspondences::embedded();
    let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    let question = QuestionDraft::read(&file, correspondences).unwrap().resolve(correspondences).unwrap();
    let plan = Plan::new(question, 1, 0..10_240);
    let counted = || {
        let mut all = Tally::new();
        let _: Result<(), Infallible> = plan.run(1, Tally::new, |_, piece| {
            all.merge(&piece);
            Ok(())
        });
        all.turns
    };
    let shown = || {
        let mut all = 0;
        let _: Result<(), Infallible> = plan.run(
            1,
            || Shown(0),
            |_, piece| {
                all += piece.0;
                Ok(())
            },
        );
        all
    };
    let [mut ply, mut turn, mut turn_shown] = [f64::INFINITY; 3];
    for _ in 0..ROUNDS {
        time(&mut ply, || chess::plies(1000, 400));
        time(&mut turn, counted);
        time(&mut turn_shown, shown);
    }
    println!("cozy-chess, random games     {ply:6.1} ns a ply");
    for (name, ns) in [("a reading's turn, counted   ", turn), ("a reading's turn, each shown", turn_shown)] {
        println!("{name} {ns:6.1} ns a turn   {:.2} of it", ns / ply);
    }
}
