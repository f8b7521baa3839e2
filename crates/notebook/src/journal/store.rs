//! Journals on disk: created once, then only appended to, each change whole or not at all.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::correspondences::Correspondences;
use crate::disk::{self, DiskFile};
use crate::input::{Diagnostics, Source, composed, is_word_part, safe};
use crate::record::{Entry, Heading, InvalidEntry, Record, Timestamp};

use super::error::JournalError;
use super::line::Fact;
use super::print::{LastLine, Printer};
use super::read::{End, LIMIT, ReadJournal, read as read_journal};

/// A journal open for writing: a record, and the file to which every entry is appended.
///
/// Several windows may have it open, here and in other processes. The file is locked only while an entry is written, and what others
/// have written since is read in before that.
#[derive(Debug)]
pub struct Journal<'l> {
    record: Record,
    file: JournalFile<'l>,
    /// Messages for the person since it was opened.
    notices: Vec<String>,
}

/// The file of a journal, and what is still to be written to it.
#[derive(Debug)]
struct JournalFile<'l> {
    path: PathBuf,
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
    disk::check_writable(folder).map_err(|error| JournalError::Unwritable(folder.to_owned(), error))
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
                    let about = file.metadata().inspect_err(|_| disk::remove(&path));
                    let about = about.map_err(JournalError::unwritable(&path))?;
                    let (left, saved) = (OpenStamp::of(&about), record.entries().len());
                    let file = JournalFile { path, left, printer, unsaved: String::new(), saved };
                    return Ok(Journal { record, file, notices: Vec::new() });
                }
                Err(error) if error.is_taken() => {}
                Err(error) => return Err(JournalError::disk(folder)(error)),
            }
        }
        unreachable!("the supply of names is endless")
    }

    /// Opens a journal, and replays it.
    ///
    /// If the last entry was cut off by a power failure while it was being written, it is completed or removed: see
    /// [`Journal::notices`].
    ///
    /// # Errors
    /// If the file cannot be read or written, or it is invalid; the error then has all diagnostics.
    pub fn open(path: &Path, correspondences: &'l Correspondences) -> Result<Journal<'l>, JournalError> {
        let path = target(path);
        if !path.is_file() {
            // Opening anything else may wait, or do something.
            Source::read(&path, LIMIT)?;
        }
        let mut file = open_file(&path)?;
        let mut read = Loaded::of(&path, &file, correspondences)?;
        let notices = std::mem::take(&mut read.notices);
        let (record, file) = read.go_on(path, &mut file)?;
        Ok(Journal { record, file, notices })
    }

    /// Removes the file of a journal that was just created, if nothing is in it but its beginning.
    pub fn discard_unplayed(self) {
        if self.file.saved == 0 {
            disk::remove(&self.file.path);
        }
    }

    /// Messages for the person, as sentences: that a partial entry was repaired.
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
    /// If the entry is not legal, or cannot be written; then the record and the file stay as they were. If somebody else has played
    /// meanwhile ([`JournalError::Grown`]), the record has what they played; an afterword is added all the same.
    pub fn enter(&mut self, entry: impl Into<Entry>) -> Result<(), JournalError> {
        let entry = entry.into();
        let mut on_disk = self.catch_up(Some(&entry))?;
        let file = &mut self.file;
        self.record.enter_saved(entry, |record, entry| {
            let (before, printer) = (file.unsaved.len(), file.printer.clone());
            file.prepare(record, entry);
            file.save(record, &mut on_disk).inspect_err(|_| {
                file.unsaved.truncate(before);
                file.printer = printer;
            })
        })
    }

    /// States that what stands in the file is as it is meant to be, where a count or a mark is another one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn accept(&mut self, moment: Timestamp) -> Result<(), JournalError> {
        let mut on_disk = self.catch_up(None)?;
        let mut text = String::new();
        self.file.printer.line(Fact::Accepted(moment), &self.record, "\n", &mut text);
        self.file.unsaved.push_str(&text);
        self.file.save(&self.record, &mut on_disk)
    }

    /// Reads in what others have written since.
    ///
    /// # Errors
    /// If the file cannot be read, or was changed so that its turns are no longer these.
    pub fn follow(&mut self) -> Result<(), JournalError> {
        self.catch_up(None).map(drop)
    }

    /// Makes an entry without saving it, for callers that make many and then call [`Journal::save`].
    ///
    /// # Errors
    /// If the entry is not legal; then the record stays as it was.
    pub fn enter_unsaved(&mut self, entry: impl Into<Entry>) -> Result<(), InvalidEntry> {
        let entry = entry.into();
        self.record.enter(entry.clone())?;
        self.file.prepare(&self.record, &entry);
        Ok(())
    }

    /// Saves all entries, after whatever has been added to the file since.
    ///
    /// # Errors
    /// If the file cannot be written, or was changed so that its turns are no longer these; then it stays as it was. If somebody else
    /// has played meanwhile, the record has what they played, and no longer what was not saved.
    pub fn save(&mut self) -> Result<(), JournalError> {
        let mut on_disk = self.catch_up(None)?;
        self.file.save(&self.record, &mut on_disk)
    }

    /// Locks the file until the result is dropped, and reads in what others have written since. If they have played, an entry is
    /// refused, unless it is an afterword, which does not depend on the position.
    fn catch_up(&mut self, entry: Option<&Entry>) -> Result<DiskFile, JournalError> {
        let (path, saved) = (&self.file.path, self.file.saved);
        let mut on_disk = open_file(path)?;
        let about = on_disk.metadata().map_err(JournalError::unwritable(path))?;
        if OpenStamp::of(&about) == self.file.left {
            return Ok(on_disk);
        }
        let mut read = Loaded::of(path, &on_disk, self.file.printer.correspondences)?;
        let (ours, theirs) = (self.record.entries(), read.record.entries());
        if read.record.heading() != self.record.heading() || theirs.get(..saved) != Some(&ours[..saved]) {
            return Err(JournalError::Changed(path.clone()));
        }
        let is_afterword = |entry: &Entry| matches!(entry, Entry::Afterword(_));
        let is_refused = theirs[saved..].iter().any(is_play) && !ours[saved..].iter().chain(entry).all(is_afterword);
        let refused = is_refused.then(|| played_since(&read.record, saved)).transpose()?;
        let unsaved = if is_refused { Vec::new() } else { ours[saved..].to_vec() };
        let notices = std::mem::take(&mut read.notices);
        let (mut record, mut file) = read.go_on(path.clone(), &mut on_disk)?;
        for entry in unsaved {
            record.enter(entry.clone())?;
            file.prepare(&record, &entry);
        }
        (self.record, self.file) = (record, file);
        self.notices.extend(notices);
        match refused {
            None => Ok(on_disk),
            Some(what) => Err(JournalError::Grown { path: self.file.path.clone(), what }),
        }
    }
}

