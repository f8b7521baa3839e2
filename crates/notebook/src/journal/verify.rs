//! Verification: what the program would write for a record, compared with the text of its journal, part by part.
//!
//! A part contains what the program wrote for one entry, with a person's own lines in between. So a difference is either a line
//! of the program that was changed or removed, or a line of a person.

use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, capture_diff_slices, capture_diff_slices_deadline, diff_ratio};

use crate::chess::{Mode, Square};
use crate::correspondences::Correspondences;
use crate::input::{Diagnostic, Diagnostics, Source};
use crate::record::{Afterword, Correction, Entry, NoteId, Record, Remark};

use super::format;
use super::lines::{self, JournalLine, JournalSort};
use super::parse::{self, ParsedJournal, SourceLine, parse};
use super::pictures::picture;
use super::replay::{JournalReplay, replay};
use super::wording;
use super::{header, print, repair};

/// The time limit for exact comparison; beyond it, pathological texts are compared approximately.
const LONGEST: Duration = Duration::from_millis(500);

/// The similarity, from 0 to 1, above which a line is taken for a changed version of another.
const ALIKE: f32 = 0.6;

/// The error of a changed line of the program.
const DIFFERS: &str = "this line differs from what the program would write";

/// A changed line is searched for in the next this many lines.
const NEAR: usize = 100;

/// The similarity of lines is computed from this many words.
const WORDS: usize = 50;

/// The result of checking a journal.
#[derive(Clone, Debug)]
pub struct CheckedJournal {
    /// The record up to the first entry that does not fit; `None` if the header cannot be read.
    pub record: Option<Record>,
    /// All errors, including differences from what the program would write for the same turns.
    pub diagnostics: Diagnostics,
    /// A person's own lines, with their line numbers from 1. If the wording was not compared, lines of the program may be
    /// among them.
    pub own: Vec<(usize, String)>,
    /// Why the wording was not compared, if it was not: it was written with other correspondences.
    pub not_compared: Option<String>,
}

/// Checks a journal: replays its turns, and compares every fact and every line with what the program would write.
///
/// The wording is only compared if the journal was written with these correspondences.
///
/// ```
/// use enochian::{journal, correspondences::Correspondences, input::Source};
/// let checked = journal::check(&Source::new("diary.md", "Dear diary,"), Correspondences::embedded());
/// assert_eq!(checked.diagnostics.len(), 1);
/// assert!(checked.record.is_none());
/// ```
#[must_use]
pub fn check(source: &Source, correspondences: &Correspondences) -> CheckedJournal {
    let compared = compare(source, correspondences).and_then(|compared| {
        if repair::is_whole(source, &compared.0.replay.record, correspondences) {
            return Ok(compared);
        }
        let Some((_, repair)) = repair::repair_end(source, correspondences) else { return Ok(compared) };
        // Other errors are reported as well.
        let mut repaired = compare(&repair.applied(source), correspondences)?;
        repaired.0.errors.push(repair.error(source));
        // What the repair would add is not in the file.
        let lines = source.text.matches('\n').count();
        repaired.0.own.retain(|(number, _)| *number <= lines);
        Ok(repaired)
    });
    match compared {
        Ok((VerifiedJournal { replay, errors, own, .. }, not_compared)) => CheckedJournal {
            record: Some(replay.record),
            diagnostics: Diagnostics::of(source, errors),
            own,
            not_compared,
        },
        Err(diagnostics) => CheckedJournal { record: None, diagnostics, own: Vec::new(), not_compared: None },
    }
}

