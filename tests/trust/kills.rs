//! `kill -9` at any moment: what the program has said it did is done, no file is torn, and everything goes on where it was.

use std::collections::VecDeque;
use std::fs;
use std::io::{BufReader, Read, Seek, Write};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use enochian::correspondences::Correspondences;
use enochian::journal::{self, Journal};
use enochian::simulate::output::{Replay, RunDir};
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

use crate::desk::http::{OpenTable, Page};
use crate::notebook::{Notebook, ROOT, temporary};
use crate::sample::short_or_whole;
use crate::scripted_reading::{ScriptedReading, journal_in, question};
use crate::snapshot::{Snapshot, difference, snapshot};

/// Something that the program does in steps, each of which it acknowledges.
trait Task {
    /// Forgets what was done.
    fn begin(&mut self);
    /// Goes on after these steps, and is killed after a while or comes to its end; how many steps are then acknowledged.
    fn go_on(&self, done: usize, limit: Limit) -> usize;
    /// How many steps are done, as the files tell. Panics if a file is torn.
    fn done(&self) -> usize;
    /// All steps.
    fn steps(&self) -> usize;
    fn notebook(&self) -> &Notebook;
}

/// When a command is killed; none to let it come to its end.
type Limit = Option<Duration>;

/// Makes a task; the number tells it from others of its kind.
type Make<'m> = fn(&'m Material, u64) -> Box<dyn Task + 'm>;

/// What tasks have in common.
struct Material {
    plain: ScriptedReading,
    corrected: ScriptedReading,
    /// The unfinished question after each of its answers.
    drafts: Vec<String>,
}

/// How many kills one task gets, before another is made.
const PORTION: u64 = 32;

#[test]
fn what_was_acknowledged_is_there_after_kill_9_and_everything_resumes() {
    let kinds: [(&str, Make<'_>); 13] = [
        ("reading", |material, number| Box::new(Reading::new(&material.plain, number))),
        ("taking back", |material, number| Box::new(Reading::new(&material.corrected, number))),
        ("question", |material, _| Box::new(Question { notebook: Notebook::new(), drafts: &material.drafts })),
        ("table", |material, _| Box::new(Table { notebook: Notebook::new(), script: &material.plain })),
        ("simulate", |_, _| Box::new(Simulation::new())),
        ("note", |_, _| once("reading", "note reading Later.", "Noted")),
        ("tag", |_, _| once("reading", "tag reading family", "Tags: ")),
        ("outcome", |_, _| once("reading", "outcome reading true He-wrote.", "Outcome recorded")),
        ("export", |_, _| once("reading", "export reading --format html --out page.html --force", "Written")),
        ("rename", |_, _| once("reading", "rename reading other", "Renamed")),
        ("remove", |_, _| once("reading", "remove reading", "Moved to the trash")),
        ("restore", |_, _| once("trash/reading", "remove --restore reading", "Restored")),
        ("join", |_, _| Box::new(Join::new())),
    ];
    let material =
        &Material { plain: ScriptedReading::plain(), corrected: ScriptedReading::corrected(), drafts: drafts() };
    let kills: u64 = short_or_whole(40, 100_000);
    let mut portions = VecDeque::new();
    for (place, (name, make)) in (0..).zip(kinds) {
        let mut left = kills / 13 + u64::from(place < kills % 13);
        while left > 0 {
            portions.push_back((place * 1_000_000 + left, left.min(PORTION), name, make));
            left = left.saturating_sub(PORTION);
        }
    }
    let (queue, at_work, failed) = (Mutex::new(portions), AtomicU64::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let _flag = FailureFlag(&failed);
                while !failed.load(Ordering::Relaxed) {
                    let Some((seed, kills, name, make)) = queue.lock().unwrap().pop_front() else { break };
                    at_work.fetch_add(disturb(&mut *make(material, seed), name, kills, seed), Ordering::Relaxed);
                }
            });
        }
    });
    println!("{kills} kills in 13 commands, {} of them while it had something to write", at_work.into_inner());
}

/// Tells the other threads that one has failed.
struct FailureFlag<'f>(&'f AtomicBool);

