//! The end of a journal.

use std::fmt::Write;

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::interpretation::Told;
use crate::reading::Answer;
use crate::record::{Closing, EnochianRecord};
use crate::render::{BoardPicture, Totals, manner, result};

use super::parse::GLOSS_LINES;
use super::{lines, opening, print};

/// The paragraphs of a summary, notes from before the first turn apart.
const PARAGRAPHS: usize = 4;

/// The last part of a journal: the result, the summary, and the totals.
pub(super) fn conclusion(record: EnochianRecord<'_>, closing: Closing, correspondences: &Correspondences) -> String {
    let mode = record.mode();
    let why = match (closing, record.end()) {
        (_, Some(end)) => format!("The {mode} ended: {end}."),
        (Closing::AtLimit(ply), None) => format!("The {mode} was stopped at its limit of {ply} turns."),
        (Closing::Agreed, None) => "The players agreed on a draw.".to_owned(),
        (Closing::Resigned(army), None) => format!("{army} resigned for the {}.", army.side()),
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
    let _ = write!(text, "{}\n\n", lines::position(position.ply(), &position.to_string()));
    let picture = BoardPicture { position, ptah: record.subject().ptah(), last: None };
    let _ = write!(text, "```text\n{}\n{}\n```\n", picture.plain(), picture.key());
    let summary = summary_part(record, correspondences);
    text + &landings(record, correspondences) + &summary + &totals(&Totals::of(record, correspondences), mode)
}

/// The summary of a reading (INTERPRETATION 8); empty for a game.
fn summary_part(record: EnochianRecord<'_>, correspondences: &Correspondences) -> String {
    let Some(told) = Told::of(record, correspondences) else { return String::new() };
    let paragraphs = told.paragraphs().into_iter().map(|paragraph| format!("\n{}\n", lines::escaped(&paragraph)));
    format!("\n## {}\n{}", Told::HEADING, paragraphs.collect::<String>())
}

/// What a quiet reading left out before (INTERPRETATION 1.1): the place of the Ptah, and the gloss of every landing under
/// the number of its turn.
fn landings(record: EnochianRecord<'_>, correspondences: &Correspondences) -> String {
    let subject = record.subject();
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

/// What a conclusion contains: enough to count its lines without writing them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Contents {
    pub(super) mode: Mode,
    /// The number of different signs and elements landed on.
    pub(super) forces: usize,
    /// The number of landings.
    pub(super) landings: usize,
    /// Whether the reading is quiet, so that the glosses are part of the conclusion.
    pub(super) is_quiet: bool,
    /// Whether the summary begins with notes from before the first turn.
    pub(super) has_notes: bool,
    pub(super) has_checks: bool,
    pub(super) has_irregular: bool,
}

impl Contents {
    /// The number of its non-blank lines, without those that are read back.
    pub(super) fn others(&self) -> usize {
        // Its heading and the reason; the board with its key between two fences; the heading of the totals, the sentence on
        // them, the table of the armies, the captures; the last line.
        let game = 2 + (2 + 11 + 1) + 2 + 6 + 1 + 1;
        // The manner, the Ptah in the key, the tables of elements and signs, the road of the king, the time.
        let reading = 1 + 1 + 6 + 2 + self.forces + 1 + usize::from(self.landings > 0);
        // The heading with the place of the Ptah; for each landing the turn, its sentences, and the gloss.
        let quiet = 1 + 1 + self.landings * (1 + 1 + GLOSS_LINES);
        // The heading, the paragraphs, and before them the notes.
        let summary = 1 + PARAGRAPHS + usize::from(self.has_notes);
        let reading = reading + summary + if self.is_quiet { quiet } else { 0 };
        let optional = usize::from(self.has_checks) + usize::from(self.has_irregular);
        game + optional + if self.mode == Mode::Reading { reading } else { 0 }
    }
}

/// The lines of the answer by both criteria.
pub(super) fn verdicts(answer: &Answer) -> [String; 2] {
    [(lines::PTAH, answer.ptah), (lines::KINGS, answer.kings)]
        .map(|(by, decision)| lines::verdict(by, decision, answer))
}

/// The totals of the turns.
fn totals(totals: &Totals, mode: Mode) -> String {
    let mut text = format!("\n## Totals\n\n{}\n\n", totals.counts);
    for table in &totals.tables {
        let _ = write!(text, "{}\n\n", table.markdown());
    }
    for (label, fact) in &totals.facts {
        let label = if label.is_empty() { String::new() } else { format!("**{label}** ") };
        let _ = write!(text, "{label}{fact}\n\n");
    }
    text + &lines::end(mode) + "\n"
}
