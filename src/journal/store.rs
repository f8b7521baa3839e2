//! Journals on disk: made once, only ever added to, each change whole or not at all.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tempfile::NamedTempFile;

use crate::lore::Lore;
use crate::record::{EnterError, Entry, EntryRefused, Heading, Observer, Record};
use crate::session::{Act, State, Table, Terms};
use crate::text::{Faults, Source, reason};

use super::format::Edition;
use super::mend::{self, Mend};
use super::{format, lines, opening, parse, print, replay};

/// A journal open for writing: a record, and the file to whose end every entry is written. As long as it is open no other
/// program of ours will write to the file.
#[derive(Debug)]
pub struct Journal<'l> {
    record: Record,
    file: JournalFile<'l>,
    /// What was done to its end when it was opened.
    mended: Option<String>,
}

/// The file of a journal: an observer that keeps every entry of a record on disk.
#[derive(Debug)]
struct JournalFile<'l> {
    path: PathBuf,
    lore: &'l Lore,
    /// Open and locked.
    file: File,
    /// By what a change by hand is noticed: how the file was left.
    left: Stamp,
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
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    /// Which file it is, where the system numbers them.
    number: u64,
}

impl Stamp {
    fn of(about: &Metadata) -> Stamp {
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(about);
        #[cfg(not(unix))]
        let number = 0;
        Stamp { length: about.len(), modified: about.modified().ok(), number }
    }
}

/// Why a journal could not be opened or written.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The folder for the journal is not there, or is none.
    #[error("there is no folder {}", .0.display())]
    NoFolder(PathBuf),
    /// Nothing can be written there.
    #[error("nothing can be written in {}: {}", .0.display(), reason(.1))]
    Unwritable(PathBuf, io::Error),
    /// Another process has the journal open.
    #[error("{} is open in another window", .0.display())]
    InUse(PathBuf),
    /// The file does not read back as a journal.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// The file was changed in a way that does not agree with what is at the prompt.
    #[error("{} was changed meanwhile, and its turns are no longer those played here", .0.display())]
    Changed(PathBuf),
    /// The file was changed while it was being edited.
    #[error("{} was changed meanwhile, so the edit was not put in its place", .0.display())]
    Rewritten(PathBuf),
    /// The file would be longer than a journal that can be read.
    #[error("{} would be longer than {} bytes with this, and could not be read again", .0.display(), parse::LIMIT)]
    TooLong(PathBuf),
    /// The entry does not fit the record.
    #[error(transparent)]
    Refused(#[from] EntryRefused),
}