impl Drop for FailureFlag<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Kills a task again and again, goes on with it each time, and at last lets it come to its end. Gives how many kills came
/// while it had locked something.
fn disturb(task: &mut dyn Task, name: &str, kills: u64, seed: u64) -> u64 {
    let begun = Instant::now();
    task.go_on(0, None);
    let whole = begun.elapsed();
    let (mut done, mut at_work) = (task.done(), 0);
    assert_eq!(done, task.steps(), "{name}: undisturbed, it comes to its end");
    let mut chance = SplitMix64::seed_from_u64(seed);
    for number in 0..kills {
        if done == task.steps() {
            task.begin();
            done = 0;
        }
        // Evenly over the time that it takes, and a little longer.
        let after = whole.mul_f64((chance.next_u64() % 1100) as f64 / 1000.0);
        let acknowledged = task.go_on(done, Some(after));
        at_work += u64::from(has_leftovers(task.notebook()));
        let now = task.done();
        assert!(
            now >= done.max(acknowledged),
            "{name}: of {} acknowledged steps {now} are left; kill {number} of seed {seed}, after {after:?}",
            done.max(acknowledged)
        );
        done = now;
    }
    if done < task.steps() {
        task.go_on(done, None);
        assert_eq!(task.done(), task.steps(), "{name}: it cannot be gone on with; seed {seed}");
    }
    at_work
}

/// Whether there is a file that the program removes before it ends.
fn has_leftovers(notebook: &Notebook) -> bool {
    let is_hidden = |folder| {
        let entries = fs::read_dir(folder).into_iter().flatten();
        entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with(".enochian-"))
    };
    [notebook.folder().to_owned(), notebook.journals(), notebook.path("run")].into_iter().any(is_hidden)
}

/// Runs a command and kills it after a while. What it printed until then, and whether it came to its end.
fn run_for(mut command: Command, input: &str, limit: Limit) -> (String, bool) {
    let file = |text: &str| {
        let mut file = tempfile::tempfile_in(temporary()).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.rewind().unwrap();
        file
    };
    // Files, since nobody reads pipes meanwhile.
    let mut printed = file("");
    command.stdin(file(input)).stdout(printed.try_clone().unwrap()).stderr(printed.try_clone().unwrap());
    let mut child = command.spawn().unwrap();
    if let Some(limit) = limit {
        thread::sleep(limit);
        child.kill().unwrap();
    }
    let ended = child.wait().unwrap().success();
    let mut said = String::new();
    printed.rewind().unwrap();
    printed.read_to_string(&mut said).unwrap();
    assert!(ended || limit.is_some(), "{command:?}: {said}");
    (said, ended)
}

/// A reading by hand; every other one is quiet.
struct Reading<'m> {
    notebook: Notebook,
    script: &'m ScriptedReading,
    is_quiet: bool,
}

impl<'m> Reading<'m> {
    fn new(script: &'m ScriptedReading, number: u64) -> Reading<'m> {
        Reading { notebook: Notebook::new(), script, is_quiet: number.is_multiple_of(2) }
    }
}

impl Task for Reading<'_> {
    fn begin(&mut self) {
        self.notebook = Notebook::new();
        self.is_quiet = !self.is_quiet;
    }

    fn go_on(&self, done: usize, limit: Limit) -> usize {
        let question = question(&self.notebook);
        let mut command = match journal_in(&self.notebook) {
            Some(_) => self.notebook.command(&["read", "--resume"]),
            None => self.notebook.command(&["read", question]),
        };
        if self.is_quiet && journal_in(&self.notebook).is_none() {
            command.arg("--quiet");
        }
        let (said, ended) = run_for(command, &self.script.rest(done), limit);
        let is_prompt = |line: &&str| line.contains(" throws (1 to 6): ") || line.starts_with("Move (number, ");
        if ended { self.steps() } else { self.script.acknowledged(done, said.lines().filter(is_prompt).count()) }
    }

    fn done(&self) -> usize {
        journal_in(&self.notebook).map_or(0, |journal| self.script.done(&journal))
    }

    fn steps(&self) -> usize {
        self.script.0.len()
    }

    fn notebook(&self) -> &Notebook {
        &self.notebook
    }
}

/// A question that is asked at the prompts, until the reading begins.
struct Question<'m> {
    notebook: Notebook,
    drafts: &'m [String],
}

/// The beginnings of the prompts, and what is answered.
const PROMPTS: [(&str, &str); 10] = [
    ("What is the question?", "Will it rain?"),
    ("Who asks?", "Anna"),
    ("What is it about?", "journey"),
    ("Which board?", ""),
    ("Which angle of it?", ""),
    ("Which house, sign or element?", ""),
    ("Which array?", ""),
    ("ruleset ", ""),
    ("Who plays?", ""),
    ("Who throws the die?", ""),
];

fn answers(from: usize, to: usize) -> String {
    PROMPTS[from..to].iter().map(|(_, answer)| format!("{answer}\n")).collect()
}

/// The unfinished question after each number of answers.
fn drafts() -> Vec<String> {
    let draft = |count| {
        let notebook = Notebook::new();
        let output = notebook.run(&["read"], &answers(0, count));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::read_to_string(notebook.journals().join(UNFINISHED)).unwrap()
    };
    (1..PROMPTS.len()).map(draft).collect()
}

