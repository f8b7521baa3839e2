//! A journal that pages show, and its acts.
//!
//! Each window may act: the revision on which it does says whether it has seen everything. A journal is opened for playing with
//! the first act, since looking must not write. Other processes may play it too: what they play is read in when a page asks.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use crate::chess::Mode;
use crate::correspondences::{Correspondences, Palette};
use crate::input::{Diagnostics, Source, Words, reason, safe_path, safe_prose};
use crate::journal::{self, Journal, JournalError};
use crate::record::{Afterword, Closing, Entry, Record, Timestamp};
use crate::render::capitalised;

use super::acting::ProgramChoice;
use super::beginning::not_created;
use super::call::Problem;
use super::sight::Sight;

/// How long nobody looks at a journal until the next act resumes it. A telephone can sleep between two turns.
const PAUSE: Duration = Duration::from_secs(30 * 60);

/// How long nobody looks at a journal whose file is another now, or gone, until it is read again: a page that is loaded again
/// is back in time for saving the turns as a new journal.
const FORGET: Duration = Duration::from_secs(10);

/// A journal that pages show.
#[derive(Debug)]
pub(super) struct OpenJournal<'l> {
    pub(super) path: PathBuf,
    contents: JournalContents<'l>,
    /// The file when it was last looked at.
    stamp: Option<FileVersion>,
    /// Added to the number of entries so that the revision always grows.
    offset: u64,
    /// The revision since which the record has only grown.
    first: u64,
    /// When a page last asked for it.
    looked: Instant,
    /// Whether the next act resumes the journal after a pause.
    is_paused: bool,
    /// Whether the file is another than the one that is played, or gone.
    is_torn: bool,
    /// What the program last chose here.
    pub(super) choice: Option<ProgramChoice>,
}

/// How a window shows a journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WindowView {
    /// The seat whose player looks; nobody's for an onlooker.
    pub(super) seat: Option<usize>,
    /// The palette; `None` is that of the settings.
    pub(super) palette: Option<Palette>,
    /// The quarters by which the board is turned.
    pub(super) side: u8,
    /// Whether the reader wants no meanings.
    pub(super) quiet: bool,
}

/// Nothing is written to a journal that is only looked at.
#[derive(Debug)]
enum JournalContents<'l> {
    /// The record up to the first error, and the errors as sentences.
    Read(Box<Record>, Vec<String>),
    Played(Box<Journal<'l>>),
}

impl JournalContents<'_> {
    fn record(&self) -> &Record {
        match self {
            JournalContents::Read(record, _) => record,
            JournalContents::Played(journal) => journal.record(),
        }
    }
}

/// Tells whether a file has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileVersion {
    length: u64,
    modified: Option<SystemTime>,
}

impl FileVersion {
    fn of(path: &Path) -> Option<FileVersion> {
        let about = fs::metadata(path).ok()?;
        Some(FileVersion { length: about.len(), modified: about.modified().ok() })
    }
}

impl<'l> OpenJournal<'l> {
    /// A journal that was just created here.
    pub(super) fn begun(journal: Journal<'l>) -> OpenJournal<'l> {
        let path = journal.path().to_owned();
        OpenJournal { is_paused: false, ..OpenJournal::new(path, JournalContents::Played(Box::new(journal))) }
    }

    /// Reads a journal, without opening it for writing.
    pub(super) fn read(path: PathBuf, correspondences: &Correspondences) -> Result<OpenJournal<'l>, Problem> {
        let stamp = FileVersion::of(&path);
        let open = OpenJournal::new(path.clone(), read(&path, correspondences)?);
        Ok(OpenJournal { stamp, first: open.revision(), ..open })
    }

