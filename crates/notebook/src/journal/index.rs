//! The journals of a folder.

use std::fs::{self, File};
use std::io::{self, Read};
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::SystemTime;

use chrono::NaiveDate;
use serde::{Serialize, Serializer};

use crate::correspondences::Correspondences;
use crate::input::{Source, is_in_icloud, reason, replaced_by, safe_path, shell_word, shown_path};

use super::read::LIMIT;
use super::{Metadata, found_header, line};

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
        Some(IndexEntry { path: path.to_owned(), modified, metadata: read_file(path, correspondences)? })
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

/// Lists all journals of a folder, the latest begun first; those that cannot be read come last, with what is wrong.
///
/// Markdown files that are no journals are left out: those without a header, or the beginning of one, whose name is not one that
/// the program gives. `progress` is called with the number of files that have been read, and their total.
///
/// # Errors
/// If the folder cannot be read.
///
/// ```
/// use enochian::{journal, correspondences::Correspondences};
/// let journals = journal::list("journals".as_ref(), Correspondences::embedded(), &|_, _| {}).unwrap();
/// let sample = journals.iter().find(|it| it.name().contains("2026-11-21-is-my-brother")).unwrap();
/// assert_eq!(sample.metadata.as_ref().unwrap().answer, "yes");
/// ```
pub fn list(
    folder: &Path,
    correspondences: &Correspondences,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> io::Result<Vec<IndexEntry>> {
    let (files, mut entries) = files(folder)?;
    let done = AtomicUsize::new(0);
    let read = in_threads(&files, |path| {
        let entry = entry(path, correspondences);
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, files.len());
        entry
    });
    entries.extend(read.into_iter().flatten());
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

/// The files of a folder that may be journals, and those that cannot be read by their name: it is not UTF-8, or they are in iCloud.
fn files(folder: &Path) -> io::Result<(Vec<PathBuf>, Vec<IndexEntry>)> {
    let (mut named, mut unreadable) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let bytes = name.as_encoded_bytes();
        let is_markdown = bytes.len() > 3 && bytes[bytes.len() - 3..].eq_ignore_ascii_case(b".md");
        if is_markdown && !bytes.starts_with(b".") {
            if name.to_str().is_some() { named.push(entry.path()) } else { unreadable.extend(unnamed(entry.path())) }
        } else if let Some(path) = replaced_by(&entry.path()) {
            unreadable.extend(in_icloud(path));
        }
    }
    Ok((named, unreadable))
}

/// A journal whose name is not UTF-8. It can be read by its path.
fn unnamed(path: PathBuf) -> Option<IndexEntry> {
    let modified = fs::metadata(&path).and_then(|about| about.modified()).ok()?;
    let is_journal = is_journal(&path).unwrap_or(true);
    let (shown, word) = (safe_path(&path), shell_word(&path));
    let error = format!("{shown}: the file name is not UTF-8; rename it: enochian journal rename {word} NAME");
    is_journal.then_some(IndexEntry { path, modified, metadata: Err(error) })
}

/// A journal that iCloud has moved off this computer.
fn in_icloud(path: PathBuf) -> Option<IndexEntry> {
    let error = Source::read(&path, LIMIT).err().filter(|_| is_markdown(&path))?;
    Some(IndexEntry { path, modified: SystemTime::UNIX_EPOCH, metadata: Err(error.to_string()) })
}