const UNFINISHED: &str = "unfinished-question.toml";

impl Task for Question<'_> {
    fn begin(&mut self) {
        self.notebook = Notebook::new();
    }

    fn go_on(&self, done: usize, limit: Limit) -> usize {
        let command = self.notebook.command(if done > 0 { &["read", "--resume"] } else { &["read"] });
        // After the last answer the reading begins, whether or not it could be begun before.
        let rest = answers(done.min(PROMPTS.len()), PROMPTS.len());
        let (said, ended) = run_for(command, &rest, limit);
        let is_prompt = |line: &&str| PROMPTS.iter().any(|(prompt, _)| line.starts_with(prompt));
        let typed = said.lines().filter(is_prompt).count();
        if ended { self.steps() } else { done + typed.saturating_sub(1) }
    }

    fn done(&self) -> usize {
        if journal_in(&self.notebook).is_some() {
            return self.steps();
        }
        let Ok(saved) = fs::read_to_string(self.notebook.journals().join(UNFINISHED)) else { return 0 };
        let place = self.drafts.iter().position(|draft| *draft == saved);
        // The last draft has all answers.
        place.map_or_else(|| complete(&saved), |place| place + 1)
    }

    fn steps(&self) -> usize {
        PROMPTS.len() + 1
    }

    fn notebook(&self) -> &Notebook {
        &self.notebook
    }
}

/// The number of answers, if a saved question has all of them.
fn complete(saved: &str) -> usize {
    assert!(saved.contains("die = \"by hand\""), "the unfinished question is torn: {saved:?}");
    PROMPTS.len()
}

/// Turns at the table.
struct Table<'m> {
    notebook: Notebook,
    script: &'m ScriptedReading,
}

impl Table<'_> {
    /// So many, that a reading is not concluded.
    const STEPS: usize = 60;
}

