//! Reading a journal back: the header, the marks, and whether they agree.

use crate::chess::Mode;
use crate::lore::Lore;
use crate::record::{Entry, Record};
use crate::render::result;
use crate::session::Act;
use crate::text::{Fault, Faults, Source, quoted};

use super::format::AFTERWORDS;
use super::marks::{self, Mark};
use super::{afterwords, conclusion, header, opening};

/// The most that a journal may hold, in bytes: it may be long, but no reading fills this many.
pub const LIMIT: u64 = 64 << 20;

/// Reads a journal and plays it through.
///
/// # Errors
/// Everything found wrong: the header's faults; or lines that cannot be read, entries that do not fit
/// where they stand, facts that disagree with the game, parts that are cut short. What follows the
/// first entry that does not fit cannot be played, so of it only the unreadable lines are told.
pub(super) fn read(source: &Source, lore: &Lore) -> Result<Record, Faults> {
    let Played { record, faults, .. } = play(source, lore)?;
    if faults.is_empty() { Ok(record) } else { Err(Faults::of(source, faults)) }
}

/// A journal played as far as it goes.
pub(super) struct Played {
    /// What was done and said, up to the first entry that does not fit.
    pub(super) record: Record,
    /// Everything found wrong.
    pub(super) faults: Vec<Fault>,
    /// Where the first entry stands that does not fit.
    pub(super) lost: Option<usize>,
    /// Where the header ends: the rest is Markdown.
    pub(super) body: usize,
}

/// Plays a journal as far as it goes.
///
/// # Errors
/// The faults of the header.
pub(super) fn play(source: &Source, lore: &Lore) -> Result<Played, Faults> {
    let Some(range) = header::range(&source.text) else { return Err(header::missing(source)) };
    let body = range.end + source.text[range.end..].find('\n').map_or(0, |end| end + 1);
    let (version, heading) = header::read(source, range, lore)?;
    let record = Record::begin(heading);
    let mut reader = Reader { source, version, record, faults: Vec::new(), lost: None, gloss: None, begun: None };
    let mut at = body;
    for line in source.text[body..].split_inclusive('\n') {
        reader.line(at, line);
        at += line.len();
    }
    reader.finish(at);
    let Reader { record, faults, lost, .. } = reader;
    Ok(Played { record, faults, lost, body })
}

struct Reader<'s> {
    source: &'s Source,
    version: u8,
    record: Record,
    faults: Vec<Fault>,
    /// Where the game was lost: at an entry that does not fit.
    lost: Option<usize>,
    /// The account that the last move still owes.
    gloss: Option<Gloss>,
    /// Where the heading of a game's turn stands, while its move is still to come.
    begun: Option<usize>,
}

/// How far the account of a landing has been read, and where its move stands.
struct Gloss {
    at: usize,
    opened: bool,
}

