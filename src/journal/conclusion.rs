//! The end of a journal.

use std::fmt::Write;

use crate::chess::Mode;
use crate::lore::Lore;
use crate::reading::Answer;
use crate::record::{Closing, Record};
use crate::render::{BoardPicture, Totals, manner, result};

use super::marks;

/// The last part of a journal: how it came out, and what the turns come to.
pub(super) fn conclusion(record: &Record, closing: Closing, lore: &Lore) -> String {
    let noun = record.mode();
    let why = match (closing, record.end()) {
        (_, Some(end)) => format!("The {noun} came to its end: {end}."),
        (Closing::AtLimit(ply), None) => format!("The {noun} was stopped at its limit of {ply} plies."),
        (Closing::Agreed, None) => "The players agreed on a draw.".to_owned(),
        (Closing::Resigned(army), None) => format!("{army} gave the game up for the {}.", army.side()),
        (_, None) => format!("The players closed the {noun} before its end."),
    };
    let mut text = match record.answer() {
        Some(answer) => {
            let [ptah, kings] = verdicts(&answer);
            format!("\n## The answer\n\n{why}\n\n{ptah}\n{kings}\n\n{}\n\n", manner(&answer))
        }
        None => format!("\n## The end\n\n{why}\n\n{}\n\n", marks::result(&result(record))),
    };
    let position = record.position();
    let _ = write!(text, "{}\n\n", marks::position(position.ply(), position));
    let picture = BoardPicture { position, ptah: record.heading().matter.ptah(), last: None };
    let _ = write!(text, "```text\n{}\n{}\n```\n", picture.plain(), picture.key());
    text + &summary(&Totals::of(record, lore), record.mode())
}

/// The lines of the answer by both criteria.
pub(super) fn verdicts(answer: &Answer) -> [String; 2] {
    [(marks::PTAH, answer.ptah), (marks::KINGS, answer.kings)]
        .map(|(by, decision)| marks::verdict(by, decision, answer))
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
    text + &marks::end(mode) + "\n"
}
