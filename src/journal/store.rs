//! Journals on disk: made once, only ever added to, each change whole or not at all.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::correspondences::Correspondences;
use crate::disk::{self, FileLock, folder_of};
use crate::input::{Diagnostics, Source, safe_path};
use crate::record::{Entry, Heading, InvalidEntry, Record, RecordObserver};
use crate::session::{Act, SessionHost, SessionState, SessionTerms};

use super::error::JournalError;
use super::format::{Edition, WORDING};
use super::repair::{self, EndRepair};
use super::{format, lines, opening, parse, print, replay};

/// A journal open for writing: a record, and the file to whose end every entry is written.
///
/// Nobody else of ours plays it meanwhile; remarks, tags and outcomes may be added by others, and are taken in.
#[derive(Debug)]
pub struct Journal<'l> {
    record: Record,
    file: JournalFile<'l>,
    /// Keeps others from playing it.
    _open: Option<FileLock>,
    /// Keeps others from writing to it at all, for who adds to it and goes; who plays holds it for each entry.
    writing: Option<FileLock>,
    /// What a person should know of it since it was opened.
    notices: Vec<String>,
}

/// The file of a journal: an observer that keeps every entry of a record on disk.
#[derive(Debug)]
struct JournalFile<'l> {
    path: PathBuf,
    correspondences: &'l Correspondences,
    file: File,
    /// By what a change by hand is noticed: how the file was left.
    left: OpenStamp,
    /// With what words and correspondences the end of the file was written.
    edition: Edition,
    /// Whether the first write brings the file to the present format.
    is_outdated: bool,
    /// The parts that are not on disk yet.
    unsaved: String,
    /// How many entries of the record are on disk.
    saved: usize,
}

/// What tells one state of a file from another, as far as that can be told without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OpenStamp {
    length: u64,
    modified: Option<SystemTime>,
    /// Which file it is, where the system numbers them.
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

/// Whether a new journal could be written in a folder.
///
/// # Errors
/// When there is no such folder, or nothing can be written there.
pub fn check_folder(folder: &Path) -> Result<(), JournalError> {
    if !folder.is_dir() {
        return Err(JournalError::NoFolder(folder.to_owned()));
    }
    tempfile::tempfile_in(folder).map(drop).map_err(|error| JournalError::Unwritable(folder.to_owned(), error))
}

