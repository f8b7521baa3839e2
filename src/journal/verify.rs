//! What the program writes of a record, compared with what stands in its journal, part by part.
//!
//! A part holds what the program wrote for one entry, and a person's own lines in between. What differs is one or the
//! other: a line of the program's that is not there as it should be, or a line that nobody but a person wrote.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, capture_diff_slices, capture_diff_slices_deadline, diff_ratio};

use crate::chess::{Mode, Square};
use crate::correspondences::Correspondences;
use crate::input::{Diagnostic, Diagnostics, Source};
use crate::record::{Entry, Record};
use crate::session::{Act, PlayedTurn};

use super::format::{EDITIONS, FORMAT};
use super::lines::{self, JournalLine};
use super::parse::{self, ParsedJournal, SourceLine, parse};
use super::replay::{JournalReplay, replay};
use super::{header, opening, print, repair};

/// Comparing ordinary texts takes no time at all; of one made to be hard the rest is compared roughly.
const LONGEST: Duration = Duration::from_millis(500);

/// How much alike two lines must be for one to be the other, changed: of 1.
const ALIKE: f32 = 0.6;

/// What is wrong with a line of the program's.
const DIFFERS: &str = "this line differs from what the program would write";

/// A changed line is looked for among so many.
const NEAR: usize = 100;

/// By so many of its words a line is told to be like another.
const WORDS: usize = 50;

/// A journal looked through from end to end.
#[derive(Clone, Debug)]
pub struct CheckedJournal {
    /// What was done and said, up to the first entry that does not fit; nothing when the header cannot be read.
    pub record: Option<Record>,
    /// Everything found wrong; also where the program writes something else for the same turns.
    pub faults: Diagnostics,
    /// The lines that a person wrote, each with its number, counted from 1; those of the program's that were changed are
    /// among the faults. Where the wording was not compared, lines of
    /// the program's may be among them.
    pub own: Vec<(usize, String)>,
    /// Why the wording was not compared, if it was not: the journal was written with other words or other
    /// correspondences.
    pub not_compared: Option<String>,
}

/// Looks a journal through: replays its turns, compares what they lead to, and what is written of them.
///
/// The wording is compared where the journal was written with this edition of it, and with these correspondences.
///
/// ```
/// use enochian::{journal, correspondences::Correspondences, input::Source};
/// let checked = journal::check(&Source::new("diary.md", "Dear diary,"), Correspondences::embedded());
/// assert_eq!(checked.faults.len(), 1);
/// assert!(checked.record.is_none());
/// ```
#[must_use]
pub fn check(source: &Source, correspondences: &Correspondences) -> CheckedJournal {
    let looked = look(source, correspondences).and_then(|looked| {
        let source = &repair::ended(source);
        if repair::is_whole(source, &looked.0.replay.record, correspondences) {
            return Ok(looked);
        }
        let Some((_, mend)) = repair::repair_end(source, correspondences) else { return Ok(looked) };
        // What else is wrong with it is told beside that.
        let mut mended = look(&mend.applied(source), correspondences)?;
        mended.0.faults.push(mend.fault(source));
        Ok(mended)
    });
    match looked {
        Ok((VerifiedJournal { replay, faults, own, .. }, not_compared)) => {
            CheckedJournal { record: Some(replay.record), faults: Diagnostics::of(source, faults), own, not_compared }
        }
        Err(faults) => CheckedJournal { record: None, faults, own: Vec::new(), not_compared: None },
    }
}

/// Everything that is wrong with a journal, and why its wording was not compared, if it was not.
fn look(source: &Source, correspondences: &Correspondences) -> Result<(VerifiedJournal, Option<String>), Diagnostics> {
    let parsed = parse(source, correspondences)?;
    let not_compared = parsed.editions().find_map(|edition| edition.difference(correspondences));
    let mut verified = verify(&parsed, correspondences, |_| true, parsed.parts.len() - 1)?;
    let VerifiedJournal { replay, faults, own, changed } = &mut verified;
    own.retain(|(number, _)| !changed.contains(number));
    // What playing has found wrong with a line is not told again.
    let told: HashSet<(usize, usize)> = replay.faults.iter().map(|fault| (fault.span.start, fault.span.end)).collect();
    faults.retain(|fault| fault.span.is_empty() || !told.contains(&(fault.span.start, fault.span.end)));
    faults.append(&mut replay.faults);
    faults.extend(replay.lost.and_then(|lost| unchecked(&parsed, lost)));
    faults.extend(header::differences(source, replay.record.heading(), correspondences));
    faults.extend(unended(&parsed, faults));
    Ok((verified, not_compared))
}