impl Reader<'_> {
    fn fault(&mut self, at: usize, line: &str, problem: impl Into<String>, expected: impl Into<String>) {
        self.faults.push(self.source.fault(at..at + line.trim_end().len(), problem, expected));
    }

    fn line(&mut self, at: usize, line: &str) {
        let trimmed = line.trim_end();
        if let Some(gloss) = &mut self.gloss {
            match trimmed {
                marks::GLOSS => gloss.opened = true,
                marks::GLOSS_END if gloss.opened => self.gloss = None,
                _ => {}
            }
        }
        let mark = match marks::read(line) {
            Ok(None) if self.version >= AFTERWORDS => afterwords::read(line).map(|it| it.map(Mark::Afterword)),
            mark => mark,
        };
        match mark {
            Ok(None) => {}
            // The program writes whole lines; one that breaks off may lack its end, or half a note.
            Ok(Some(_)) if !line.ends_with('\n') => {
                let expected = "a line end; take the file from a copy or, if the line is whole, add one";
                self.fault(at, line, "the file breaks off in this line", expected);
            }
            Ok(Some(mark)) => self.mark(at, line, mark),
            Err(expected) => self.fault(at, line, "this line cannot be read; it may be torn or edited", expected),
        }
    }

    fn mark(&mut self, at: usize, line: &str, mark: Mark) {
        self.owed(at);
        self.halves(at, line, &mark);
        if self.lost.is_some() {
            return;
        }
        let entry = match mark {
            Mark::Position { ply, text } => {
                let position = self.record.position();
                let right = (position.ply(), position.to_string());
                if right != (ply, text) {
                    let expected = format!("the position after ply {}, {}", right.0, right.1);
                    self.fault(at, line, "this position is not the one the turns lead to", expected);
                }
                return;
            }
            Mark::Verdict(text) => {
                let right = match self.record.answer() {
                    Some(answer) => conclusion::verdicts(&answer).to_vec(),
                    None => vec![marks::result(&result(&self.record))],
                };
                if !right.contains(&text) {
                    let what = match self.record.mode() {
                        Mode::Reading => "answer",
                        Mode::Game => "result",
                    };
                    let problem = format!("this is not the {what} the turns lead to");
                    self.fault(at, line, problem, right.join(" and "));
                }
                return;
            }
            Mark::Turn { ply, army, throw } => {
                let right = (self.record.ply(), self.record.turn());
                if right != (ply, army) {
                    self.lost = Some(at);
                    let expected = format!("turn {}, of {}", right.0, right.1);
                    return self.fault(at, line, format!("turn {ply}, of {army}, does not follow here"), expected);
                }
                match (throw, self.record.mode()) {
                    (Some(throw), _) => Entry::Act(Act::Throw(throw)),
                    (None, Mode::Game) => {
                        self.begun = Some(at);
                        return;
                    }
                    (None, Mode::Reading) => {
                        self.lost = Some(at);
                        return self.fault(at, line, "this turn of a reading has no throw", "its throw: · throw 4");
                    }
                }
            }
            Mark::Played { mv, irregular, .. } => {
                self.begun = None;
                if irregular { Entry::Act(Act::Irregular(mv)) } else { Entry::Act(Act::Move(mv)) }
            }
            Mark::Note { ply, ref text } => {
                if ply != self.record.ply() {
                    let expected = format!("turn {}", self.record.ply());
                    return self.fault(at, line, format!("a note to turn {ply} does not belong here"), expected);
                }
                Entry::Note(text.clone())
            }
            Mark::Exchange { exchange, .. } => Entry::Act(Act::Exchange(exchange)),
            Mark::Withdrawal { army, .. } => Entry::Act(Act::Withdrawal(army)),
            Mark::TakenBack { acts } => Entry::TakenBack(acts),
            Mark::Resumed(moment) => Entry::Resumed(moment),
            Mark::Concluded(closing, moment) => Entry::Concluded(closing, moment),
            Mark::Afterword(ref afterword) => Entry::Afterword(afterword.clone()),
        };
        if let Err(refused) = self.record.enter(entry) {
            self.lost = Some(at);
            let what = format!("{} does not fit here: {refused}", quoted(line.trim()));
            return self.fault(at, line, what, "the turns in their order; take the file from a copy, or undo the edit");
        }
        if let (Mark::Played { sheet, .. }, Some(turn)) = (&mark, self.record.last_turn()) {
            let right = turn.sheet.clone();
            let told = turn.landing().is_some() && self.record.mode() == Mode::Reading;
            if *sheet != right {
                self.fault(at, line, format!("the sheet text {} is not that of the move", quoted(sheet)), right);
            }
            self.gloss = told.then_some(Gloss { at, opened: false });
        }
    }

    /// In a game a turn's heading and its move belong together, one after the other.
    fn halves(&mut self, at: usize, line: &str, mark: &Mark) {
        let played = matches!(mark, Mark::Played { .. });
        if self.lost.is_some() || self.record.mode() == Mode::Reading || played == self.begun.is_some() {
            return;
        }
        self.lost = Some(at);
        match self.begun {
            Some(heading) => self.unplayed(heading),
            None => self.fault(at, line, "this move stands without the heading of its turn", "### 12 · Water above it"),
        }
    }

    fn unplayed(&mut self, heading: usize) {
        let line = self.source.text[heading..].lines().next().unwrap_or_default().to_owned();
        let expected = "its move in the next part; if the file was cut short, take it from a copy";
        self.fault(heading, &line, "this turn has no move", expected);
    }

    /// Finds the last move's account wanting, if it never came to its end.
    fn owed(&mut self, end: usize) {
        if let Some(gloss) = self.gloss.take() {
            let line = self.source.text[gloss.at..end].lines().next().unwrap_or_default().to_owned();
            let expected = format!(
                "lines between {} and {}; if the file was cut short, take it from a copy",
                marks::GLOSS,
                marks::GLOSS_END
            );
            self.fault(gloss.at, &line, "the account of the square landed on is cut short", expected);
        }
    }

    fn finish(&mut self, end: usize) {
        self.owed(end);
        if let Some(heading) = self.begun.filter(|_| self.lost.is_none()) {
            self.unplayed(heading);
        }
        let mut needed = vec![("the opening of the journal is cut short", opening::TURNS.to_owned())];
        if self.record.closing().is_some() {
            let last = marks::end(self.record.mode());
            needed.push(("the journal is concluded, but its last part is cut short", last));
        }
        for (problem, wanted) in needed {
            if !self.source.text.lines().any(|line| line.trim_end() == wanted) {
                self.faults.push(self.source.fault(end..end, problem, format!("the line {wanted}")));
            }
        }
    }
}
