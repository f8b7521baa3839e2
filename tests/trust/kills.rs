//! `kill -9` at any moment: what the program has said it did is done, no file is torn, and everything goes on where it was.

use std::collections::VecDeque;
use std::fs;
use std::io::{Read, Seek, Write};
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

use super::figure::{Figure, Run};
use super::notebook::{Notebook, ROOT, temporary};
use super::open_table::Page;
use super::preload::on_system;
use super::scripted_reading::{ScriptedReading, journal_in, question};
use super::snapshot::{Snapshot, difference, snapshot};

pub(crate) const FIGURE: Figure = Figure { number: 1, name: "kills", protections: &["writing-first"], measure };

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

/// What all tasks have in common.
struct Material {
    plain: ScriptedReading,
    corrected: ScriptedReading,
    /// The unfinished question after each of its answers.
    drafts: Vec<String>,
    /// The system on which the program runs.
    system: &'static str,
}

/// How many kills one task gets, before another is made.
const PORTION: u64 = 32;

fn measure(run: &Run) -> String {
    let kinds: [(&str, Make<'_>); 14] = [
        ("reading", |material, number| Box::new(Reading::new(material, &material.plain, number))),
        ("taking back", |material, number| Box::new(Reading::new(material, &material.corrected, number))),
        ("question", |material, _| Box::new(Question { notebook: Notebook::new(), material })),
        ("table", |material, _| Box::new(Table { notebook: Notebook::new(), material })),
        ("simulate", |material, _| Box::new(Simulation::new(material))),
        ("note", |material, _| once(material, "reading", &["note", "reading", "Later."], "Noted")),
        ("tag", |material, _| once(material, "reading", &["tag", "reading", "family"], "Tags: ")),
        ("outcome", |material, _| {
            once(material, "reading", &["outcome", "reading", "true", "So it was."], "Outcome recorded")
        }),
        ("export", |material, _| {
            let export = ["export", "reading", "--format", "html", "--out", "page.html", "--force"];
            once(material, "reading", &export, "Written")
        }),
        ("upgrade", |material, _| once(material, "reading", &["check", "--upgrade", "reading"], "Upgraded")),
        ("rename", |material, _| once(material, "reading", &["rename", "reading", "other"], "Renamed")),
        ("remove", |material, _| once(material, "reading", &["remove", "reading"], "Moved to the trash")),
        ("restore", |material, _| once(material, "trash/reading", &["remove", "--restore", "reading"], "Restored")),
        ("join", |material, _| Box::new(Join::new(material))),
    ];
    let material = &Material {
        plain: ScriptedReading::plain(),
        corrected: ScriptedReading::corrected(),
        drafts: drafts(),
        system: if run.is_without("writing-first") { "late" } else { "" },
    };
    // Without a protection, the first loss ends it.
    let kills = run.times(40, if run.broken.is_some() { 2_000 } else { 416 }, 100_000);
    let mut portions = VecDeque::new();
    for (place, (name, make)) in (0..).zip(kinds) {
        let mut left = kills / 14 + u64::from(place < kills % 14);
        while left > 0 {
            portions.push_back((place * 1_000_000 + left, left.min(PORTION), name, make));
            left = left.saturating_sub(PORTION);
        }
    }
    let (queue, killed, at_work, failed) =
        (Mutex::new(portions), AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let _flag = FailureFlag(&failed);
                while !failed.load(Ordering::Relaxed) {
                    let Some((seed, kills, name, make)) = queue.lock().unwrap().pop_front() else { break };
                    let mut task = make(material, seed);
                    at_work.fetch_add(disturb(&mut *task, name, kills, seed), Ordering::Relaxed);
                    killed.fetch_add(kills, Ordering::Relaxed);
                }
            });
        }
    });
    let (killed, at_work) = (killed.into_inner(), at_work.into_inner());
    format!(
        "{killed} kills in 14 commands, {at_work} of them while it had something to write, and nothing was lost or torn"
    )
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
fn run_for(mut command: Command, input: &str, limit: Limit, system: &str) -> (String, bool) {
    let file = |text: &str| {
        let mut file = tempfile::tempfile_in(temporary()).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.rewind().unwrap();
        file
    };
    // Files, since nobody reads pipes meanwhile.
    let mut printed = file("");
    command.stdin(file(input)).stdout(printed.try_clone().unwrap()).stderr(printed.try_clone().unwrap());
    if !system.is_empty() {
        on_system(&mut command, system);
    }
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
    material: &'m Material,
    script: &'m ScriptedReading,
    is_quiet: bool,
}