/// All errors of a journal, and why its wording was not compared, if it was not.
fn compare(
    source: &Source,
    correspondences: &Correspondences,
) -> Result<(VerifiedJournal, Option<String>), Diagnostics> {
    let parsed = parse(source, correspondences)?;
    let not_compared = parsed.all_data().find_map(|data| format::difference(data, correspondences));
    let mut verified = verify(&parsed, correspondences, |_| true, parsed.parts.len() - 1)?;
    let VerifiedJournal { replay, errors, own, changed } = &mut verified;
    own.retain(|(number, _)| !changed.contains(number));
    // Errors found by replaying are not repeated.
    let reported: HashSet<(usize, usize)> =
        replay.errors.iter().map(|error| (error.span.start, error.span.end)).collect();
    errors.retain(|error| error.span.is_empty() || !reported.contains(&(error.span.start, error.span.end)));
    errors.append(&mut replay.errors);
    errors.extend(replay.lost.and_then(|lost| unchecked(&parsed, lost)));
    errors.extend(header::differences(source, replay.record.heading(), correspondences));
    errors.extend(unended(&parsed, errors));
    errors.extend(of_notes(&parsed));
    Ok((verified, not_compared))
}

/// The errors of what people wrote: corrections of notes that are not there, and pictures that are missing or were changed. They
/// keep nobody from reading the journal.
fn of_notes(parsed: &ParsedJournal<'_>) -> Vec<Diagnostic> {
    let (source, mut notes) = (parsed.source, HashSet::new());
    let mut errors = Vec::new();
    for placed in &parsed.lines {
        let mut error =
            |problem: String, expected: &str| errors.push(source.error(placed.span.clone(), problem, expected));
        match &placed.line {
            JournalLine::Note { ply, text } => drop(notes.insert(NoteId::of(Some(*ply), None, text))),
            JournalLine::Afterword(Afterword::Remark(Remark { ply, moment, words })) => {
                notes.insert(NoteId::of(*ply, Some(moment), words));
            }
            JournalLine::Afterword(Afterword::Attached(it)) => {
                notes.insert(NoteId::of(it.ply, Some(&it.moment), &it.words));
                if let Err(why) = picture(Path::new(&source.name), it) {
                    error(why.to_string(), "the file as it was added; put it back, or withdraw the note");
                }
            }
            JournalLine::Afterword(Afterword::Corrected(Correction { note, .. })) if !notes.contains(note) => {
                let help = "the words of the note as they were written first; they may have been changed by hand";
                error(format!("this corrects the note {note}, which is not there"), help);
            }
            _ => {}
        }
    }
    errors
}

/// The error of a last line without a line end, unless it was reported.
fn unended(parsed: &ParsedJournal<'_>, errors: &[Diagnostic]) -> Option<Diagnostic> {
    let Source { text, .. } = parsed.source;
    let start = text.rfind('\n').map_or(0, |end| end + 1);
    let is_reported = errors.iter().any(|error| error.span.start >= start);
    (start < text.len() && !is_reported)
        .then(|| parsed.source.error(start..text.len(), parse::TRUNCATED, parse::LINE_END))
}

/// The error that the lines after the first illegal entry were not checked.
fn unchecked(parsed: &ParsedJournal<'_>, lost: usize) -> Option<Diagnostic> {
    let source = parsed.source;
    // In a game the heading of the turn may stand before the line that does not fit.
    let last = &parsed.lines_of(lost).iter().rev().find(|placed| !placed.line.is_statement())?;
    let lines = (last.number + 1, source.line_of(source.text.len().saturating_sub(1)));
    let next = last.span.end + source.text[last.span.end..].find('\n').map_or(0, |end| end + 1);
    let problem = format!("lines {} to {} could not be checked", lines.0, lines.1);
    (lines.0 <= lines.1).then(|| source.error(next..next, problem, "a correction of the error before them first"))
}

/// The result of verification.
pub(super) struct VerifiedJournal {
    pub(super) replay: JournalReplay,
    /// The differences from what the program writes.
    pub(super) errors: Vec<Diagnostic>,
    /// A person's lines in the requested parts.
    pub(super) own: Vec<(usize, String)>,
    /// The numbers of the changed lines of the program among them.
    changed: HashSet<usize>,
}

