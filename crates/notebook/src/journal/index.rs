//! The journals of a folder.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::SystemTime;

use serde::{Serialize, Serializer};

use crate::correspondences::Correspondences;
use crate::input::{Source, is_in_icloud, replaced_by, safe_path, shell_word, shown_path, unmarked};
use crate::reading::UNNAMED;

use super::cache::{Cache, CachedFile, FileStamp};
use super::parse::LIMIT;
use super::{Metadata, header};

/// A journal in a folder.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct IndexEntry {
    /// The path of its file.
    pub path: PathBuf,
    /// When the file was last modified.
    pub modified: SystemTime,
    /// Its metadata, or the errors in its header.
    pub metadata: Result<Box<Metadata>, String>,
}

impl IndexEntry {
    /// A journal by its path; `None` if it is gone, or not a journal.
    #[doc(hidden)]
    pub fn read(path: &Path, correspondences: &Correspondences) -> Option<IndexEntry> {
        let modified = fs::metadata(path).and_then(|about| about.modified()).ok()?;
        Some(IndexEntry { path: path.to_owned(), modified, metadata: read_file(path, correspondences)?? })
    }

    /// The file name without its extension.
    pub fn name(&self) -> String {
        self.path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }
}

/// Its name, its path, and its metadata or the `fault`.
impl Serialize for IndexEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Row<'e> {
            name: String,
            path: String,
            #[serde(flatten)]
            metadata: Option<&'e Metadata>,
            #[serde(skip_serializing_if = "Option::is_none")]
            fault: Option<&'e str>,
        }
        let (metadata, fault) = (self.metadata.as_deref().ok(), self.metadata.as_ref().err().map(String::as_str));
        Row { name: self.name(), path: shown_path(&self.path), metadata, fault }.serialize(serializer)
    }
}

/// Lists all journals of a folder, the latest begun first; those whose header cannot be read come last.
///
/// Markdown files that do not begin like a journal are left out. Metadata is cached in the folder `cache`, if given.
/// `progress` is called with the number of uncached journals that have been read, and their total.
///
/// # Errors
/// If the folder cannot be read.
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
    let (files, cached) = match &cache {
        Some(cache) if cache.is_large() => thread::scope(|scope| {
            let cached = scope.spawn(|| cache.load());
            let files = files(folder);
            (files, joined(cached))
        }),
        cache => (files(folder), cache.as_ref().map_or_else(Vec::new, Cache::load)),
    };
    let (files, unreadable) = files?;
    let known = cached.len();
    let mut cached: HashMap<String, CachedFile> = cached.into_iter().map(|it| (it.name.clone(), it)).collect();
    let mut found: Vec<(SystemTime, CachedFile)> = Vec::with_capacity(files.len());
    let mut unknown = Vec::new();
    for file in files {
        match cached.remove(&file.name).filter(|it| Some(it.stamp) == file.stamp) {
            Some(it) => found.push((file.modified, it)),
            None => unknown.push(file),
        }
    }
    let now = SystemTime::now();
    let is_cacheable = |(_, it): &&(SystemTime, CachedFile)| it.stamp.is_settled(now) && it.is_small();
    let new = read_files(folder, unknown, correspondences, progress);
    let is_changed = found.len() != known || new.iter().any(|it| is_cacheable(&it));
    found.extend(new);
    if let Some(cache) = cache.filter(|_| is_changed) {
        cache.save(found.iter().filter(is_cacheable).map(|(_, it)| it));
    }
    let entry = |(modified, it): (SystemTime, CachedFile)| {
        Some(IndexEntry { path: folder.join(it.name), modified, metadata: it.known? })
    };
    let mut entries: Vec<IndexEntry> = found.into_iter().filter_map(entry).collect();
    entries.extend(unreadable);
    entries.sort_by(|one, other| {
        let key = |it: &IndexEntry| it.metadata.as_ref().map(|it| it.begun).ok();
        key(other).cmp(&key(one)).then_with(|| numbered(&other.path).cmp(&numbered(&one.path)))
    });
    Ok(entries)
}

/// A file's name apart from the number at its end, and the number: of those begun in one second `reading-2` is later than `reading`.
fn numbered(path: &Path) -> (String, u32, &Path) {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = name[base.len()..].parse().unwrap_or(1);
    (base.trim_end_matches('-').to_owned(), number, path)
}

/// The querent of the latest reading whose querent has a name.
#[must_use]
pub fn last_querent(journals: &[IndexEntry]) -> Option<&str> {
    let known = journals.iter().filter_map(|entry| entry.metadata.as_ref().ok());
    let asked = known.filter_map(|it| Some((it.begun, it.querent.as_deref()?))).filter(|(_, name)| *name != UNNAMED);
    asked.max_by_key(|(begun, _)| *begun).map(|(_, name)| name)
}

/// A file that may be a journal.
struct File {
    name: String,
    modified: SystemTime,
    stamp: Option<FileStamp>,
}

/// The files of a folder that may be journals, and those that cannot be read: their names are not UTF-8, or they are in iCloud.
fn files(folder: &Path) -> io::Result<(Vec<File>, Vec<IndexEntry>)> {
    let (mut named, mut unreadable) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.as_encoded_bytes().ends_with(b".md") && !name.as_encoded_bytes().starts_with(b".") {
            match name.into_string() {
                Ok(name) => named.push((name, entry)),
                Err(_) => unreadable.extend(unnamed(entry.path())),
            }
        } else if let Some(path) = replaced_by(&entry.path()) {
            unreadable.extend(in_icloud(path));
        }
    }
    let file = |(name, entry): &(String, fs::DirEntry)| {
        // The metadata of the directory entry is faster to get, but does not follow links.
        let about = entry.metadata().ok()?;
        let about = if about.is_symlink() { fs::metadata(entry.path()).ok()? } else { about };
        about.is_file().then_some(())?;
        Some(File { name: name.clone(), modified: about.modified().ok()?, stamp: FileStamp::of(&about) })
    };
    Ok((in_threads(&named, file).into_iter().flatten().collect(), unreadable))
}

