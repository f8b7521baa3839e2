//! Writing the annotations of a journal again, in the words of this program and its data; everything else stays as it is.

use std::collections::HashMap;

use crate::correspondences::Correspondences;
use crate::input::{Diagnostics, Source};
use crate::record::Record;

use super::annotate;
use super::found_header;
use super::line::{self, Fact};
use super::read::read;

/// The text of a journal with its annotations written again.
///
/// # Errors
/// If the journal cannot be read, or has an error; then what follows from its facts is not known.
///
/// ```
/// use enochian::{journal, correspondences::Correspondences, input::Source};
/// let path = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
/// let text = std::fs::read_to_string(path).unwrap();
/// let reworded = text.replace("Ruler Saturn", "The ruler is Saturn");
/// let again = journal::annotated(&Source::new(path, reworded), Correspondences::embedded()).unwrap();
/// assert_eq!(again, text);
/// ```
pub fn annotated(source: &Source, correspondences: &Correspondences) -> Result<String, Diagnostics> {
    let read = read(source, correspondences)?;
    let (Ok(record), true) = (&read.record, read.errors.is_empty()) else {
        return Err(read.into_record().err().unwrap_or_default());
    };
    let (mut told, mut again) = (HashMap::new(), Record::begin(record.heading().clone()));
    for (entry, line) in record.entries().iter().zip(&read.entry_lines) {
        // It could be entered once.
        let _ = again.enter(entry.clone());
        told.insert(*line, annotate::after(&again, entry, correspondences));
    }
    let end = read.lines.iter().find(|line| matches!(line.fact, Fact::Answer { .. } | Fact::Result(_)));
    let body = found_header::range(&source.text).map_or(0, |(_, body)| body);
    // A line with nothing but the mark of a quotation belongs to what is quoted around it.
    let lines: Vec<&str> = source.text[body..].split_inclusive('\n').collect();
    let is_quoted =
        |line: &&&str| line.starts_with('>') && !line::is_blank(line) && !line::is_annotation(line.trim_end());
    let is_own = |at: usize| {
        let around = |line: Option<&&str>| line.as_ref().is_some_and(is_quoted);
        around(lines[..at].iter().rev().find(|line| line.trim() != ">"))
            || around(lines[at..].iter().find(|line| line.trim() != ">"))
    };
    let mut text = Rewritten::default();
    text.out.push_str(&source.text[..body]);
    text.annotation(&annotate::opening(record.heading(), correspondences));
    for (at, (number, line)) in (source.line_of(body)..).zip(lines.iter().copied()).enumerate() {
        if line::is_annotation(line.trim_end()) || line.trim() == ">" && !is_own(at) {
            text.is_gap = true;
            continue;
        }
        if end.is_some_and(|end| end.number == number) {
            text.annotation(&format!("\n{}", annotate::end_heading(record.mode())));
        }
        text.line(line);
        text.annotation(told.get(&number).map_or("", String::as_str));
    }
    Ok(text.out)
}

/// A text in the making, with one blank line where annotations were.
#[derive(Default)]
struct Rewritten {
    out: String,
    /// Whether annotations stood here, or stand now: what follows is set apart by one blank line.
    is_gap: bool,
}

impl Rewritten {
    fn annotation(&mut self, told: &str) {
        if told.is_empty() {
            return;
        }
        // What is set apart begins with a blank line of its own.
        let told = told.strip_prefix('\n').filter(|_| self.out.ends_with("\n\n")).unwrap_or(told);
        self.out.push_str(told);
        self.is_gap = true;
    }

    fn line(&mut self, line: &str) {
        let is_blank = line.trim().is_empty();
        if self.is_gap && is_blank {
            return;
        }
        if std::mem::take(&mut self.is_gap) && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
        self.out.push_str(line);
    }
}