impl<'m> Reading<'m> {
    fn new(material: &'m Material, script: &'m ScriptedReading, number: u64) -> Reading<'m> {
        Reading { notebook: Notebook::new(), material, script, is_quiet: number.is_multiple_of(2) }
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
        let (said, ended) = run_for(command, &self.script.rest(done), limit, self.material.system);
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
    material: &'m Material,
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
        let (said, ended) = run_for(command, &rest, limit, self.material.system);
        let is_prompt = |line: &&str| PROMPTS.iter().any(|(prompt, _)| line.starts_with(prompt));
        let typed = said.lines().filter(is_prompt).count();
        if ended { self.steps() } else { done + typed.saturating_sub(1) }
    }

    fn done(&self) -> usize {
        if journal_in(&self.notebook).is_some() {
            return self.steps();
        }
        let Ok(saved) = fs::read_to_string(self.notebook.journals().join(UNFINISHED)) else { return 0 };
        let place = self.material.drafts.iter().position(|draft| *draft == saved);
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
    material: &'m Material,
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
        if !self.material.system.is_empty() {
            on_system(&mut command, self.material.system);
        }
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let printed = child.stdout.take().unwrap();
        thread::scope(|scope| {
            let page = scope.spawn(move || {
                let mut acknowledged = done;
                // An error is the end of the table.
                let Ok(mut page) = Page::on(printed, journal) else { return acknowledged };
                while acknowledged < Table::STEPS {
                    match page.types(self.material.plain.0[acknowledged].1.as_deref()) {
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
        journal_in(&self.notebook).map_or(0, |journal| self.material.plain.done(&journal))
    }

    fn steps(&self) -> usize {
        Table::STEPS
    }

    fn notebook(&self) -> &Notebook {
        &self.notebook
    }
}

/// A simulation with a table of its readings.
struct Simulation<'m> {
    notebook: Notebook,
    material: &'m Material,
    /// The folder as it should be.
    whole: Snapshot,
}

impl<'m> Simulation<'m> {
    const READINGS: usize = 600;

    fn new(material: &'m Material) -> Simulation<'m> {
        let notebook = Notebook::new();
        let mut simulation = Simulation { notebook, material, whole: Snapshot::new() };
        simulation.go_on(0, None);
        simulation.whole = snapshot(&simulation.notebook.path("run"));
        simulation
    }
}

impl Task for Simulation<'_> {
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
        let (_, ended) = run_for(command, "", limit, self.material.system);
        if ended { self.steps() } else { 0 }
    }

    fn done(&self) -> usize {
        let run = self.notebook.path("run");
        if !run.join("_manifest.json").exists() {
            return 0;
        }
        let verified = RunDir::verify(&run, Correspondences::embedded(), Replay::default(), |_, _| ());
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
struct Join<'m> {
    notebook: Notebook,
    material: &'m Material,
}

impl<'m> Join<'m> {
    fn new(material: &'m Material) -> Join<'m> {
        let mut join = Join { notebook: Notebook::new(), material };
        join.begin();
        join
    }
}

impl Task for Join<'_> {
    fn begin(&mut self) {
        self.notebook = Notebook::new();
        self.notebook.add_copies();
    }

    fn go_on(&self, _: usize, limit: Limit) -> usize {
        let command = self.notebook.command(&["journal", "join", "reading", "copy"]);
        usize::from(run_for(command, "", limit, self.material.system).0.contains("Joined"))
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
struct OneStep<'m> {
    notebook: Notebook,
    material: &'m Material,
    /// Where the journal stands before.
    name: &'static str,
    arguments: Vec<&'static str>,
    /// What the command prints when it is done.
    told: &'static str,
    old: Snapshot,
    new: Snapshot,
}

fn once<'m>(
    material: &'m Material,
    name: &'static str,
    arguments: &[&'static str],
    told: &'static str,
) -> Box<dyn Task + 'm> {
    let notebook = Notebook::new();
    let arguments = [&["journal"], arguments].concat();
    let mut once = OneStep { notebook, material, name, arguments, told, old: Snapshot::new(), new: Snapshot::new() };
    once.begin();
    once.old = snapshot(once.notebook.folder());
    assert_eq!(once.go_on(0, None), 1, "it says {told:?}");
    once.new = snapshot(once.notebook.folder());
    assert!(once.new != once.old, "{:?} does something", once.arguments);
    once.begin();
    Box::new(once)
}

impl Task for OneStep<'_> {
    fn begin(&mut self) {
        self.notebook = Notebook::new();
        fs::create_dir(self.notebook.journals().join("trash")).unwrap();
        self.notebook.add("first-reading-taken-back", self.name);
        fs::write(self.notebook.path("page.html"), "An earlier page.\n").unwrap();
    }

    fn go_on(&self, _: usize, limit: Limit) -> usize {
        let (said, _) = run_for(self.notebook.command(&self.arguments), "", limit, self.material.system);
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