impl From<EnterError<JournalError>> for JournalError {
    fn from(error: EnterError<JournalError>) -> JournalError {
        match error {
            EnterError::Refused(refused) => refused.into(),
            EnterError::Observer(error) => error,
        }
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
    pub fn create(folder: &Path, heading: Heading, lore: &'l Lore) -> Result<Journal<'l>, JournalError> {
        let text = opening::opening(&heading, lore);
        Journal::put(folder, Record::begin(heading), &text, lore)
    }

    /// Makes a journal of a record that came about elsewhere.
    ///
    /// # Errors
    /// When the folder is missing or cannot be written to; then there is no journal.
    pub fn keep(folder: &Path, record: &Record, lore: &'l Lore) -> Result<Journal<'l>, JournalError> {
        let mut text = opening::opening(record.heading(), lore);
        let mut again = Record::begin(record.heading().clone());
        for entry in record.entries() {
            again.enter(entry.clone())?;
            text.push_str(&print::part(&again, entry, lore));
        }
        Journal::put(folder, again, &text, lore)
    }

    /// Puts a new journal in a folder.
    fn put(folder: &Path, record: Record, text: &str, lore: &'l Lore) -> Result<Journal<'l>, JournalError> {
        record.heading().check()?;
        check_length(folder, text.len())?;
        check_folder(folder)?;
        let unwritable = |error| JournalError::Unwritable(folder.to_owned(), error);
        let mut file = temporary(folder, text).map_err(unwritable)?;
        let stem = stem(record.heading());
        for number in 1.. {
            let name = if number == 1 { format!("{stem}.md") } else { format!("{stem}-{number}.md") };
            let path = folder.join(name);
            match file.persist_noclobber(&path) {
                Ok(file) => {
                    settle(folder);
                    return Journal::new(path, file, (record, Edition::present(lore)), lore);
                }
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => file = error.file,
                Err(error) => return Err(unwritable(error.error)),
            }
        }
        unreachable!("there are more names than files")
    }

    /// Opens a journal and plays it through.
    ///
    /// Where the last entry was cut off, because the power failed while it was written, what is missing of it is
    /// written, or what there is of it removed: see [`Journal::mended`].
    ///
    /// # Errors
    /// When the file cannot be read, is in use, or has faults: then all of them are told.
    pub fn open(path: &Path, lore: &'l Lore) -> Result<Journal<'l>, JournalError> {
        // A link is followed, so that what it points to is written and the link stays.
        let path = if path.is_symlink() { fs::canonicalize(path) } else { Ok(path.to_owned()) };
        let path = path.unwrap_or_default();
        let source = Source::read(&path, parse::LIMIT)?;
        let present = format::present(&source)?;
        let is_outdated = present.text != source.text;
        let read = replay::read_on(&present, lore);
        let file = hold(&path)?;
        // What ends as it should is not looked at twice.
        let is_whole = read.as_ref().is_ok_and(|(record, _)| mend::is_whole(&present, record, lore));
        let mend = if is_whole { None } else { mend::mend(&present, lore) };
        let (read, mend) = match mend {
            Some((read, mend)) => (read, Some(mend)),
            None => (read?, None),
        };
        let mut journal = Journal::new(path, file, read, lore)?;
        journal.file.is_outdated = is_outdated;
        match mend {
            Some(mend) => {
                journal.mended = Some(mend.told(&present));
                journal.file.mend(&mend)?;
            }
            None if !source.text.ends_with('\n') => journal.file.unsaved.push('\n'),
            None => {}
        }
        Ok(journal)
    }

    fn new(
        path: PathBuf,
        file: File,
        (record, edition): (Record, Edition),
        lore: &'l Lore,
    ) -> Result<Journal<'l>, JournalError> {
        let about = file.metadata().map_err(|error| JournalError::Unwritable(path.clone(), error))?;
        let (left, saved) = (Stamp::of(&about), record.entries().len());
        let file = JournalFile { path, lore, file, left, edition, is_outdated: false, unsaved: String::new(), saved };
        Ok(Journal { record, file, mended: None })
    }

    /// What was done to the end of the file when it was opened, in a sentence: a power cut may have left half an entry.
    pub fn mended(&self) -> Option<&str> {
        self.mended.as_deref()
    }

    /// Where the journal is.
    pub fn path(&self) -> &Path {
        &self.file.path
    }

    /// What the journal records.
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
        onlooker: &mut impl Observer<Error = Infallible>,
    ) -> Result<(), JournalError> {
        Ok(self.record.enter_observed(entry.into(), &mut (&mut self.file, onlooker))?)
    }

    /// Makes an entry without writing it: for a program that makes many and then calls [`Journal::save`].
    ///
    /// # Errors
    /// When the entry does not fit; then the record stays as it was.
    pub fn enter_unsaved(&mut self, entry: impl Into<Entry>) -> Result<(), EntryRefused> {
        Ok(self.record.enter_observed(entry.into(), &mut Unsaved(&mut self.file))?)
    }

    /// Puts everything entered on disk, behind whatever stands in the file by now.
    ///
    /// # Errors
    /// When the file cannot be written, or was changed by hand so that its turns are no longer these;
    /// the file then stays as it was.
    pub fn save(&mut self) -> Result<(), JournalError> {
        self.file.save(&self.record)
    }
}

/// Every act is on disk before it is over.
impl Table for Journal<'_> {
    type Error = JournalError;

    fn session_state(&self) -> (&State, &Terms) {
        self.record.session().session_state()
    }

    fn act(&mut self, act: Act) -> Result<(), JournalError> {
        self.enter(act)
    }
}

/// Saving is looking on.
impl Observer for JournalFile<'_> {
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

impl Observer for Unsaved<'_, '_> {
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
        if !matches!(entry, Entry::Afterword(_)) && self.edition.difference(self.lore).is_some() {
            self.edition = Edition::present(self.lore);
            let _ = write!(self.unsaved, "\n{}\n", lines::edition(self.edition.wording, &self.edition.data));
        }
        self.unsaved.push_str(&print::part(record, entry, self.lore));
    }

    /// Puts on disk what is not there yet. What it costs does not grow with the journal, unless somebody has edited it.
    fn save(&mut self, record: &Record) -> Result<(), JournalError> {
        if self.unsaved.is_empty() {
            return Ok(());
        }
        let about = fs::metadata(&self.path).map_err(|error| self.unwritable(error))?;
        if Stamp::of(&about) != self.left {
            self.look_again(record)?;
        }
        if self.is_outdated {
            let present = format::present(&Source::read(&self.path, parse::LIMIT)?)?;
            let text = present.text + &self.unsaved;
            check_length(&self.path, text.len())?;
            let replaced = replace(folder_of(&self.path), &self.path, &text);
            self.file = replaced.map_err(|error| self.unwritable(error))?;
            self.is_outdated = false;
        } else {
            check_length(&self.path, self.left.length as usize + self.unsaved.len())?;
            self.append().map_err(|error| self.unwritable(error))?;
        }
        self.left = Stamp::of(&self.file.metadata().map_err(|error| self.unwritable(error))?);
        self.saved = record.entries().len();
        self.unsaved.clear();
        Ok(())
    }

    fn unwritable(&self, error: io::Error) -> JournalError {
        JournalError::Unwritable(self.path.clone(), error)
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
    fn mend(&mut self, mend: &Mend) -> Result<(), JournalError> {
        let written = match mend {
            Mend::Add(missing) => {
                self.unsaved.clone_from(missing);
                self.append().inspect(|()| self.unsaved.clear())
            }
            Mend::Remove(bytes) => {
                self.file.set_len(self.left.length - *bytes as u64).and_then(|()| self.file.sync_data())
            }
        };
        let about = written.and_then(|()| self.file.metadata());
        self.left = Stamp::of(&about.map_err(|error| self.unwritable(error))?);
        Ok(())
    }

    /// The file is no longer as it was left. What a person has written is welcome, as long as what was done still
    /// stands; it is gone on from where the file ends now.
    fn look_again(&mut self, record: &Record) -> Result<(), JournalError> {
        let source = Source::read(&self.path, parse::LIMIT)?;
        let theirs = replay::read(&format::present(&source)?, self.lore)?;
        if theirs.heading() != record.heading() || theirs.entries() != &record.entries()[..self.saved] {
            return Err(JournalError::Changed(self.path.clone()));
        }
        // An editor may have put a new file in the place of the old.
        let about = fs::metadata(&self.path).map_err(|error| self.unwritable(error))?;
        if Stamp::of(&about).number != self.left.number {
            self.file = hold(&self.path)?;
        }
        if !source.text.ends_with('\n') {
            self.unsaved.insert(0, '\n');
        }
        self.left = Stamp { length: source.text.len() as u64, ..Stamp::of(&about) };
        Ok(())
    }
}

/// Keeps others of our programs from writing to a journal, until what is returned is dropped.
///
/// # Errors
/// When there is no such file, it or its folder may not be written to, or another has it open.
pub fn hold(path: &Path) -> Result<File, JournalError> {
    // Every change is a new file that takes the place of the old, so the folder matters as well.
    check_folder(folder_of(path))?;
    let unwritable = |error| JournalError::Unwritable(path.to_owned(), error);
    let file = OpenOptions::new().read(true).write(true).open(path).map_err(unwritable)?;
    lock(&file, path)?;
    Ok(file)
}

/// Puts a text in a journal's place, whole or not at all, if the journal is still what it was.
///
/// # Errors
/// When the journal was changed meanwhile, another has it open, or it cannot be written; it is then as it was.
pub fn rewrite(path: &Path, before: &str, after: &str) -> Result<(), JournalError> {
    check_length(path, after.len())?;
    let _held = hold(path)?;
    if Source::read(path, parse::LIMIT)?.text != before {
        return Err(JournalError::Rewritten(path.to_owned()));
    }
    let target = if path.is_symlink() { fs::canonicalize(path) } else { Ok(path.to_owned()) };
    let unwritable = |error| JournalError::Unwritable(path.to_owned(), error);
    let target = target.map_err(unwritable)?;
    replace(folder_of(&target), &target, after).map(drop).map_err(unwritable)
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
    rewrite(path, &source.text, &present.text).map(|()| true)
}

/// Reads a journal without opening it for writing.
///
/// # Errors
/// When the file cannot be read or has faults: then all of them are told.
///
/// ```no_run
/// use enochian::{journal, lore::Lore};
/// let record = journal::read("journals/2026-11-21-is-my-brother-happy.md".as_ref(), Lore::embedded()).unwrap();
/// println!("{:?}", record.answer().map(|answer| answer.ptah));
/// ```
pub fn read(path: &Path, lore: &Lore) -> Result<Record, Faults> {
    read_text(&Source::read(path, parse::LIMIT)?, lore)
}

/// Reads the text of a journal and plays it through.
///
/// # Errors
/// All of the text's faults.
///
/// ```
/// use enochian::{journal, lore::Lore, text::Source};
/// let faults = journal::read_text(&Source::new("diary.md", "Dear diary,"), Lore::embedded()).unwrap_err();
/// assert!(faults.to_string().contains("does not begin with a journal's header"));
/// ```
pub fn read_text(source: &Source, lore: &Lore) -> Result<Record, Faults> {
    replay::read(source, lore)
}

/// Whether a journal of that length can be read again.
fn check_length(path: &Path, length: usize) -> Result<(), JournalError> {
    if length as u64 <= parse::LIMIT { Ok(()) } else { Err(JournalError::TooLong(path.to_owned())) }
}

/// The folder in which a file is.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// A locked file with this text in the folder, not yet under its name.
fn temporary(folder: &Path, text: &str) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".enochian-").suffix(".part");
    // The file becomes a journal: as readable as any other file a person makes.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    // The name is new, so nobody else can hold the lock.
    let _ = file.as_file().try_lock();
    Ok(file)
}

/// Puts a text in a file's place, whole or not at all, and keeps the file's permissions.
fn replace(folder: &Path, path: &Path, text: &str) -> io::Result<File> {
    let file = temporary(folder, text)?;
    file.as_file().set_permissions(fs::metadata(path)?.permissions())?;
    let file = file.persist(path).map_err(|error| error.error)?;
    settle(folder);
    Ok(file)
}

/// Makes sure that the folder remembers its new file even if the power fails now.
fn settle(folder: &Path) {
    // Not every file system can do this; the file itself is safe in any case.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse(path.to_owned())),
        // A file system without locks is no reason not to write.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// The name of a journal without its ending: the date and the beginning of the question, or of the game's name.
fn stem(heading: &Heading) -> String {
    let mut words = String::new();
    for word in heading.matter.title().split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
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
        if path.extension().is_some_and(|ending| ending == "md") && path.is_file() {
            found.push((fs::metadata(&path)?.modified()?, path));
        }
    }
    found.sort();
    // A folder that changes while it is listed may name a file twice.
    found.dedup();
    Ok(found.into_iter().rev().map(|(_, path)| path).collect())
}