impl<'l> Journal<'l> {
    /// Begins a journal in a folder, under a name of its own from the date and the question, or the name of the game.
    ///
    /// # Errors
    /// When the folder is missing or cannot be written to.
    pub fn create(
        folder: &Path,
        heading: Heading,
        correspondences: &'l Correspondences,
    ) -> Result<Journal<'l>, JournalError> {
        let text = opening::opening(&heading, correspondences);
        Journal::put(folder, Record::begin(heading), &text, correspondences)
    }

    /// Makes a journal of a record that came about elsewhere.
    ///
    /// # Errors
    /// When the folder is missing or cannot be written to; then there is no journal.
    pub fn save_new(
        folder: &Path,
        record: &Record,
        correspondences: &'l Correspondences,
    ) -> Result<Journal<'l>, JournalError> {
        let mut text = opening::opening(record.heading(), correspondences);
        let mut again = Record::begin(record.heading().clone());
        for entry in record.entries() {
            again.enter(entry.clone())?;
            text.push_str(&print::part(&again, entry, WORDING, correspondences));
        }
        Journal::put(folder, again, &text, correspondences)
    }

    /// Puts a new journal in a folder.
    fn put(
        folder: &Path,
        record: Record,
        text: &str,
        correspondences: &'l Correspondences,
    ) -> Result<Journal<'l>, JournalError> {
        record.heading().check()?;
        check_length(folder, text.len())?;
        check_folder(folder)?;
        disk::sweep(folder);
        for name in disk::names(&stem(record.heading()), "md") {
            let path = folder.join(name);
            match disk::create(&path, text.as_bytes()) {
                Ok(file) => {
                    let open = FileLock::take(&path, OPEN, PATIENCE).map_err(JournalError::unheld(&path))?;
                    let about = file.metadata().map_err(JournalError::unwritable(&path))?;
                    let read = Loaded {
                        record,
                        edition: Edition::present(correspondences),
                        left: OpenStamp::of(&about),
                        is_outdated: false,
                        is_ended: true,
                        mend: None,
                    };
                    return Ok(Journal::new(path, file, read, correspondences, (Some(open), None)));
                }
                Err(error) if error.is_taken() => {}
                Err(error) => return Err(JournalError::undone(folder)(error)),
            }
        }
        unreachable!("there are more names than files")
    }

    /// Opens a journal to go on with it, and plays it through.
    ///
    /// Where the last entry was cut off, because the power failed while it was written, what is missing of it is
    /// written, or what there is of it removed: see [`Journal::notices`].
    ///
    /// # Errors
    /// When the file cannot be read, somebody else is playing it, or it has faults: then all of them are told.
    pub fn open(path: &Path, correspondences: &'l Correspondences) -> Result<Journal<'l>, JournalError> {
        let path = target(path);
        // Who plays it goes on for hours: it is not waited for.
        let open = FileLock::take(&path, OPEN, Duration::ZERO).map_err(JournalError::unheld(&path))?;
        let writing = write_to(&path)?;
        let mut journal = Journal::read(path, correspondences, (Some(open), Some(writing)))?;
        journal.writing = None;
        Ok(journal)
    }

    /// Opens a journal to add remarks, tags or an outcome, while others may be playing it. Nobody else writes to it until
    /// what is returned is dropped, so ask a person for the words before.
    ///
    /// # Errors
    /// When the file cannot be read, somebody else has been writing to it for five seconds, or it has faults.
    pub fn open_to_add(path: &Path, correspondences: &'l Correspondences) -> Result<Journal<'l>, JournalError> {
        let path = target(path);
        let writing = write_to(&path)?;
        Journal::read(path, correspondences, (None, Some(writing)))
    }

    fn read(
        path: PathBuf,
        correspondences: &'l Correspondences,
        holds: (Option<FileLock>, Option<FileLock>),
    ) -> Result<Journal<'l>, JournalError> {
        let mut read = Loaded::of(&path, correspondences)?;
        let file = open_file(&path)?;
        let mend = read.mend.take();
        let mut journal = Journal::new(path, file, read, correspondences, holds);
        if let Some((mend, told)) = mend {
            journal.file.repair_end(&mend)?;
            journal.notices.push(told);
        }
        Ok(journal)
    }

    fn new(
        path: PathBuf,
        file: File,
        read: Loaded,
        correspondences: &'l Correspondences,
        (open, writing): (Option<FileLock>, Option<FileLock>),
    ) -> Journal<'l> {
        let mut notices = Vec::new();
        if [&open, &writing].into_iter().flatten().any(|lock| !lock.is_locked()) {
            notices.push(format!(
                "The file system of {} has no locks; a lock file keeps other windows from writing to the journal.",
                safe_path(folder_of(&path))
            ));
        }
        let Loaded { record, edition, left, is_outdated, is_ended, mend: _ } = read;
        let unsaved = if is_ended { String::new() } else { "\n".to_owned() };
        let saved = record.entries().len();
        let file = JournalFile { path, correspondences, file, left, edition, is_outdated, unsaved, saved };
        Journal { record, file, _open: open, writing, notices }
    }

    /// What a person should know, in sentences: that a power cut had left half an entry and what was done about it, that
    /// the file system has no locks.
    #[must_use]
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// Where the journal is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.file.path
    }

    /// What the journal records.
    #[must_use]
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Makes the next entry, and puts it on disk before returning.
    ///
    /// # Errors
    /// When the entry does not fit, or cannot be written; then the record and the file stay as they were.
    pub fn enter(&mut self, entry: impl Into<Entry>) -> Result<(), JournalError> {
        self.enter_observed(entry, &mut ())
    }

    /// Makes the next entry, puts it on disk, and then tells somebody who looks on.
    ///
    /// # Errors
    /// When the entry does not fit, or cannot be written; then the record and the file stay as they were, and nobody
    /// is told.
    pub fn enter_observed(
        &mut self,
        entry: impl Into<Entry>,
        onlooker: &mut impl RecordObserver<Error = Infallible>,
    ) -> Result<(), JournalError> {
        let _writing = self.catch_up()?;
        Ok(self.record.enter_observed(entry.into(), &mut (&mut self.file, onlooker))?)
    }

    /// Makes an entry without writing it: for a program that makes many and then calls [`Journal::save`].
    ///
    /// # Errors
    /// When the entry does not fit; then the record stays as it was.
    pub fn enter_unsaved(&mut self, entry: impl Into<Entry>) -> Result<(), InvalidEntry> {
        Ok(self.record.enter_observed(entry.into(), &mut Unsaved(&mut self.file))?)
    }

    /// Puts everything entered on disk, behind whatever stands in the file by now.
    ///
    /// # Errors
    /// When the file cannot be written, or was changed by hand so that its turns are no longer these;
    /// the file then stays as it was.
    pub fn save(&mut self) -> Result<(), JournalError> {
        let _writing = self.catch_up()?;
        self.file.save(&self.record)
    }

    /// Keeps others from writing, and takes in what they and the person have written since. What is returned lets others
    /// write again when it is dropped.
    fn catch_up(&mut self) -> Result<Option<FileLock>, JournalError> {
        let path = &self.file.path;
        let writing = if self.writing.is_some() { None } else { Some(write_to(path)?) };
        let about = fs::metadata(path).map_err(JournalError::unwritable(path))?;
        if OpenStamp::of(&about) == self.file.left {
            return Ok(writing);
        }
        let read = Loaded::of(path, self.file.correspondences)?;
        let saved = self.file.saved;
        let (ours, theirs) = (self.record.entries(), read.record.entries());
        let is_ours = read.record.heading() == self.record.heading() && theirs.get(..saved) == Some(&ours[..saved]);
        if !is_ours || !theirs[saved..].iter().all(|entry| matches!(entry, Entry::Annotation(_))) {
            return Err(JournalError::Changed(path.clone()));
        }
        let mut record = read.record;
        let saved = record.entries().len();
        for entry in &self.record.entries()[self.file.saved..] {
            record.enter(entry.clone()).map_err(|_| JournalError::Changed(path.clone()))?;
        }
        // An editor may have put a new file in the place of the old.
        self.file.file = open_file(path)?;
        self.record = record;
        self.file.saved = saved;
        (self.file.left, self.file.edition, self.file.is_outdated) = (read.left, read.edition, read.is_outdated);
        match read.mend {
            Some((mend, told)) => {
                self.file.repair_end(&mend)?;
                self.notices.push(told);
            }
            None if !read.is_ended => self.file.unsaved.insert(0, '\n'),
            None => {}
        }
        Ok(writing)
    }
}

