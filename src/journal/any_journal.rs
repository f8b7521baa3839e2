//! Journals of any kind, of Enochian chess and of the other games.

use std::path::Path;

use crate::correspondences::Correspondences;
use crate::games::GameSession;
use crate::input::{Diagnostics, Source};
use crate::record::{Annotation, Entry, Record, Tag, VariantRecord};
use crate::session::Session;

use super::error::JournalError;
use super::{Journal, LIMIT, VariantJournal, header, replay};

/// A record of any kind of journal.
#[derive(Clone, Debug, PartialEq)]
pub enum JournalRecord {
    /// A reading or a game of Enochian chess.
    Enochian(Box<Record>),
    /// One of the other games.
    Variant(Box<VariantRecord>),
}

impl JournalRecord {
    /// The record of a reading or a game of Enochian chess.
    #[must_use]
    pub fn enochian(self) -> Option<Record> {
        match self {
            JournalRecord::Enochian(record) => Some(*record),
            JournalRecord::Variant(_) => None,
        }
    }
}

impl From<Record> for JournalRecord {
    fn from(record: Record) -> JournalRecord {
        JournalRecord::Enochian(Box::new(record))
    }
}

impl From<VariantRecord> for JournalRecord {
    fn from(record: VariantRecord) -> JournalRecord {
        JournalRecord::Variant(Box::new(record))
    }
}

/// Whether a journal is of one of the other games; `false` if its header cannot be read.
///
/// # Errors
/// If the file cannot be read.
pub fn is_of_variant(path: &Path) -> Result<bool, Diagnostics> {
    Ok(header::is_of_variant(&Source::read_growing(path, LIMIT)?.0))
}

/// Reads a journal of any kind.
///
/// # Errors
/// If the file cannot be read or is invalid, with all diagnostics.
pub fn read_any(path: &Path, correspondences: &Correspondences) -> Result<JournalRecord, Diagnostics> {
    read_any_text(&Source::read(path, LIMIT)?, correspondences)
}

/// Reads and replays the text of a journal of any kind.
///
/// # Errors
/// If the text is invalid, with all diagnostics.
pub fn read_any_text(source: &Source, correspondences: &Correspondences) -> Result<JournalRecord, Diagnostics> {
    if header::is_of_variant(source) {
        Ok(replay::read::<GameSession>(source, correspondences)?.into())
    } else {
        Ok(replay::read::<Session>(source, correspondences)?.into())
    }
}

/// A journal of any kind, open to add annotations while others may be playing it.
#[derive(Debug)]
pub enum AnyJournal<'l> {
    /// Of a reading or a game of Enochian chess.
    Enochian(Box<Journal<'l>>),
    /// Of one of the other games.
    Variant(Box<VariantJournal<'l>>),
}

impl<'l> AnyJournal<'l> {
    /// Opens a journal, as [`Journal::open_to_add`] does.
    ///
    /// # Errors
    /// As for [`Journal::open_to_add`].
    pub fn open_to_add(path: &Path, correspondences: &'l Correspondences) -> Result<AnyJournal<'l>, JournalError> {
        Ok(if is_of_variant(path)? {
            AnyJournal::Variant(Box::new(VariantJournal::open_to_add(path, correspondences)?))
        } else {
            AnyJournal::Enochian(Box::new(Journal::open_to_add(path, correspondences)?))
        })
    }

    /// Adds an annotation, and saves it before returning.
    ///
    /// # Errors
    /// As for [`Journal::enter`].
    pub fn annotate(&mut self, annotation: Annotation) -> Result<(), JournalError> {
        match self {
            AnyJournal::Enochian(journal) => journal.enter(Entry::Annotation(annotation)),
            AnyJournal::Variant(journal) => journal.enter(Entry::Annotation(annotation)),
        }
    }

    /// The path of the journal.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            AnyJournal::Enochian(journal) => journal.path(),
            AnyJournal::Variant(journal) => journal.path(),
        }
    }

    /// Messages for the person, as sentences: see [`Journal::notices`].
    #[must_use]
    pub fn notices(&self) -> &[String] {
        match self {
            AnyJournal::Enochian(journal) => journal.notices(),
            AnyJournal::Variant(journal) => journal.notices(),
        }
    }

    /// Its current tags.
    #[must_use]
    pub fn tags(&self) -> Vec<&Tag> {
        match self {
            AnyJournal::Enochian(journal) => journal.record().tags(),
            AnyJournal::Variant(journal) => journal.record().tags(),
        }
    }
}
