//! From the text of a journal to its header and its parts, without playing a turn.
//!
//! Everything that asks what stands in a journal asks this: playing it, checking it, listing and searching it.

use std::ops::Range;

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::input::{Diagnostic, Diagnostics, Source};
use crate::record::Entry;
use crate::session::Act;

use super::format::Edition;
use super::header::{self, Header};
use super::lines::{self, JournalLine};
use super::opening;

/// The most that a journal may hold, in bytes: it may be long, but no reading fills this many.
pub const LIMIT: u64 = 64 << 20;

/// How many lines the account of a square takes, with those that open and close it.
pub(super) const ACCOUNT: usize = 6;

/// A last line without its end.
pub(super) const BREAKS_OFF: &str = "the file breaks off in this line";
/// What was expected of it.
pub(super) const LINE_END: &str = "a line end; take the file from a copy or, if the line is whole, add one";
/// A line of the program's that can no longer be read as one.
pub(super) const TORN: &str = "this line cannot be read; it may be torn or edited";

/// A journal taken apart.
pub(super) struct ParsedJournal<'s> {
    pub(super) source: &'s Source,
    pub(super) header: Header,
    /// The lines that the program reads back, in order.
    pub(super) lines: Vec<PlacedLine>,
    /// The opening, then a part for each entry: from its line to that of the next.
    pub(super) parts: Vec<JournalPart>,
    /// With what words and correspondences the parts were written, from each of these parts on.
    editions: Vec<(usize, Edition)>,
    /// What cannot be read.
    pub(super) faults: Vec<Diagnostic>,
    /// Whether the opening reaches its end.
    pub(super) is_opened: bool,
    /// Whether the last line of a concluded journal is there.
    pub(super) is_ended: bool,
}

/// A line as it stands in the text: where it begins, its number, and its words.
pub(super) type SourceLine<'s> = (usize, usize, &'s str);

/// A line that is read back, and where it stands.
pub(super) struct PlacedLine {
    pub(super) line: JournalLine,
    pub(super) span: Range<usize>,
    /// The number of the line in the file.
    pub(super) number: usize,
    /// The part to which it belongs.
    pub(super) part: usize,
}

/// A part of a journal.
pub(super) struct JournalPart {
    /// Where it stands in the text.
    pub(super) span: Range<usize>,
    /// The number of its first line in the file.
    pub(super) number: usize,
    /// Those of its lines that the program reads back.
    pub(super) lines: Range<usize>,
    /// How many others there are, blank ones apart.
    pub(super) others: usize,
    /// How far the account of a square has come that follows a move.
    account: ConclusionText,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ConclusionText {
    None,
    Awaited,
    Opened,
    Closed,
}

impl JournalPart {
    /// Whether the account of a square stands in it from the first line to the last.
    pub(super) fn has_account(&self) -> bool {
        self.account == ConclusionText::Closed
    }
}

/// Takes a journal apart.
///
/// # Errors
/// When there is no header, or so little of one that nothing can be said of the journal.
pub(super) fn parse<'s>(
    source: &'s Source,
    correspondences: &Correspondences,
) -> Result<ParsedJournal<'s>, Diagnostics> {
    let range = header::find(source)?;
    let body = range.end + source.text[range.end..].find('\n').map_or(0, |end| end + 1);
    let header = header::read(source, range, correspondences)?;
    let end = lines::end(header.raw.mode);
    let mut parsed = ParsedJournal {
        source,
        editions: vec![(0, header.raw.edition.clone())],
        header,
        // About as many as there are where nobody wrote anything.
        lines: Vec::with_capacity(source.text.len() / 128),
        parts: Vec::with_capacity(source.text.len() / 128),
        faults: Vec::new(),
        is_opened: false,
        is_ended: false,
    };
    let (mut at, mut number) = (body, source.line_of(body));
    parsed.begin(at, number);
    for line in source.text[body..].split_inclusive('\n') {
        parsed.line(at, number, line, &end);
        at += line.len();
        number += 1;
    }
    if let Some(last) = parsed.parts.last_mut() {
        last.span.end = at;
    }
    Ok(parsed)
}