/// Whether an entry changes what can be played next.
fn is_play(entry: &Entry) -> bool {
    matches!(entry, Entry::Act(_) | Entry::TakenBack(_) | Entry::Concluded(..))
}

/// What was played after a number of entries: `turn 12 was played`.
fn played_since(record: &Record, entries: usize) -> Result<String, InvalidEntry> {
    let (before, since) = record.entries().split_at(entries);
    let mut until = Record::begin(record.heading().clone());
    for entry in before {
        until.enter(entry.clone())?;
    }
    let (first, next) = (until.play().current_turn(), record.play().current_turn());
    Ok(if record.closing().is_some() {
        "it was concluded".to_owned()
    } else if since.iter().any(|entry| matches!(entry, Entry::TakenBack(_))) {
        "something was taken back".to_owned()
    } else {
        match next.saturating_sub(first) {
            0 => format!("turn {first} was begun"),
            1 => format!("turn {first} was played"),
            _ => format!("turns {first} to {} were played", next - 1),
        }
    })
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
    fn of(path: &Path, file: &DiskFile, correspondences: &'l Correspondences) -> Result<Loaded<'l>, JournalError> {
        let left = OpenStamp::of(&file.metadata().map_err(JournalError::unwritable(path))?);
        let content = file.content().map_err(JournalError::unwritable(path))?;
        let (source, torn) = Source::read_open(path, content, LIMIT)?;
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

    /// The record and its file, from which is removed what was being written when the power failed.
    fn go_on(self, path: PathBuf, on_disk: &mut DiskFile) -> Result<(Record, JournalFile<'l>), JournalError> {
        let Loaded { record, printer, mut left, is_ended, length, notices: _ } = self;
        if length < left.length {
            let about = on_disk.cut(length).and_then(|()| on_disk.metadata());
            left = OpenStamp::of(&about.map_err(JournalError::unwritable(&path))?);
        }
        let unsaved = if is_ended { String::new() } else { "\n".to_owned() };
        let saved = record.entries().len();
        Ok((record, JournalFile { path, left, printer, unsaved, saved }))
    }
}

impl JournalFile<'_> {
    /// Formats an entry.
    fn prepare(&mut self, record: &Record, entry: &Entry) {
        let part = self.printer.part(record, entry);
        self.unsaved.push_str(&part);
    }

    /// Saves the unsaved text. The cost does not depend on the length of the journal.
    fn save(&mut self, record: &Record, on_disk: &mut DiskFile) -> Result<(), JournalError> {
        if self.unsaved.is_empty() {
            return Ok(());
        }
        check_length(&self.path, self.left.length as usize + self.unsaved.len())?;
        let appended = on_disk.append(self.left.length, self.unsaved.as_bytes());
        appended.map_err(JournalError::unwritable(&self.path))?;
        self.left = OpenStamp::of(&on_disk.metadata().map_err(JournalError::unwritable(&self.path))?);
        self.saved = record.entries().len();
        self.unsaved.clear();
        Ok(())
    }
}

fn open_file(path: &Path) -> Result<DiskFile, JournalError> {
    DiskFile::open(path).map_err(JournalError::unwritable(path))
}

/// Resolves a symbolic link, so that its target is written and the link stays.
fn target(path: &Path) -> PathBuf {
    let target = if path.is_symlink() { fs::canonicalize(path).ok() } else { None };
    target.unwrap_or_else(|| path.to_owned())
}

/// Replaces the text of a journal atomically, if it is still the text `before`.
///
/// # Errors
/// If the journal was changed, or cannot be written; it then stays as it was.
pub fn rewrite(path: &Path, before: &str, after: &str) -> Result<(), JournalError> {
    check_length(path, after.len())?;
    let _lock = DiskFile::open_to_replace(path).map_err(JournalError::unwritable(path))?;
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
    let title = composed(heading.game.title());
    for word in title.split(|c: char| !is_word_part(c)).filter(|word| !word.is_empty()) {
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
    use crate::reading::{DieThrower, QuestionDraft};
    use crate::record::{Afterword, Closing, Remark, Seats, Subject};
    use crate::session::Act;

    fn moment() -> Timestamp {
        chrono::DateTime::parse_from_rfc3339("2026-11-21T14:05:00+01:00").unwrap()
    }

    fn begun(folder: &Path) -> Journal<'static> {
        let data = Correspondences::embedded();
        let file = Source::new("q.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
        let question = QuestionDraft::read(&file, data).unwrap().resolve(data).unwrap();
        let heading = Heading {
            game: Subject::Reading(Box::new(question), DieThrower::ByHand).into(),
            begun: moment(),
            zone: None,
            seats: Seats::alone("Anna"),
            automatic: false,
            branch: None,
        };
        Journal::create(folder, heading, data).unwrap()
    }

    fn open(path: &Path) -> Journal<'static> {
        Journal::open(path, Correspondences::embedded()).unwrap()
    }

    fn throw(number: &str) -> Entry {
        Act::Throw(number.parse().unwrap()).into()
    }

    fn mv(text: &str) -> Entry {
        Act::Move(text.parse().unwrap()).into()
    }

    fn remark(words: String) -> Entry {
        Entry::Afterword(Afterword::Remark(Remark { ply: None, moment: None, words }))
    }

    #[test]
    fn who_finds_that_somebody_else_has_played_has_it_and_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let mut one = begun(folder.path());
        let path = one.path().to_owned();
        one.enter(throw("2")).unwrap();
        let mut two = open(&path);
        let steps: [(&[Entry], &str); 5] = [
            (&[mv("Nc8d6")], "turn 1 was played in another window"),
            (&[throw("5")], "turn 2 was begun in another window"),
            (&[Entry::TakenBack(2)], "something was taken back in another window"),
            (&[mv("Nc8b6"), Entry::Note("Yes.".into())], "turn 1 was played in another window"),
            (&[Entry::Concluded(Closing::ByPlayers, moment())], "it was concluded in another window"),
        ];
        for (entries, told) in steps {
            for entry in entries {
                two.enter(entry.clone()).unwrap();
            }
            let text = fs::read_to_string(&path).unwrap();
            let error = one.enter(Entry::Note("mine".into())).unwrap_err();
            assert!(matches!(error, JournalError::Grown { .. }) && error.to_string().ends_with(told), "{error}");
            assert_eq!(one.record(), two.record());
            assert_eq!(fs::read_to_string(&path).unwrap(), text, "nothing was written");
            // From there each of them goes on.
            (one, two) = (two, one);
        }
        one.enter(remark("At last.".into())).unwrap();
        assert_eq!(read(&path, Correspondences::embedded()).unwrap(), *one.record());
    }

    #[test]
    fn what_does_not_depend_on_the_position_is_added_whatever_was_played() {
        let folder = tempfile::tempdir().unwrap();
        let mut one = begun(folder.path());
        let mut two = open(one.path());
        two.enter(throw("2")).unwrap();
        one.enter(remark("A kestrel.".into())).unwrap();
        // Notes, remarks and a resumption change nothing that is played.
        for entry in [Entry::Note("mine".into()), Entry::Resumed(moment())] {
            two.enter(entry).unwrap();
        }
        one.enter(mv("Nc8d6")).unwrap();
        // Of what was not saved yet, only the turns depend on it.
        two.follow().unwrap();
        assert_eq!(one.record(), two.record());
        one.enter_unsaved(throw("5")).unwrap();
        two.enter(throw("3")).unwrap();
        assert!(matches!(one.save(), Err(JournalError::Grown { .. })));
        one.save().unwrap();
        one.enter_unsaved(remark("Another.".into())).unwrap();
        two.enter(Entry::TakenBack(1)).unwrap();
        one.save().unwrap();
        two.follow().unwrap();
        assert_eq!(one.record(), two.record());
        assert_eq!(read(one.path(), Correspondences::embedded()).unwrap(), *one.record());
    }

    #[test]
    fn a_journal_in_which_nothing_was_played_can_be_undone() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = begun(folder.path());
        let path = journal.path().to_owned();
        journal.enter_unsaved(throw("2")).unwrap();
        journal.save().unwrap();
        journal.discard_unplayed();
        assert!(path.exists());
        begun(folder.path()).discard_unplayed();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