    fn new(path: PathBuf, contents: JournalContents<'l>) -> OpenJournal<'l> {
        OpenJournal {
            stamp: FileVersion::of(&path),
            path,
            contents,
            offset: 0,
            first: 0,
            looked: Instant::now(),
            is_paused: true,
            is_torn: false,
            choice: None,
        }
    }

    /// A page asks for it: reads in what others have written since. A page that `begins` shows the file as it is now.
    pub(super) fn look(&mut self, begins: bool, correspondences: &Correspondences) {
        let pause = std::mem::replace(&mut self.looked, Instant::now()).elapsed();
        self.is_paused |= pause >= PAUSE;
        self.follow(correspondences);
        if begins
            && self.is_torn
            && pause >= FORGET
            && let Ok(contents) = read(&self.path, correspondences)
        {
            (self.is_torn, self.is_paused) = (false, true);
            self.replace(contents);
        }
    }

    pub(super) fn record(&self) -> &Record {
        self.contents.record()
    }

    /// Messages for the person about the file.
    pub(super) fn notices(&self) -> &[String] {
        match &self.contents {
            JournalContents::Read(_, faults) => faults,
            JournalContents::Played(journal) => journal.notices(),
        }
    }

    /// Grows with every change.
    pub(super) fn revision(&self) -> u64 {
        self.offset + self.record().entries().len() as u64
    }

    /// Whether an act can follow on what a page showed at a revision: since then at most remarks, outcomes and tags were added,
    /// which change nothing that is played.
    pub(super) fn can_follow(&self, revision: u64) -> bool {
        let seen = revision.checked_sub(self.offset).filter(|_| revision >= self.first);
        let later = seen.and_then(|seen| self.record().entries().get(usize::try_from(seen).ok()?..));
        later.is_some_and(|later| later.iter().all(|entry| matches!(entry, Entry::Afterword(_))))
    }

    /// Whether it is a reading or a game.
    pub(super) fn mode(&self) -> Mode {
        self.record().play().mode()
    }

    /// Whether it is open for playing.
    pub(super) fn is_open(&self) -> bool {
        matches!(self.contents, JournalContents::Played(_))
    }

    /// Reads the file again if it has changed.
    fn follow(&mut self, correspondences: &Correspondences) {
        let stamp = FileVersion::of(&self.path);
        if stamp == self.stamp {
            return;
        }
        self.stamp = stamp;
        match &mut self.contents {
            JournalContents::Read(..) => {
                self.is_paused = true;
                // A file that is being written, or was removed, is looked at again when it changes.
                if let Ok(contents) = read(&self.path, correspondences) {
                    self.replace(contents);
                }
            }
            JournalContents::Played(_) => {
                // What is wrong with the file is told with the next act.
                self.is_torn = self.played().follow().is_err();
            }
        }
    }

    /// The journal that is played.
    fn played(&mut self) -> &mut Journal<'l> {
        match &mut self.contents {
            JournalContents::Played(journal) => journal,
            JournalContents::Read(..) => unreachable!("a journal is opened before it is played"),
        }
    }

    /// Puts a later version of the record in the place of the present one.
    fn replace(&mut self, contents: JournalContents<'l>) {
        let (before, seen) = (self.revision(), std::mem::replace(&mut self.contents, contents));
        if *seen.record() != *self.record() && self.revision() <= before {
            self.offset += before + 1 - self.revision();
        }
        if !self.record().entries().starts_with(seen.record().entries()) {
            self.first = self.revision();
        }
    }

    /// Opens the journal for playing, if it is not open.
    pub(super) fn open(&mut self, correspondences: &'l Correspondences) -> Result<(), Problem> {
        if self.is_open() {
            return Ok(());
        }
        let journal = Journal::open(&self.path, correspondences).map_err(|error| match error {
            JournalError::Invalid(error) => Problem::invalid(error.to_string()),
            error => self.not_saved(&error),
        })?;
        self.replace(JournalContents::Played(Box::new(journal)));
        Ok(())
    }

    /// Makes an act. If it consists of two entries and the second fails, the problem says what stands.
    pub(super) fn act(&mut self, act: &str, seat: Option<usize>, now: Timestamp) -> Result<(), Problem> {
        // The program may have been unable to save the end.
        self.conclude_if_over(now)?;
        if self.record().closing().is_some() {
            return Err(illegal(&format!("The {} is already concluded", self.mode())));
        }
        if self.is_paused {
            self.enter(Entry::Resumed(now))?;
            self.is_paused = false;
        }
        let sight = self.record().other().map_or(Sight::All, |other| Sight::of(other, seat));
        self.make(act, sight, now)?;
        self.conclude_if_over(now)
    }

    /// Concludes a record that is over by the rules.
    fn conclude_if_over(&mut self, now: Timestamp) -> Result<(), Problem> {
        if !is_over(self.record()) || self.record().closing().is_some() {
            return Ok(());
        }
        self.enter(Entry::Concluded(Closing::Ended, now))
    }

    /// Makes an entry, and saves it before returning. If that fails, nothing has changed.
    pub(super) fn enter(&mut self, entry: impl Into<Entry>) -> Result<(), Problem> {
        let entered = self.played().enter(entry);
        entered.map_err(|error| self.refused(error))
    }

