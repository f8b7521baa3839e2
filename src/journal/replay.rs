//! Playing a journal: from its parts to the record, every fact that is stated compared with it.

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::input::{Diagnostic, Diagnostics, Source, quoted};
use crate::record::{Entry, Record};
use crate::render::result;

use super::format::{EDITIONS, Edition};
use super::lines::{self, JournalLine};
use super::parse::{ParsedJournal, PlacedLine, parse};
use super::{conclusion, opening, print};

/// Reads a journal and plays it through.
///
/// # Errors
/// Everything found wrong: the header's faults; or lines that cannot be read, entries that do not fit
/// where they stand, facts that disagree with the game, parts that are cut short. What follows the
/// first entry that does not fit cannot be played, so of it only the unreadable lines are told.
pub(super) fn read(source: &Source, correspondences: &Correspondences) -> Result<Record, Diagnostics> {
    Ok(read_on(source, correspondences)?.0)
}

/// The same, with the words and correspondences with which the end of the journal was written.
///
/// # Errors
/// As for [`read`].
pub(super) fn read_on(source: &Source, correspondences: &Correspondences) -> Result<(Record, Edition), Diagnostics> {
    let parsed = parse(source, correspondences)?;
    let JournalReplay { record, faults, .. } = replay(&parsed, parsed.parts.len() - 1, |_, _, _| {})?;
    if !faults.is_empty() {
        return Err(Diagnostics::of(source, faults));
    }
    let edition = parsed.edition_of(parsed.parts.len()).clone();
    Ok((record, edition))
}

/// A journal played as far as it goes.
pub(super) struct JournalReplay {
    /// What was done and said, up to the first entry that does not fit.
    pub(super) record: Record,
    /// Everything found wrong.
    pub(super) faults: Vec<Diagnostic>,
    /// The first part of which the entry does not fit.
    pub(super) lost: Option<usize>,
}

/// Plays a journal as far as it goes or up to a last part, and calls back after each entry with its part.
///
/// # Errors
/// The faults of the header.
pub(super) fn replay(
    parsed: &ParsedJournal<'_>,
    last: usize,
    entered: impl FnMut(&Record, &Entry, usize),
) -> Result<JournalReplay, Diagnostics> {
    let record = Record::begin(parsed.header.heading.clone()?);
    let mut player = ReplayPlayer { parsed, record, faults: parsed.faults.clone(), lost: None, begun: None, entered };
    for placed in parsed.lines.iter().take_while(|placed| placed.part <= last) {
        player.line(placed);
    }
    if last + 1 == parsed.parts.len() {
        player.finish();
    }
    let ReplayPlayer { record, faults, lost, .. } = player;
    Ok(JournalReplay { record, faults, lost })
}

struct ReplayPlayer<'p, F> {
    parsed: &'p ParsedJournal<'p>,
    record: Record,
    faults: Vec<Diagnostic>,
    lost: Option<usize>,
    /// The heading of a game's turn, while its move is still to come.
    begun: Option<&'p PlacedLine>,
    entered: F,
}

impl<'p, F: FnMut(&Record, &Entry, usize)> ReplayPlayer<'p, F> {
    fn fault(&mut self, at: &PlacedLine, problem: impl Into<String>, expected: impl Into<String>) {
        let (span, line) = (at.span.clone(), at.number);
        self.faults.push(Diagnostic { span, line, problem: problem.into(), expected: expected.into() });
    }

    /// The entry of a line does not fit, so nothing after it can be played.
    fn lose(&mut self, at: &PlacedLine, problem: impl Into<String>, expected: impl Into<String>) {
        self.lost = Some(at.part);
        self.fault(at, problem, expected);
    }

    fn line(&mut self, placed: &'p PlacedLine) {
        if self.lost.is_none() {
            self.halves(placed);
        }
        if self.lost.is_some() {
            return;
        }
        match &placed.line {
            JournalLine::Position { ply, text } => self.position(placed, *ply, text),
            JournalLine::Verdict(text) => self.verdict(placed, text),
            line => {
                if self.fits(placed)
                    && let Some(entry) = line.entry()
                {
                    self.enter(placed, entry);
                }
            }
        }
    }

    fn position(&mut self, placed: &PlacedLine, ply: u32, text: &str) {
        let position = self.record.position();
        let right = (position.ply(), position.to_string());
        if (right.0, right.1.as_str()) != (ply, text) {
            let expected = format!("the position after ply {}, {}", right.0, right.1);
            self.fault(placed, "this position is not the one the turns lead to", expected);
        }
    }

    fn verdict(&mut self, placed: &PlacedLine, text: &str) {
        if self.record.closing().is_none() {
            let problem = format!("the {} is not concluded here", self.record.mode());
            let expected = "the line ### Concluded above; if it was damaged, mend it, or take the file from a copy";
            return self.fault(placed, problem, expected);
        }
        let (what, right) = match self.record.answer() {
            Some(answer) => ("answer", conclusion::verdicts(&answer).to_vec()),
            None => ("result", vec![lines::result(&result(&self.record))]),
        };
        if !right.iter().any(|right| right == text) {
            self.fault(placed, format!("this is not the {what} the turns lead to"), right.join(" and "));
        }
    }