/// The fault of a last line without an end, if that was not told. Earlier formats did not ask for one.
fn unended(parsed: &ParsedJournal<'_>, faults: &[Diagnostic]) -> Option<Diagnostic> {
    let Source { text, .. } = parsed.source;
    let start = text.rfind('\n').map_or(0, |end| end + 1);
    let is_told = faults.iter().any(|fault| fault.span.start >= start);
    let is_asked = start < text.len() && parsed.header.raw.edition.format >= EDITIONS;
    (is_asked && !is_told).then(|| parsed.source.error(start..text.len(), parse::BREAKS_OFF, parse::LINE_END))
}

/// The fault of what follows the line where the turns were lost.
fn unchecked(parsed: &ParsedJournal<'_>, lost: usize) -> Option<Diagnostic> {
    let source = parsed.source;
    // In a game the heading of the turn may stand before the line that does not fit.
    let last = &parsed.lines_of(lost).iter().rev().find(|placed| !placed.line.is_statement())?;
    let lines = (last.number + 1, source.line_of(source.text.len().saturating_sub(1)));
    let next = last.span.end + source.text[last.span.end..].find('\n').map_or(0, |end| end + 1);
    let problem = format!("lines {} to {} could not be checked", lines.0, lines.1);
    (lines.0 <= lines.1).then(|| source.error(next..next, problem, "the fault before them to be mended first"))
}

/// What came of comparing.
pub(super) struct VerifiedJournal {
    pub(super) replay: JournalReplay,
    /// The lines that are not as the program writes them.
    pub(super) faults: Vec<Diagnostic>,
    /// A person's lines in the parts that were asked for.
    pub(super) own: Vec<(usize, String)>,
    /// The numbers of those among them that are the program's, but with other words.
    changed: HashSet<usize>,
}

/// Plays a journal up to a last part, and compares those of its parts that are asked for.
///
/// # Errors
/// The faults of the header.
pub(super) fn verify(
    parsed: &ParsedJournal<'_>,
    correspondences: &Correspondences,
    asked: impl Fn(usize) -> bool,
    last: usize,
) -> Result<VerifiedJournal, Diagnostics> {
    let mut verifier = Verifier::new(parsed, Some(correspondences));
    let mut next = 0;
    if asked(0) {
        let opening = opening::text(parsed.header.heading.as_ref().map_err(Clone::clone)?, correspondences);
        verifier.part(0, &opening);
        next = 1;
    }
    let replay = replay(parsed, last, |record, entry, part| {
        // Between them are those of which the entry was left out.
        verifier.unknown((next..part).filter(|&part| asked(part)));
        next = part + 1;
        if asked(part) {
            verifier.part(part, &print::part(record, entry, parsed.edition_of(part).wording, correspondences));
        }
        verifier.squares(record, entry, part);
    })?;
    verifier.unknown((next..parsed.parts.len()).filter(|&part| asked(part)));
    let Verifier { faults, own, changed, .. } = verifier;
    Ok(VerifiedJournal { replay, faults, own, changed })
}

/// A person's lines in the parts that are asked for, where nothing can be played.
pub(super) fn guess(parsed: &ParsedJournal<'_>, asked: impl Fn(usize) -> bool) -> Vec<(usize, String)> {
    let mut verifier = Verifier::new(parsed, None);
    verifier.unknown((0..parsed.parts.len()).filter(|&part| asked(part)));
    verifier.own
}

struct Verifier<'p> {
    parsed: &'p ParsedJournal<'p>,
    /// By what the words are compared; none where they are not.
    correspondences: Option<&'p Correspondences>,
    deadline: Instant,
    faults: Vec<Diagnostic>,
    own: Vec<(usize, String)>,
    changed: HashSet<usize>,
}

