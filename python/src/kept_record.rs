//! What readings and games have in common: the record, the journal that keeps it, and what people write about it.

use std::path::{Path, PathBuf};

use enochian::input::{Source, is_plain, quoted, safe_path};
use enochian::journal::{self as journals, Journal};
use enochian::record::{Annotation, Closing, Entry, Heading, Record, RecordLens, Remark, Tag, Timestamp};
use enochian::render::{ActsJson, RecordJson};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDateTime, PyDict, PyList, PyTuple};

use crate::convert::plain;
use crate::correspondences::Correspondences;
use crate::errors::error;
use crate::journal;

/// A record, and its journal if it has one.
#[derive(Clone)]
pub(crate) struct KeptRecord {
    pub(crate) record: Record,
    pub(crate) correspondences: Correspondences,
    /// Its journal.
    pub(crate) path: Option<PathBuf>,
}

impl KeptRecord {
    /// The record before its first act, which no journal keeps.
    pub(crate) fn begin(heading: Heading, correspondences: Correspondences) -> PyResult<KeptRecord> {
        heading.check().map_err(|invalid| journal::refused(&invalid))?;
        Ok(KeptRecord { record: Record::begin(heading), correspondences, path: None })
    }

    /// Reads a journal of any game from its file.
    pub(crate) fn read(path: &Path, correspondences: Correspondences) -> PyResult<KeptRecord> {
        let read = KeptRecord::of_source(&journal::source(path)?, correspondences)?;
        Ok(KeptRecord { path: Some(journal::absolute(path)), ..read })
    }

    /// Reads a journal of any game.
    pub(crate) fn of_source(source: &Source, correspondences: Correspondences) -> PyResult<KeptRecord> {
        let record = journals::read_text(source, correspondences.data);
        let record = record.map_err(|found| crate::errors::diagnostics(&found))?;
        Ok(KeptRecord { record, correspondences, path: None })
    }

    /// Its file, or its title if it has none.
    pub(crate) fn name(&self) -> String {
        self.path.as_deref().map_or_else(|| quoted(self.record.heading().game.title()), safe_path)
    }

    /// Changes the record, and its journal if it has one: both or neither.
    pub(crate) fn change<T>(&mut self, change: impl FnOnce(&mut Record) -> PyResult<T>) -> PyResult<T> {
        let Some(path) = &self.path else { return change(&mut self.record) };
        let mut changed = self.record.clone();
        let done = change(&mut changed)?;
        let new = &changed.entries()[self.record.entries().len()..];
        if new.iter().any(|entry| matches!(entry, Entry::Act(_))) {
            conclude_ended(&mut changed)?;
        }
        self.record = journal::append(path, &self.record, &changed, self.correspondences)?;
        Ok(done)
    }

    pub(crate) fn enter(&mut self, entry: impl Into<Entry>) -> PyResult<()> {
        self.change(|record| record.enter(entry.into()).map_err(|invalid| journal::refused(&invalid)))
    }

    pub(crate) fn has_begun(&self) -> bool {
        self.record.entries().iter().any(|entry| matches!(entry, Entry::Act(_)))
    }

    /// Changes the heading, as long as no journal and no act fixes it.
    pub(crate) fn set_heading(&mut self, set: impl FnOnce(&mut Heading)) -> PyResult<()> {
        if self.path.is_some() || self.has_begun() { Ok(()) } else { self.replace_heading(set) }
    }

    pub(crate) fn replace_heading(&mut self, set: impl FnOnce(&mut Heading)) -> PyResult<()> {
        let mut heading = self.record.heading().clone();
        set(&mut heading);
        let mut record = Record::begin(heading);
        for entry in self.record.entries() {
            record.enter(entry.clone()).map_err(|invalid| journal::refused(&invalid))?;
        }
        self.record = record;
        Ok(())
    }

    pub(crate) fn note(&mut self, text: &str, turn: Option<u32>) -> PyResult<()> {
        let words = words(text)?;
        if turn.is_none() && self.record.closing().is_none() {
            return self.enter(Entry::Note(words));
        }
        self.enter(Entry::Annotation(Annotation::Remark(Remark { ply: turn, moment: now()?, words })))
    }

    /// Adds tags; those that it has stay.
    pub(crate) fn tag(&mut self, tags: &Bound<'_, PyTuple>) -> PyResult<()> {
        let mut given: Vec<Tag> = Vec::new();
        for tag in read_tags(tags)? {
            if !self.record.is_tagged(&tag) && !given.contains(&tag) {
                given.push(tag);
            }
        }
        if given.is_empty() { Ok(()) } else { self.enter(Entry::Annotation(Annotation::Tagged(given))) }
    }

    pub(crate) fn untag(&mut self, tags: &Bound<'_, PyTuple>) -> PyResult<()> {
        let tags = read_tags(tags)?;
        if tags.is_empty() { Ok(()) } else { self.enter(Entry::Annotation(Annotation::Untagged(tags))) }
    }

    pub(crate) fn tags(&self) -> Vec<String> {
        self.record.tags().into_iter().map(|tag| tag.as_str().to_owned()).collect()
    }

    /// Concludes it: at its end, or before it.
    pub(crate) fn conclude(&mut self, before_its_end: Closing) -> PyResult<()> {
        let closing = match before_its_end {
            _ if has_ended(&self.record) => Closing::Ended,
            Closing::ByPlayers if self.record.heading().automatic => Closing::AtLimit(turns(&self.record)),
            other => other,
        };
        let moment = now()?;
        self.enter(Entry::Concluded(closing, moment))
    }

