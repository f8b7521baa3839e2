//! Reading a journal back: the header, the marks, and whether they agree.

use crate::lore::Lore;
use crate::record::{Entry, Record};
use crate::render::result;
use crate::text::{Fault, Faults, Source, quoted};

use super::marks::{self, Mark};
use super::{conclusion, header, opening};

/// A journal may be long, but no reading fills this many bytes.
pub(super) const LIMIT: u64 = 64 << 20;

/// Reads a journal and plays it through.
///
/// # Errors
/// Everything found wrong: the header's faults; or lines that cannot be read, entries that do not fit
/// where they stand, facts that disagree with the game, parts that are cut short. What follows the
/// first entry that does not fit cannot be played, so of it only the unreadable lines are told.
pub(super) fn read(source: &Source, lore: &Lore) -> Result<Record, Faults> {
    let Some(range) = header::range(&source.text) else {
        let fault = source.fault(
            0..0,
            "this file does not begin with a journal's header",
            "a line +++, the header, and another line +++; if the file was cut short, take it from a copy",
        );
        return Err(Faults::of(source, vec![fault]));
    };
    let after_header = range.end;
    let heading = header::read(source, range, lore)?;
    let mut reader =
        Reader { source, record: Record::begin(heading), faults: Vec::new(), lost: false, gloss: None, begun: None };
    let mut at = after_header;
    for line in source.text[after_header..].split_inclusive('\n') {
        reader.line(at, line);
        at += line.len();
    }
    reader.finish(at);
    let Reader { record, faults, .. } = reader;
    if faults.is_empty() { Ok(record) } else { Err(Faults::of(source, faults)) }
}

struct Reader<'s> {
    source: &'s Source,
    record: Record,
    faults: Vec<Fault>,
    /// Whether the game was lost at an entry that does not fit.
    lost: bool,
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
        match marks::read(line) {
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
        if self.lost {
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
                let right = match self.record.reading() {
                    Some(reading) => conclusion::verdicts(&reading.answer()).to_vec(),
                    None => vec![marks::result(&result(&self.record))],
                };
                if !right.contains(&text) {
                    let what = if self.record.reading().is_some() { "answer" } else { "result" };
                    let problem = format!("this is not the {what} the turns lead to");
                    self.fault(at, line, problem, right.join(" and "));
                }
                return;
            }
            Mark::Turn { ply, army, throw } => {
                let right = (self.record.ply(), self.record.turn());
                if right != (ply, army) {
                    self.lost = true;
                    let expected = format!("turn {}, of {}", right.0, right.1);
                    return self.fault(at, line, format!("turn {ply}, of {army}, does not follow here"), expected);
                }
                match (throw, self.record.reading()) {
                    (Some(throw), _) => Entry::Throw(throw),
                    (None, None) => {
                        self.begun = Some(at);
                        return;
                    }
                    (None, Some(_)) => {
                        self.lost = true;
                        return self.fault(at, line, "this turn of a reading has no throw", "its throw: · throw 4");
                    }
                }
            }
            Mark::Played { mv, irregular, .. } => {
                self.begun = None;
                if irregular { Entry::Irregular(mv) } else { Entry::Move(mv) }
            }
            Mark::Note { ply, ref text } => {
                if ply != self.record.ply() {
                    let expected = format!("turn {}", self.record.ply());
                    return self.fault(at, line, format!("a note to turn {ply} does not belong here"), expected);
                }
                Entry::Note(text.clone())
            }
            Mark::Exchange { exchange, .. } => Entry::Exchange(exchange),
            Mark::Withdrawal { army, .. } => Entry::Withdrawal(army),
            Mark::TakenBack { acts } => Entry::TakenBack(acts),
            Mark::Resumed(moment) => Entry::Resumed(moment),
            Mark::Concluded(closing, moment) => Entry::Concluded(closing, moment),
        };
        if let Err(refused) = self.record.enter(entry) {
            self.lost = true;
            let what = format!("{} does not fit here: {refused}", quoted(line.trim()));
            return self.fault(at, line, what, "the turns in their order; take the file from a copy, or undo the edit");
        }
        if let (Mark::Played { sheet, .. }, Some(turn)) = (&mark, self.record.last_turn()) {
            let right = turn.sheet.clone();
            let told = turn.landing().is_some() && self.record.reading().is_some();
            if *sheet != right {
                self.fault(at, line, format!("the sheet text {} is not that of the move", quoted(sheet)), right);
            }
            self.gloss = told.then_some(Gloss { at, opened: false });
        }
    }

    /// In a game a turn's heading and its move belong together, one after the other.
    fn halves(&mut self, at: usize, line: &str, mark: &Mark) {
        let played = matches!(mark, Mark::Played { .. });
        if self.lost || self.record.reading().is_some() || played == self.begun.is_some() {
            return;
        }
        self.lost = true;
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
        if let Some(heading) = self.begun.filter(|_| !self.lost) {
            self.unplayed(heading);
        }
        let mut needed = vec![("the opening of the journal is cut short", opening::TURNS.to_owned())];
        if self.record.closing().is_some() {
            let last = marks::end(self.record.heading().matter.noun());
            needed.push(("the journal is concluded, but its last part is cut short", last));
        }
        for (problem, wanted) in needed {
            if !self.source.text.lines().any(|line| line.trim_end() == wanted) {
                self.faults.push(self.source.fault(end..end, problem, format!("the line {wanted}")));
            }
        }
    }
}
