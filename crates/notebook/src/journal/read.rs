//! Reading a journal: each line by its own syntax, each fact entered into a record, each assertion compared.

use std::ops::Range;

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::games::GameAct;
use crate::input::{Diagnostic, Diagnostics, Source, did_you_mean, is_unsafe, nearest, quoted, safe, shell_word};
use crate::record::{Afterword, Entry, Header, InvalidEntry, Record, Remark};
use crate::session::{Act, SheetMove};

use super::branching;
use super::found_header::{self, FoundHeader};
use super::line::{self, Fact, Grammar, Line, Place, Seals, WrittenAct};
use super::print::{self, LastLine};

/// The maximum size of a journal in bytes, far more than any reading needs.
pub const LIMIT: u64 = 64 << 20;

/// A journal that was read, as far as its turns go on.
#[derive(Debug)]
pub(super) struct ReadJournal<'s> {
    pub(super) source: &'s Source,
    pub(super) header: Header,
    /// The record up to the first fact that does not fit, or all errors of the header.
    pub(super) record: Result<Record, Diagnostics>,
    /// The lines of the entries of the record, counted from 1.
    pub(super) entry_lines: Vec<usize>,
    pub(super) lines: Vec<PlacedLine>,
    /// A person's lines.
    pub(super) own: Vec<OwnText>,
    pub(super) errors: Vec<Diagnostic>,
    /// What is worth a look, and keeps nobody from anything.
    pub(super) warnings: Vec<Diagnostic>,
    /// The count and the mark at the end.
    pub(super) seals: Seals,
    pub(super) end: End,
    /// What stands last.
    pub(super) last: LastLine,
    /// Lines whose count or mark is another one: something above them was changed since they were written.
    pub(super) broken: Vec<Diagnostic>,
}

/// A fact with its place.
#[derive(Debug)]
pub(super) struct PlacedLine {
    pub(super) fact: Fact,
    pub(super) span: Range<usize>,
    /// Its number in the file, from 1.
    pub(super) number: usize,
    /// Whether it counts and marks those above it.
    is_sealed: bool,
}

/// A person's line.
#[derive(Clone, Debug)]
pub(super) struct OwnText {
    pub(super) span: Range<usize>,
    pub(super) number: usize,
    /// The turn after which it stands; `None` before the first and from the conclusion on.
    pub(super) turn: Option<u32>,
}

/// How the text ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// With a whole line.
    Whole,
    /// With a person's line that has no end.
    Unended,
    /// With the beginning of a line of the program, which was never acknowledged.
    Torn(Range<usize>),
}

/// Reads a journal.
///
/// # Errors
/// If there is no header, or not enough of one to list the journal.
pub(super) fn read<'s>(source: &'s Source, correspondences: &Correspondences) -> Result<ReadJournal<'s>, Diagnostics> {
    let found = found_header::find(source)?;
    let mut reader = Reader::new(&found, found.heading(correspondences).map(Record::begin));
    let (mut at, mut number) = (found.body, source.line_of(found.body));
    for line in source.text[found.body..].split_inclusive('\n') {
        reader.line(at, number, line);
        at += line.len();
        number += 1;
    }
    reader.finish(&found);
    let mut read = reader.read;
    read.header = found.header;
    Ok(read)
}

struct Reader<'s> {
    grammar: Grammar,
    /// Where the text below the header begins.
    body: usize,
    read: ReadJournal<'s>,
    /// Whether a fact did not fit, so that those after it cannot be replayed.
    is_lost: bool,
    turn: Option<u32>,
    /// A person's line since the last fact that may have been one.
    suspect: Option<OwnText>,
    /// The stated results, which can be compared once it is known how it was concluded.
    results: Vec<(Range<usize>, usize, String)>,
}

