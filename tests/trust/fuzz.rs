//! Texts from outside, as no person and no program writes them: no parser panics or takes longer than a second.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use enochian::correspondences::Correspondences;

use crate::mutation::Corpus;
use crate::notebook::ROOT;
use crate::promises;
use crate::sample::short_or_whole;
use crate::threads::{self, said};

/// With another, other texts are tried.
const SEED: u64 = 20;

/// No text may take longer.
const LONGEST: Duration = Duration::from_secs(1);

/// So many texts in a row are for one target.
const ROUND: u64 = 10;

/// A sort of texts from outside.
struct Target {
    name: &'static str,
    /// How many of a thousand texts are for it. What is slow has few, so that there is time for many.
    share: u64,
    promise: fn(&[u8]),
    corpus: Corpus,
}

fn targets() -> Vec<Target> {
    let with = |name: &'static str, share, promise, folders: &[&str], texts: Vec<Vec<u8>>| {
        let own = format!("tests/corpus/{name}");
        let folders: Vec<PathBuf> = folders.iter().chain([&own.as_str()]).map(|it| Path::new(ROOT).join(it)).collect();
        Target { name, share, promise, corpus: Corpus::of(&folders, texts) }
    };
    vec![
        with("moves", 626, promises::moves, &[], vec![]),
        with("words", 15, promises::words, &["tests/corpus/moves"], vec![]),
        with("position", 280, promises::position, &[], vec![]),
        with("question", 30, promises::question, &["questions"], vec![]),
        with("sheet", 10, promises::sheet, &["tests/games"], vec![]),
        with("setup", 10, promises::setup, &[], vec![]),
        with("summary", 10, promises::summary, &[], vec![]),
        with("other-game", 5, promises::other_beginning, &[], vec![]),
        with("journal", 10, promises::journal, &["journals"], vec![]),
        with("data", 4, promises::data, &[], data()),
    ]
}

/// The files of the correspondences, each after the byte that chooses it.
fn data() -> Vec<Vec<u8>> {
    // The catalogue stands with the questions.
    let read = |file| fs::read(format!("{ROOT}/data/{file}")).or_else(|_| fs::read(format!("{ROOT}/questions/{file}")));
    let files = Correspondences::files().zip(0..);
    files.map(|(file, which)| [&[which], read(file).unwrap().as_slice()].concat()).collect()
}

#[test]
fn no_parser_panics_or_takes_long() {
    let targets = targets();
    let order: Vec<&Target> =
        targets.iter().flat_map(|target| std::iter::repeat_n(target, target.share as usize)).collect();
    assert_eq!(order.len(), 1000);
    let rounds = short_or_whole(500, 10_000_000);
    threads::for_each(rounds, |round| {
        // One of a thousand after the other, in steps, so that the two threads are seldom both at what is slow.
        let target = order[(round * 37 % 1000) as usize];
        (round * ROUND..(round + 1) * ROUND).try_for_each(|number| target.try_text(number))
    });
    println!("{} texts for {} parsers", rounds * ROUND, targets.len());
}

thread_local! {
    /// What a thread tries, in `target/tmp/fuzz-under-way-…`: for whoever looks for the text that ended the whole process, as a stack
    /// that overflows does, or that does not come to an end.
    static UNDER_WAY: File = {
        let name = format!("fuzz-under-way-{:?}", thread::current().id());
        File::create(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)).unwrap()
    };
}

impl Target {
    fn try_text(&self, number: u64) -> Result<(), String> {
        let text = self.corpus.text(SEED, number);
        let under_way = format!("{:<10}, number {number:<20}\n", self.name);
        UNDER_WAY.with(|file| file.write_all_at(under_way.as_bytes(), 0).unwrap());
        let begun = processor_time();
        let done = panic::catch_unwind(AssertUnwindSafe(|| (self.promise)(&text)));
        let took = processor_time() - begun;
        let problem = match done {
            Err(panic) => format!("it panics: {}", said(panic.as_ref())),
            Ok(()) if took > LONGEST => format!("it takes {} ms", took.as_millis()),
            Ok(()) => return Ok(()),
        };
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{}-{number}", self.name));
        let _ = fs::write(&kept, &text);
        Err(format!("{}, seed {SEED}, number {number}, kept in {}: {problem}", self.name, kept.display()))
    }
}

/// How long this thread has had a processor: what else the machine does is no fault of a text.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.try_into().unwrap()
}
