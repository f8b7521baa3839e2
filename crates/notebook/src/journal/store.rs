//! Journals on disk: created once, then only appended to, each change whole or not at all.

use std::convert::Infallible;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::correspondences::Correspondences;
use crate::disk::{self, DiskFile, FileLock, folder_of};
use crate::input::{Diagnostics, Source, safe, safe_path};
use crate::record::{Entry, Heading, InvalidEntry, Record, RecordObserver, Timestamp};

use super::error::JournalError;
use super::line::Fact;
use super::print::{LastLine, Printer};
use super::read::{End, LIMIT, ReadJournal, read as read_journal};

/// A journal open for writing: a record, and the file to which every entry is appended.
///
/// Other processes of this program cannot play it meanwhile; remarks, tags and outcomes that they add are read in.
#[derive(Debug)]
pub struct Journal<'l> {
    record: Record,
    file: JournalFile<'l>,
    /// Locks out others that would play it.
    _open: Option<FileLock>,
    /// Locks out all writers; set while adding to it, and otherwise taken for each entry.
    writing: Option<FileLock>,
    /// Messages for the person since it was opened.
    notices: Vec<String>,
}

/// The file of a journal: an observer that saves every entry of a record.
#[derive(Debug)]
struct JournalFile<'l> {
    path: PathBuf,
    file: DiskFile,
    /// The file after the last write, to notice changes by others.
    left: OpenStamp,
    /// What writes the next part.
    printer: Printer<'l>,
    /// The text that is not on disk yet.
    unsaved: String,
    /// The number of entries on disk.
    saved: usize,
}

/// Identifies a version of a file without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OpenStamp {
    length: u64,
    modified: Option<SystemTime>,
    /// The inode, where there are inodes.
    number: u64,
}

impl OpenStamp {
    fn of(about: &Metadata) -> OpenStamp {
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(about);
        #[cfg(not(unix))]
        let number = 0;
        OpenStamp { length: about.len(), modified: about.modified().ok(), number }
    }
}

/// Checks that a new journal can be written in a folder.
///
/// # Errors
/// If there is no such folder, or nothing can be written there.
pub fn check_folder(folder: &Path) -> Result<(), JournalError> {
    if !folder.is_dir() {
        return Err(JournalError::NoFolder(folder.to_owned()));
    }
    disk::try_folder(folder).map_err(|error| JournalError::Unwritable(folder.to_owned(), error))
}

