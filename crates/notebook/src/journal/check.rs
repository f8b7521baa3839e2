//! Checking a journal: its facts against each other, its counts and marks, its pictures.

use std::collections::HashSet;
use std::path::Path;

use crate::correspondences::Correspondences;
use crate::input::{Diagnostic, Diagnostics, Source};
use crate::record::{Afterword, Correction, NoteId, Record, Remark};

use super::line::Fact;
use super::pictures::picture;
use super::read::{End, ReadJournal, read};

/// The result of checking a journal.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckedJournal {
    /// The record up to the first fact that does not fit; `None` if the header cannot be read.
    pub record: Option<Record>,
    /// All errors: facts that do not fit or disagree, and lines that are not as they were written.
    pub diagnostics: Diagnostics,
    /// What is worth a look, and may be as it is meant.
    pub warnings: Diagnostics,
    /// Whether lines were changed since they were counted and marked.
    pub is_changed: bool,
    /// A person's own lines, with their line numbers from 1.
    pub own: Vec<(usize, String)>,
}

/// Checks a journal: replays its turns, and compares every assertion.
///
/// ```
/// use enochian::{journal, correspondences::Correspondences, input::Source};
/// let checked = journal::check(&Source::new("diary.md", "Dear diary,"), Correspondences::embedded());
/// assert_eq!(checked.diagnostics.len(), 1);
/// assert!(checked.record.is_none());
/// ```
#[must_use]
pub fn check(source: &Source, correspondences: &Correspondences) -> CheckedJournal {
    let read = match read(source, correspondences) {
        Ok(read) => read,
        Err(diagnostics) => {
            let warnings = Diagnostics::default();
            return CheckedJournal { record: None, diagnostics, warnings, is_changed: false, own: Vec::new() };
        }
    };
    let own = read.own.iter().map(|own| (own.number, read.text(own).to_owned())).collect();
    let mut errors = [read.errors.clone(), read.broken.clone(), of_notes(&read)].concat();
    if let End::Torn(span) = &read.end {
        let expected = "a whole line; resuming with --resume or adding a note removes it";
        errors.push(source.error(span.clone(), "this line was cut off while it was being written", expected));
    }
    let (warnings, is_changed) = (Diagnostics::of(source, read.warnings), !read.broken.is_empty());
    match read.record {
        Ok(record) => CheckedJournal {
            record: Some(record),
            diagnostics: Diagnostics::of(source, errors),
            warnings,
            is_changed,
            own,
        },
        Err(diagnostics) => CheckedJournal { record: None, diagnostics, warnings, is_changed, own },
    }
}

/// The errors of what people wrote: corrections of notes that are not there, and pictures that are missing or were changed. They
/// keep nobody from reading the journal.
fn of_notes(read: &ReadJournal<'_>) -> Vec<Diagnostic> {
    let (source, mut notes) = (read.source, HashSet::new());
    let mut errors = Vec::new();
    for placed in &read.lines {
        let mut error =
            |problem: String, expected: &str| errors.push(source.error(placed.span.clone(), problem, expected));
        match &placed.fact {
            Fact::Note(ply, text) => drop(notes.insert(NoteId::of(Some(*ply), None, text))),
            Fact::Afterword(Afterword::Remark(Remark { ply, moment, words })) => {
                notes.insert(NoteId::of(*ply, moment.as_ref(), words));
            }
            Fact::Afterword(Afterword::Attached(it)) => {
                notes.insert(NoteId::of(it.ply, Some(&it.moment), &it.words));
                if let Err(why) = picture(Path::new(&source.name), it) {
                    error(why.to_string(), "the file as it was added; put it back, or withdraw the note");
                }
            }
            Fact::Afterword(Afterword::Corrected(Correction { note, .. })) if !notes.contains(note) => {
                let help = "the words of the note as they were written first; they may have been changed by hand";
                error(format!("this corrects the note {note}, which is not there"), help);
            }
            _ => {}
        }
    }
    errors
}