/// A journal whose name is not UTF-8. It can be read by its path, but not be cached by its name.
fn unnamed(path: PathBuf) -> Option<IndexEntry> {
    let modified = fs::metadata(&path).and_then(|about| about.modified()).ok()?;
    let is_journal = is_journal(&path).unwrap_or(true);
    let (shown, word) = (safe_path(&path), shell_word(&path));
    let error = format!("{shown}: the file name is not UTF-8; rename it: enochian journal rename {word} NAME");
    is_journal.then_some(IndexEntry { path, modified, metadata: Err(error) })
}

/// A journal that iCloud has moved off this computer.
fn in_icloud(path: PathBuf) -> Option<IndexEntry> {
    let error = Source::read(&path, LIMIT).err().filter(|_| path.extension().is_some_and(|ending| ending == "md"))?;
    Some(IndexEntry { path, modified: SystemTime::UNIX_EPOCH, metadata: Err(error.to_string()) })
}

/// Reads journals that are not in the cache.
fn read_files(
    folder: &Path,
    files: Vec<File>,
    correspondences: &Correspondences,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<(SystemTime, CachedFile)> {
    let done = AtomicUsize::new(0);
    let read = in_threads(&files, |file| {
        let known = read_file(&folder.join(&file.name), correspondences);
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, files.len());
        known
    });
    let cached = |(file, known): (File, Option<_>)| {
        let stamp = file.stamp.unwrap_or_default();
        Some((file.modified, CachedFile { name: file.name, stamp, known: known? }))
    };
    files.into_iter().zip(read).filter_map(cached).collect()
}

/// Reads a file for [`CachedFile::known`]; `None` if it has been removed since the folder was read.
fn read_file(path: &Path, correspondences: &Correspondences) -> Option<Option<Result<Box<Metadata>, String>>> {
    let read = match is_journal(path) {
        // The beginning is enough.
        Ok(false) if path.is_file() => return Some(None),
        _ => Source::read_growing(path, LIMIT).and_then(|(source, _)| Metadata::read(&source, correspondences)),
    };
    if read.is_err() && has_vanished(path) {
        return None;
    }
    Some(Some(read.map(Box::new).map_err(|errors| errors.to_string())))
}

/// Whether a file of a folder that was read has been removed or renamed since.
pub fn has_vanished(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) && !is_in_icloud(path)
}

/// The journals of a folder, most recently modified first.
///
/// # Errors
/// If the folder cannot be read.
pub fn latest_first(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // A file may be removed while the folder is listed.
        if path.extension().is_some_and(|ending| ending == "md")
            && let Ok(about) = fs::metadata(&path)
            && about.is_file()
        {
            found.push((about.modified()?, path));
        }
    }
    found.sort();
    // A folder that changes while it is listed may return a file twice.
    found.dedup();
    Ok(found.into_iter().rev().map(|(_, path)| path).collect())
}

/// Whether a file begins like a journal, with a header.
///
/// # Errors
/// If there is no such file, or it cannot be read.
///
/// ```
/// use enochian::journal;
/// assert!(!journal::is_journal("questions/brother.toml".as_ref()).unwrap());
/// ```
pub fn is_journal(path: &Path) -> io::Result<bool> {
    // Opening a pipe would wait for a writer.
    if !fs::metadata(path)?.is_file() {
        return Ok(false);
    }
    let mut beginning = Vec::new();
    // A byte order mark may come first.
    fs::File::open(path)?.take("\u{feff}+++".len() as u64).read_to_end(&mut beginning)?;
    Ok(unmarked(&String::from_utf8_lossy(&beginning)).starts_with(header::FENCE))
}

/// Maps a function over a slice in parallel threads, keeping the order.
///
/// # Panics
/// If the function panics.
pub fn in_threads<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    /// The fewest items that are worth a thread.
    const LEAST: usize = 8;
    let worth = all.len() / LEAST;
    // Asking for the processors takes longer than a few items.
    let threads = if worth < 2 { 1 } else { thread::available_parallelism().map_or(1, usize::from).min(worth) };
    if threads < 2 {
        return all.iter().map(work).collect();
    }
    // Small chunks, so that long journals are spread over the threads.
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

/// Joins a thread and propagates its panic.
fn joined<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_and_panics_propagate() {
        let all: Vec<usize> = (0..1000).collect();
        assert_eq!(in_threads(&all, |number| number * 2), all.iter().map(|number| number * 2).collect::<Vec<_>>());
        assert_eq!(in_threads(&all[..3], |number| number * 2), [0, 2, 4]);
        let panicked = panic::catch_unwind(|| in_threads(&all, |number| assert_ne!(*number, 500, "at 500")));
        assert!(panicked.is_err());
    }

    #[test]
    fn of_two_begun_in_one_second_the_one_with_the_greater_number_is_later() {
        let mut paths = ["b.md", "b-10.md", "b-2.md", "a-3.md"].map(Path::new);
        paths.sort_by_key(|path| numbered(path));
        assert_eq!(paths, ["a-3.md", "b.md", "b-2.md", "b-10.md"].map(Path::new));
    }
}
