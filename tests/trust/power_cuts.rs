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

use crate::memory_disk::{Files, MemoryDisk, PowerCut};
use crate::recorded_calls::{self, FileNumber, RecordedCall};
use crate::sample::short_or_whole;
use crate::threads;
use crate::writing::Writing;

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
        let path = self.desk.path().join("journal.md");
        let read = || {
            fs::write(&path, content).unwrap();
            let opened = Journal::open(&path, Correspondences::embedded());
            opened.map(|journal| journal.record().entries().to_vec()).map_err(|error| error.to_string())
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
            // A question that comes back when its reading has begun does no harm.
            if path.ends_with("unfinished-question.toml")
                && self.seen[..told].iter().any(|seen| seen.get(&path) == Some(now))
            {
                continue;
            }
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

#[test]
fn what_was_told_is_there_after_a_power_cut_and_every_disk_is_opened() {
    let mut disks = Vec::new();
    let mut all = 0;
    for Writing { before: notebook, arguments, input, .. } in Writing::all() {
        let before = recorded_calls::files_in(notebook.folder());
        let calls = recorded_calls::record(&notebook, &before, &arguments, &input);
        let written: Files = recorded_calls::files_in(notebook.folder()).into_iter().collect();
        let disk = MemoryDisk::new(before.clone(), calls.clone());
        let seen = disk.seen_after(disk.calls.len());
        let is_other = |path: &&PathBuf| !is_passing(path) && seen.get(*path) != written.get(*path);
        let differs = seen.keys().chain(written.keys()).find(is_other);
        assert_eq!(differs, None, "{arguments:?}: the recorded calls make other files than the program");
        let disk = MemoryDisk::new(before.clone(), that_matter(&before, calls));
        let states: usize = (0..=disk.calls.len()).map(|calls| disk.cuts_at(calls).len()).sum();
        disks.push((arguments.join(" "), disk, all));
        all += states;
    }
    let step = (all / short_or_whole(300, 1_000_000)).max(1);
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
        let mut trial = Trial { disk, seen, told, entries: HashMap::new(), desk };
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
    println!("{} disks of {all} after power cuts in {} commands", tried.into_inner(), disks.len());
}