impl<'s> Reader<'s> {
    fn new(found: &FoundHeader<'s>, record: Result<Record, Diagnostics>) -> Reader<'s> {
        let source = found.source();
        let own =
            found.own.iter().map(|span| OwnText { span: span.clone(), number: source.line_of(span.start), turn: None });
        let read = ReadJournal {
            source,
            header: Header::default(),
            record,
            entry_lines: Vec::new(),
            lines: Vec::with_capacity(source.text.len() / 256),
            own: own.collect(),
            errors: Vec::new(),
            warnings: found.warnings(),
            seals: found.seals.clone(),
            end: End::Whole,
            last: LastLine::Other,
            broken: Vec::new(),
        };
        Reader {
            grammar: found.header.grammar(),
            body: found.body,
            read,
            is_lost: false,
            turn: None,
            suspect: None,
            results: Vec::new(),
        }
    }

    fn line(&mut self, at: usize, number: usize, whole: &str) {
        let text = line::trimmed(whole);
        if line::is_blank(text) {
            return;
        }
        let is_ended = whole.ends_with('\n');
        // Most lines by far.
        if is_ended && line::is_annotation(text) {
            self.read.last = LastLine::Other;
            return;
        }
        let span = at..at + text.len();
        if let Some(turns) = self.grammar.joined(text).filter(|_| is_ended) {
            for (from, turn) in turns {
                self.line(at + from, number, &format!("{turn}\n"));
            }
            return;
        }
        let (written, read) = Line::read_formatted(text, &self.grammar);
        if !is_ended && (read.is_some() || Line::is_begun(text, &self.grammar)) {
            self.read.end = End::Torn(at..at + whole.len());
            return;
        }
        self.read.last = match &read {
            Some(Line { fact: Fact::Throw(..), .. }) => LastLine::Throw,
            Some(Line { fact: Fact::Act(..), .. }) => LastLine::Act,
            _ => LastLine::Other,
        };
        match read {
            Some(line) => self.fact(line, span, number, &written),
            None if line::is_annotation(text) => {}
            None => {
                if !is_ended {
                    self.read.end = End::Unended;
                }
                let own = OwnText { span, number, turn: self.turn };
                if self.read.record.is_ok() && self.grammar.resembles(text) {
                    self.read.warn(
                        &own,
                        "this line is not read, although it is like a line of the program; it counts as your own words",
                        "nothing, if you wrote it; else the line as the program wrote it",
                    );
                    self.suspect = Some(own.clone());
                }
                if text.contains(|letter: char| is_unsafe(letter) && letter != '\t') {
                    self.read.warn(&own, "this line contains a control character", "text without it");
                }
                self.read.own.push(own);
            }
        }
    }

    fn fact(&mut self, line: Line, span: Range<usize>, number: usize, text: &str) {
        let more = line.seal.as_ref().and_then(|seal| self.read.seals.compare(text, &line.fact, seal));
        if let Some(more) = more {
            let broken = self.broken_seal(span.clone(), number, more);
            self.read.broken.push(broken);
        } else if matches!(line.fact, Fact::Accepted(_)) && line.seal.is_some() {
            self.read.broken.clear();
        }
        self.read.seals.add(text, line.seal.as_ref());
        match &line.fact {
            Fact::Throw((turn, _), _) | Fact::Act(Some((turn, _)), _) => self.turn = Some(*turn),
            Fact::Concluded(..) => self.turn = None,
            _ => {}
        }
        let placed = PlacedLine { is_sealed: line.seal.is_some(), fact: line.fact, span, number };
        self.enter(&placed);
        // What people added fits anywhere.
        if !self.is_lost && !matches!(placed.fact, Fact::Note(..) | Fact::Afterword(_)) {
            self.suspect = None;
        }
        self.read.lines.push(placed);
    }

    /// The error of a line that counts `more` facts above it than are there, or has another mark.
    fn broken_seal(&self, span: Range<usize>, line: usize, more: isize) -> Diagnostic {
        let before = self.read.lines.iter().rev().find(|line| line.is_sealed);
        let between = match before {
            Some(before) => format!("between line {} and it", before.number),
            None => "above it".to_owned(),
        };
        let problem = match more {
            0 => format!("this line, or one {between}, is not as it was written"),
            1.. => format!("there are more entries {between} than it counts: {more}"),
            _ => format!("entries that this line counts are missing {between}: {}", -more),
        };
        let name = shell_word(&self.read.source.name);
        let expected = format!(
            "the lines as they were written; restore them, or accept them as they are with enochian journal check --accept {name}"
        );
        Diagnostic { span, line, problem, expected }
    }

    fn error(&mut self, at: &PlacedLine, problem: impl Into<String>, expected: impl Into<String>) {
        let (span, line) = (at.span.clone(), at.number);
        self.read.errors.push(Diagnostic { span, line, problem: problem.into(), expected: expected.into() });
    }

    /// Reports a fact that does not fit; nothing after it can be replayed. If a line above it may have been a fact, that is the
    /// place.
    fn lose(&mut self, at: &PlacedLine, problem: impl Into<String>, expected: impl Into<String>) {
        self.is_lost = true;
        let Some(OwnText { span, number, .. }) = self.suspect.take() else { return self.error(at, problem, expected) };
        let text = &self.read.source.text[span.clone()];
        let problem = format!("{} cannot be read, and the turns do not go on without it", quoted(text));
        let expected = self.meant(text).map_or_else(|| self.due(), |act| did_you_mean(&act));
        self.read.warnings.retain(|warning| warning.span != span);
        self.read.errors.push(Diagnostic { span, line: number, problem, expected });
    }

    /// The form of the line that is due.
    fn due(&self) -> String {
        let Ok(record) = &self.read.record else { return "the line as it was written".to_owned() };
        let (turn, who) = print::place(record);
        match record.enochian() {
            Some(reading) if reading.mode() == Mode::Reading && reading.throw().is_none() => {
                format!("the line as it was written, such as **{turn} · {who}** · throw 4")
            }
            _ => format!("the line as it was written, such as **{turn} · {who}** → and what was played"),
        }
    }

    /// The act that a text probably means, among those that are possible now.
    fn meant(&self, text: &str) -> Option<String> {
        let mut written = text.split_once("→")?.1.trim_start_matches(['*', ' ']).split(" · ").map(str::trim);
        let (act, sheet) = (written.next()?, written.next());
        let record = self.read.record.as_ref().ok()?;
        let mut possible = print::possible_acts(record);
        // The text of the move on the sheet says which it was, if it is that of one.
        if let (Some(record), Some(Ok(sheet))) = (record.enochian(), sheet.map(str::parse::<SheetMove>)) {
            let fits = |text: &str| text.parse().is_ok_and(|mv| sheet.fits(record.position(), mv));
            if possible.iter().any(|text| fits(text)) {
                possible.retain(|text| fits(text));
            }
        }
        if let [only] = &possible[..] {
            return Some(only.clone());
        }
        nearest(act, possible.iter().map(String::as_str)).map(str::to_owned)
    }

    fn enter(&mut self, placed: &PlacedLine) {
        let record = match &self.read.record {
            Ok(record) if !self.is_lost => record,
            // What people added still counts, or is found as words of their own.
            _ => match &placed.fact {
                Fact::Note(turn, words) => return self.added(placed, remark_on(*turn, words)),
                Fact::Afterword(afterword) => return self.added(placed, Entry::Afterword(afterword.clone())),
                _ => return,
            },
        };
        match &placed.fact {
            Fact::Throw(place, throw) => {
                if self.is_due(placed, place) {
                    self.act(placed, Act::Throw(*throw).into());
                }
            }
            Fact::Act(place, act) => {
                let is_due = match place {
                    Some(place) => self.is_due(placed, place),
                    None if record.enochian().is_some_and(|record| record.throw().is_some()) => true,
                    None => {
                        let (turn, who) = print::place(record);
                        let expected = format!("its throw above it, such as **{turn} · {who}** · throw 4");
                        self.lose(placed, "this move has no throw", expected);
                        false
                    }
                };
                if is_due {
                    self.written_act(placed, act);
                }
            }
            Fact::TakenBack { acts, to, throw } => {
                self.act(placed, Entry::TakenBack(*acts));
                if !self.is_lost {
                    self.restored(placed, to, *throw);
                }
            }
            Fact::Position { turn, text } => {
                let (last, right) = print::position(record);
                if (last, right.as_str()) != (*turn, text.as_str()) {
                    let expected = format!("the position after turn {last}, {right}");
                    self.error(placed, "this is not the position that the turns lead to", expected);
                }
            }
            answer @ Fact::Answer { .. } => {
                let right = print::answers(record);
                if !right.contains(answer) {
                    let right: Vec<String> =
                        right.into_iter().map(|fact| Line { fact, seal: None }.to_string()).collect();
                    self.error(placed, "this is not the answer that the turns lead to", right.join(" and "));
                }
            }
            Fact::Result(words) => {
                let is_concluded = record.closing().is_some();
                self.results.push((placed.span.clone(), placed.number, words.clone()));
                if is_concluded {
                    self.compare_results();
                }
            }
            Fact::Concluded(how, moment) => {
                self.act(placed, Entry::Concluded(*how, *moment));
                if !self.is_lost {
                    self.compare_results();
                }
            }
            Fact::Resumed(moment) => self.act(placed, Entry::Resumed(*moment)),
            Fact::Accepted(_) => {}
            Fact::Note(turn, words) => {
                let is_now = *turn == record.play().current_turn() && record.closing().is_none();
                self.added(placed, if is_now { Entry::Note(words.clone()) } else { remark_on(*turn, words) });
            }
            Fact::Afterword(afterword) => self.added(placed, Entry::Afterword(afterword.clone())),
        }
    }

    /// Whether a line names the turn that is due, and who acts in it.
    fn is_due(&mut self, placed: &PlacedLine, place: &Place) -> bool {
        let Ok(record) = &self.read.record else { return false };
        if record.closing().is_some() {
            // It is refused as an act.
            return true;
        }
        let right = print::place(record);
        if *place != right {
            let problem = format!("turn {} of {} does not follow here", place.0, safe(&place.1));
            self.lose(placed, problem, format!("turn {} of {}", right.0, right.1));
        } else if matches!(placed.fact, Fact::Throw(..)) && record.enochian().is_some_and(|it| it.throw().is_some()) {
            self.lose(placed, "the throw above has no move", "its move: **→** Nc8d6 · N2c");
        } else {
            return true;
        }
        false
    }

    fn written_act(&mut self, placed: &PlacedLine, act: &WrittenAct) {
        let Ok(record) = &self.read.record else { return };
        let entry: Entry = match record.enochian() {
            Some(record) => {
                let Some(act) = act.enochian(record.turn()) else { return };
                if record.mode() == Mode::Reading && act.is_turn() && record.throw().is_none() {
                    let expected = self.due();
                    return self.lose(placed, "this turn of a reading has no throw", expected);
                }
                act.into()
            }
            None => GameAct { text: act.text.clone(), is_irregular: act.is_irregular }.into(),
        };
        self.act(placed, entry);
        if let (false, Some(sheet), Ok(record)) = (self.is_lost, &act.sheet, &self.read.record)
            && let Some(right) = record.enochian().and_then(|record| Some(record.last_turn()?.sheet.clone()))
            && *sheet != right
        {
            self.error(placed, format!("the sheet text {} is not that of the move", quoted(sheet)), right);
        }
    }

    /// Makes an entry that must fit.
    fn act(&mut self, placed: &PlacedLine, entry: Entry) {
        let Err(refused) = self.read.enter(entry, placed.number) else { return };
        let text = &self.read.source.text[placed.span.clone()];
        let meant = self.meant(text).map_or_else(String::new, |act| did_you_mean(&act) + " Otherwise expected ");
        let problem = format!("{} does not fit here: {refused}", quoted(text));
        self.lose(placed, problem, meant + "the turns in order; undo the edit, or restore the file from a backup");
    }

    /// Makes an entry that somebody added, on which no other depends.
    fn added(&mut self, placed: &PlacedLine, entry: Entry) {
        let own = OwnText { span: placed.span.clone(), number: placed.number, turn: self.turn };
        let Ok(record) = &self.read.record else { return self.read.own.push(own) };
        let is_uncounted = record.closing().is_some() && !placed.is_sealed;
        let Err(refused) = self.read.enter(entry, placed.number) else {
            if is_uncounted {
                let problem = "this was added below the conclusion without a count of what stands above it";
                self.read.warn(&own, problem, "nothing, if you wrote it into the file");
            }
            return;
        };
        if !self.is_lost {
            let problem = format!("this does not fit here: {refused}");
            self.read.warn(&own, &problem, "nothing, if you wrote it; it counts as your own words");
        }
        self.read.own.push(own);
    }

    fn restored(&mut self, placed: &PlacedLine, to: &Place, throw: Option<crate::reading::Throw>) {
        let Ok(record) = &self.read.record else { return };
        let right = (print::place(record), record.enochian().and_then(|record| record.throw()));
        if (to, throw) != (&right.0, right.1) {
            let (turn, who) = right.0;
            let throw = right.1.map_or(String::new(), |throw| format!(" · throw {throw}"));
            self.error(placed, "this is not the state that was restored", format!("to {turn} · {who}{throw}"));
        }
    }

    fn compare_results(&mut self) {
        let Ok(record) = &self.read.record else { return };
        let right = print::result_words(record);
        for (span, line, words) in std::mem::take(&mut self.results) {
            if right.as_ref() != Some(&words) {
                let expected = right.clone().unwrap_or_else(|| "no such line in a reading".to_owned());
                let problem = "this is not the result that the turns lead to".to_owned();
                self.read.errors.push(Diagnostic { span, line, problem, expected });
            }
        }
    }

    fn finish(&mut self, found: &FoundHeader<'_>) {
        for (span, line, _) in std::mem::take(&mut self.results) {
            let expected = "how it was concluded, below it; or nothing, if that is still to come".to_owned();
            let problem = "this result is not that of a conclusion".to_owned();
            self.read.warnings.push(Diagnostic { span, line, problem, expected });
        }
        if let Some(lost) = self.read.errors.last().filter(|_| self.is_lost) {
            let (source, line) = (self.read.source, lost.line);
            let last = source.line_of(source.text.len().saturating_sub(1));
            let next = self.read.lines.iter().find(|placed| placed.number > line).map(|placed| placed.span.start);
            if let Some(next) = next {
                let problem = format!("lines {} to {last} could not be checked", line + 1);
                self.read.errors.push(source.error(
                    next..next,
                    problem,
                    "a correction of the error before them first; or > before each of these lines that is a quotation",
                ));
            }
        }
        if let (Ok(record), false) = (&self.read.record, self.is_lost)
            && let (Some(branch), Some(reading)) = (&record.heading().branch, record.enochian())
            && !branching::is_sound(branch, reading)
        {
            let problem =
                format!("these are not the turns of this branch before turn {}, or that turn's move", branch.turn);
            let expected =
                "the turns and the header as the program wrote them; undo the edit, or restore the file from a backup";
            let error = found.error("branch", problem, expected);
            self.read.errors.push(error);
        }
        self.read.judge_own_lines(self.body);
    }
}

/// A note on another turn than the one that is played.
fn remark_on(turn: u32, words: &str) -> Entry {
    Entry::Afterword(Afterword::Remark(Remark { ply: Some(turn), moment: None, words: words.to_owned() }))
}

/// Whether a fact counts and marks those above it.
pub(super) fn is_sealed(fact: &Fact) -> bool {
    matches!(fact, Fact::Position { .. } | Fact::Concluded(..) | Fact::Resumed(_) | Fact::Accepted(_))
}

impl Grammar {
    /// The turns that a formatter put on one line, since Markdown shows them on one: `**12 · Water** · throw 4 **→** Qh7f5 · Q3c`,
    /// each with the byte at which it begins; `None` if there are not several.
    fn joined<'l>(&self, line: &'l str) -> Option<Vec<(usize, &'l str)>> {
        if !line.starts_with("**") {
            return None;
        }
        // No text that the program writes after a turn has stars in it.
        let ends = line.match_indices(" **").map(|(at, _)| at);
        let starts: Vec<usize> = [0].into_iter().chain(ends).collect();
        if starts.len() < 2 {
            return None;
        }
        let ends = starts[1..].iter().copied().chain([line.len()]);
        let parts = starts.iter().zip(ends).map(|(&start, end)| {
            let start = if start == 0 { 0 } else { start + 1 };
            let part = &line[start..end];
            let is_turn = matches!(Line::read(part, self)?.fact, Fact::Throw(..) | Fact::Act(..));
            is_turn.then_some((start, part))
        });
        parts.collect()
    }
}