/// What is in the file of a journal.
struct Loaded {
    record: Record,
    /// With what words and correspondences its end was written.
    edition: Edition,
    /// How the file was just before it was read.
    left: OpenStamp,
    /// Whether it is of an earlier format.
    is_outdated: bool,
    /// Whether its last line is ended.
    is_ended: bool,
    /// What makes its end whole, and what to say of that.
    mend: Option<(EndRepair, String)>,
}

impl Loaded {
    fn of(path: &Path, correspondences: &Correspondences) -> Result<Loaded, JournalError> {
        let left = fs::metadata(path).map(|about| OpenStamp::of(&about));
        let source = Source::read(path, parse::LIMIT)?;
        let left = left.map_err(JournalError::unwritable(path))?;
        let present = format::present(&repair::ended(&source))?;
        let read = replay::read_on(&present, correspondences);
        // What ends as it should is not looked at twice.
        let is_whole = read.as_ref().is_ok_and(|(record, _)| repair::is_whole(&present, record, correspondences));
        let mend = if is_whole { None } else { repair::repair_end(&present, correspondences) };
        let ((record, edition), mend) = match mend {
            Some((read, mend)) => {
                let told = mend.message(&present);
                (read, Some((mend, told)))
            }
            None => (read?, None),
        };
        let is_outdated = present.text != source.text;
        Ok(Loaded { record, edition, left, is_outdated, is_ended: mend.is_some() || source.text.ends_with('\n'), mend })
    }
}

/// Every act is on disk before it is over.
impl SessionHost for Journal<'_> {
    type Error = JournalError;

    fn session_state(&self) -> (&SessionState, &SessionTerms) {
        self.record.session().session_state()
    }

    fn act(&mut self, act: Act) -> Result<(), JournalError> {
        self.enter(act)
    }
}