impl<'l> Journal<'l> {
    /// Creates a journal in a folder, with a new name from the date and the question, or the name of the game.
    ///
    /// # Errors
    /// If the folder is missing or cannot be written to.
    pub fn create(
        folder: &Path,
        heading: Heading,
        correspondences: &'l Correspondences,
    ) -> Result<Journal<'l>, JournalError> {
        let written = Printer::begin(&heading, correspondences);
        Journal::put(folder, Record::begin(heading), written)
    }

    /// Saves an existing record as a new journal.
    ///
    /// # Errors
    /// If the folder is missing or cannot be written to; no journal is then created.
    pub fn save_new(
        folder: &Path,
        record: &Record,
        correspondences: &'l Correspondences,
    ) -> Result<Journal<'l>, JournalError> {
        let written = Printer::whole(record, correspondences)?;
        Journal::put(folder, record.clone(), written)
    }

    /// The text of the journal that [`save_new`](Journal::save_new) writes.
    ///
    /// # Errors
    /// If the record cannot be played again.
    pub fn text_of(record: &Record, correspondences: &Correspondences) -> Result<String, JournalError> {
        Ok(Printer::whole(record, correspondences)?.0)
    }

    /// Writes a new journal in a folder.
    fn put(folder: &Path, record: Record, (text, printer): (String, Printer<'l>)) -> Result<Journal<'l>, JournalError> {
        record.heading().check()?;
        check_length(folder, text.len())?;
        check_folder(folder)?;
        disk::sweep(folder);
        for name in disk::names(&stem(record.heading()), "md") {
            let path = folder.join(name);
            match disk::create(&path, text.as_bytes()) {
                Ok(file) => {
                    let open = FileLock::take(&path, OPEN, PATIENCE).map_err(JournalError::locked(&path))?;
                    let about = file.metadata().map_err(JournalError::unwritable(&path))?;
                    let left = OpenStamp::of(&about);
                    let read =
                        Loaded { record, printer, left, is_ended: true, length: about.len(), notices: Vec::new() };
                    return Ok(Journal::new(path, file, read, (Some(open), None)));
                }
                Err(error) if error.is_taken() => {}
                Err(error) => return Err(JournalError::disk(folder)(error)),
            }
        }
        unreachable!("the supply of names is endless")
    }

    /// Opens a journal to resume it, and replays it.
    ///
    /// If the last entry was cut off by a power failure while it was being written, it is completed or removed: see
    /// [`Journal::notices`].
    ///
    /// # Errors
    /// If the file cannot be read, another process is playing it, or it is invalid; the error then has all diagnostics.
    pub fn open(path: &Path, correspondences: &'l Correspondences) -> Result<Journal<'l>, JournalError> {
        let path = target(path);
        // A game may take hours: do not wait for it.
        let open = FileLock::take(&path, OPEN, Duration::ZERO).map_err(JournalError::locked(&path))?;
        let writing = write_to(&path)?;
        let mut journal = Journal::read(path, correspondences, (Some(open), Some(writing)))?;
        journal.writing = None;
        Ok(journal)
    }

    /// Opens a journal to add remarks, tags or an outcome, while others may be playing it.
    ///
    /// Nobody else can write to it until the result is dropped, so ask a person for the text first.
    ///
    /// # Errors
    /// If the file cannot be read, another process has been writing to it for five seconds, or it is invalid.
    pub fn open_to_add(path: &Path, correspondences: &'l Correspondences) -> Result<Journal<'l>, JournalError> {
        let path = target(path);
        let writing = write_to(&path)?;
        Journal::read(path, correspondences, (None, Some(writing)))
    }

    fn read(
        path: PathBuf,
        correspondences: &'l Correspondences,
        locks: (Option<FileLock>, Option<FileLock>),
    ) -> Result<Journal<'l>, JournalError> {
        let mut read = Loaded::of(&path, correspondences)?;
        let (notices, length) = (std::mem::take(&mut read.notices), read.length);
        let mut journal = Journal::new(path.clone(), open_file(&path)?, read, locks);
        journal.file.cut(length)?;
        journal.notices.extend(notices);
        Ok(journal)
    }

    fn new(
        path: PathBuf,
        file: DiskFile,
        read: Loaded<'l>,
        (open, writing): (Option<FileLock>, Option<FileLock>),
    ) -> Journal<'l> {
        let mut notices = Vec::new();
        if [&open, &writing].into_iter().flatten().any(|lock| !lock.is_locked()) {
            notices.push(format!(
                "The file system of {} has no locks; a lock file keeps other windows from writing to the journal.",
                safe_path(folder_of(&path))
            ));
        }
        let Loaded { record, printer, left, is_ended, .. } = read;
        let unsaved = if is_ended { String::new() } else { "\n".to_owned() };
        let saved = record.entries().len();
        let file = JournalFile { path, file, left, printer, unsaved, saved };
        Journal { record, file, _open: open, writing, notices }
    }

    /// Messages for the person, as sentences: that a partial entry was repaired, or that the file system has no locks.
    #[must_use]
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// The path of the journal.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.file.path
    }

    /// The record.
    #[must_use]
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Makes the next entry, and saves it before returning.
    ///
    /// # Errors
    /// If the entry is not legal, or cannot be written; then the record and the file stay as they were.
    pub fn enter(&mut self, entry: impl Into<Entry>) -> Result<(), JournalError> {
        self.enter_observed(entry, &mut ())
    }

    /// Makes the next entry, saves it, and then notifies an observer.
    ///
    /// # Errors
    /// If the entry is not legal, or cannot be written; then the record and the file stay as they were, and the observer is not
    /// notified.
    pub fn enter_observed(
        &mut self,
        entry: impl Into<Entry>,
        observer: &mut impl RecordObserver<Error = Infallible>,
    ) -> Result<(), JournalError> {
        let _writing = self.catch_up()?;
        Ok(self.record.enter_observed(entry.into(), &mut (&mut self.file, observer))?)
    }

    /// States that what stands in the file is as it is meant to be, where a count or a mark is another one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn accept(&mut self, moment: Timestamp) -> Result<(), JournalError> {
        let _writing = self.catch_up()?;
        let mut text = String::new();
        self.file.printer.line(Fact::Accepted(moment), &self.record, "\n", &mut text);
        self.file.unsaved.push_str(&text);
        self.file.save(&self.record)
    }

    /// Makes an entry without saving it, for callers that make many and then call [`Journal::save`].
    ///
    /// # Errors
    /// If the entry is not legal; then the record stays as it was.
    pub fn enter_unsaved(&mut self, entry: impl Into<Entry>) -> Result<(), InvalidEntry> {
        Ok(self.record.enter_observed(entry.into(), &mut Unsaved(&mut self.file))?)
    }

    /// Saves all entries, after whatever has been added to the file since.
    ///
    /// # Errors
    /// If the file cannot be written, or was changed so that its turns are no longer these; then it stays as it was.
    pub fn save(&mut self) -> Result<(), JournalError> {
        let _writing = self.catch_up()?;
        self.file.save(&self.record)
    }

    /// Locks out other writers, and reads in what has been written since. Dropping the result unlocks.
    fn catch_up(&mut self) -> Result<Option<FileLock>, JournalError> {
        let path = &self.file.path;
        let writing = if self.writing.is_some() { None } else { Some(write_to(path)?) };
        let about = fs::metadata(path).map_err(JournalError::unwritable(path))?;
        if OpenStamp::of(&about) == self.file.left {
            return Ok(writing);
        }
        let read = Loaded::of(path, self.file.printer.correspondences)?;
        let saved = self.file.saved;
        let (ours, theirs) = (self.record.entries(), read.record.entries());
        let is_ours = read.record.heading() == self.record.heading() && theirs.get(..saved) == Some(&ours[..saved]);
        if !is_ours || !theirs[saved..].iter().all(|entry| matches!(entry, Entry::Afterword(_))) {
            return Err(JournalError::Changed(path.clone()));
        }
        let saved = read.record.entries().len();
        // An editor may have replaced the file.
        self.file.file = open_file(path)?;
        // What was not saved yet is written for the file as it is now.
        let unsaved: Vec<Entry> = self.record.entries()[self.file.saved..].to_vec();
        (self.file.left, self.file.printer, self.file.saved) = (read.left, read.printer, saved);
        self.file.unsaved = if read.is_ended { String::new() } else { "\n".to_owned() };
        self.file.cut(read.length)?;
        let mut again = read.record;
        for entry in unsaved {
            again.enter(entry.clone())?;
            self.file.prepare(&again, &entry);
        }
        self.record = again;
        self.notices.extend(read.notices);
        Ok(writing)
    }
}