impl ReadJournal<'_> {
    /// The acts, also those that were taken back, each with its turn.
    pub(super) fn acts(&self) -> impl Iterator<Item = (u32, &PlacedLine)> {
        let mut turn = 1;
        self.lines.iter().filter_map(move |line| {
            match &line.fact {
                Fact::Throw((of, _), _) | Fact::Act(Some((of, _)), _) => turn = *of,
                Fact::Act(None, _) | Fact::TakenBack { .. } => {}
                _ => return None,
            }
            Some((turn, line))
        })
    }

    /// The number of acts at the beginning that another journal has too.
    pub(super) fn same_acts(&self, other: &ReadJournal<'_>) -> usize {
        self.acts().zip(other.acts()).take_while(|((_, one), (_, other))| one.fact == other.fact).count()
    }

    /// The text of a person's line, with its indentation.
    pub(super) fn text(&self, own: &OwnText) -> &str {
        &self.source.text[own.span.clone()]
    }

    /// Makes an entry of the record, if there is one, which stands on a line.
    fn enter(&mut self, entry: Entry, line: usize) -> Result<(), InvalidEntry> {
        if let Ok(record) = &mut self.record {
            record.enter(entry)?;
            self.entry_lines.push(line);
        }
        Ok(())
    }

    /// The record, if everything in the journal is right.
    pub(super) fn into_record(self) -> Result<Record, Diagnostics> {
        let record = self.record?;
        if self.errors.is_empty() { Ok(record) } else { Err(Diagnostics::of(self.source, self.errors)) }
    }
}