    /// Adds an annotation, also to a journal that is concluded.
    pub(super) fn annotate(
        &mut self,
        annotation: Afterword,
        correspondences: &'l Correspondences,
    ) -> Result<(), Problem> {
        let entry = Entry::Afterword(annotation);
        if self.is_open() {
            return self.enter(entry);
        }
        let added = Journal::open(&self.path, correspondences);
        added.and_then(|mut journal| journal.enter(entry)).map_err(|error| self.refused(error))?;
        self.follow(correspondences);
        Ok(())
    }

    /// Saves what is known here as a new journal, when the file is another now or gone, and plays that from now on. The old file
    /// stays as it is. Returns the name of the new one.
    pub(super) fn save_new(&mut self, folder: &Path, correspondences: &'l Correspondences) -> Result<String, Problem> {
        let journal = Journal::save_new(folder, self.record(), correspondences).map_err(not_created)?;
        self.path = journal.path().to_owned();
        self.contents = JournalContents::Played(Box::new(journal));
        Ok(self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
    }

    fn refused(&self, error: JournalError) -> Problem {
        match error {
            JournalError::Refused(refused) => illegal(&capitalised(&refused.to_string())),
            JournalError::Grown { .. } => stale(),
            error => self.not_saved(&error),
        }
    }

    /// Why something could not be saved, and what to do.
    pub(super) fn not_saved(&self, error: &JournalError) -> Problem {
        let last = self.record().play().current_turn().saturating_sub(1);
        let saved = if last < self.record().heading().game.first_turn() { 0 } else { last };
        let safe = match saved {
            0 => "Nothing was written.".to_owned(),
            1 => "Nothing was written, and turn 1 is safe.".to_owned(),
            last => format!("Nothing was written, and turns 1 to {last} are safe."),
        };
        let again = |first: &str| format!("{first}, then try again.");
        let here = |what: &str| format!("{what} The turns up to {saved} are now only in this program.");
        let (text, help) = match error {
            JournalError::Unwritable(path, error)
                if matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded) =>
            {
                (format!("The disk is full: {}. {safe}", safe_path(path)), again("Make some room"))
            }
            JournalError::Unwritable(path, error) => {
                let why = format!("Cannot write to {}: {}. {safe}", safe_path(path), reason(error));
                (why, again("Allow writing there"))
            }
            JournalError::Gone(path) => (
                here(&format!("{} no longer exists.", safe_path(path))),
                again("Save the turns as a new journal, or put the file back"),
            ),
            JournalError::Changed(_) | JournalError::Invalid(_) => {
                let why = safe_prose(&error.to_string()).trim_end().to_owned();
                (
                    here(&format!("{}.", capitalised(&why))),
                    again("Save the turns as a new journal, or undo that change in the file"),
                )
            }
            error => (format!("{}. {safe}", capitalised(&safe_prose(&error.to_string()))), "Try again.".to_owned()),
        };
        let path = Some(safe_path(&self.path));
        let can_save_new = matches!(error, JournalError::Gone(_) | JournalError::Changed(_) | JournalError::Invalid(_));
        Problem { can_save_new, path, ..Problem::new("not_saved", 507, text).help(help) }
    }
}

/// Whether it is over by its rules.
pub(super) fn is_over(record: &Record) -> bool {
    record.play().is_over()
}

/// Reads a journal that is not played here, with an error as far as it goes on.
fn read<'l>(path: &Path, correspondences: &Correspondences) -> Result<JournalContents<'l>, Problem> {
    let invalid = |errors: Diagnostics| Problem::invalid(errors.to_string());
    let (source, _) = Source::read_growing(path, journal::LIMIT).map_err(invalid)?;
    let (record, errors) = journal::read_as_far(&source, correspondences).map_err(invalid)?;
    let first = errors.files().iter().flat_map(|file| &file.errors).next();
    let fault = first.map(|error| {
        format!(
            "Line {} of the file: {error}. It is shown up to there; nothing can be added until this is corrected.",
            error.line
        )
    });
    Ok(JournalContents::Read(Box::new(record), fault.into_iter().collect()))
}

/// The problem that an act was made on what is no longer the last position.
pub(super) fn stale() -> Problem {
    Problem::new("stale", 409, "This page was not up to date. It has caught up.")
}

/// An act that the rules do not allow.
pub(super) fn illegal(why: &str) -> Problem {
    Problem::new("illegal", 409, format!("{why}."))
}

/// A person's words, in one or more lines.
pub(super) fn words(text: &str) -> Result<String, Problem> {
    Words::LINES.some(text).map_err(|error| Problem::invalid(format!("The text {error}.")))
}

/// A person's words, where there need be none.
pub(super) fn words_if_any(text: &str) -> Result<String, Problem> {
    if text.trim().is_empty() { Ok(String::new()) } else { words(text) }
}