/// The journal in a file; `None` if it is a person's own, or has been removed since the folder was read.
fn entry(path: &Path, correspondences: &Correspondences) -> Option<IndexEntry> {
    let metadata = match fs::metadata(path) {
        Ok(about) if about.is_file() => read_file(path, correspondences)?,
        Ok(about) => {
            let what = if about.is_dir() { "a folder" } else { "no file, but a pipe or a device" };
            Err(format!("{}: this is {what}; expected a journal; give it another ending than .md", safe_path(path)))
        }
        Err(_) if has_vanished(path) => return None,
        Err(_) if path.is_symlink() => {
            Err(format!("{}: this link leads nowhere; put its file back, or remove the link", safe_path(path)))
        }
        Err(error) => Err(format!("{}: {}", safe_path(path), reason(&error))),
    };
    let modified = fs::metadata(path).and_then(|about| about.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    Some(IndexEntry { path: path.to_owned(), modified, metadata })
}

/// What is known of the journal in a file, or what is wrong with it; `None` if it is none, or has been removed.
fn read_file(path: &Path, correspondences: &Correspondences) -> Option<Result<Box<Metadata>, String>> {
    let read = Source::read_growing(path, LIMIT).and_then(|(source, _)| {
        Metadata::read(&source, correspondences)
            .map_err(|errors| match looks_like(path, &source.text) {
                true => Some(errors),
                false => None,
            })
            .map_err(|errors| errors.unwrap_or_default())
    });
    match read {
        Ok(metadata) => Some(Ok(Box::new(metadata))),
        Err(errors) if errors.is_empty() => None,
        Err(_) if has_vanished(path) => None,
        Err(errors) => Some(Err(errors.to_string())),
    }
}

/// Whether a file that is no whole journal looks like one: by the beginning of a header, by what the program writes, or by a name
/// that it gives.
fn looks_like(path: &Path, text: &str) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_dated = name
        .get(..11)
        .is_some_and(|date| NaiveDate::parse_from_str(&date[..10], "%Y-%m-%d").is_ok() && date.ends_with('-'));
    let is_like = || is_dated && !found_header::is_of_another_program(text) || found_header::is_begun(text);
    is_like() || text.lines().any(line::is_annotation)
}

/// Whether the name of a file is that of Markdown, in any case.
#[must_use]
pub fn is_markdown(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md"))
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
        if is_markdown(&path)
            && let Ok(about) = fs::metadata(&path)
            && about.is_file()
        {
            found.push((about.modified()?, path));
        }
    }
    found.sort_by(|(when, one), (other_when, other)| {
        when.cmp(other_when).then_with(|| numbered(one).cmp(&numbered(other)))
    });
    // A folder that changes while it is listed may return a file twice.
    found.dedup();
    Ok(found.into_iter().rev().map(|(_, path)| path).collect())
}

/// Whether a file is a journal, or looks like what is left of one.
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
    // A larger file is none, but may be what is left of one; it is not read to its end.
    let mut beginning = Vec::new();
    File::open(path)?.take(LIMIT).read_to_end(&mut beginning)?;
    let text = String::from_utf8_lossy(&beginning);
    Ok(found_header::range(&text).is_some() || is_markdown(path) && looks_like(path, &text))
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
    fn a_journal_that_is_removed_while_a_list_is_made_is_not_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let removed = folder.path().join("2026-11-30-removed.md");
        let correspondences = Correspondences::embedded();
        assert!(entry(&removed, correspondences).is_none() && read_file(&removed, correspondences).is_none());
        // A link that leads nowhere is there.
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path().join("nowhere.md"), &removed).unwrap();
            let error = entry(&removed, correspondences).unwrap().metadata.unwrap_err();
            assert!(error.contains("this link leads nowhere"), "{error}");
        }
    }

    #[test]
    fn a_broken_journal_is_told_from_a_page_of_another_program() {
        for (text, is_like) in [
            ("+++\nmine\n    format = 1\n", true),
            ("+++\n    seed = 7\n", true),
            ("+++\ntitle = \"A storm\"\n+++\n", false),
            ("A letter.\n", false),
        ] {
            assert_eq!(looks_like(Path::new("words.md"), text), is_like, "{text}");
        }
    }

    #[test]
    fn of_two_begun_in_one_second_the_one_with_the_greater_number_is_later() {
        let mut paths = ["b.md", "b-10.md", "b-2.md", "a-3.md"].map(Path::new);
        paths.sort_by_key(|path| numbered(path));
        assert_eq!(paths, ["a-3.md", "b.md", "b-2.md", "b-10.md"].map(Path::new));
    }
}