/// Replays a journal up to a last part, and compares the requested parts.
///
/// # Errors
/// The errors of the header.
pub(super) fn verify(
    parsed: &ParsedJournal<'_>,
    correspondences: &Correspondences,
    requested: impl Fn(usize) -> bool,
    last: usize,
) -> Result<VerifiedJournal, Diagnostics> {
    let mut verifier = Verifier::new(parsed, Some(correspondences));
    let mut next = 0;
    if requested(0) {
        let opening = wording::opening(parsed.header.heading.as_ref().map_err(Clone::clone)?, correspondences);
        verifier.part(0, &opening);
        next = 1;
    }
    let replay = replay(parsed, last, |record, entry, part| {
        // The parts in between are those whose entry was left out.
        verifier.unknown((next..part).filter(|&part| requested(part)));
        next = part + 1;
        if requested(part) {
            verifier.part(part, &print::part(record, entry, correspondences));
        }
        verifier.squares(record, entry, part);
    })?;
    verifier.unknown((next..parsed.parts.len()).filter(|&part| requested(part)));
    let Verifier { errors, own, changed, .. } = verifier;
    Ok(VerifiedJournal { replay, errors, own, changed })
}

/// A person's lines in the requested parts, if nothing can be replayed.
pub(super) fn guess(parsed: &ParsedJournal<'_>, requested: impl Fn(usize) -> bool) -> Vec<(usize, String)> {
    let mut verifier = Verifier::new(parsed, None);
    verifier.unknown((0..parsed.parts.len()).filter(|&part| requested(part)));
    verifier.own
}

struct Verifier<'p> {
    parsed: &'p ParsedJournal<'p>,
    /// The correspondences to compare with; `None` if the wording is not compared.
    correspondences: Option<&'p Correspondences>,
    deadline: Instant,
    errors: Vec<Diagnostic>,
    own: Vec<(usize, String)>,
    changed: HashSet<usize>,
}

impl<'p> Verifier<'p> {
    fn new(parsed: &'p ParsedJournal<'p>, correspondences: Option<&'p Correspondences>) -> Verifier<'p> {
        let deadline = Instant::now() + LONGEST;
        Verifier { parsed, correspondences, deadline, errors: Vec::new(), own: Vec::new(), changed: HashSet::new() }
    }

    /// Whether a part was written with these correspondences.
    fn is_compared(&self, part: usize) -> bool {
        self.correspondences
            .is_some_and(|correspondences| format::difference(self.parsed.data_of(part), correspondences).is_none())
    }

    /// Compares a part with what the program writes for its entry.
    fn part(&mut self, part: usize, written: &str) {
        let expected = expected(self.parsed, part, written);
        if !self.is_compared(part) {
            return self.uncompared(part, &expected);
        }
        self.entry(part, written);
        // If all the program's lines are there in order, all others are a person's.
        let mut wanted = expected.iter().peekable();
        let mut own = Vec::new();
        own.extend(
            self.parsed.text_of(part).filter(|found| wanted.next_if(|expected| **expected == found.2).is_none()),
        );
        if wanted.peek().is_some() {
            return self.differences(part, &expected);
        }
        self.own_lines(own);
    }

    /// Compares the lines of the entry itself; a person's words in them without their escapes.
    fn entry(&mut self, part: usize, written: &str) {
        let entries = self.parsed.lines_of(part).iter().filter(|placed| !placed.line.is_statement());
        let sort = self.parsed.sort();
        for (placed, right) in entries.zip(written.lines().filter(|line| is_entry(line, sort))) {
            let found = &self.parsed.source.text[placed.span.clone()];
            if lines::unescaped(found) != lines::unescaped(right) {
                let (span, problem, expected) = (placed.span.clone(), DIFFERS.to_owned(), right.to_owned());
                self.errors.push(Diagnostic { span, line: placed.number, problem, expected });
            }
        }
    }

    /// Collects lines that only a person can have written.
    #[expect(clippy::disallowed_methods, reason = "they are found in damaged lines")]
    fn own_lines<'s>(&mut self, lines: impl IntoIterator<Item = SourceLine<'s>>) {
        let sort = self.parsed.sort();
        // Damage in the last part is reported by replaying.
        let last = self.parsed.parts.last().map_or(0, |part| part.number);
        for found in lines.into_iter().filter(|(.., line)| JournalLine::read(line, sort) == Ok(None)) {
            let (at, number, line) = found;
            match self.parsed.damage(found) {
                Some(error) => self.errors.extend(Some(error).filter(|_| number < last)),
                None => self.own.push((number, line.to_owned())),
            }
            if line.contains(|c: char| c.is_control() && c != '\t') {
                let (problem, expected) = ("this line contains a control character", "text without it");
                self.errors.push(self.parsed.source.error(at..at + line.len(), problem, expected));
            }
        }
    }