impl<'p> Verifier<'p> {
    fn new(parsed: &'p ParsedJournal<'p>, correspondences: Option<&'p Correspondences>) -> Verifier<'p> {
        let deadline = Instant::now() + LONGEST;
        Verifier { parsed, correspondences, deadline, faults: Vec::new(), own: Vec::new(), changed: HashSet::new() }
    }

    /// Whether a part was written with the words and correspondences of this program.
    fn is_compared(&self, part: usize) -> bool {
        self.correspondences
            .is_some_and(|correspondences| self.parsed.edition_of(part).difference(correspondences).is_none())
    }

    /// Compares a part with what the program writes for its entry.
    fn part(&mut self, part: usize, written: &str) {
        let expected = expected(self.parsed, part, written);
        if !self.is_compared(part) {
            return self.apart(part, &expected);
        }
        self.entry(part, written);
        // What the program wrote stands there in its order: whatever stands between is a person's.
        let mut wanted = expected.iter().peekable();
        let mut own = Vec::new();
        own.extend(
            self.parsed.text_of(part).filter(|found| wanted.next_if(|expected| **expected == found.2).is_none()),
        );
        if wanted.peek().is_some() {
            return self.differences(part, &expected);
        }
        self.remember(own);
    }

    /// Compares the lines of the entry itself; of a person's words in them only what they say.
    fn entry(&mut self, part: usize, written: &str) {
        let entries = self.parsed.lines_of(part).iter().filter(|placed| !placed.line.is_statement());
        for (placed, right) in entries.zip(written.lines().filter(|line| is_entry(line))) {
            let found = &self.parsed.source.text[placed.span.clone()];
            if lines::unescaped(found) != lines::unescaped(right) {
                let (span, problem, expected) = (placed.span.clone(), DIFFERS.to_owned(), right.to_owned());
                self.faults.push(Diagnostic { span, line: placed.number, problem, expected });
            }
        }
    }

    /// Keeps what only a person can have written.
    fn remember<'s>(&mut self, lines: impl IntoIterator<Item = SourceLine<'s>>) {
        let format = self.parsed.header.raw.edition.format;
        // In the last part playing has told them.
        let last = self.parsed.parts.last().map_or(0, |part| part.number);
        for found in lines.into_iter().filter(|(.., line)| JournalLine::read(line, format) == Ok(None)) {
            let (at, number, line) = found;
            match self.parsed.damage(found) {
                Some(fault) => self.faults.extend(Some(fault).filter(|_| number < last)),
                None => self.own.push((number, line.to_owned())),
            }
            if line.contains(|c: char| c.is_control() && c != '\t') {
                let (problem, expected) = ("this line holds a control character", "text without it");
                self.faults.push(self.parsed.source.error(at..at + line.len(), problem, expected));
            }
        }
    }

    /// Keeps what may be a person's where the program's lines are known by their number only, and these as they would
    /// be written now: all that is not just so, if there are more lines than the program wrote.
    fn apart(&mut self, part: usize, expected: &[&str]) {
        let read_back = |line: &&&str| JournalLine::read(line, FORMAT) != Ok(None);
        let count = expected.len() - expected.iter().filter(read_back).count();
        if self.parsed.parts[part].others > count {
            self.remember(self.parsed.text_of(part).filter(|(.., line)| !expected.contains(line)));
        }
    }

    /// Keeps what may be a person's in parts that could not be played.
    fn unknown(&mut self, parts: impl Iterator<Item = usize>) {
        for part in parts {
            let others = self.parsed.parts[part].others;
            if self.parsed.expected_others(part).is_none_or(|expected| others > expected) {
                self.remember(self.parsed.text_of(part));
            }
        }
    }

    /// Compares the squares that accounts name where their words are not compared.
    fn squares(&mut self, record: &Record, entry: &Entry, part: usize) {
        if self.is_compared(part) || record.mode() == Mode::Game {
            return;
        }
        match entry {
            Entry::Concluded(..) if !self.parsed.has_accounts() => self.kept_back(record, part),
            Entry::Act(Act::Move(_)) if self.parsed.has_accounts() => self.square(record, part),
            _ => {}
        }
    }