/// A journal as loaded from its file.
struct Loaded<'l> {
    record: Record,
    printer: Printer<'l>,
    /// The file just before it was read.
    left: OpenStamp,
    /// Whether its last line has a line end.
    is_ended: bool,
    /// The length without what was being written when the power failed.
    length: u64,
    /// Messages for the person about its end.
    notices: Vec<String>,
}

impl<'l> Loaded<'l> {
    fn of(path: &Path, correspondences: &'l Correspondences) -> Result<Loaded<'l>, JournalError> {
        let left = fs::metadata(path).map(|about| OpenStamp::of(&about));
        let (source, torn) = Source::read_growing(path, LIMIT)?;
        let left = left.map_err(JournalError::unwritable(path))?;
        let read = read_journal(&source, correspondences)?;
        let mut notices: Vec<String> =
            read.broken.iter().map(|broken| format!("Line {}: {broken}.", broken.line)).collect();
        let end = match &read.end {
            End::Torn(span) => {
                let removed: Vec<&str> = source.text[span.clone()].split_whitespace().collect();
                notices.push(format!(
                    "The last entry was cut off while it was being written; what there was of it has been removed: {}",
                    safe(&removed.join(" "))
                ));
                span.start
            }
            _ => source.text.len(),
        };
        if torn > 0 {
            notices.push(
                "What was being written last did not reach the disk; what was left of it has been removed.".to_owned(),
            );
        }
        let is_ended = source.text[..end].is_empty() || source.text[..end].ends_with('\n');
        let last = read.last;
        let ReadJournal { seals, .. } = &read;
        let printer =
            Printer { correspondences, seals: seals.clone(), last: if is_ended { last } else { LastLine::Other } };
        Ok(Loaded { record: read.into_record()?, printer, left, is_ended, length: end as u64, notices })
    }
}

/// Entries are saved by observing the record.
impl RecordObserver for JournalFile<'_> {
    type Error = JournalError;

