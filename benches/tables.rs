//! What it costs to write readings down: beside playing and counting them, one thread, in one run.
//!
//! ```console
//! $ cargo bench --bench tables
//! ```
#![allow(clippy::unwrap_used, missing_docs, clippy::print_stdout)]

use std::convert::Infallible;
use std::time::Instant;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::reading::QuestionDraft;
use enochian::simulate::output::{DetailLevel, RunDir, TableFormat, TableSpec};
use enochian::simulate::{Plan, Tally};

/// Each has its turn in every round, and the best counts: other work on the machine only ever makes one slower.
const ROUNDS: usize = 7;

fn main() {
    let correspondences = Correspondences::embedded();
    let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    let question = QuestionDraft::read(&file, correspondences).unwrap().resolve(correspondences).unwrap();
    let plan = Plan::new(question, 1, 0..131_072);
    let turns = Plan { range: 0..20_480, ..plan.clone() };
    let place = tempfile::tempdir().unwrap();

    let counted = |plan: &Plan| {
        let mut all = Tally::new();
        let Ok(()) = plan.run(1, Tally::new, |_, piece| {
            all.merge(&piece);
            Ok::<(), Infallible>(())
        });
        all.turns
    };
    let written = |plan: &Plan, level: DetailLevel| {
        let path = place.path().join("run");
        let shape = TableSpec::new(level, TableFormat::Parquet, None).unwrap();
        let mut folder = RunDir::create(&path, plan, correspondences, shape, "bench").unwrap();
        folder.play(1, |_| ()).unwrap();
        let turns = folder.summary().turns;
        drop(folder);
        std::fs::remove_dir_all(&path).unwrap();
        turns
    };

    let [mut play, mut summary, mut play_turns, mut lists, mut events] = [f64::INFINITY; 5];
    let mut of_turns = 0;
    for _ in 0..ROUNDS {
        time(&mut play, || counted(&plan));
        time(&mut summary, || written(&plan, DetailLevel::Summary));
        time(&mut play_turns, || counted(&turns));
        time(&mut lists, || written(&turns, DetailLevel::Lists));
        of_turns = time(&mut events, || written(&turns, DetailLevel::Events));
    }
    let readings = (plan.range.end - plan.range.start) as f64;
    let row = (summary - play) / readings;
    println!("a row of a reading    {row:6.0} ns   {:.3} of playing it", (summary - play) / play);
    for (name, whole) in [("a turn in a list  ", lists), ("a turn as a row   ", events)] {
        let (row, all) = ((whole - play_turns) / of_turns as f64, whole / of_turns as f64);
        println!("{name}    {row:6.0} ns   {all:.0} ns with playing it: {:.1} million rows a second", 1000.0 / all);
    }
}

/// Keeps the time of `work` in nanoseconds if it is less than before.
fn time(best: &mut f64, work: impl FnOnce() -> u64) -> u64 {
    let begun = Instant::now();
    let count = work();
    *best = best.min(begun.elapsed().as_nanos() as f64);
    count
}
