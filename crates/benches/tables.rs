//! What it costs to write readings down: beside playing and counting them, one thread, in one run; and how large the files are.
//!
//! ```console
//! $ cargo bench --bench tables
//! $ cargo bench --bench tables -- lists
//! ```
//!
//! Words after `--` choose the levels, formats and compressions.
#![allow(clippy::unwrap_used, missing_docs, clippy::print_stdout)]

use std::convert::Infallible;
use std::fs;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::reading::QuestionDraft;
use enochian::simulate::output::{DetailLevel, RunDir, TableCompression, TableFormat, TableSpec};
use enochian::simulate::{Plan, Tally};

/// Each has its turn in every round, and the best counts: other work on the machine only ever makes one slower.
const ROUNDS: usize = 7;

/// A way to write tables, its best time in nanoseconds, and its size in bytes.
struct Way {
    level: DetailLevel,
    format: TableFormat,
    compression: TableCompression,
    best: f64,
    bytes: u64,
}

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
    // Returns the size of the parts.
    let written = |plan: &Plan, way: &Way| {
        let path = place.path().join("run");
        let spec = TableSpec::new(way.level, way.format, None).unwrap().compressed(way.compression).unwrap();
        let mut folder = RunDir::create(&path, plan, correspondences, spec, "bench").unwrap();
        folder.play(1, |_| ()).unwrap();
        drop(folder);
        let files = fs::read_dir(&path).unwrap().map(Result::unwrap);
        let parts = files.filter(|file| file.file_name().to_string_lossy().starts_with("part-"));
        let bytes = parts.map(|file| file.metadata().unwrap().len()).sum();
        fs::remove_dir_all(&path).unwrap();
        bytes
    };

    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let mut ways: Vec<Way> = vec![];
    for level in DetailLevel::NAMES.map(|(_, level)| level) {
        for format in TableFormat::NAMES.map(|(_, format)| format) {
            for compression in TableCompression::NAMES.map(|(_, compression)| compression) {
                let names = [level.to_string(), format.to_string(), compression.to_string()];
                let wanted = format.is_built() && words.iter().all(|word| names.contains(word));
                if wanted && TableSpec::new(level, format, None).is_ok_and(|spec| spec.compressed(compression).is_ok())
                {
                    ways.push(Way { level, format, compression, best: f64::INFINITY, bytes: 0 });
                }
            }
        }
    }
    let [mut play, mut play_turns] = [f64::INFINITY; 2];
    let [mut of_all, mut of_turns] = [0; 2];
    for _ in 0..ROUNDS {
        of_all = time(&mut play, || counted(&plan));
        of_turns = time(&mut play_turns, || counted(&turns));
        for way in &mut ways {
            let plan = if way.level == DetailLevel::Summary { &plan } else { &turns };
            let mut best = way.best;
            way.bytes = time(&mut best, || written(plan, way));
            way.best = best;
        }
    }

    println!("playing and counting: {:.1} ns a turn", play / of_all as f64);
    for way in &ways {
        let Way { level, format, compression, best, bytes } = way;
        let name = format!("{level:8}{format:8}  {compression:4}");
        if *level == DetailLevel::Summary {
            let readings = (plan.range.end - plan.range.start) as f64;
            let (row, size, ratio) = ((best - play) / readings, *bytes as f64 / readings, (best - play) / play);
            println!("{name}  {row:7.0} ns a reading  {size:6.1} bytes  {ratio:.3} of playing it");
        } else {
            let count = of_turns as f64;
            let (row, size, all) = ((best - play_turns) / count, *bytes as f64 / count, best / count);
            println!("{name}  {row:7.1} ns a turn     {size:6.2} bytes  {all:.0} ns with playing it");
        }
    }
}

/// Keeps the time of `work` in nanoseconds if it is less than before.
fn time(best: &mut f64, work: impl FnOnce() -> u64) -> u64 {
    let begun = processor_time();
    let count = work();
    *best = best.min(processor_time() - begun);
    count
}

/// The nanoseconds that this process has had a processor, on Linux, in steps of hundredths of a second.
fn processor_time() -> f64 {
    let told = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let rest = told.rsplit_once(')').map_or("", |(_, rest)| rest);
    rest.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() * 1e7
}