    /// Collects possible lines of a person from a part whose wording is not compared: if it has more lines than the program
    /// writes, all those that differ from the present wording.
    fn uncompared(&mut self, part: usize, expected: &[&str]) {
        let read_back = |line: &&&str| JournalLine::read(line, self.parsed.sort()) != Ok(None);
        let count = expected.len() - expected.iter().filter(read_back).count();
        if self.parsed.parts[part].others > count {
            self.own_lines(self.parsed.text_of(part).filter(|(.., line)| !expected.contains(line)));
        }
    }

    /// Collects possible lines of a person from parts that could not be replayed.
    fn unknown(&mut self, parts: impl Iterator<Item = usize>) {
        for part in parts {
            let others = self.parsed.parts[part].others;
            if self.parsed.expected_others(part).is_none_or(|expected| others > expected) {
                self.own_lines(self.parsed.text_of(part));
            }
        }
    }

    /// Compares the squares that glosses name, if their wording is not compared.
    fn squares(&mut self, record: &Record, entry: &Entry, part: usize) {
        if self.is_compared(part) || record.play().mode() == Mode::Game {
            return;
        }
        match entry {
            Entry::Concluded(..) if !self.parsed.has_glosses() => self.quiet_glosses(record, part),
            Entry::Act(_) if self.parsed.has_glosses() && self.is_move(part) => self.gloss(record, part),
            _ => {}
        }
    }

    fn is_move(&self, part: usize) -> bool {
        matches!(self.parsed.lines_of(part).first(), Some(placed) if matches!(placed.line, JournalLine::Played { .. }))
    }

    /// The glosses at the end of a quiet reading must be those of the landings, in order.
    fn quiet_glosses(&mut self, record: &Record, part: usize) {
        let mut landings = wording::landings(record).into_iter().flatten().peekable();
        let mut last = None;
        for found @ (.., line) in self.parsed.text_of(part) {
            if let Some(square) = gloss_square(line) {
                landings.next_if_eq(&square);
                last = Some(found);
            }
        }
        if let Some(square) = landings.next() {
            let end = self.parsed.parts[part].span.end;
            let span = last.map_or(end..end, |(at, _, line)| at..at + line.len());
            let problem = format!("the gloss of {square}, where a piece landed, is missing or out of order");
            self.errors.push(self.parsed.source.error(
                span,
                problem,
                "a gloss for each landing, in the order of the turns",
            ));
        }
    }

    /// The gloss of a turn must be that of its landing.
    fn gloss(&mut self, record: &Record, part: usize) {
        let Some(Some(square)) = wording::landings(record).pop() else { return };
        let named = |(at, number, line): SourceLine<'_>| Some((at, number, line.len(), gloss_square(line)?));
        let mut wrong = None;
        for (at, number, length, found) in self.parsed.text_of(part).filter_map(named) {
            if found == square {
                return;
            }
            wrong.get_or_insert((at, number, length, found));
        }
        if let Some((at, number, length, found)) = wrong {
            let problem = format!("this gloss is for {found}, where the piece did not land");
            self.errors.push(Diagnostic { span: at..at + length, line: number, problem, expected: square.to_string() });
        }
    }

