//! The end of a journal.

use std::fmt::Write;

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::interpretation::ReadingSummary;
use crate::reading::Answer;
use crate::record::{Closing, Record};
use crate::render::{BoardPicture, Totals, manner, result};

use super::format::tells_summary;
use super::parse::ACCOUNT;
use super::{lines, opening, print};

/// The last part of a journal: how it came out, what it tells, and what the turns come to. The first edition of the wording told
/// no summary.
pub(super) fn conclusion(record: &Record, closing: Closing, wording: u32, correspondences: &Correspondences) -> String {
    let mode = record.mode();
    let why = match (closing, record.end()) {
        (_, Some(end)) => format!("The {mode} came to its end: {end}."),
        (Closing::AtLimit(ply), None) => format!("The {mode} was stopped at its limit of {ply} plies."),
        (Closing::Agreed, None) => "The players agreed on a draw.".to_owned(),
        (Closing::Resigned(army), None) => format!("{army} gave the game up for the {}.", army.side()),
        (_, None) => format!("The players closed the {mode} before its end."),
    };
    let mut text = match record.answer() {
        Some(answer) => {
            let [ptah, kings] = verdicts(&answer);
            format!("\n## The answer\n\n{why}\n\n{ptah}\n{kings}\n\n{}\n\n", manner(&answer))
        }
        None => format!("\n## The end\n\n{why}\n\n{}\n\n", lines::result(&result(record))),
    };
    let position = record.position();
    let _ = write!(text, "{}\n\n", lines::position(position.ply(), position));
    let picture = BoardPicture { position, ptah: record.heading().subject.ptah(), last: None };
    let _ = write!(text, "```text\n{}\n{}\n```\n", picture.plain(), picture.key());
    let tells = if tells_summary(wording) { summary_part(record, correspondences) } else { String::new() };
    text + &landings(record, correspondences) + &tells + &summary(&Totals::of(record, correspondences), mode)
}

/// What the reading tells, in plain sentences (INTERPRETATION 8); a game tells nothing.
fn summary_part(record: &Record, correspondences: &Correspondences) -> String {
    let Some(summary) = ReadingSummary::of(record, correspondences) else { return String::new() };
    let paragraphs = summary.paragraphs().into_iter().map(|paragraph| format!("\n{}\n", lines::escaped(&paragraph)));
    format!("\n## {}\n{}", ReadingSummary::HEADING, paragraphs.collect::<String>())
}

/// What a quiet reading has kept back (INTERPRETATION 1.1): the place of the Ptah, and the account of every landing that
/// stands, each under the number of its turn.
fn landings(record: &Record, correspondences: &Correspondences) -> String {
    let subject = &record.heading().subject;
    let Some(question) = subject.question().filter(|question| question.quiet) else { return String::new() };
    let mut text = format!("\n## The landings\n\n{}\n", opening::place(question, correspondences));
    for turn in record.turns().iter().filter(|turn| turn.landing().is_some()) {
        let _ = write!(
            text,
            "\n### Turn {}\n\n{}",
            turn.ply,
            print::turn_text(turn, subject, subject.querent(), correspondences)
        );
    }
    text
}

/// What a conclusion has to speak of: by that its lines are counted without writing them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Contents {
    pub(super) mode: Mode,
    /// How many signs and elements were landed on.
    pub(super) forces: usize,
    /// How many landings stand.
    pub(super) landings: usize,
    /// Whether the accounts of these were kept back for it.
    pub(super) is_quiet: bool,
    /// Whether it tells what the reading tells: those of the first wording do not.
    pub(super) has_summary: bool,
    /// Whether that begins with notes from before the first turn.
    pub(super) has_notes: bool,
    pub(super) has_checks: bool,
    pub(super) has_irregular: bool,
}

impl Contents {
    /// How many lines it has beside those that are read back, blank ones apart.
    pub(super) fn others(&self) -> usize {
        // Its heading and the reason; the board with its key between two fences; the heading of what the turns held, the
        // sentence on them, the table of the armies, the captures; the last line.
        let game = 2 + (2 + 11 + 1) + 2 + 6 + 1 + 1;
        // The manner, the Ptah in the key, the tables of elements and signs, the road of the king, the time.
        let reading = 1 + 1 + 6 + 2 + self.forces + 1 + usize::from(self.landings > 0);
        // The heading with the place of the Ptah; of each landing the turn, its sentences, and the account.
        let quiet = 1 + 1 + self.landings * (1 + 1 + ACCOUNT);
        // The heading; the answer, the king, the squares, and before them the notes.
        let summary = 1 + 3 + usize::from(self.has_notes);
        let reading = reading + if self.is_quiet { quiet } else { 0 } + if self.has_summary { summary } else { 0 };
        let some = usize::from(self.has_checks) + usize::from(self.has_irregular);
        game + some + if self.mode == Mode::Reading { reading } else { 0 }
    }
}

/// The lines of the answer by both criteria.
pub(super) fn verdicts(answer: &Answer) -> [String; 2] {
    [(lines::PTAH, answer.ptah), (lines::KINGS, answer.kings)]
        .map(|(by, decision)| lines::verdict(by, decision, answer))
}

/// What the turns held.
fn summary(totals: &Totals, mode: Mode) -> String {
    let mut text = format!("\n## What the turns held\n\n{}\n\n", totals.counts);
    for table in &totals.tables {
        let _ = write!(text, "{}\n\n", table.markdown());
    }
    for (label, fact) in &totals.facts {
        let label = if label.is_empty() { String::new() } else { format!("**{label}** ") };
        let _ = write!(text, "{label}{fact}\n\n");
    }
    text + &lines::end(mode) + "\n"
}
