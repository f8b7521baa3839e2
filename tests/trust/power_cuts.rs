//! Power cuts at every moment of every command that writes: what a program was told to have been done is there afterwards.
//!
//! The program itself runs, with everything that it asks of the file system recorded. A file system in memory then makes of
//! these calls every disk that a power cut could leave: with what was not synced dropped, torn or out of order. The program's
//! own repair opens each of them.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use enochian::correspondences::Correspondences;
use enochian::journal::Journal;
use enochian::record::Entry;
use tempfile::TempDir;

use super::figure::{Figure, Run};
use super::memory_disk::{Files, MemoryDisk, PowerCut};
use super::notebook::Notebook;
use super::recorded_calls::{self, FileNumber, RecordedCall};
use super::scripted_reading::{self, ScriptedReading};
use super::threads;

pub(crate) const FIGURE: Figure =
    Figure { number: 3, name: "power-cuts", protections: &["syncing-files", "syncing-folders", "repairing"], measure };

/// A command that writes, and what it reads.
struct Act {
    arguments: Vec<String>,
    input: String,
}

fn act(arguments: &str, input: impl Into<String>) -> Act {
    Act { arguments: arguments.split(' ').map(str::to_owned).collect(), input: input.into() }
}

/// The commands that write, in notebooks that have what each needs.
fn acts(run: &Run) -> Vec<(Notebook, Act)> {
    let with_question = || {
        let notebook = Notebook::with_reading();
        scripted_reading::question(&notebook);
        notebook
    };
    let with_trash = || {
        let notebook = Notebook::with_reading();
        notebook.run(&["journal", "remove", "reading"], "");
        notebook
    };
    let outdated = || {
        let notebook = Notebook::new();
        notebook.add("first-reading-of-an-element", "old");
        notebook
    };
    let with_run = || {
        let notebook = with_question();
        notebook.run(&["simulate", "question.toml", "--readings", "2000", "--seed", "1", "--out", "run"], "");
        let part = fs::read_dir(notebook.path("run")).unwrap().map(|entry| entry.unwrap().path());
        fs::remove_file(part.filter(|path| path.to_string_lossy().contains("part")).min().unwrap()).unwrap();
        notebook
    };
    let with_copies = || {
        let notebook = Notebook::new();
        notebook.add_copies();
        notebook
    };
    let corrected = ScriptedReading::corrected().rest(0);
    let half: String = corrected.lines().take(40).map(|line| format!("{line}\n")).collect();
    let mut acts = vec![
        (with_question(), act("read question.toml", if run.is_whole() { &corrected } else { &half })),
        (
            with_question(),
            act(
                "read question.toml --quiet",
                if run.is_whole() { ScriptedReading::plain().rest(0) } else { half.clone() },
            ),
        ),
        (with_question(), act("read", "Is my brother happy?\nAnna\nbrother\n\n\n\n")),
        (Notebook::with_reading(), act("journal note reading It-rained.", "")),
        (Notebook::with_reading(), act("journal tag reading family", "")),
        (Notebook::with_reading(), act("journal outcome reading true He-wrote.", "")),
        (outdated(), act("journal check --upgrade old", "")),
        (outdated(), act("journal note old It-rained.", "")),
        (Notebook::with_reading(), act("journal rename reading another", "")),
        (Notebook::with_reading(), act("journal remove reading", "")),
        (with_copies(), act("journal join reading copy", "")),
        (with_trash(), act("journal remove --restore reading", "")),
        (Notebook::with_reading(), act("journal export reading --out journals/page.html", "")),
        (Notebook::with_reading(), act("journal export reading --format sheet --out journals/reading.md.txt", "")),
        (Notebook::new(), act("new second", "")),
        (with_question(), act("simulate question.toml --readings 3000 --seed 1 --out run", "")),
        (with_run(), act("simulate --resume run", "")),
    ];
    if run.is_whole() {
        acts.push((with_question(), act("read question.toml --auto --seed 3", "")));
        acts.push((with_question(), act("read question.toml --auto --seed 4", "")));
    }
    acts
}

