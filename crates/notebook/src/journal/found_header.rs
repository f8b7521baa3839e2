//! Finding the header in the text of a journal, and the lines of a person's in it.

use std::ops::Range;

use crate::correspondences::Correspondences;
use crate::input::{Diagnostic, Diagnostics, Source, read_toml_within, unmarked};
use crate::record::{FORMAT, Header, Heading, READING};

use super::header::{FENCE, INDENT, is_counted};
use super::line::{Seals, is_annotation};

/// A header that was found in a text.
#[derive(Debug)]
pub(super) struct FoundHeader<'s> {
    source: &'s Source,
    /// Where the lines between the fences are.
    range: Range<usize>,
    /// Where the body begins.
    pub(super) body: usize,
    /// The facts as TOML, with blanks in the place of everything else.
    facts: String,
    pub(super) header: Header,
    pub(super) seals: Seals,
    /// A person's lines, above the header and in it, by the bytes at which they begin.
    pub(super) own: Vec<Range<usize>>,
}

/// Whether a line is a fence; programs that put two texts together leave the mark of UTF-8 at the beginning of the second.
fn is_fence(line: &str) -> bool {
    line.trim_start_matches('\u{feff}').trim_end() == FENCE
}

/// The range of the lines between two fences, and where the text goes on. The first fence is followed by what every header has, and
/// the last is the last before what the program tells below the header; so a fence that a person wrote in between ends nothing.
pub(super) fn range(text: &str) -> Option<(Range<usize>, usize)> {
    let (mut open, mut close, mut is_header, mut at) = (None, None, false, text_start(text));
    for line in text[at..].split_inclusive('\n') {
        match open {
            Some(start) if is_fence(line) && is_header => close = Some((start..at, at + line.len())),
            // What stood above it was a person's.
            _ if is_fence(line) => open = Some(at + line.len()),
            _ if close.is_some() && is_annotation(line) => break,
            _ => {}
        }
        let key = line.trim_start().split('=').next().unwrap_or_default();
        is_header |= open.is_some() && line.contains('=') && FOUND_BY.contains(&key.trim_end());
        at += line.len();
    }
    close
}

/// Whether a text looks like that of a journal, whole or not: it has an open header.
pub(super) fn is_begun(text: &str) -> bool {
    unmarked(text).lines().any(is_fence) && !is_of_another_program(text)
}

/// Whether a text begins like a page of another program, which has its own keys between the fences: Hugo has `title = "…"` there. The
/// facts of a journal are indented.
pub(super) fn is_of_another_program(text: &str) -> bool {
    let mut lines = unmarked(text).lines().skip_while(|line| !is_fence(line)).skip(1);
    let first = lines.find(|line| !line.trim().is_empty()).unwrap_or_default();
    let key = first.split('=').next().unwrap_or_default().trim_end();
    first.contains('=') && !first.starts_with(char::is_whitespace) && !FOUND_BY.contains(&key)
}

/// The keys by which a header is found, indented or not.
const FOUND_BY: [&str; 4] = ["format", "kind", "begun", "start"];

/// Finds the header in the text of a journal.
///
/// # Errors
/// If there is none, it is of another format, or its facts cannot be read.
pub(super) fn find(source: &Source) -> Result<FoundHeader<'_>, Diagnostics> {
    let Some((range, body)) = range(&source.text) else { return Err(missing(source)) };
    if range.len() as u64 > Source::TOML_LIMIT {
        let problem = format!("the header is {} bytes long", range.len());
        let expected = format!("at most {} bytes; put longer texts below the header", Source::TOML_LIMIT);
        return Err(Diagnostics::of(source, vec![source.error(0..0, problem, expected)]));
    }
    let (mut facts, mut own, mut seals) = (String::new(), Vec::new(), Seals::default());
    let mut at = text_start(&source.text);
    for line in source.text[at..range.end].split_inclusive('\n') {
        let is_inside = at >= range.start;
        let content = line.trim_end();
        let is_fact =
            is_inside && content.starts_with(INDENT) && content.contains('=') && content.parse::<toml::Table>().is_ok();
        if is_fact {
            if is_counted(content) {
                seals.header(content);
            }
            facts.push_str(line);
        } else if is_inside {
            facts.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        }
        let is_opening = is_fence(line) && at + line.len() == range.start;
        if !(is_fact || content.trim().is_empty() || is_opening) {
            own.push(at..at + content.len());
        }
        at += line.len();
    }
    let header: Header = read_toml_within(source, range.start, &facts)?;
    let found = FoundHeader { source, range, body, facts, header, seals, own };
    if found.header.format == 0 {
        let expected = format!("a line of four spaces and format = {FORMAT}");
        return Err(Diagnostics::of(source, vec![found.error("format", "`format` is missing", expected)]));
    }
    if found.header.format != FORMAT {
        let problem =
            format!("this journal has format {}, which this version of enochian cannot read", found.header.format);
        return Err(Diagnostics::of(source, vec![found.error("format", problem, format!("format = {FORMAT}"))]));
    }
    if found.header.begun().is_none() {
        let expected = "a date and time with offset, such as \"2026-11-21 14:05:00+01:00\"";
        let problem = if found.header.begun.is_empty() { "`begun` is missing" } else { "this is not a date and time" };
        return Err(Diagnostics::of(source, vec![found.error("begun", problem, expected)]));
    }
    Ok(found)
}

