//! The parser: from the text of a journal to its header and parts, without replaying turns.
//!
//! Replaying, checking, listing and searching all use this parser.

use std::ops::Range;

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::input::{Diagnostic, Diagnostics, Source};

use super::header::{self, Header};
use super::lines::{self, JournalLine, JournalSort};
use super::opening;

/// The maximum size of a journal in bytes, far more than any reading needs.
pub const LIMIT: u64 = 64 << 20;

/// The number of lines of a gloss, including the fences.
pub(super) const GLOSS_LINES: usize = 6;

/// The error of a last line without a line end.
pub(super) const TRUNCATED: &str = "the file ends within this line";
/// What was expected of it.
pub(super) const LINE_END: &str = "a line end; restore the file from a backup or, if the line is complete, add one";
/// The error of a line of the program that cannot be parsed.
pub(super) const DAMAGED: &str = "this line cannot be read; it may be damaged or edited";

/// A parsed journal.
#[derive(Debug)]
pub(super) struct ParsedJournal<'s> {
    pub(super) source: &'s Source,
    pub(super) header: Header,
    /// The parsed lines of the program, in order.
    pub(super) lines: Vec<PlacedLine>,
    /// The opening, then a part for each entry, from its line to that of the next.
    pub(super) parts: Vec<JournalPart>,
    /// The digests of the correspondences with which the parts were written, each from this part on.
    data: Vec<(usize, String)>,
    /// The lines that cannot be parsed.
    pub(super) errors: Vec<Diagnostic>,
    /// Whether the opening is complete.
    pub(super) is_opened: bool,
    /// Whether the last line of a concluded journal is present.
    pub(super) is_ended: bool,
}

/// A line of the text: its offset, number and content.
pub(super) type SourceLine<'s> = (usize, usize, &'s str);

/// A parsed line with its place.
#[derive(Debug)]
pub(super) struct PlacedLine {
    pub(super) line: JournalLine,
    pub(super) span: Range<usize>,
    /// Its line number in the file.
    pub(super) number: usize,
    /// The index of its part.
    pub(super) part: usize,
}

/// A part of a journal.
#[derive(Debug)]
pub(super) struct JournalPart {
    /// Its range in the text.
    pub(super) span: Range<usize>,
    /// The line number of its first line.
    pub(super) number: usize,
    /// Its parsed lines.
    pub(super) lines: Range<usize>,
    /// The number of its other non-blank lines.
    pub(super) others: usize,
    /// How much of the gloss that follows a move has been read.
    gloss: GlossState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GlossState {
    None,
    Expected,
    Opened,
    Closed,
}

impl JournalPart {
    /// Whether it has a complete gloss.
    pub(super) fn has_gloss(&self) -> bool {
        self.gloss == GlossState::Closed
    }
}

/// Parses a journal.
///
/// # Errors
/// If there is no header, or not enough of one to list the journal.
pub(super) fn parse<'s>(
    source: &'s Source,
    correspondences: &Correspondences,
) -> Result<ParsedJournal<'s>, Diagnostics> {
    let range = header::find(source)?;
    let body = range.end + source.text[range.end..].find('\n').map_or(0, |end| end + 1);
    let header = header::read(source, range, correspondences)?;
    let mut parsed = ParsedJournal {
        source,
        data: vec![(0, header.raw.data.clone())],
        header,
        // About as many as in a journal without a person's lines.
        lines: Vec::with_capacity(source.text.len() / 128),
        parts: Vec::with_capacity(source.text.len() / 128),
        errors: Vec::new(),
        is_opened: false,
        is_ended: false,
    };
    let (mut at, mut number) = (body, source.line_of(body));
    parsed.begin(at, number);
    for line in source.text[body..].split_inclusive('\n') {
        parsed.line(at, number, line);
        at += line.len();
        number += 1;
    }
    if let Some(last) = parsed.parts.last_mut() {
        last.span.end = at;
    }
    Ok(parsed)
}

