//! Figure 6: texts from outside, as no person and no program writes them.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use enochian::correspondences::Correspondences;
use enochian::input::Source;

use crate::figure::{Figure, Run};
use crate::memory;
use crate::mutation::Corpus;
use crate::notebook::{Notebook, ROOT};
use crate::threads::{self, said};
use crate::{designs, promises};

pub(crate) const FIGURE: Figure =
    Figure { number: 6, name: "fuzz", protections: &["limits"], measure: |run| measure(run) };

/// With another, other texts are tried.
const SEED: u64 = 20;

/// No text may take longer, or more bytes.
const LONGEST: Duration = Duration::from_secs(1);
const MOST: usize = 256 << 20;

/// So many texts in a row are for one target; a sample tries the first of them.
const ROUND: u64 = 100;

/// A sort of texts from outside.
struct Target {
    name: &'static str,
    /// How many of a thousand texts are for it. What is slow has few, so that there is time for many.
    share: u64,
    promise: fn(&[u8]),
    corpus: Corpus,
}

fn targets() -> Vec<Target> {
    let root = Path::new(ROOT);
    let with = |name: &'static str, share, promise, folders: &[&str], texts: Vec<Vec<u8>>| {
        let folders: Vec<PathBuf> = [format!("tests/corpus/{name}")]
            .iter()
            .map(String::as_str)
            .chain(folders.iter().copied())
            .map(|it| root.join(it))
            .collect();
        let folders: Vec<&Path> = folders.iter().map(PathBuf::as_path).collect();
        Target { name, share, promise, corpus: Corpus::of(&folders, texts) }
    };
    let old = &["tests/journals-of-old-formats", "journals"];
    vec![
        with("moves", 626, promises::moves, &[], vec![]),
        with("words", 15, promises::words, &["tests/corpus/moves"], vec![]),
        with("position", 280, promises::position, &[], vec![]),
        with("question", 20, promises::question, &["questions"], vec![]),
        with("sheet", 10, promises::sheet, &["tests/games"], vec![]),
        with("setup", 10, promises::setup, &[], vec![]),
        with("summary", 10, promises::summary, &[], vec![]),
        with("other-game", 5, promises::other_beginning, &[], vec![]),
        with("design", 10, designs::design, &[], vec![]),
        with("journal", 10, promises::journal, old, vec![]),
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

fn measure(run: &Run) -> String {
    files_are_measured(run);
    let targets = targets();
    assert_eq!(targets.iter().map(|target| target.share).sum::<u64>(), 1000);
    let order: Vec<usize> =
        targets.iter().enumerate().flat_map(|(place, target)| vec![place; target.share as usize]).collect();
    let (rounds, each) = (run.times(500, 2_000, 1_000_000), run.times(10, ROUND, ROUND));
    let under_way = [0, 1].map(UnderWay::of);
    let is_done = Mutex::new(false);
    let took = Mutex::new(vec![Duration::ZERO; targets.len()]);
    thread::scope(|scope| {
        scope.spawn(|| watch(&under_way, &is_done));
        let done = panic::catch_unwind(AssertUnwindSafe(|| {
            threads::for_each(rounds, |round| {
                let place = order[(round % 1000) as usize];
                let begun = Instant::now();
                let tried = (round * ROUND..round * ROUND + each).try_for_each(|number| {
                    let target = &targets[place];
                    let _entered = Entered::at(&under_way, target.name, number);
                    target.try_text(number)
                });
                took.lock().unwrap()[place] += begun.elapsed();
                tried
            });
        }));
        *is_done.lock().unwrap() = true;
        done.unwrap_or_else(|panic| panic::resume_unwind(panic));
    });
    if run.is_whole() {
        for (target, took) in targets.iter().zip(took.into_inner().unwrap()) {
            let count = rounds * each / 1000 * target.share;
            println!("    {}: {count} texts, {:.1} µs each", target.name, took.as_secs_f64() * 1e6 / count as f64);
        }
    }
    let texts = rounds * each;
    format!("{texts} texts for {} parsers: none panics, takes more than 1 s or more than 256 MB", targets.len())
}

impl Target {
    fn try_text(&self, number: u64) -> Result<(), String> {
        let text = self.corpus.text(SEED, number);
        let failed = |what: String| {
            let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-{}-{number}", self.name));
            let _ = fs::write(&kept, &text);
            Err(format!("{}, seed {SEED}, number {number}, kept in {}: {what}", self.name, kept.display()))
        };
        let begun = processor_time();
        let (done, bytes) = memory::most_during(|| panic::catch_unwind(AssertUnwindSafe(|| (self.promise)(&text))));
        let took = processor_time() - begun;
        if let Err(panic) = done {
            return failed(format!("it panics: {}", said(panic.as_ref())));
        }
        if bytes > MOST {
            return failed(format!("it takes {bytes} bytes of memory"));
        }
        if took > LONGEST {
            return failed(format!("it takes {} ms", took.as_millis()));
        }
        Ok(())
    }
}

/// How long this thread has had a processor: what else the machine does is no fault of a text.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.try_into().unwrap()
}

/// What a thread tries. It is also in a file, `target/tmp/fuzz-under-way-0` or `-1`, for whoever looks for the text that
/// ended the whole process: a stack that overflows lets nothing be said.
struct UnderWay {
    /// Since when, of which target, and its number.
    text: Mutex<Option<(Instant, &'static str, u64)>>,
    file: File,
}

impl UnderWay {
    fn of(thread: u8) -> UnderWay {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-under-way-{thread}"));
        UnderWay { text: Mutex::new(None), file: File::create(path).unwrap() }
    }
}

/// Marks a text as being tried, until it is dropped.
struct Entered<'u>(&'u UnderWay);

impl<'u> Entered<'u> {
    fn at(under_way: &'u [UnderWay; 2], target: &'static str, number: u64) -> Entered<'u> {
        for place in under_way {
            let mut text = place.text.lock().unwrap();
            if text.is_none() {
                *text = Some((Instant::now(), target, number));
                place.file.write_all_at(format!("{target:<8}, number {number:<20}\n").as_bytes(), 0).unwrap();
                return Entered(place);
            }
        }
        unreachable!("there are two threads")
    }
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        *self.0.text.lock().unwrap() = None;
    }
}

/// Ends the program if a text never comes to an end: a thread cannot be stopped.
fn watch(under_way: &[UnderWay], is_done: &Mutex<bool>) {
    while !*is_done.lock().unwrap() {
        for place in under_way {
            if let Some((since, target, number)) = *place.text.lock().unwrap()
                && since.elapsed() > 60 * LONGEST
            {
                println!("{target}, seed {SEED}, number {number}: it does not come to an end");
                std::process::exit(1);
            }
        }
        thread::sleep(Duration::from_millis(100));
    }
}

/// Files that are longer than what is read of them: nothing of them is read.
fn files_are_measured(run: &Run) {
    let notebook = Notebook::new();
    let path = notebook.path("large.toml");
    for length in [Source::TOML_LIMIT + 1, 300 << 20, 4 << 30] {
        File::create(&path).unwrap().set_len(length).unwrap();
        let (begun, is_without) = (Instant::now(), run.is_without("limits"));
        let (is_refused, bytes) = memory::most_during(|| match is_without {
            true => fs::read_to_string(&path).is_err(),
            false => Source::read(&path, Source::TOML_LIMIT).is_err(),
        });
        assert!(bytes <= MOST && begun.elapsed() <= LONGEST, "a file of {length} bytes takes {bytes} bytes of memory");
        assert!(is_refused || is_without, "a file of {length} bytes is read");
    }
}