impl ParsedJournal<'_> {
    /// Whether the account of the square stands with each landing: in a reading that is not quiet.
    pub(super) fn has_accounts(&self) -> bool {
        self.header.raw.mode == Mode::Reading && !self.header.raw.is_quiet
    }

    /// With what words and correspondences a part was written.
    pub(super) fn edition_of(&self, part: usize) -> &Edition {
        let later = self.editions.partition_point(|(from, _)| *from <= part);
        later.checked_sub(1).map_or(&self.header.raw.edition, |last| &self.editions[last].1)
    }

    /// With what words and correspondences the parts were written, in order.
    pub(super) fn editions(&self) -> impl DoubleEndedIterator<Item = &Edition> {
        self.editions.iter().map(|(_, edition)| edition)
    }

    /// A part's lines that the program reads back.
    pub(super) fn lines_of(&self, part: usize) -> &[PlacedLine] {
        &self.lines[self.parts[part].lines.clone()]
    }

    /// How many lines the program writes in a part beside those that it reads back, where the line of its entry tells:
    /// for a turn its sentences, which are one line, and in most readings the account of the square. The opening and the
    /// conclusion are longer or shorter.
    pub(super) fn expected_others(&self, part: usize) -> Option<usize> {
        let mut expected = 0;
        for placed in self.lines_of(part) {
            match placed.line {
                JournalLine::Concluded(..) => return None,
                JournalLine::Played { mv, .. } if mv.to().is_some() && self.has_accounts() => expected = 1 + ACCOUNT,
                JournalLine::Played { .. } => expected = 1,
                _ => {}
            }
        }
        (part > 0).then_some(expected)
    }

    /// Whether the next part is something said afterwards.
    pub(super) fn precedes_afterword(&self, part: usize) -> bool {
        let next = self.parts.get(part + 1).and_then(|part| self.lines.get(part.lines.start));
        next.is_some_and(|placed| matches!(placed.line, JournalLine::Afterword(_)))
    }

    /// The lines of a part, blank ones apart: where each begins, its number, and the line without the space at its end.
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

    /// What is wrong with a line that is taken for a person's, but would be an entry if one of its bits were another.
    pub(super) fn damage(&self, (at, number, line): SourceLine<'_>) -> Option<Diagnostic> {
        let format = self.header.raw.edition.format;
        let is_own = JournalLine::read(line, format) == Ok(None);
        let is_damaged = is_own && JournalLine::is_damaged(&self.source.text[at..], format);
        is_damaged.then(|| Diagnostic {
            span: at..at + line.len(),
            line: number,
            problem: TORN.to_owned(),
            expected: "the program's line from which it differs in one character, or the file from a copy".to_owned(),
        })
    }

    /// The acts that stand, what was taken back left out: each with its line.
    pub(super) fn standing(&self) -> Vec<&PlacedLine> {
        let mut acts = Vec::new();
        for placed in &self.lines {
            use JournalLine::{Exchange, Played, TakenBack, Turn, Withdrawal};
            match &placed.line {
                Turn { throw: Some(_), .. } | Played { .. } | Exchange { .. } | Withdrawal { .. } => acts.push(placed),
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
        self.parts.push(JournalPart { span: at..at, number, lines, others: 0, account: ConclusionText::None });
    }

    fn line(&mut self, at: usize, number: usize, whole: &str, end: &str) {
        let line = lines::trimmed(whole);
        let problem = match JournalLine::read(line, self.header.raw.edition.format) {
            Ok(None) => {
                let Some(part) = self.parts.last_mut().filter(|_| !line.is_empty()) else { return };
                part.others += 1;
                match line {
                    lines::GLOSS if part.account == ConclusionText::Awaited => part.account = ConclusionText::Opened,
                    lines::GLOSS_END if part.account == ConclusionText::Opened => part.account = ConclusionText::Closed,
                    opening::TURNS => self.is_opened = true,
                    _ => self.is_ended |= line == end,
                }
                return;
            }
            // The program writes whole lines; one that breaks off may lack its end, or half a note.
            Ok(Some(_)) if !whole.ends_with('\n') => (BREAKS_OFF, LINE_END),
            Ok(Some(read)) => return self.place(at, number, line, read),
            Err(expected) => (TORN, expected),
        };
        let (problem, expected) = (problem.0.to_owned(), problem.1.to_owned());
        self.faults.push(Diagnostic { span: at..at + line.len(), line: number, problem, expected });
    }

    /// Puts a line of the program's in its part.
    fn place(&mut self, at: usize, number: usize, text: &str, line: JournalLine) {
        // In a game the heading of a turn and its move, which follows, are one entry.
        let halves = matches!(line, JournalLine::Played { .. })
            && matches!(self.lines.last(), Some(PlacedLine { line: JournalLine::Turn { throw: None, .. }, .. }));
        if !line.is_statement() && !halves {
            self.begin(at, number);
        }
        let part = self.parts.len() - 1;
        if let Some(here) = self.parts.last_mut() {
            // What comes between cuts an account short.
            here.account = match (&line, here.account) {
                (JournalLine::Played { mv, .. }, _) if mv.to().is_some() => ConclusionText::Awaited,
                (_, ConclusionText::Closed) => ConclusionText::Closed,
                _ => ConclusionText::None,
            };
            here.lines.end += 1;
        }
        if let JournalLine::Edition { wording, data } = &line {
            let format = self.header.raw.edition.format;
            self.editions.push((part + 1, Edition { format, wording: *wording, data: data.clone() }));
        }
        self.lines.push(PlacedLine { line, span: at..at + text.len(), number, part });
    }
}

impl JournalLine {
    /// What it enters in a record; a statement and the heading of a game's turn enter nothing.
    pub(super) fn entry(&self) -> Option<Entry> {
        Some(match self {
            JournalLine::Turn { throw, .. } => Entry::Act(Act::Throw((*throw)?)),
            JournalLine::Played { mv, irregular: false, .. } => Entry::Act(Act::Move(*mv)),
            JournalLine::Played { mv, irregular: true, .. } => Entry::Act(Act::Irregular(*mv)),
            JournalLine::Note { text, .. } => Entry::Note(text.clone()),
            JournalLine::Exchange { exchange, .. } => Entry::Act(Act::Exchange(*exchange)),
            JournalLine::Withdrawal { army, .. } => Entry::Act(Act::Withdrawal(*army)),
            JournalLine::TakenBack { acts, .. } => Entry::TakenBack(*acts),
            JournalLine::Resumed(moment) => Entry::Resumed(*moment),
            JournalLine::Concluded(closing, moment) => Entry::Concluded(*closing, *moment),
            JournalLine::Afterword(annotation) => Entry::Annotation(annotation.clone()),
            JournalLine::Position { .. } | JournalLine::Verdict(_) | JournalLine::Edition { .. } => return None,
        })
    }
}