impl ParsedJournal<'_> {
    /// Whether each landing has a gloss: in a reading that is not quiet.
    pub(super) fn has_glosses(&self) -> bool {
        self.header.raw.mode == Mode::Reading && !self.header.raw.is_quiet
    }

    /// What it is of.
    pub(super) fn sort(&self) -> JournalSort {
        if self.header.raw.kind.is_some() { JournalSort::OtherGame } else { JournalSort::Enochian }
    }

    /// The digest of the correspondences with which a part was written.
    pub(super) fn data_of(&self, part: usize) -> &str {
        let later = self.data.partition_point(|(from, _)| *from <= part);
        later.checked_sub(1).map_or(&self.header.raw.data, |last| &self.data[last].1)
    }

    /// The digests of the correspondences with which the parts were written, in order.
    pub(super) fn all_data(&self) -> impl Iterator<Item = &str> {
        self.data.iter().map(|(_, data)| data.as_str())
    }

    /// The parsed lines of a part.
    pub(super) fn lines_of(&self, part: usize) -> &[PlacedLine] {
        &self.lines[self.parts[part].lines.clone()]
    }

    /// The number of other lines that the program writes in a part, if the line of its entry determines it: for a turn its
    /// sentences, which are one line, and in most readings the gloss of the square. The opening and the conclusion vary.
    pub(super) fn expected_others(&self, part: usize) -> Option<usize> {
        let mut expected = 0;
        for placed in self.lines_of(part) {
            match placed.line {
                JournalLine::Concluded(..) => return None,
                JournalLine::Played { mv, .. } if mv.to().is_some() && self.has_glosses() => expected = 1 + GLOSS_LINES,
                JournalLine::Played { .. } | JournalLine::GameAct { .. } => expected = 1,
                _ => {}
            }
        }
        (part > 0).then_some(expected)
    }

    /// Whether the next part is an afterword.
    pub(super) fn precedes_afterword(&self, part: usize) -> bool {
        let next = self.parts.get(part + 1).and_then(|part| self.lines.get(part.lines.start));
        next.is_some_and(|placed| matches!(placed.line, JournalLine::Afterword(_)))
    }

    /// The non-blank lines of a part, without trailing white space.
    pub(super) fn text_of(&self, part: usize) -> impl Iterator<Item = SourceLine<'_>> {
        let JournalPart { span, number, .. } = &self.parts[part];
        let mut at = span.start;
        let numbered = self.source.text[span.clone()].split_inclusive('\n').zip(*number..);
        let placed = numbered.map(move |(line, number)| {
            at += line.len();
            (at - line.len(), number, lines::trimmed(line))
        });
        placed.filter(|(.., line)| !line.is_empty())
    }

    /// The error of a line that looks like a person's, but would be an entry with one bit flipped.
    pub(super) fn damage(&self, (at, number, line): SourceLine<'_>) -> Option<Diagnostic> {
        let is_own = JournalLine::read(line, self.sort()) == Ok(None);
        let is_damaged = is_own && JournalLine::is_damaged(&self.source.text[at..], self.sort());
        is_damaged.then(|| Diagnostic {
            span: at..at + line.len(),
            line: number,
            problem: DAMAGED.to_owned(),
            expected: "the program's original line, from which it differs in one character, or the file from a backup"
                .to_owned(),
        })
    }

    /// The lines of the acts that were not taken back.
    pub(super) fn standing(&self) -> Vec<&PlacedLine> {
        let mut acts = Vec::new();
        for placed in &self.lines {
            use JournalLine::{Exchange, GameAct, Played, TakenBack, Turn, Withdrawal};
            match &placed.line {
                Turn { throw: Some(_), .. } | Played { .. } | Exchange { .. } | Withdrawal { .. } | GameAct { .. } => {
                    acts.push(placed);
                }
                TakenBack { acts: back, .. } => acts.truncate(acts.len().saturating_sub(*back)),
                _ => {}
            }
        }
        acts
    }

    fn begin(&mut self, at: usize, number: usize) {
        if let Some(last) = self.parts.last_mut() {
            last.span.end = at;
        }
        let lines = self.lines.len()..self.lines.len();
        self.parts.push(JournalPart { span: at..at, number, lines, others: 0, gloss: GlossState::None });
    }

    fn line(&mut self, at: usize, number: usize, whole: &str) {
        let line = lines::trimmed(whole);
        let problem = match JournalLine::read(line, self.sort()) {
            Ok(None) => {
                let Some(part) = self.parts.last_mut().filter(|_| !line.is_empty()) else { return };
                part.others += 1;
                match line {
                    lines::GLOSS if part.gloss == GlossState::Expected => part.gloss = GlossState::Opened,
                    lines::GLOSS_END if part.gloss == GlossState::Opened => part.gloss = GlossState::Closed,
                    opening::TURNS => self.is_opened = true,
                    _ => self.is_ended |= line == lines::end(self.header.raw.mode),
                }
                return;
            }
            // The program writes whole lines; without its end, a line may have lost half a note.
            Ok(Some(_)) if !whole.ends_with('\n') => (TRUNCATED, LINE_END),
            Ok(Some(read)) => return self.place(at, number, line, read),
            Err(expected) => (DAMAGED, expected),
        };
        let (problem, expected) = (problem.0.to_owned(), problem.1.to_owned());
        self.errors.push(Diagnostic { span: at..at + line.len(), line: number, problem, expected });
    }

    /// Adds a parsed line to its part.
    fn place(&mut self, at: usize, number: usize, text: &str, line: JournalLine) {
        // In a game the heading of a turn and the move after it are one entry.
        let halves = matches!(line, JournalLine::Played { .. })
            && matches!(self.lines.last(), Some(PlacedLine { line: JournalLine::Turn { throw: None, .. }, .. }));
        if !line.is_statement() && !halves {
            self.begin(at, number);
        }
        let part = self.parts.len() - 1;
        if let Some(here) = self.parts.last_mut() {
            // A line of the program within a gloss interrupts it.
            here.gloss = match (&line, here.gloss) {
                (JournalLine::Played { mv, .. }, _) if mv.to().is_some() => GlossState::Expected,
                (_, GlossState::Closed) => GlossState::Closed,
                _ => GlossState::None,
            };
            here.lines.end += 1;
        }
        if let JournalLine::Data(data) = &line {
            self.data.push((part + 1, data.clone()));
        }
        self.lines.push(PlacedLine { line, span: at..at + text.len(), number, part });
    }
}