    fn entered(&mut self, record: &Record, entry: &Entry) -> Result<(), JournalError> {
        let (before, printer) = (self.unsaved.len(), self.printer.clone());
        self.prepare(record, entry);
        self.save(record).inspect_err(|_| {
            self.unsaved.truncate(before);
            self.printer = printer;
        })
    }
}

/// Formats entries without writing them yet.
struct Unsaved<'f, 'l>(&'f mut JournalFile<'l>);

impl RecordObserver for Unsaved<'_, '_> {
    type Error = Infallible;

    fn entered(&mut self, record: &Record, entry: &Entry) -> Result<(), Infallible> {
        self.0.prepare(record, entry);
        Ok(())
    }
}

impl JournalFile<'_> {
    /// Formats an entry.
    fn prepare(&mut self, record: &Record, entry: &Entry) {
        let part = self.printer.part(record, entry);
        self.unsaved.push_str(&part);
    }

    /// Saves the unsaved text. The cost does not depend on the length of the journal.
    fn save(&mut self, record: &Record) -> Result<(), JournalError> {
        if self.unsaved.is_empty() {
            return Ok(());
        }
        check_length(&self.path, self.left.length as usize + self.unsaved.len())?;
        let appended = self.file.append(self.left.length, self.unsaved.as_bytes());
        appended.map_err(JournalError::unwritable(&self.path))?;
        self.left = OpenStamp::of(&self.file.metadata().map_err(JournalError::unwritable(&self.path))?);
        self.saved = record.entries().len();
        self.unsaved.clear();
        Ok(())
    }

    /// Removes what was being written when the power failed.
    fn cut(&mut self, length: u64) -> Result<(), JournalError> {
        if length < self.left.length {
            let about = self.file.cut(length).and_then(|()| self.file.metadata());
            self.left = OpenStamp::of(&about.map_err(JournalError::unwritable(&self.path))?);
        }
        Ok(())
    }
}

/// The lock for playing, editing or moving a journal.
const OPEN: &str = "open";

/// The lock for writing to a journal.
const WRITE: &str = "write";

/// How long to wait for a lock.
const PATIENCE: Duration = Duration::from_secs(5);

fn write_to(path: &Path) -> Result<FileLock, JournalError> {
    FileLock::take(path, WRITE, PATIENCE).map_err(JournalError::locked(path))
}

fn open_file(path: &Path) -> Result<DiskFile, JournalError> {
    DiskFile::open(path).map_err(JournalError::unwritable(path))
}

/// Resolves a symbolic link, so that its target is written and the link stays.
fn target(path: &Path) -> PathBuf {
    let target = if path.is_symlink() { fs::canonicalize(path).ok() } else { None };
    target.unwrap_or_else(|| path.to_owned())
}

/// A lock that keeps other processes of this program from playing and writing a journal.
#[derive(Debug)]
#[must_use = "others may write as soon as it is dropped"]
pub struct JournalLock {
    _open: FileLock,
    _writing: FileLock,
}

/// Locks a journal against playing and writing by other processes, until the result is dropped.
///
/// # Errors
/// If the folder cannot be written to, or another process has had the journal open for five seconds.
pub fn lock(path: &Path) -> Result<JournalLock, JournalError> {
    let path = target(path);
    let open = FileLock::take(&path, OPEN, PATIENCE).map_err(JournalError::locked(&path))?;
    Ok(JournalLock { _open: open, _writing: write_to(&path)? })
}

