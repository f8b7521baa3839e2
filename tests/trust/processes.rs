//! Sixteen processes at once on one journal, in one folder and on one run of a simulation; some are killed:
//! nothing is lost, nothing stays locked, and who is refused has waited. Two windows play one reading.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal;
use enochian::simulate::output::RunDir;
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

use crate::notebook::Notebook;
use crate::sample::short_or_whole;
use crate::scripted_reading::{journal_in, question};
use crate::snapshot::{difference, snapshot};

const PROCESSES: u64 = 16;

/// How long a process waits for a lock before it is refused.
const PATIENCE: Duration = Duration::from_secs(5);

#[test]
fn sixteen_processes_at_once_lose_nothing_and_leave_no_lock() {
    let acts = short_or_whole(8, 1_000);
    let refused = AtomicU64::new(0);
    let together = || Together { notebook: Notebook::new(), refused: &refused };
    let killed = together().on_one_journal(acts);
    together().in_two_windows();
    together().in_one_folder(acts);
    together().on_one_run(short_or_whole(400, 4_000));
    println!("{acts} acts on each, {killed} processes killed; {} refusals, each after 5 s", refused.into_inner());
}

/// Many processes in one notebook.
struct Together<'r> {
    notebook: Notebook,
    /// How often one was refused.
    refused: &'r AtomicU64,
}

/// Runs each act once, sixteen at a time.
fn sixteen(acts: u64, act: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(0);
    thread::scope(|scope| {
        for _ in 0..PROCESSES {
            scope.spawn(|| {
                loop {
                    match next.fetch_add(1, Ordering::Relaxed) {
                        number if number < acts => act(number),
                        _ => break,
                    }
                }
            });
        }
    });
}