/// A disk, what was on it all the while, and what came to be in the journals on it.
struct Trial<'d> {
    disk: &'d MemoryDisk,
    /// What the program saw after each call.
    seen: Vec<Files>,
    /// For each number of calls, how many had been made when the program last told something.
    told: Vec<usize>,
    /// Entries of the journals that were read.
    entries: HashMap<u64, Result<Vec<Entry>, String>>,
    desk: TempDir,
    repairs: bool,
}

fn hash(content: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    hasher.finish()
}

/// Whether a file is the program's own and nobody's loss: a lock, an unfinished file, a cache, the address of an open table.
fn is_passing(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(".enochian-") || ["caches", "home"].iter().any(|folder| path.starts_with(folder))
}

/// Leaves out the calls on files that would not be missed under any name they have.
fn that_matter(before: &[(PathBuf, Vec<u8>)], calls: Vec<RecordedCall>) -> Vec<RecordedCall> {
    let mut missed: HashSet<FileNumber> = (0..before.len()).filter(|&file| !is_passing(&before[file].0)).collect();
    for call in &calls {
        if let RecordedCall::Enter { path, file } | RecordedCall::Move { to: path, file, .. } = call
            && !is_passing(path)
        {
            missed.insert(*file);
        }
    }
    let mut names: HashMap<&Path, FileNumber> =
        before.iter().enumerate().map(|(file, (path, _))| (path.as_path(), file)).collect();
    let mut kept = Vec::new();
    for call in &calls {
        let matters = match call {
            RecordedCall::Enter { path, file } => {
                names.insert(path, *file);
                missed.contains(file)
            }
            RecordedCall::Move { from, to, file } => {
                names.remove(from.as_path());
                names.insert(to, *file);
                missed.contains(file)
            }
            RecordedCall::Leave { path } => names.remove(path.as_path()).is_some_and(|file| missed.contains(&file)),
            RecordedCall::Write { file, .. } | RecordedCall::Cut { file, .. } | RecordedCall::SyncFile(file) => {
                missed.contains(file)
            }
            RecordedCall::SyncFolder(_) | RecordedCall::Told => true,
        };
        if matters {
            kept.push(call.clone());
        }
    }
    kept
}

impl Trial<'_> {
    /// The entries of a journal: going on with it mends its end, if that was cut off.
    fn entries(&mut self, content: &[u8]) -> Result<Vec<Entry>, String> {
        let (desk, repairs) = (&self.desk, self.repairs);
        let read = || {
            let path = desk.path().join("journal.md");
            fs::write(&path, content).unwrap();
            if repairs {
                let opened = Journal::open(&path, Correspondences::embedded());
                return opened.map(|journal| journal.record().entries().to_vec()).map_err(|error| error.to_string());
            }
            let read = enochian::journal::read(&path, Correspondences::embedded());
            read.map(|record| record.entries().to_vec()).map_err(|error| error.to_string())
        };
        self.entries.entry(hash(content)).or_insert_with(read).clone()
    }

    /// Whether the disk that a power cut left has everything that the program had told.
    fn judge(&mut self, cut: &PowerCut) -> Result<(), String> {
        let files = self.disk.after(cut);
        let told = self.told[cut.calls];
        let window = told..=cut.calls;
        let paths: Vec<&PathBuf> =
            self.seen[told].keys().chain(self.seen[cut.calls].keys()).chain(files.keys()).collect();
        let mut paths: Vec<PathBuf> = paths.into_iter().filter(|path| !is_passing(path)).cloned().collect();
        paths.sort();
        paths.dedup();
        for path in paths {
            let now = files.get(&path);
            if window.clone().any(|calls| self.seen[calls].get(&path) == now) {
                continue;
            }
            let Some(now) = now else { return Err(format!("{} is gone", path.display())) };
            if path.extension().is_none_or(|ending| ending != "md") {
                return Err(format!("{} has another content", path.display()));
            }
            // A journal that was being added to: what had been told, and no more than was typed.
            let now = now.clone();
            let at = |calls: usize| self.seen[calls].get(&path).cloned();
            let (least, most) = (at(told), at(cut.calls));
            let mut entries =
                |content: Option<Vec<u8>>| content.map_or(Ok(Vec::new()), |content| self.entries(&content));
            let path = path.display();
            let found = entries(Some(now)).map_err(|error| format!("{path} cannot be gone on with: {error}"))?;
            let (least, most) = (entries(least)?, entries(most)?);
            if !found.starts_with(&least) {
                return Err(format!("{path} has {} entries of {} that were told", found.len(), least.len()));
            }
            if !most.starts_with(&found) {
                return Err(format!("{path} has entries that nobody made"));
            }
        }
        // What moved from folder to folder is in the one or the other.
        for call in &self.disk.calls[told..cut.calls] {
            if let RecordedCall::Leave { path } = call
                && !is_passing(path)
                && let Some(content) = self.seen[told].get(path)
                && !files.values().any(|kept| kept == content)
            {
                return Err(format!("{} is gone from where it was, and not where it goes", path.display()));
            }
        }
        Ok(())
    }
}

