//! Journals on disk: made once, only ever added to, each change whole or not at all.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::lore::Lore;
use crate::record::{Entry, EntryRefused, Heading, Record};
use crate::text::{Faults, Source, reason};

use super::{format, opening, parse, print, replay};

/// A journal open for writing. As long as it is open no other program of ours will write to it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    /// The parts that are not on disk yet.
    unsaved: String,
    record: Record,
    /// Holds the lock.
    file: Option<File>,
    /// What the program last saw in the file, so that a change by hand is noticed.
    seen: String,
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
    /// The entry does not fit the record.
    #[error(transparent)]
    Refused(#[from] EntryRefused),
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

impl Journal {
    /// Begins a journal in a folder, under a name of its own from the date and the question, or the name of the game.
    ///
    /// # Errors
    /// When the folder is missing or cannot be written to.
    pub fn create(folder: &Path, heading: Heading, lore: &Lore) -> Result<Journal, JournalError> {
        let text = opening::opening(&heading, lore);
        Journal::put(folder, Record::begin(heading), text)
    }

    /// Makes a journal of a record that came about elsewhere.
    ///
    /// # Errors
    /// When the folder is missing or cannot be written to; then there is no journal.
    pub fn keep(folder: &Path, record: &Record, lore: &Lore) -> Result<Journal, JournalError> {
        let mut text = opening::opening(record.heading(), lore);
        let mut again = Record::begin(record.heading().clone());
        for entry in record.entries() {
            again.enter(entry.clone())?;
            text.push_str(&print::part(&again, entry, lore));
        }
        Journal::put(folder, again, text)
    }

    /// Puts a new journal in a folder.
    fn put(folder: &Path, record: Record, text: String) -> Result<Journal, JournalError> {
        check_folder(folder)?;
        let unwritable = |error| JournalError::Unwritable(folder.to_owned(), error);
        let mut file = temporary(folder, &text).map_err(unwritable)?;
        let stem = stem(record.heading());
        for number in 1.. {
            let name = if number == 1 { format!("{stem}.md") } else { format!("{stem}-{number}.md") };
            let path = folder.join(name);
            match file.persist_noclobber(&path) {
                Ok(file) => {
                    settle(folder);
                    return Ok(Journal { path, unsaved: String::new(), record, file: Some(file), seen: text });
                }
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => file = error.file,
                Err(error) => return Err(unwritable(error.error)),
            }
        }
        unreachable!("there are more names than files")
    }

    /// Opens a journal and plays it through.
    ///
    /// # Errors
    /// When the file cannot be read, is in use, or has faults: then all of them are told.
    pub fn open(path: &Path, lore: &Lore) -> Result<Journal, JournalError> {
        // A link is followed, so that what it points to is written and the link stays.
        let path = if path.is_symlink() { fs::canonicalize(path) } else { Ok(path.to_owned()) };
        let path = path.unwrap_or_default();
        let source = format::present(&Source::read(&path, parse::LIMIT)?)?;
        let record = replay::read(&source, lore)?;
        let file = hold(&path)?;
        Ok(Journal { path, unsaved: String::new(), record, file: Some(file), seen: source.text })
    }

    /// Where the journal is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the journal records.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Enters the next thing done or said, and puts it on disk before returning.
    ///
    /// # Errors
    /// When the entry does not fit, or cannot be written; then the record and the file stay as they were.
    pub fn enter(&mut self, entry: Entry, lore: &Lore) -> Result<(), JournalError> {
        let (record, unsaved) = (self.record.clone(), self.unsaved.clone());
        let result = self.enter_unsaved(entry, lore).and_then(|()| self.save(lore));
        if result.is_err() {
            (self.record, self.unsaved) = (record, unsaved);
        }
        result
    }

    /// Enters without writing: for a program that enters many and then calls [`Journal::save`].
    ///
    /// # Errors
    /// When the entry does not fit; then the record stays as it was.
    pub fn enter_unsaved(&mut self, entry: Entry, lore: &Lore) -> Result<(), JournalError> {
        self.record.enter(entry.clone())?;
        self.unsaved.push_str(&print::part(&self.record, &entry, lore));
        Ok(())
    }

    /// Puts everything entered on disk, behind whatever stands in the file by now.
    ///
    /// # Errors
    /// When the file cannot be written, or was changed by hand so that its turns are no longer these;
    /// the file then stays as it was.
    pub fn save(&mut self, lore: &Lore) -> Result<(), JournalError> {
        if self.unsaved.is_empty() {
            return Ok(());
        }
        let mut text = format::present(&Source::read(&self.path, parse::LIMIT)?)?.text;
        if text != self.seen {
            self.check_change(&text, lore)?;
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&self.unsaved);
        let replaced = replace(folder_of(&self.path), &self.path, &text);
        self.file = Some(replaced.map_err(|error| JournalError::Unwritable(self.path.clone(), error))?);
        self.seen = text;
        self.unsaved.clear();
        Ok(())
    }

    /// A person has edited the file meanwhile: their words are welcome, as long as the turns still stand.
    fn check_change(&self, text: &str, lore: &Lore) -> Result<(), JournalError> {
        let read = |text: &str| replay::read(&Source::new(self.path.display().to_string(), text), lore);
        let (theirs, ours) = (read(text)?, read(&self.seen)?);
        if theirs == ours { Ok(()) } else { Err(JournalError::Changed(self.path.clone())) }
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
    let file = OpenOptions::new().append(true).open(path).map_err(unwritable)?;
    lock(&file, path)?;
    Ok(file)
}

/// Puts a text in a journal's place, whole or not at all, if the journal is still what it was.
///
/// # Errors
/// When the journal was changed meanwhile, another has it open, or it cannot be written; it is then as it was.
pub fn rewrite(path: &Path, before: &str, after: &str) -> Result<(), JournalError> {
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
/// println!("{:?}", record.reading().map(|reading| reading.answer().ptah));
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