/// Saving is looking on.
impl RecordObserver for JournalFile<'_> {
    type Error = JournalError;

    fn entered(&mut self, record: &Record, entry: &Entry) -> Result<(), JournalError> {
        let (before, edition) = (self.unsaved.len(), self.edition.clone());
        self.prepare(record, entry);
        self.save(record).inspect_err(|_| {
            self.unsaved.truncate(before);
            self.edition = edition;
        })
    }
}

/// Prepares what is to be written, and leaves the writing for later.
struct Unsaved<'f, 'l>(&'f mut JournalFile<'l>);

impl RecordObserver for Unsaved<'_, '_> {
    type Error = Infallible;

    fn entered(&mut self, record: &Record, entry: &Entry) -> Result<(), Infallible> {
        self.0.prepare(record, entry);
        Ok(())
    }
}

impl JournalFile<'_> {
    /// Puts an entry in words, below a line that says so where these are others than those before.
    fn prepare(&mut self, record: &Record, entry: &Entry) {
        // What is said afterwards is the same in every wording.
        if !matches!(entry, Entry::Annotation(_)) && self.edition.difference(self.correspondences).is_some() {
            self.edition = Edition::present(self.correspondences);
            let _ = write!(self.unsaved, "\n{}\n", lines::edition(self.edition.wording, &self.edition.data));
        }
        self.unsaved.push_str(&print::part(record, entry, WORDING, self.correspondences));
    }

    /// Puts on disk what is not there yet. What it costs does not grow with the journal.
    fn save(&mut self, record: &Record) -> Result<(), JournalError> {
        if self.unsaved.is_empty() {
            return Ok(());
        }
        if self.is_outdated {
            let present = format::present(&Source::read(&self.path, parse::LIMIT)?)?;
            let text = present.text + &self.unsaved;
            check_length(&self.path, text.len())?;
            self.file = disk::replace(&self.path, text.as_bytes()).map_err(JournalError::undone(&self.path))?;
            self.is_outdated = false;
        } else {
            check_length(&self.path, self.left.length as usize + self.unsaved.len())?;
            self.append().map_err(JournalError::unwritable(&self.path))?;
        }
        self.left = OpenStamp::of(&self.file.metadata().map_err(JournalError::unwritable(&self.path))?);
        self.saved = record.entries().len();
        self.unsaved.clear();
        Ok(())
    }

    /// Adds what is not on disk yet to the end of the file, all of it or nothing.
    fn append(&mut self) -> io::Result<()> {
        let end = self.left.length;
        let mut write = || {
            self.file.seek(SeekFrom::Start(end))?;
            self.file.write_all(self.unsaved.as_bytes())?;
            self.file.sync_data()
        };
        write().inspect_err(|_| {
            // Half an entry is none. If even this fails, whoever opens the journal next mends it.
            let _ = self.file.set_len(end).and_then(|()| self.file.sync_data());
        })
    }

    /// Makes the end of the file whole.
    fn repair_end(&mut self, mend: &EndRepair) -> Result<(), JournalError> {
        let written = match mend {
            EndRepair::Add(missing) => {
                self.unsaved.clone_from(missing);
                self.append().inspect(|()| self.unsaved.clear())
            }
            EndRepair::Remove(bytes) => {
                self.file.set_len(self.left.length - *bytes as u64).and_then(|()| self.file.sync_data())
            }
        };
        let about = written.and_then(|()| self.file.metadata());
        self.left = OpenStamp::of(&about.map_err(JournalError::unwritable(&self.path))?);
        Ok(())
    }
}

/// What keeps others from playing, editing or moving a journal.
const OPEN: &str = "open";

/// What keeps others from writing to it.
const WRITE: &str = "write";

/// How long a writer waits for its turn.
const PATIENCE: Duration = Duration::from_secs(5);

fn write_to(path: &Path) -> Result<FileLock, JournalError> {
    FileLock::take(path, WRITE, PATIENCE).map_err(JournalError::unheld(path))
}

fn open_file(path: &Path) -> Result<File, JournalError> {
    OpenOptions::new().read(true).write(true).open(path).map_err(JournalError::unwritable(path))
}

/// What a link points to, so that this is written and the link stays.
fn target(path: &Path) -> PathBuf {
    let target = if path.is_symlink() { fs::canonicalize(path).ok() } else { None };
    target.unwrap_or_else(|| path.to_owned())
}