fn text_start(text: &str) -> usize {
    text.len() - unmarked(text).len()
}

/// The error for a file without a whole header.
fn missing(source: &Source) -> Diagnostics {
    let (problem, expected) = if source.text.trim().is_empty() {
        ("this file is empty", "a journal; restore it from a backup, or remove it")
    } else {
        (
            "this file has no header of a journal",
            "a line +++, the header, and another line +++; if the file was truncated, restore it from a backup",
        )
    };
    Diagnostics::of(source, vec![source.error(0..0, problem, expected)])
}

impl FoundHeader<'_> {
    /// An error at the line of a key, or at the beginning of the header.
    pub(super) fn error(&self, key: &str, problem: impl Into<String>, expected: impl Into<String>) -> Diagnostic {
        let mut at = self.range.start;
        for line in self.facts.split_inclusive('\n') {
            if line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('=')) {
                return self.source.error(at + INDENT.len()..at + line.trim_end().len(), problem, expected);
            }
            at += line.len();
        }
        // The line may be there, and not be one of TOML.
        let is_at = |text: &str| text.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='));
        let inside = self.own.iter().filter(|span| span.start >= self.range.start);
        if let Some(span) = inside.into_iter().find(|span| is_at(self.source.text[(*span).clone()].trim_start())) {
            let expected = "four spaces, the key, an equals sign and its value, on one line; a text between quotation marks, and a \
                            backslash before each of these in it";
            return self.source.error(span.clone(), "this line of the header cannot be read", expected);
        }
        self.source.error(self.range.start..self.range.start, problem, expected)
    }

    /// The heading of the record.
    ///
    /// # Errors
    /// What is missing, or does not go with the rest.
    pub(super) fn heading(&self, correspondences: &Correspondences) -> Result<Heading, Diagnostics> {
        let header = &self.header;
        let required = [
            ("question", &header.question),
            ("querent", &header.querent),
            ("ruleset", &header.ruleset),
            ("procedure", &header.procedure),
            ("dice", &header.dice),
            ("die", &header.die),
        ];
        let missing = required.iter().find(|(_, value)| header.kind == READING && value.is_none());
        let missing = missing
            .map(|(key, _)| self.error(key, format!("`{key}` is missing"), "its value, as the program wrote it"));
        let errors = match (header.heading(correspondences), missing) {
            (Ok(heading), None) => return Ok(heading),
            (_, Some(missing)) => vec![missing],
            (Err(faults), None) => {
                faults.into_iter().map(|(key, problem, expected)| self.error(key, problem, expected)).collect()
            }
        };
        Err(Diagnostics::of(self.source, errors))
    }
}

impl<'s> FoundHeader<'s> {
    /// The text in which it stands.
    pub(super) fn source(&self) -> &'s Source {
        self.source
    }

    /// What a person wrote among the facts of the header, which are not read.
    pub(super) fn warnings(&self) -> Vec<Diagnostic> {
        let inside = self.own.iter().filter(|span| span.start >= self.range.start);
        let expected = "a fact on one line, indented by four spaces; or nothing, if it is yours";
        inside.map(|span| self.source.error(span.clone(), "this line of the header is not read", expected)).collect()
    }
}