    /// Whether a line names the turn that it should. Where it does not, its entry is left out.
    fn fits(&mut self, placed: &'p PlacedLine) -> bool {
        let right = (self.record.ply(), self.record.turn());
        match &placed.line {
            JournalLine::Turn { ply, army, throw } => {
                if right != (*ply, *army) {
                    let expected = format!("turn {}, of {}", right.0, right.1);
                    self.lose(placed, format!("turn {ply}, of {army}, does not follow here"), expected);
                    return false;
                }
                if throw.is_none() && self.record.mode() == Mode::Reading {
                    self.lose(placed, "this turn of a reading has no throw", "its throw: · throw 4");
                    return false;
                }
                self.begun = throw.is_none().then_some(placed);
            }
            JournalLine::Played { .. } => self.begun = None,
            JournalLine::Note { ply, .. } if *ply != right.0 => {
                let expected = format!("turn {}", right.0);
                self.fault(placed, format!("a note to turn {ply} does not belong here"), expected);
                return false;
            }
            // Earlier versions did not compare these, and what was sound then is sound now.
            JournalLine::Exchange { ply, .. } | JournalLine::Withdrawal { ply, .. }
                if *ply != right.0 && self.is_strict() =>
            {
                let expected = format!("turn {}", right.0);
                self.fault(placed, format!("this does not belong before turn {ply}"), expected);
            }
            _ => {}
        }
        true
    }

    fn enter(&mut self, placed: &PlacedLine, entry: Entry) {
        if let Err(refused) = self.record.enter(entry.clone()) {
            let text = &self.parsed.source.text[placed.span.clone()];
            let what = format!("{} does not fit here: {refused}", quoted(text.trim()));
            return self.lose(placed, what, "the turns in their order; take the file from a copy, or undo the edit");
        }
        match &placed.line {
            JournalLine::Played { sheet, .. } => self.played(placed, sheet),
            JournalLine::TakenBack { state, .. } if self.is_strict() => {
                let right = print::state(&self.record);
                if state.as_deref() != Some(&right) {
                    self.fault(placed, "this is not what was gone back to", format!("to {right}"));
                }
            }
            _ => {}
        }
        (self.entered)(&self.record, &entry, placed.part);
    }

    fn played(&mut self, placed: &PlacedLine, sheet: &str) {
        let Some(turn) = self.record.last_turn() else { return };
        let right = turn.sheet.clone();
        let is_told = turn.landing().is_some() && self.parsed.has_accounts();
        if sheet != right {
            self.fault(placed, format!("the sheet text {} is not that of the move", quoted(sheet)), right);
        }
        if is_told && !self.parsed.parts[placed.part].has_account() {
            let expected = format!(
                "lines between {} and {}; if the file was cut short, take it from a copy",
                lines::GLOSS,
                lines::GLOSS_END
            );
            self.fault(placed, "the account of the square landed on is cut short", expected);
        }
    }

    /// In a game a turn's heading and its move belong together, one after the other.
    fn halves(&mut self, placed: &'p PlacedLine) {
        let played = matches!(placed.line, JournalLine::Played { .. });
        if self.record.mode() == Mode::Reading || played == self.begun.is_some() {
            return;
        }
        match self.begun {
            Some(heading) => self.unplayed(heading),
            None => self.fault(placed, "this move stands without the heading of its turn", "### 12 · Water above it"),
        }
        self.lost = Some(placed.part);
    }

    fn unplayed(&mut self, heading: &PlacedLine) {
        let expected = "its move in the next part; if the file was cut short, take it from a copy";
        self.fault(heading, "this turn has no move", expected);
    }

    fn finish(&mut self) {
        if let Some(heading) = self.begun.filter(|_| self.lost.is_none()) {
            self.unplayed(heading);
        }
        // Without the last entry the others fit as well, and what is done next would be written in its place.
        let parsed = self.parsed;
        self.faults.extend(parsed.text_of(parsed.parts.len() - 1).filter_map(|found| parsed.damage(found)));
        let mut needed = Vec::new();
        if !self.parsed.is_opened {
            needed.push(("the opening of the journal is cut short", opening::TURNS.to_owned()));
        }
        if self.record.closing().is_some() && !self.parsed.is_ended {
            let last = lines::end(self.record.mode());
            needed.push(("the journal is concluded, but its last part is cut short", last));
        }
        let source = self.parsed.source;
        let end = source.text.len();
        self.faults.extend(
            needed.into_iter().map(|(problem, line)| source.error(end..end, problem, format!("the line {line}"))),
        );
    }

    /// Whether every line is compared to the letter.
    fn is_strict(&self) -> bool {
        self.parsed.header.raw.edition.format >= EDITIONS
    }
}