impl Task for Table<'_> {
    fn begin(&mut self) {
        self.notebook = Notebook::new();
    }

    fn go_on(&self, done: usize, limit: Limit) -> usize {
        if journal_in(&self.notebook).is_none() {
            let output = self.notebook.run(&["read", question(&self.notebook)], "");
            assert!(output.status.success());
        }
        let journal = journal_in(&self.notebook).unwrap();
        let journal = journal.file_stem().unwrap().to_str().unwrap();
        let mut command = self.notebook.command(&["table", "--no-open"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let printed = child.stdout.take().unwrap();
        thread::scope(|scope| {
            let page = scope.spawn(move || {
                let mut acknowledged = done;
                // An error is the end of the table.
                let Ok(mut page) = OpenTable::at(BufReader::new(printed)).map(Page::of) else { return acknowledged };
                match page.show(journal) {
                    Ok(shown) => assert_eq!(shown["role"], "player", "{shown:#}"),
                    Err(_) => return acknowledged,
                }
                while acknowledged < Table::STEPS {
                    match page.types(self.script.0[acknowledged].1.as_deref()) {
                        Ok(error) => assert!(error.is_null(), "step {acknowledged} at the table: {error}"),
                        Err(_) => return acknowledged,
                    }
                    acknowledged += 1;
                }
                page.close();
                acknowledged
            });
            if let Some(limit) = limit {
                thread::sleep(limit);
                child.kill().unwrap();
            }
            child.wait().unwrap();
            page.join().unwrap()
        })
    }

    fn done(&self) -> usize {
        journal_in(&self.notebook).map_or(0, |journal| self.script.done(&journal))
    }

    fn steps(&self) -> usize {
        Table::STEPS
    }

    fn notebook(&self) -> &Notebook {
        &self.notebook
    }
}

/// A simulation with a table of its readings.
struct Simulation {
    notebook: Notebook,
    /// The folder as it should be.
    whole: Snapshot,
}

impl Simulation {
    const READINGS: usize = 600;

    fn new() -> Simulation {
        let mut simulation = Simulation { notebook: Notebook::new(), whole: Snapshot::new() };
        simulation.go_on(0, None);
        simulation.whole = snapshot(&simulation.notebook.path("run"));
        simulation
    }
}

impl Task for Simulation {
    fn begin(&mut self) {
        self.notebook = Notebook::new();
    }

    fn go_on(&self, _: usize, limit: Limit) -> usize {
        let command = if RunDir::is_resumable(&self.notebook.path("run")) {
            self.notebook.command(&["simulate", "--resume", "run"])
        } else {
            let brother = format!("{ROOT}/questions/brother.toml");
            let readings = Simulation::READINGS.to_string();
            let run = ["--readings", &readings, "--part", "20", "--seed", "8", "--threads", "1", "--out", "run"];
            self.notebook.command(&[&["simulate", &brother], &run[..]].concat())
        };
        let (_, ended) = run_for(command, "", limit);
        if ended { self.steps() } else { 0 }
    }

    fn done(&self) -> usize {
        let run = self.notebook.path("run");
        if !run.join("_manifest.json").exists() {
            return 0;
        }
        let verified = RunDir::verify(&run, Correspondences::embedded(), Replay::default(), 2, |_, _| ());
        let verified = verified.unwrap_or_else(|error| panic!("a torn run: {error}"));
        let done = verified.progress.summary.readings as usize;
        if done == Simulation::READINGS && !self.whole.is_empty() {
            let now = snapshot(&run);
            assert!(now == self.whole, "a run gone on with differs: {}", difference(&now, &self.whole));
        }
        done
    }

    fn steps(&self) -> usize {
        Simulation::READINGS
    }

    fn notebook(&self) -> &Notebook {
        &self.notebook
    }
}

/// Two copies are joined. It takes several steps, after each of which all words are somewhere, and which it can do again.
struct Join {
    notebook: Notebook,
}

impl Join {
    fn new() -> Join {
        let mut join = Join { notebook: Notebook::new() };
        join.begin();
        join
    }
}

impl Task for Join {
    fn begin(&mut self) {
        self.notebook = Notebook::new();
        self.notebook.add_copies();
    }

    fn go_on(&self, _: usize, limit: Limit) -> usize {
        let command = self.notebook.command(&["journal", "join", "reading", "copy"]);
        usize::from(run_for(command, "", limit).0.contains("Joined"))
    }

    fn done(&self) -> usize {
        let now = snapshot(self.notebook.folder());
        for word in ["A kestrel.", "A heron."] {
            assert!(now.values().any(|text| text.contains(word)), "{word} is lost");
        }
        for name in now.keys().filter(|name| name.ends_with(".md")) {
            let read = journal::read(&self.notebook.path(name), Correspondences::embedded());
            read.unwrap_or_else(|faults| panic!("{name} is torn: {faults}"));
        }
        let journal = &now["journals/reading.md"];
        let is_joined = ["A kestrel.", "A heron."].iter().all(|word| journal.contains(word));
        usize::from(is_joined && !now.contains_key("journals/copy.md"))
    }

    fn steps(&self) -> usize {
        1
    }

    fn notebook(&self) -> &Notebook {
        &self.notebook
    }
}

/// A command that does one thing, or nothing.
struct OneStep {
    notebook: Notebook,
    /// Where the journal stands before.
    name: &'static str,
    arguments: Vec<&'static str>,
    /// What the command prints when it is done.
    told: &'static str,
    old: Snapshot,
    new: Snapshot,
}

fn once<'m>(name: &'static str, arguments: &'static str, told: &'static str) -> Box<dyn Task + 'm> {
    let arguments = ["journal"].into_iter().chain(arguments.split(' ')).collect();
    let (old, new) = (Snapshot::new(), Snapshot::new());
    let mut once = OneStep { notebook: Notebook::new(), name, arguments, told, old, new };
    once.begin();
    once.old = snapshot(once.notebook.folder());
    assert_eq!(once.go_on(0, None), 1, "it says {told:?}");
    once.new = snapshot(once.notebook.folder());
    assert!(once.new != once.old, "{:?} does something", once.arguments);
    once.begin();
    Box::new(once)
}

impl Task for OneStep {
    fn begin(&mut self) {
        self.notebook = Notebook::new();
        fs::create_dir(self.notebook.journals().join("trash")).unwrap();
        self.notebook.add(self.name);
        fs::write(self.notebook.path("page.html"), "An earlier page.\n").unwrap();
    }

    fn go_on(&self, _: usize, limit: Limit) -> usize {
        let (said, _) = run_for(self.notebook.command(&self.arguments), "", limit);
        usize::from(said.contains(self.told))
    }

    fn done(&self) -> usize {
        let now = snapshot(self.notebook.folder());
        if now == self.new || now == self.old {
            return usize::from(now == self.new);
        }
        // Half an entry is mended by whoever adds to the journal next.
        for entry in fs::read_dir(self.notebook.journals()).unwrap().flatten() {
            let path = entry.path();
            if path.is_file() {
                drop(Journal::open(&path, Correspondences::embedded()));
            }
        }
        let now = snapshot(self.notebook.folder());
        assert!(now == self.new || now == self.old, "{:?}: torn: {}", self.arguments, difference(&now, &self.new));
        usize::from(now == self.new)
    }

    fn steps(&self) -> usize {
        1
    }

    fn notebook(&self) -> &Notebook {
        &self.notebook
    }
}