    /// Writes it as a new journal, which keeps it from now on.
    pub(crate) fn save(&mut self, folder: &Path) -> PyResult<PathBuf> {
        let mut record = self.record.clone();
        conclude_ended(&mut record)?;
        let path = journal::save(folder, &record, self.correspondences)?;
        (self.record, self.path) = (record, Some(path.clone()));
        Ok(path)
    }

    /// Everything, with the keys that the program prints.
    pub(crate) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.record.lens() {
            RecordLens::Enochian(record) => plain(py, &RecordJson::of(record, self.correspondences.data)),
            RecordLens::Other(record) => plain(py, &ActsJson::of(record)),
        }
    }

    /// A list of [`KeptRecord::to_dict`], empty where that leaves it out.
    pub(crate) fn part<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyAny>> {
        let parts: Bound<'_, PyDict> = self.to_dict(py)?.cast_into()?;
        Ok(parts.get_item(key)?.unwrap_or_else(|| PyList::empty(py).into_any()))
    }

    pub(crate) fn export(&self, format: &str, turn: Option<u32>) -> PyResult<String> {
        journal::export(&self.record, format, turn, self.correspondences)
    }

    /// What a notebook shows: the title, paragraphs, and the board if there is one.
    pub(crate) fn html(&self, py: Python<'_>, paragraphs: &[String]) -> PyResult<String> {
        let escaped =
            |text: &str| -> PyResult<String> { py.import("html")?.call_method1("escape", (text,))?.extract() };
        let mut page = format!("<p><strong>{}</strong></p>\n", escaped(self.record.heading().game.title())?);
        for paragraph in paragraphs {
            page += &format!("<p>{}</p>\n", escaped(paragraph)?);
        }
        Ok(page + &journal::picture(&self.record, self.correspondences).unwrap_or_default())
    }

    /// What reads it in another process, and its argument: its journal, or the text of one.
    pub(crate) fn unpickler<'py>(&self, class: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let (name, argument) = match &self.path {
            Some(path) => ("read", path.to_string_lossy().into_owned()),
            None => {
                let text = Journal::text_of(&self.record, self.correspondences.data);
                ("from_text", text.map_err(journal::error)?)
            }
        };
        Ok((self.correspondences.unpickler(class, name)?, (argument,)))
    }
}

/// The number of turns played.
pub(crate) fn turns(record: &Record) -> u32 {
    match record.lens() {
        RecordLens::Enochian(record) => u32::try_from(record.turns().len()).unwrap_or(u32::MAX),
        RecordLens::Other(record) => record.session().state().turn().saturating_sub(record.game().start.turn()),
    }
}

/// Whether it has ended by its rules.
pub(crate) fn has_ended(record: &Record) -> bool {
    match record.lens() {
        RecordLens::Enochian(record) => record.end().is_some(),
        RecordLens::Other(record) => record.session().state().ending().is_some(),
    }
}

/// Concludes a record that has ended, as the program does once the last turn is in its journal.
fn conclude_ended(record: &mut Record) -> PyResult<()> {
    if !has_ended(record) || record.closing().is_some() {
        return Ok(());
    }
    record.enter(Entry::Concluded(Closing::Ended, now()?)).map_err(|invalid| journal::refused(&invalid))
}

/// Journals have the numbers of TOML, which have a sign.
pub(crate) fn check_seed(seed: u64) -> PyResult<()> {
    let too_large = || error(format!("the seed {seed} is too large; expected at most {}", i64::MAX));
    i64::try_from(seed).map(|_| ()).map_err(|_| too_large())
}

fn read_tags(tags: &Bound<'_, PyTuple>) -> PyResult<Vec<Tag>> {
    let read = |tag: Bound<'_, PyAny>| {
        let text: String = tag.extract()?;
        text.parse().map_err(|problem| error(format!("{} is not a valid tag: {problem}", quoted(&text))))
    };
    tags.iter().map(read).collect()
}

/// A text for a journal, where each stands on one line.
pub(crate) fn words(text: &str) -> PyResult<String> {
    let text = text.trim();
    if !is_plain(text) {
        return Err(error(format!("{} has control characters or several lines; write it on one line", quoted(text))));
    }
    if text.is_empty() { Err(error("the text is empty")) } else { Ok(text.to_owned()) }
}

fn now() -> PyResult<Timestamp> {
    Python::attach(|py| moment(py, None))
}

/// A `datetime`, or now: to the second, with the offset of the place.
pub(crate) fn moment(py: Python<'_>, given: Option<&Bound<'_, PyAny>>) -> PyResult<Timestamp> {
    let at = match given {
        None => py.import("datetime")?.getattr("datetime")?.call_method0("now")?,
        Some(at) if at.is_instance_of::<PyDateTime>() => at.clone(),
        Some(_) => return Err(PyTypeError::new_err("begun must be a datetime")),
    };
    let at = if at.call_method0("utcoffset")?.is_none() { at.call_method0("astimezone")? } else { at };
    let options = PyDict::new(py);
    options.set_item("timespec", "seconds")?;
    let text: String = at.call_method("isoformat", (), Some(&options))?.extract()?;
    text.parse().map_err(|_| error(format!("{text} is not a date and time of a journal")))
}