    /// Reports how a part differs from what the program writes.
    fn differences(&mut self, part: usize, expected: &[&str]) {
        let source = self.parsed.source;
        // The line of a long move is so like the sentence about it that it would pass for that sentence.
        let sort = self.parsed.sort();
        let found: Vec<SourceLine<'_>> = self.parsed.text_of(part).filter(|(.., line)| !is_entry(line, sort)).collect();
        let lines: Vec<&str> = found.iter().map(|(.., line)| *line).collect();
        let end = self.parsed.parts[part].span.end;
        for op in capture_diff_slices_deadline(Algorithm::Myers, expected, &lines, Some(self.deadline)) {
            let (old, new) = (op.old_range(), op.new_range());
            if let DiffOp::Equal { .. } = op {
                continue;
            }
            let mut missing: Vec<&str> = Vec::new();
            let mut next = new.start;
            for line in &expected[old] {
                // The first similar line.
                let near = next..new.end.min(next + NEAR);
                let Some(changed) = near.into_iter().find(|&index| is_alike(line, lines[index])) else {
                    missing.push(line);
                    continue;
                };
                next = changed + 1;
                // Facts are checked by replaying, so only the other lines are compared here.
                if JournalLine::read(lines[changed], sort) == Ok(None) {
                    let (at, number, line_found) = found[changed];
                    self.changed.insert(number);
                    let (span, problem, expected) = (at..at + line_found.len(), DIFFERS.to_owned(), (*line).to_owned());
                    self.errors.push(Diagnostic { span, line: number, problem, expected });
                }
            }
            if let Some((first, more)) = missing.split_first() {
                let problem = match more.len() {
                    0 => "a line of the program is missing before this".to_owned(),
                    more => format!("{} lines of the program are missing before this", more + 1),
                };
                let at = found.get(new.end).map_or(end, |(at, ..)| *at);
                self.errors.push(source.error(at..at, problem, format!("first: {first}")));
            }
            self.own_lines(found[new].iter().copied());
        }
    }
}

/// The non-blank lines that the program writes in a part, without that of the entry.
fn expected<'t>(parsed: &ParsedJournal<'_>, part: usize, written: &'t str) -> Vec<&'t str> {
    let mut lines: Vec<&str> = written.lines().map(lines::trimmed).filter(|line| !line.is_empty()).collect();
    if part > 0 {
        // Lines written before the entry are at the end of the previous part.
        let entry = lines.iter().position(|line| is_entry(line, parsed.sort())).unwrap_or_default();
        lines.drain(..entry);
        lines.retain(|line| !is_entry(line, parsed.sort()));
    }
    let concluded = |placed: &parse::PlacedLine| matches!(placed.line, JournalLine::Concluded(..));
    if parsed.lines_of(part).first().is_some_and(concluded) && parsed.precedes_afterword(part) {
        lines.push(lines::AFTERWARDS);
    }
    lines
}

/// Whether a line is the line of an entry.
fn is_entry(line: &str, sort: JournalSort) -> bool {
    matches!(JournalLine::read(line, sort), Ok(Some(line)) if !line.is_statement())
}

/// The square that the first line of a gloss names: `  ● ●   a6 · Aquarius · …`.
fn gloss_square(line: &str) -> Option<Square> {
    let (head, _) = line.strip_prefix("  ")?.split_once(" · ")?;
    let (figure, square) = head.rsplit_once(' ')?;
    figure.contains('●').then(|| square.parse().ok())?
}

fn is_alike(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|line| line.split_whitespace().take(WORDS).collect::<Vec<_>>());
    let (fewer, more) = (one.len().min(other.len()) as f32, (one.len() + other.len()) as f32);
    2.0 * fewer > ALIKE * more
        && diff_ratio(&capture_diff_slices(Algorithm::Myers, &one, &other), one.len(), other.len()) > ALIKE
}
