//! The lines of a sheet: keys with their values, and rounds with their cells.

use std::ops::Range;

use crate::input::{Diagnostic, Source, unmarked};

/// A part of the sheet's text, with its place.
#[derive(Clone, Debug)]
pub(super) struct SheetSpan {
    pub(super) text: String,
    pub(super) span: Range<usize>,
    /// Its line, counted from 1.
    pub(super) line: usize,
}

impl SheetSpan {
    /// An error in this part.
    pub(super) fn error(&self, problem: impl Into<String>, expected: impl Into<String>) -> Diagnostic {
        Diagnostic { span: self.span.clone(), line: self.line, problem: problem.into(), expected: expected.into() }
    }
}

/// A line of a sheet.
pub(super) enum SheetLine {
    /// `key: value`.
    Value { key: SheetSpan, value: SheetSpan },
    /// A round: its number, and its cells.
    Round { number: SheetSpan, cells: Vec<SheetSpan> },
    /// Anything else.
    Invalid(SheetSpan),
}

/// The lines of a sheet, without comments and blank lines.
pub(super) fn lines(source: &Source) -> Vec<SheetLine> {
    let mut found = Vec::new();
    let text = unmarked(&source.text);
    let mut at = source.text.len() - text.len();
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let start = at;
        at += line.len();
        if !line.trim().is_empty() && !line.starts_with('#') {
            found.push(read(line, start, number));
        }
    }
    found
}

fn read(line: &str, start: usize, number: usize) -> SheetLine {
    let part = |text: &str, at: usize| part(text, at, number);
    let mut cells = line.split('|');
    let first = cells.next().unwrap_or_default();
    let mut at = start + first.len();
    if !first.trim().is_empty() && first.trim().bytes().all(|byte| byte.is_ascii_digit()) {
        let cells = cells.map(|cell| {
            let part = part(cell, at + 1);
            at += 1 + cell.len();
            part
        });
        let number = part(first, start);
        return SheetLine::Round { number, cells: cells.collect() };
    }
    match line.split_once(':') {
        Some((key, value)) if !key.trim().is_empty() && !key.contains('|') => {
            SheetLine::Value { key: part(key, start), value: part(value, start + key.len() + 1) }
        }
        _ => SheetLine::Invalid(part(line, start)),
    }
}

/// A trimmed text; `at` is the byte where the untrimmed one starts.
fn part(text: &str, at: usize, line: usize) -> SheetSpan {
    let trimmed = text.trim();
    let start = at + (text.len() - text.trim_start().len());
    SheetSpan { text: trimmed.to_owned(), span: start..start + trimmed.len(), line }
}
