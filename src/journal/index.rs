//! The journals of a folder.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::SystemTime;

use crate::correspondences::Correspondences;
use crate::input::{Source, safe_path, shell_word};

use super::cache::{Cache, CachedFile, FileStamp};
use super::parse::LIMIT;
use super::{Metadata, header};

/// A journal in a folder.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct IndexEntry {
    /// Where it is.
    pub path: PathBuf,
    /// When the file was written to last.
    pub modified: SystemTime,
    /// What it is; or what is wrong with its header, in a line.
    pub metadata: Result<Box<Metadata>, String>,
}

impl IndexEntry {
    /// The name of its file, without the ending.
    pub fn name(&self) -> String {
        self.path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }
}

/// All journals of a folder, the latest begun first, by the instant; last those whose header cannot be read.
///
/// Files of Markdown that do not begin as a journal does are none, and are left out. What is derived of a journal is
/// remembered in the folder of caches, if there is one. `progress` is told how many of those that are not remembered
/// have been looked at, and how many there are.
///
/// # Errors
/// When the folder cannot be read.
///
/// ```
/// use enochian::{journal, correspondences::Correspondences};
/// let journals = journal::list("journals".as_ref(), None, Correspondences::embedded(), &|_, _| {}).unwrap();
/// let sample = journals.iter().find(|it| it.name().contains("2026-11-21-is-my-brother")).unwrap();
/// assert_eq!(sample.metadata.as_ref().unwrap().answer, "yes");
/// ```
pub fn list(
    folder: &Path,
    cache: Option<&Path>,
    correspondences: &Correspondences,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> io::Result<Vec<IndexEntry>> {
    let cache = cache.and_then(|cache| Cache::of(folder, cache, correspondences));
    let (files, remembered) = thread::scope(|scope| {
        let remembered = scope.spawn(|| cache.as_ref().map_or_else(Vec::new, Cache::load));
        let files = files(folder);
        (files, joined(remembered))
    });
    let (files, unnameable) = files?;
    let known = remembered.len();
    let mut remembered: HashMap<String, CachedFile> = remembered.into_iter().map(|it| (it.name.clone(), it)).collect();
    let mut found: Vec<(SystemTime, CachedFile)> = Vec::with_capacity(files.len());
    let mut unknown = Vec::new();
    for file in files {
        match remembered.remove(&file.name).filter(|it| Some(it.stamp) == file.stamp) {
            Some(it) => found.push((file.modified, it)),
            None => unknown.push(file),
        }
    }
    let now = SystemTime::now();
    let is_kept = |(_, it): &&(SystemTime, CachedFile)| it.stamp.is_settled(now) && it.is_small();
    let new = look_through(folder, unknown, correspondences, progress);
    let is_changed = found.len() != known || new.iter().any(|it| is_kept(&it));
    found.extend(new);
    if let Some(cache) = cache.filter(|_| is_changed) {
        cache.save(found.iter().filter(is_kept).map(|(_, it)| it));
    }
    let entry = |(modified, it): (SystemTime, CachedFile)| {
        Some(IndexEntry { path: folder.join(it.name), modified, metadata: it.known? })
    };
    let mut entries: Vec<IndexEntry> = found.into_iter().filter_map(entry).collect();
    entries.extend(unnameable.into_iter().filter_map(unnamed));
    entries.sort_by(|one, other| {
        let key = |it: &IndexEntry| it.metadata.as_ref().map(|it| it.begun).ok();
        key(other).cmp(&key(one)).then_with(|| other.path.as_os_str().cmp(one.path.as_os_str()))
    });
    Ok(entries)
}

/// A file that may be a journal.
struct File {
    name: String,
    modified: SystemTime,
    stamp: Option<FileStamp>,
}

/// The files of a folder that may be journals, and the paths of those whose names are not UTF-8.
fn files(folder: &Path) -> io::Result<(Vec<File>, Vec<PathBuf>)> {
    let (mut named, mut unnameable) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.as_encoded_bytes().ends_with(b".md") && !name.as_encoded_bytes().starts_with(b".") {
            match name.into_string() {
                Ok(name) => named.push((name, entry)),
                Err(_) => unnameable.push(entry.path()),
            }
        }
    }
    let file = |(name, entry): &(String, fs::DirEntry)| {
        // To ask the folder is quicker than to ask by the path; a link has to be followed.
        let about = entry.metadata().ok()?;
        let about = if about.is_symlink() { fs::metadata(entry.path()).ok()? } else { about };
        about.is_file().then_some(())?;
        Some(File { name: name.clone(), modified: about.modified().ok()?, stamp: FileStamp::of(&about) })
    };
    Ok((in_threads(&named, file).into_iter().flatten().collect(), unnameable))
}