    /// The accounts that a quiet reading kept back must be of the landings, in their order.
    fn kept_back(&mut self, record: &Record, part: usize) {
        let mut landings = record.turns().iter().filter_map(PlayedTurn::landing).peekable();
        let mut last = None;
        for found @ (.., line) in self.parsed.text_of(part) {
            if let Some(square) = account_square(line) {
                landings.next_if_eq(&square);
                last = Some(found);
            }
        }
        if let Some(square) = landings.next() {
            let end = self.parsed.parts[part].span.end;
            let span = last.map_or(end..end, |(at, _, line)| at..at + line.len());
            let problem = format!("the accounts do not have {square}, on which a piece landed, in its place");
            self.faults.push(self.parsed.source.error(
                span,
                problem,
                "an account of each landing, in the order of the turns",
            ));
        }
    }

    /// The account of a turn must be of its landing.
    fn square(&mut self, record: &Record, part: usize) {
        let Some(square) = record.last_turn().and_then(|turn| turn.landing()) else { return };
        let named = |(at, number, line): SourceLine<'_>| Some((at, number, line.len(), account_square(line)?));
        let mut wrong = None;
        for (at, number, length, found) in self.parsed.text_of(part).filter_map(named) {
            if found == square {
                return;
            }
            wrong.get_or_insert((at, number, length, found));
        }
        if let Some((at, number, length, found)) = wrong {
            let problem = format!("this account is of {found}, on which the piece did not land");
            self.faults.push(Diagnostic { span: at..at + length, line: number, problem, expected: square.to_string() });
        }
    }

    /// Tells how a part differs from what the program writes.
    fn differences(&mut self, part: usize, expected: &[&str]) {
        let source = self.parsed.source;
        let found: Vec<SourceLine<'_>> = self.parsed.text_of(part).collect();
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
                // The first that is alike, in the order of the text.
                let near = next..new.end.min(next + NEAR);
                let Some(changed) = near.into_iter().find(|&index| is_alike(line, lines[index])) else {
                    missing.push(line);
                    continue;
                };
                next = changed + 1;
                // The facts are checked by playing; here it is only asked what is written of them.
                if JournalLine::read(lines[changed], FORMAT) == Ok(None) {
                    let (at, number, line_found) = found[changed];
                    self.changed.insert(number);
                    let (span, problem, expected) = (at..at + line_found.len(), DIFFERS.to_owned(), (*line).to_owned());
                    self.faults.push(Diagnostic { span, line: number, problem, expected });
                }
            }
            if let Some((first, more)) = missing.split_first() {
                let problem = match more.len() {
                    0 => "before this a line of the program's is missing".to_owned(),
                    more => format!("before this {} lines of the program's are missing", more + 1),
                };
                let at = found.get(new.end).map_or(end, |(at, ..)| *at);
                self.faults.push(source.error(at..at, problem, format!("first {first}")));
            }
            self.remember(found[new].iter().copied());
        }
    }
}

/// The lines that the program writes in a part beside that of the entry, blank ones apart.
fn expected<'t>(parsed: &ParsedJournal<'_>, part: usize, written: &'t str) -> Vec<&'t str> {
    let mut lines: Vec<&str> = written.lines().map(lines::trimmed).filter(|line| !line.is_empty()).collect();
    if part > 0 {
        // What is written before the entry stands at the end of the part before.
        let entry = lines.iter().position(|line| is_entry(line)).unwrap_or_default();
        lines.drain(..entry);
        lines.retain(|line| !is_entry(line));
    }
    let concluded = |placed: &parse::PlacedLine| matches!(placed.line, JournalLine::Concluded(..));
    if parsed.lines_of(part).first().is_some_and(concluded) && parsed.precedes_afterword(part) {
        lines.push(lines::AFTERWARDS);
    }
    lines
}

/// Whether a line is that of an entry.
fn is_entry(line: &str) -> bool {
    matches!(JournalLine::read(line, FORMAT), Ok(Some(line)) if !line.is_statement())
}

/// The square that the first line of an account names: `  ● ●   a6 · Aquarius · …`.
fn account_square(line: &str) -> Option<Square> {
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