/// Keeps others of our programs from playing and writing a journal as long as it lives.
#[derive(Debug)]
#[must_use = "others may write as soon as it is dropped"]
pub struct JournalLock {
    _open: FileLock,
    _writing: FileLock,
}

/// Keeps others of our programs from playing and writing a journal, until what is returned is dropped.
///
/// # Errors
/// When nothing can be written in its folder, or another has had it open for five seconds.
pub fn lock(path: &Path) -> Result<JournalLock, JournalError> {
    let path = target(path);
    let open = FileLock::take(&path, OPEN, PATIENCE).map_err(JournalError::unheld(&path))?;
    Ok(JournalLock { _open: open, _writing: write_to(&path)? })
}

/// Puts a text in a journal's place, whole or not at all, if the journal is still what it was.
///
/// # Errors
/// When the journal was changed meanwhile, another has it open, or it cannot be written; it is then as it was.
pub fn rewrite(path: &Path, before: &str, after: &str) -> Result<(), JournalError> {
    check_length(path, after.len())?;
    let _held = lock(path)?;
    if Source::read(path, parse::LIMIT)?.text != before {
        return Err(JournalError::Rewritten(path.to_owned()));
    }
    disk::replace(path, after.as_bytes()).map(drop).map_err(JournalError::undone(path))
}

/// Brings a journal to the present version of the format; false when it is of that version already.
///
/// # Errors
/// When the header cannot be read, a line would be read otherwise than before, or the file cannot be written.
pub fn upgrade(path: &Path) -> Result<bool, JournalError> {
    let source = Source::read(path, parse::LIMIT)?;
    let present = format::present(&source)?;
    if present.text == source.text {
        return Ok(false);
    }
    // The present format has an end of the last line, by which one that was cut off is known.
    let end = if present.text.ends_with('\n') { "" } else { "\n" };
    rewrite(path, &source.text, &(present.text + end)).map(|()| true)
}

/// Reads a journal without opening it for writing.
///
/// # Errors
/// When the file cannot be read or has faults: then all of them are told.
///
/// ```no_run
/// use enochian::{journal, correspondences::Correspondences};
/// let record = journal::read("journals/2026-11-21-is-my-brother-happy.md".as_ref(), Correspondences::embedded()).unwrap();
/// println!("{:?}", record.answer().map(|answer| answer.ptah));
/// ```
pub fn read(path: &Path, correspondences: &Correspondences) -> Result<Record, Diagnostics> {
    read_text(&Source::read(path, parse::LIMIT)?, correspondences)
}

/// Reads the text of a journal and plays it through.
///
/// # Errors
/// All of the text's faults.
///
/// ```
/// use enochian::{journal, correspondences::Correspondences, input::Source};
/// let faults = journal::read_text(&Source::new("diary.md", "Dear diary,"), Correspondences::embedded()).unwrap_err();
/// assert!(faults.to_string().contains("does not begin with a journal's header"));
/// ```
pub fn read_text(source: &Source, correspondences: &Correspondences) -> Result<Record, Diagnostics> {
    replay::read(source, correspondences)
}

/// Whether a journal of that length can be read again.
fn check_length(path: &Path, length: usize) -> Result<(), JournalError> {
    if length as u64 <= parse::LIMIT { Ok(()) } else { Err(JournalError::TooLong(path.to_owned())) }
}

/// The name of a journal without its ending: the date and the beginning of the question, or of the game's name.
fn stem(heading: &Heading) -> String {
    let mut words = String::new();
    for word in heading.subject.title().split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if words.len() + word.len() > 60 && !words.is_empty() {
            break;
        }
        words.push('-');
        words.extend(word.to_lowercase().chars().take(40));
    }
    format!("{}{words}", heading.begun.format("%Y-%m-%d"))
}

/// The journals of a folder, the one written to last first.
///
/// # Errors
/// When the folder cannot be read.
pub fn latest_first(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // What vanishes while the folder is listed is not in it.
        if path.extension().is_some_and(|ending| ending == "md")
            && let Ok(about) = fs::metadata(&path)
            && about.is_file()
        {
            found.push((about.modified()?, path));
        }
    }
    found.sort();
    // A folder that changes while it is listed may name a file twice.
    found.dedup();
    Ok(found.into_iter().rev().map(|(_, path)| path).collect())
}