/// A journal whose name is not UTF-8. It can be read by its path, but nothing can be remembered under its name.
fn unnamed(path: PathBuf) -> Option<IndexEntry> {
    let modified = fs::metadata(&path).and_then(|about| about.modified()).ok()?;
    let is_journal = is_journal(&path).unwrap_or(true);
    let (told, word) = (safe_path(&path), shell_word(&path));
    let fault = format!("{told}: its name is not UTF-8; give it another: enochian journal rename {word} NAME");
    is_journal.then_some(IndexEntry { path, modified, metadata: Err(fault) })
}

/// Looks through journals of which nothing is remembered.
fn look_through(
    folder: &Path,
    files: Vec<File>,
    correspondences: &Correspondences,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<(SystemTime, CachedFile)> {
    let done = AtomicUsize::new(0);
    let looked_at = in_threads(&files, |file| {
        let known = look(&folder.join(&file.name), correspondences);
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, files.len());
        known
    });
    let remembered = |(file, known): (File, Option<_>)| {
        let stamp = file.stamp.unwrap_or_default();
        Some((file.modified, CachedFile { name: file.name, stamp, known: known? }))
    };
    files.into_iter().zip(looked_at).filter_map(remembered).collect()
}

/// What is known of a file, as [`CachedFile::known`] has it; none where the file has vanished since the folder was read.
fn look(path: &Path, correspondences: &Correspondences) -> Option<Option<Result<Box<Metadata>, String>>> {
    let looked = match is_journal(path) {
        // It need not be read whole.
        Ok(false) if path.is_file() => return Some(None),
        _ => Source::read(path, LIMIT).and_then(|source| Metadata::read(&source, correspondences)),
    };
    if looked.is_err() && has_vanished(path) {
        return None;
    }
    Some(Some(looked.map(Box::new).map_err(|faults| faults.to_string())))
}

/// Whether there is no file any more at that path of a folder that was read: somebody has removed or renamed it.
pub(crate) fn has_vanished(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Whether a file begins as a journal does, with a header.
///
/// # Errors
/// When there is no such file, or it cannot be read.
///
/// ```
/// use enochian::journal;
/// assert!(!journal::is_journal("README.md".as_ref()).unwrap());
/// ```
pub fn is_journal(path: &Path) -> io::Result<bool> {
    // To open a pipe would wait for its writer.
    if !fs::metadata(path)?.is_file() {
        return Ok(false);
    }
    let mut beginning = Vec::new();
    fs::File::open(path)?.take(header::FENCE.len() as u64).read_to_end(&mut beginning)?;
    Ok(beginning == header::FENCE.as_bytes())
}

/// The results of some work on each of these, in their order, done in as many threads as there are processors.
///
/// # Panics
/// Where the work panics.
pub(crate) fn in_threads<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    /// What is less than this is not worth a thread.
    const LEAST: usize = 8;
    let threads = thread::available_parallelism().map_or(1, usize::from).min(all.len() / LEAST);
    if threads < 2 {
        return all.iter().map(work).collect();
    }
    // Small chunks, so that no thread is left with the long journals.
    let chunks: Vec<&[T]> = all.chunks(all.len().div_ceil(threads * 16)).collect();
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(chunk) = chunks.get(index) else { return done };
            done.push((index, chunk.iter().map(&work).collect::<Vec<R>>()));
        }
    };
    let mut done: Vec<(usize, Vec<R>)> = thread::scope(|scope| {
        let working: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        working.into_iter().flat_map(joined).collect()
    });
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().flat_map(|(_, results)| results).collect()
}

/// What a thread came to; its panic goes on here.
fn joined<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_comes_back_in_order_and_a_panic_is_no_empty_list() {
        let all: Vec<usize> = (0..1000).collect();
        assert_eq!(in_threads(&all, |number| number * 2), all.iter().map(|number| number * 2).collect::<Vec<_>>());
        assert_eq!(in_threads(&all[..3], |number| number * 2), [0, 2, 4]);
        let panicked = panic::catch_unwind(|| in_threads(&all, |number| assert_ne!(*number, 500, "at 500")));
        assert!(panicked.is_err());
    }
}
