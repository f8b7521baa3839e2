//! Replaying a parsed journal into a record, with every stated fact compared.

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::input::{Diagnostic, Diagnostics, Source, quoted, safe};
use crate::record::{Entry, Record};

use super::branching;
use super::lines::{self, JournalLine};
use super::opening;
use super::parse::{ParsedJournal, PlacedLine, parse};
use super::wording;

/// Reads and replays a journal.
///
/// # Errors
/// All errors found: those of the header; or lines that cannot be parsed, entries that are not legal where they are, facts that
/// disagree with the game, and incomplete parts. What follows the first illegal entry cannot be replayed, so only its
/// unreadable lines are reported.
pub(super) fn read(source: &Source, correspondences: &Correspondences) -> Result<Record, Diagnostics> {
    Ok(read_on(source, correspondences)?.0)
}

/// Like [`read`], with the digest of the correspondences with which the end of the journal was written.
///
/// # Errors
/// As for [`read`].
pub(super) fn read_on(source: &Source, correspondences: &Correspondences) -> Result<(Record, String), Diagnostics> {
    let parsed = parse(source, correspondences)?;
    let JournalReplay { record, errors, .. } = replay(&parsed, parsed.parts.len() - 1, |_, _, _| {})?;
    if !errors.is_empty() {
        return Err(Diagnostics::of(source, errors));
    }
    let data = parsed.data_of(parsed.parts.len()).to_owned();
    Ok((record, data))
}

/// A journal replayed as far as possible.
pub(super) struct JournalReplay {
    /// The record up to the first entry that does not fit.
    pub(super) record: Record,
    /// All errors found.
    pub(super) errors: Vec<Diagnostic>,
    /// The first part whose entry does not fit.
    pub(super) lost: Option<usize>,
}

/// Replays a journal as far as possible, at most up to a last part, calling `entered` after each entry with its part.
///
/// # Errors
/// The errors of the header.
pub(super) fn replay(
    parsed: &ParsedJournal<'_>,
    last: usize,
    entered: impl FnMut(&Record, &Entry, usize),
) -> Result<JournalReplay, Diagnostics> {
    let record = Record::begin(parsed.header.heading.clone()?);
    let mut player = ReplayPlayer { parsed, record, errors: parsed.errors.clone(), lost: None, begun: None, entered };
    for placed in parsed.lines.iter().take_while(|placed| placed.part <= last) {
        player.line(placed);
    }
    if last + 1 == parsed.parts.len() {
        player.finish();
    }
    let ReplayPlayer { record, errors, lost, .. } = player;
    Ok(JournalReplay { record, errors, lost })
}

struct ReplayPlayer<'p, F> {
    parsed: &'p ParsedJournal<'p>,
    record: Record,
    errors: Vec<Diagnostic>,
    lost: Option<usize>,
    /// The heading of a game's turn whose move has not come yet.
    begun: Option<&'p PlacedLine>,
    entered: F,
}

impl<'p, F: FnMut(&Record, &Entry, usize)> ReplayPlayer<'p, F> {
    fn error(&mut self, at: &PlacedLine, problem: impl Into<String>, expected: impl Into<String>) {
        let (span, line) = (at.span.clone(), at.number);
        self.errors.push(Diagnostic { span, line, problem: problem.into(), expected: expected.into() });
    }

    /// Reports an entry that does not fit; nothing after it can be replayed.
    fn lose(&mut self, at: &PlacedLine, problem: impl Into<String>, expected: impl Into<String>) {
        self.lost = Some(at.part);
        self.error(at, problem, expected);
    }

    fn line(&mut self, placed: &'p PlacedLine) {
        if self.lost.is_none() {
            self.heading_and_move(placed);
        }
        if self.lost.is_some() {
            return;
        }
        match &placed.line {
            JournalLine::Position { ply, text } => self.position(placed, *ply, text),
            JournalLine::Verdict(text) => self.verdict(placed, text),
            line => {
                if self.fits(placed)
                    && let Some(entry) = wording::entry(line)
                {
                    self.enter(placed, entry);
                }
            }
        }
    }

    fn position(&mut self, placed: &PlacedLine, ply: u32, text: &str) {
        let right = wording::position(&self.record);
        if (right.0, right.1.as_str()) != (ply, text) {
            let expected = format!("the position after turn {}, {}", right.0, right.1);
            self.error(placed, "this is not the position that the turns lead to", expected);
        }
    }

    fn verdict(&mut self, placed: &PlacedLine, text: &str) {
        if self.record.closing().is_none() {
            let problem = format!("the {} is not concluded here", self.record.play().mode());
            let expected =
                "the line ### Concluded above; if it was damaged, correct it, or restore the file from a backup";
            return self.error(placed, problem, expected);
        }
        let (what, right) = wording::verdicts(&self.record);
        if !right.iter().any(|right| right == text) {
            self.error(placed, format!("this is not the {what} that the turns lead to"), right.join(" and "));
        }
    }