impl Together<'_> {
    /// Runs a command, again if it is refused after it has waited; what it printed.
    fn insist(&self, arguments: &[&str]) -> String {
        loop {
            let begun = Instant::now();
            let output = self.notebook.command(arguments).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            if output.status.success() {
                return String::from_utf8_lossy(&output.stdout).into_owned();
            }
            assert!(said.contains("another window has been writing to"), "{arguments:?}: {said}");
            assert!(begun.elapsed() >= PATIENCE, "{arguments:?} was refused after {:?}: {said}", begun.elapsed());
            self.refused.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Notes and tags on a reading that is open in another window meanwhile; one in eight writers is killed. Gives how many.
    fn on_one_journal(&self, acts: u64) -> u64 {
        let mut reader = self.reader(&["read", question(&self.notebook)]);
        let path = journal_in(&self.notebook).unwrap();
        let name = path.to_str().unwrap();
        let is_killed = |number: u64| number % 8 == 7;
        sixteen(acts, |number| {
            let words = format!("note {number}");
            if is_killed(number) {
                let mut note = self.notebook.command(&["journal", "note", name, &words]);
                let mut note = note.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
                let mut chance = SplitMix64::seed_from_u64(number);
                thread::sleep(Duration::from_micros(chance.next_u64() % 40_000));
                note.kill().unwrap();
                note.wait().unwrap();
            } else if number % 8 == 3 {
                self.insist(&["journal", "tag", name, &format!("tag-{number}")]);
            } else {
                self.insist(&["journal", "note", name, &words]);
            }
        });
        // The reading goes on, after all of them.
        reader.types("4");
        reader.types("stop");
        reader.ends();
        let source = Source::new("journal.md", fs::read_to_string(&path).unwrap());
        let checked = journal::check(&source, Correspondences::embedded());
        assert!(checked.diagnostics.is_empty(), "on one journal: {}", checked.diagnostics);
        let record = journal::read(&path, Correspondences::embedded()).unwrap();
        assert_eq!(record.enochian().unwrap().standing().count(), 1, "the throw stands");
        let notes: Vec<&str> = record.notes().into_iter().map(|remark| remark.words).collect();
        let tags: BTreeSet<String> = record.tags().iter().map(|tag| tag.as_str().to_owned()).collect();
        for number in 0..acts {
            let times = notes.iter().filter(|note| **note == format!("note {number}")).count();
            match number % 8 {
                7 => assert!(times <= 1, "note {number} stands {times} times"),
                3 => assert!(tags.contains(&format!("tag-{number}")), "tag {number} of {acts} is lost"),
                _ => assert_eq!(times, 1, "note {number} of {acts} stands so many times"),
            }
        }
        self.has_no_stuck_lock(&path);
        (0..acts).filter(|number| is_killed(*number)).count() as u64
    }

    /// Nothing keeps a writer waiting when all have ended.
    fn has_no_stuck_lock(&self, path: &Path) {
        let refused = self.refused.load(Ordering::Relaxed);
        self.insist(&["journal", "note", path.to_str().unwrap(), "At last."]);
        assert_eq!(self.refused.load(Ordering::Relaxed), refused, "{} stayed locked", path.display());
    }

    /// Readings begun under one name, renamed, removed and restored.
    fn in_one_folder(&self, acts: u64) {
        let question = question(&self.notebook);
        let readings = acts / 4;
        sixteen(readings, |number| {
            let said = self.insist(&["read", question]);
            let begun = said.trim_end().rsplit(' ').next().unwrap();
            let name = format!("reading-{number}");
            self.insist(&["journal", "rename", begun, &name]);
            let path = format!("journals/{name}.md");
            self.insist(&["journal", "remove", &path]);
            self.insist(&["journal", "remove", "--restore", &format!("journals/trash/{name}.md")]);
        });
        let expected: BTreeSet<PathBuf> =
            (0..readings).map(|number| self.notebook.journals().join(format!("reading-{number}.md"))).collect();
        let files = fs::read_dir(self.notebook.journals()).unwrap().map(|entry| entry.unwrap().path());
        let found: BTreeSet<PathBuf> = files.filter(|path| path.is_file()).collect();
        assert!(found == expected, "in one folder: {:?}", found.symmetric_difference(&expected).collect::<Vec<_>>());
        for path in &found {
            journal::read(path, Correspondences::embedded())
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
        assert_eq!(
            fs::read_dir(self.notebook.journals().join("trash")).unwrap().count(),
            0,
            "the trash is empty again"
        );
    }

    /// Sixteen processes that would go on with one run: one does, and when it is killed, another.
    fn on_one_run(&self, readings: u64) {
        let question = question(&self.notebook);
        let run = |folder: &str| {
            let run =
                ["--readings", &readings.to_string(), "--part", "20", "--seed", "8", "--threads", "1", "--out", folder];
            self.notebook.command(&[&["simulate", question], &run[..]].concat())
        };
        assert!(run("whole").output().unwrap().status.success());
        let folder = self.notebook.path("run");
        let mut first = run("run").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        while RunDir::progress_of(&folder).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(60), "no part was written");
            thread::sleep(Duration::from_millis(1));
        }
        first.kill().unwrap();
        first.wait().unwrap();
        let finished = AtomicU64::new(0);
        sixteen(PROCESSES, |number| {
            loop {
                let mut resumed = self.notebook.command(&["simulate", "--resume", "run"]);
                let mut resumed = resumed.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
                if number < 4 {
                    thread::sleep(Duration::from_millis(10 * (number + 1)));
                    resumed.kill().unwrap();
                    resumed.wait().unwrap();
                    return;
                }
                let output = resumed.wait_with_output().unwrap();
                if output.status.success() {
                    finished.fetch_add(1, Ordering::Relaxed);
                    return;
                }
                // A run is not waited for: it may take days.
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(said.contains("another run is writing to"), "{said}");
                thread::sleep(Duration::from_millis(20));
            }
        });
        assert_eq!(finished.into_inner(), PROCESSES - 4);
        let [run, whole] = [folder, self.notebook.path("whole")].map(|folder| snapshot(&folder));
        assert!(run == whole, "the run differs: {}", difference(&run, &whole));
    }

    /// A reading that is gone on with in another window while it is open: the first window is told, and writes nothing over it.
    fn in_two_windows(&self) {
        let mut first = self.reader(&["read", question(&self.notebook)]);
        let path = journal_in(&self.notebook).unwrap();
        let mut second = self.reader(&["read", "--resume"]);
        second.types("4");
        writeln!(first.input, "5").unwrap();
        while first.output.read_line(&mut String::new()).unwrap() > 0 {}
        assert!(!first.child.wait().unwrap().success(), "it was not told");
        second.child.kill().unwrap();
        second.child.wait().unwrap();
        self.has_no_stuck_lock(&path);
        let record = journal::read(&path, Correspondences::embedded()).unwrap();
        assert_eq!(record.enochian().unwrap().standing().count(), 1, "only what the second threw");
    }

    /// A reading at its first prompt.
    fn reader(&self, arguments: &[&str]) -> AtPrompt {
        let mut command = self.notebook.command(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut reader = AtPrompt { child, input, output };
        reader.sees("* the Ptah");
        reader
    }
}

/// A reading whose next line is typed when its screen was seen.
struct AtPrompt {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl AtPrompt {
    fn sees(&mut self, words: &str) {
        let mut line = String::new();
        while !line.contains(words) {
            line.clear();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "{words:?} was not seen");
        }
    }

    fn types(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
        self.sees(line);
        if line == "4" {
            self.sees("throws 4: ");
        }
    }

    fn ends(mut self) {
        drop(self.input);
        while self.output.read_line(&mut String::new()).unwrap() > 0 {}
        assert!(self.child.wait().unwrap().success());
    }
}
