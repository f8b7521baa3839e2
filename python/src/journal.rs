//! Journals: the files that keep readings, and the list of those in a folder.

use std::path::{Path, PathBuf};

use enochian::correspondences::Palette;
use enochian::export::{Exporter, Html, Json, Markdown, Sheet, SvgPicture, View};
use enochian::input::{Source, reason, safe_path};
use enochian::journal::{self, Journal, JournalError, JournalWithCopies};
use enochian::record::{Entry, InvalidEntry, Record};
use pyo3::prelude::*;

use crate::arguments::{named, wrong};
use crate::convert::result;
use crate::correspondences::Correspondences;
use crate::errors::{self, IllegalMoveError, diagnostics};

/// The journals of a folder, the latest first.
#[pyfunction]
pub(crate) fn journals<'py>(
    py: Python<'py>,
    folder: PathBuf,
    data: Option<PyRef<'_, Correspondences>>,
) -> PyResult<Bound<'py, PyAny>> {
    let correspondences = Correspondences::or_embedded(data.as_deref()).data;
    let listed = py.detach(|| journal::list(&folder, correspondences, &|_, _| {}));
    let listed = listed.map_err(|error| unlisted(&folder, &error))?;
    let (counted, copies) = journal::set_copies_aside(listed);
    result(py, "Journal", &JournalWithCopies::all(&counted, &copies, correspondences))
}

/// Why the journals of a folder cannot be listed.
pub(crate) fn unlisted(folder: &Path, error: &std::io::Error) -> PyErr {
    wrong("folder", format!("{}: {}", safe_path(folder), reason(error)))
}

/// Reads the file of a journal.
pub(crate) fn source(path: &Path) -> PyResult<Source> {
    Source::read(path, journal::LIMIT).map_err(|found| diagnostics(&found))
}

/// A record as a new journal in a folder, and its path.
pub(crate) fn save(folder: &Path, record: &Record, correspondences: Correspondences) -> PyResult<PathBuf> {
    let journal = Journal::save_new(folder, record, correspondences.data).map_err(error)?;
    Ok(absolute(journal.path()))
}

/// Adds what `changed` has after the entries of `before` to a journal, and returns the record of the journal then.
///
/// Other processes may have added remarks, tags and outcomes to it; turns only if remarks, tags and outcomes are added here.
pub(crate) fn append(
    path: &Path,
    before: &Record,
    changed: &Record,
    correspondences: Correspondences,
) -> PyResult<Record> {
    let is_afterword = |entry: &Entry| matches!(entry, Entry::Afterword(_));
    let known = before.entries().len();
    let new = &changed.entries()[known..];
    let is_about_it = new.iter().all(is_afterword);
    let mut journal = Journal::open(path, correspondences.data).map_err(error)?;
    let there = journal.record();
    let is_ours = there.heading() == before.heading() && there.entries().starts_with(before.entries());
    if !is_ours || !(is_about_it || there.entries()[known..].iter().all(is_afterword)) {
        return Err(error(JournalError::Changed(path.to_owned())));
    }
    for entry in new {
        journal.enter_unsaved(entry.clone()).map_err(|invalid| refused(&invalid))?;
    }
    journal.save().map_err(error)?;
    Ok(journal.record().clone())
}

/// Checks a journal of any kind: everything that `enochian journal check` reports.
pub(crate) fn check(source: &Source, correspondences: Correspondences) -> enochian::input::Diagnostics {
    journal::check(source, correspondences.data).diagnostics
}

/// The formats of [`export`].
const FORMATS: [(&str, ExportFormat); 5] = [
    ("html", ExportFormat::Html),
    ("markdown", ExportFormat::Markdown),
    ("sheet", ExportFormat::Sheet),
    ("svg", ExportFormat::Svg),
    ("json", ExportFormat::Json),
];

#[derive(Clone, Copy)]
enum ExportFormat {
    Html,
    Markdown,
    Sheet,
    Svg,
    Json,
}

/// The text of a record in a format; a picture shows the position after a turn, or the last one.
pub(crate) fn export(
    record: &Record,
    format: &str,
    turn: Option<u32>,
    correspondences: Correspondences,
) -> PyResult<String> {
    let format = named("format", format, &FORMATS)?;
    if turn.is_some() && !matches!(format, ExportFormat::Svg) {
        return Err(wrong("turn", "only a picture shows a single turn; leave it out, or choose svg"));
    }
    let palette = Palette::default();
    let exporter: Box<dyn Exporter> = match format {
        ExportFormat::Html => Box::new(Html::of(palette)),
        ExportFormat::Markdown => Box::new(Markdown::default()),
        ExportFormat::Sheet => Box::new(Sheet),
        ExportFormat::Svg => Box::new(SvgPicture::of(View::Position(turn), palette)),
        ExportFormat::Json => Box::new(Json),
    };
    exported(record, &*exporter, correspondences)
}

/// The position for a notebook, below its title: without caption and signs.
pub(crate) fn picture(record: &Record, correspondences: Correspondences) -> PyResult<String> {
    let picture = SvgPicture { is_small: true, ..SvgPicture::of(View::Position(None), Palette::default()) };
    exported(record, &picture, correspondences)
}

fn exported(record: &Record, exporter: &dyn Exporter, correspondences: Correspondences) -> PyResult<String> {
    let bytes = exporter.export(record, correspondences.data).map_err(errors::error)?;
    String::from_utf8(bytes).map_err(errors::error)
}

/// The path that stays right when the folder of the process changes.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// An error of a journal on disk.
pub(crate) fn error(error: JournalError) -> PyErr {
    match error {
        JournalError::Refused(invalid) => refused(&invalid),
        other => errors::helped(&other),
    }
}

/// The error of an entry that a record does not take: one of an act, or of a text.
pub(crate) fn refused(invalid: &InvalidEntry) -> PyErr {
    match invalid {
        InvalidEntry::NoSuchTurn { .. }
        | InvalidEntry::AlreadyTagged(_)
        | InvalidEntry::NotTagged(_)
        | InvalidEntry::Words { .. }
        | InvalidEntry::Year(_) => errors::error(invalid),
        _ => IllegalMoveError::new_err(invalid.to_string()),
    }
}