fn measure(run: &Run) -> String {
    let acts = acts(run);
    let (commands, wanted) = (acts.len(), run.times(300, if run.broken.is_some() { 20_000 } else { 3_000 }, 1_000_000));
    let mut disks = Vec::new();
    let mut all = 0;
    for (notebook, act) in acts {
        let before = recorded_calls::files_in(notebook.folder());
        let mut calls = recorded_calls::record(&notebook, &before, &act.arguments, &act.input);
        let written = recorded_calls::files_in(notebook.folder());
        let disk = MemoryDisk::new(before.clone(), calls.clone());
        let seen: Vec<_> = disk.seen_after(disk.calls.len()).into_iter().collect();
        assert_eq!(seen, written, "{:?}: the recorded calls make other files than the program", act.arguments);
        calls.retain(|call| match call {
            RecordedCall::SyncFile(_) => !run.is_without("syncing-files"),
            RecordedCall::SyncFolder(_) => !run.is_without("syncing-folders"),
            _ => true,
        });
        let disk = MemoryDisk::new(before.clone(), that_matter(&before, calls));
        let states: usize = (0..=disk.calls.len()).map(|calls| disk.cuts_at(calls).len()).sum();
        disks.push((act.arguments.join(" "), disk, all));
        all += states;
    }
    let step = (all as u64 / wanted).max(1) as usize;
    let tried = AtomicU64::new(0);
    threads::for_each(disks.len() as u64, |number| {
        let (name, disk, first) = &disks[number as usize];
        let mut place = *first;
        let mut told = vec![0];
        for (place, call) in disk.calls.iter().enumerate() {
            told.push(if *call == RecordedCall::Told { place + 1 } else { told[place] });
        }
        let seen = (0..=disk.calls.len()).map(|calls| disk.seen_after(calls)).collect();
        let desk = TempDir::new_in("/dev/shm").unwrap();
        let repairs = !run.is_without("repairing");
        let mut trial = Trial { disk, seen, told, entries: HashMap::new(), desk, repairs };
        for made in 0..=disk.calls.len() {
            for cut in disk.cuts_at(made) {
                place += 1;
                // Of the last moment every cut: what the program did last is what it told.
                if place % step == 0 || made == disk.calls.len() {
                    tried.fetch_add(1, Ordering::Relaxed);
                    trial.judge(&cut).map_err(|fault| format!("enochian {name}: {fault}; {cut:?}"))?;
                }
            }
        }
        Ok(())
    });
    let (tried, calls) = (tried.into_inner(), disks.iter().map(|(_, disk, _)| disk.calls.len()).sum::<usize>());
    format!(
        "{tried} disks after power cuts in {calls} calls of {commands} commands, of {all} possible ones; nothing that had been told was lost"
    )
}
