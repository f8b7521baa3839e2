//! The program's parts of a journal, in Markdown.
//!
//! A journal is only appended to: each [`Entry`] adds one part, and nothing in the file is rewritten.

use std::fmt::Write;

use crate::chess::Army;
use crate::correspondences::Correspondences;
use crate::record::{EnochianRecord, Entry, Record, Subject};
use crate::render::{landing, turn_sentences};
use crate::session::{Act, PlayedTurn};

use super::lines;
use super::wording;

/// The number of turns between two stated positions.
const STATED_EVERY: u32 = 12;

/// The part for the last entry of a record.
pub(super) fn part(record: &Record, entry: &Entry, correspondences: &Correspondences) -> String {
    match entry {
        Entry::Act(act) => wording::act_part(record, act, correspondences),
        Entry::Note(text) => format!("\n{}\n", lines::note(record.play().current_turn(), text)),
        Entry::TakenBack(acts) => format!("\n{}\n", lines::taken_back(*acts, &wording::state(record))),
        Entry::Resumed(moment) => format!("\n{}\n", lines::resumed(moment)),
        Entry::Afterword(afterword) => {
            let first = record.closing().is_some() && matches!(record.entries(), [.., Entry::Concluded(..), _]);
            let heading = if first { format!("\n{}\n", lines::AFTERWARDS) } else { String::new() };
            format!("{heading}\n{}\n", lines::afterword(afterword))
        }
        Entry::Concluded(closing, moment) => {
            format!(
                "\n{}\n{}",
                lines::concluded(*closing, moment),
                wording::conclusion(record, *closing, correspondences)
            )
        }
    }
}

/// The part for an act of Enochian chess.
pub(super) fn act(record: EnochianRecord<'_>, act: Act, correspondences: &Correspondences) -> String {
    match act {
        Act::Throw(throw) => format!("\n{}\n", lines::turn(record.ply(), record.turn(), Some(throw))),
        Act::Move(_) | Act::Irregular(_) => {
            record.last_turn().map_or(String::new(), |turn| played(record, turn, correspondences))
        }
        Act::Exchange(exchange) => format!("\n{}\n", lines::exchange(record.ply(), exchange)),
        Act::Withdrawal(army) => format!("\n{}\n", lines::withdrawal(record.ply(), army)),
    }
}

/// The sentences on a turn; with the gloss of the square if the querent is given.
pub(super) fn turn_text(
    turn: &PlayedTurn,
    subject: &Subject,
    querent: Option<Army>,
    correspondences: &Correspondences,
) -> String {
    let mut text = turn_sentences(turn, querent, correspondences) + "\n";
    if let (Some(querent), Some(square), Some(piece)) = (querent, turn.landing(), turn.piece) {
        let gloss = correspondences.gloss(subject.board(), square, Some(piece), Some(querent));
        let _ = write!(text, "\n{}\n{}{}\n", lines::GLOSS, landing(&gloss), lines::GLOSS_END);
    }
    text
}

fn played(record: EnochianRecord<'_>, turn: &PlayedTurn, correspondences: &Correspondences) -> String {
    let subject = record.subject();
    let mut text = match turn.thrown {
        // The heading was written with the throw.
        Some(_) => String::new(),
        None => format!("\n{}\n", lines::turn(turn.ply, turn.army, None)),
    };
    let _ = write!(text, "\n{}\n\n", lines::played(turn.mv, &turn.sheet, turn.irregular.is_some()));
    text.push_str(&turn_text(turn, subject, subject.querent().filter(|_| !subject.is_quiet()), correspondences));
    if turn.ply.is_multiple_of(STATED_EVERY) {
        let _ = write!(text, "\n{}\n", lines::position(turn.ply, &turn.position.to_string()));
    }
    text
}