    /// Whether a line names the right turn. If not, its entry is left out.
    fn fits(&mut self, placed: &'p PlacedLine) -> bool {
        let right = (self.record.play().current_turn(), wording::actor(&self.record));
        match &placed.line {
            JournalLine::GameAct { turn, actor, .. } if (right.0, &right.1) != (*turn, actor) => {
                let expected = format!("turn {} of {}", right.0, right.1);
                self.lose(placed, format!("turn {turn} of {} does not follow here", safe(actor)), expected);
                return false;
            }
            JournalLine::Turn { ply, army, throw } => {
                if (right.0, right.1.as_str()) != (*ply, army.name()) {
                    let expected = format!("turn {} of {}", right.0, right.1);
                    self.lose(placed, format!("turn {ply} of {army} does not follow here"), expected);
                    return false;
                }
                if throw.is_none() && self.record.play().mode() == Mode::Reading {
                    self.lose(placed, "this turn of a reading has no throw", "its throw: · throw 4");
                    return false;
                }
                self.begun = throw.is_none().then_some(placed);
            }
            JournalLine::Played { .. } => self.begun = None,
            JournalLine::Note { ply, .. } if *ply != right.0 => {
                let expected = format!("turn {}", right.0);
                self.error(placed, format!("a note to turn {ply} does not belong here"), expected);
                return false;
            }
            JournalLine::Exchange { ply, .. } | JournalLine::Withdrawal { ply, .. } if *ply != right.0 => {
                let expected = format!("turn {}", right.0);
                self.error(placed, format!("this does not belong before turn {ply}"), expected);
            }
            _ => {}
        }
        true
    }

    fn enter(&mut self, placed: &PlacedLine, entry: Entry) {
        if let Err(refused) = self.record.enter(entry.clone()) {
            let text = &self.parsed.source.text[placed.span.clone()];
            let what = format!("{} does not fit here: {refused}", quoted(text.trim()));
            return self.lose(placed, what, "the turns in order; undo the edit, or restore the file from a backup");
        }
        match &placed.line {
            JournalLine::Played { sheet, .. } => self.played(placed, sheet),
            JournalLine::TakenBack { state, .. } => {
                let right = wording::state(&self.record);
                if *state != right {
                    self.error(placed, "this is not the state that was restored", format!("to {right}"));
                }
            }
            _ => {}
        }
        (self.entered)(&self.record, &entry, placed.part);
    }

    fn played(&mut self, placed: &PlacedLine, sheet: &str) {
        let Some(right) = wording::last_sheet(&self.record) else { return };
        let landed = matches!(placed.line, JournalLine::Played { mv, .. } if mv.to().is_some());
        let needs_gloss = landed && self.parsed.has_glosses();
        if sheet != right {
            self.error(placed, format!("the sheet text {} is not that of the move", quoted(sheet)), right);
        }
        if needs_gloss && !self.parsed.parts[placed.part].has_gloss() {
            let expected = format!(
                "lines between {} and {}; if the file was truncated, restore it from a backup",
                lines::GLOSS,
                lines::GLOSS_END
            );
            self.error(placed, "the gloss of the square landed on is incomplete", expected);
        }
    }

    /// In a game the heading of a turn is followed by its move.
    fn heading_and_move(&mut self, placed: &'p PlacedLine) {
        let played = matches!(placed.line, JournalLine::Played { .. });
        if self.record.play().mode() == Mode::Reading || played == self.begun.is_some() {
            return;
        }
        match self.begun {
            Some(heading) => self.unplayed(heading),
            None => self.error(placed, "this move has no heading of its turn", "### 12 · Water above it"),
        }
        self.lost = Some(placed.part);
    }

    fn unplayed(&mut self, heading: &PlacedLine) {
        let expected = "its move in the next part; if the file was truncated, restore it from a backup";
        self.error(heading, "this turn has no move", expected);
    }

    fn finish(&mut self) {
        if let Some(heading) = self.begun.filter(|_| self.lost.is_none()) {
            self.unplayed(heading);
        }
        // The others fit without the last entry too, so a damaged one must be found before its place is taken by a new one.
        let parsed = self.parsed;
        self.errors.extend(parsed.text_of(parsed.parts.len() - 1).filter_map(|found| parsed.damage(found)));
        let mut needed = Vec::new();
        if !self.parsed.is_opened {
            needed.push(("the opening of the journal is incomplete", opening::TURNS.to_owned()));
        }
        if self.record.closing().is_some() && !self.parsed.is_ended {
            let last = lines::end(self.record.play().mode());
            needed.push(("the journal is concluded, but its last part is incomplete", last));
        }
        let source = self.parsed.source;
        let end = source.text.len();
        if let (Some(branch), Some(reading), None) = (&self.record.heading().branch, self.record.enochian(), self.lost)
            && !branching::is_sound(branch, reading)
        {
            let at = source.text.find("\nbranch").map_or(0, |at| at + 1);
            let line = source.text[at..].lines().next().map_or(0, str::len);
            let problem =
                format!("these are not the turns of this branch before turn {}, or that turn's move", branch.turn);
            let expected =
                "the turns and the header as the program wrote them; undo the edit, or restore the file from a backup";
            self.errors.push(source.error(at..at + line, problem, expected));
        }
        self.errors.extend(
            needed.into_iter().map(|(problem, line)| source.error(end..end, problem, format!("the line {line}"))),
        );
    }
}