/// The process that is playing a journal, if one is; nothing is written to find out.
pub fn player_of(path: &Path) -> Option<String> {
    FileLock::holder(&target(path), OPEN)
}

/// Replaces the text of a journal atomically, if it is still the text `before`.
///
/// # Errors
/// If the journal was changed, another process has it open, or it cannot be written; it then stays as it was.
pub fn rewrite(path: &Path, before: &str, after: &str) -> Result<(), JournalError> {
    check_length(path, after.len())?;
    let _lock = lock(path)?;
    if Source::read(path, LIMIT)?.text != before {
        return Err(JournalError::Rewritten(path.to_owned()));
    }
    disk::replace(path, after.as_bytes()).map(drop).map_err(JournalError::disk(path))
}

/// Reads a journal without opening it for writing.
///
/// # Errors
/// If the file cannot be read or is invalid, with all diagnostics.
///
/// ```no_run
/// use enochian::{journal, correspondences::Correspondences};
/// let record = journal::read("journals/2026-11-21-is-my-brother-happy.md".as_ref(), Correspondences::embedded()).unwrap();
/// println!("{:?}", record.answer().map(|answer| answer.ptah));
/// ```
pub fn read(path: &Path, correspondences: &Correspondences) -> Result<Record, Diagnostics> {
    read_text(&Source::read(path, LIMIT)?, correspondences)
}

/// Reads and replays the text of a journal.
///
/// # Errors
/// If the text is invalid, with all diagnostics.
///
/// ```
/// use enochian::{journal, correspondences::Correspondences, input::Source};
/// let error = journal::read_text(&Source::new("diary.md", "Dear diary,"), Correspondences::embedded()).unwrap_err();
/// assert!(error.to_string().contains("has no header of a journal"));
/// ```
pub fn read_text(source: &Source, correspondences: &Correspondences) -> Result<Record, Diagnostics> {
    read_journal(source, correspondences)?.into_record()
}

/// The record of a journal up to its first error, with all its errors.
///
/// # Errors
/// If not even its header can be read.
///
/// ```
/// use enochian::{journal, correspondences::Correspondences, input::Source};
/// let path = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
/// let text = std::fs::read_to_string(path).unwrap().replacen("Ka8a7", "Ka8a9", 1);
/// let (record, errors) = journal::read_as_far(&Source::new(path, text), Correspondences::embedded()).unwrap();
/// assert_eq!(record.enochian().unwrap().turns().len(), 16);
/// assert!(errors.to_string().contains("did you mean Ka8a7?"), "{errors}");
/// ```
pub fn read_as_far(source: &Source, correspondences: &Correspondences) -> Result<(Record, Diagnostics), Diagnostics> {
    let read = read_journal(source, correspondences)?;
    Ok((read.record?, Diagnostics::of(source, read.errors)))
}

/// Checks the length of a journal against the limit.
fn check_length(path: &Path, length: usize) -> Result<(), JournalError> {
    if length as u64 <= LIMIT { Ok(()) } else { Err(JournalError::TooLong(path.to_owned())) }
}

/// The file name of a journal without its extension: the date and the beginning of the question, or of the game's name.
fn stem(heading: &Heading) -> String {
    let mut words = String::new();
    for word in heading.game.title().split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if words.len() + word.len() > 60 && !words.is_empty() {
            break;
        }
        words.push('-');
        words.extend(word.to_lowercase().chars().take(40));
    }
    let branch = heading.branch.as_ref().map_or_else(String::new, |branch| {
        format!("-turn-{}-{}", branch.turn, branch.mv.to_string().to_lowercase().replace(['=', '-'], ""))
    });
    format!("{}{words}{branch}", heading.begun.format("%Y-%m-%d"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_plays_a_journal_is_known_while_it_is_locked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.md");
        assert_eq!(player_of(&path), None);
        let locked = lock(&path).unwrap();
        let player = player_of(&path).unwrap();
        assert!(player.contains(&std::process::id().to_string()), "{player}");
        drop(locked);
        assert_eq!(player_of(&path), None);
    }
}
