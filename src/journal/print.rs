//! The program's parts of a journal, in Markdown.
//!
//! A journal is only appended to: each [`Entry`] adds one part, and nothing in the file is rewritten.

use std::fmt::Write;

use crate::chess::{Army, Mode};
use crate::correspondences::Correspondences;
use crate::record::{Entry, Record, Subject};
use crate::render::{landing, turn_sentences};
use crate::session::{Act, PlayedTurn};

use super::conclusion::conclusion;
use super::lines;

/// The number of turns between two stated positions.
const STATED_EVERY: u32 = 12;

/// The part for the last entry of a record, with as many lines as in that edition of the wording.
pub(super) fn part(record: &Record, entry: &Entry, wording: u32, correspondences: &Correspondences) -> String {
    match entry {
        Entry::Act(Act::Throw(throw)) => format!("\n{}\n", lines::turn(record.ply(), record.turn(), Some(*throw))),
        Entry::Act(Act::Move(_)) | Entry::Act(Act::Irregular(_)) => {
            record.last_turn().map_or(String::new(), |turn| played(record, turn, correspondences))
        }
        Entry::Note(text) => format!("\n{}\n", lines::note(record.ply(), text)),
        Entry::Act(Act::Exchange(exchange)) => format!("\n{}\n", lines::exchange(record.ply(), *exchange)),
        Entry::Act(Act::Withdrawal(army)) => format!("\n{}\n", lines::withdrawal(record.ply(), *army)),
        Entry::TakenBack(acts) => format!("\n{}\n", lines::taken_back(*acts, &state(record))),
        Entry::Resumed(moment) => format!("\n{}\n", lines::resumed(moment)),
        Entry::Annotation(annotation) => {
            let first = record.closing().is_some() && matches!(record.entries(), [.., Entry::Concluded(..), _]);
            let heading = if first { format!("\n{}\n", lines::AFTERWARDS) } else { String::new() };
            format!("{heading}\n{}\n", lines::annotation(annotation))
        }
        Entry::Concluded(closing, moment) => {
            format!(
                "\n{}\n{}",
                lines::concluded(*closing, moment),
                conclusion(record, *closing, wording, correspondences)
            )
        }
    }
}

/// The state of a record after something was taken back.
pub(super) fn state(record: &Record) -> String {
    let turn = format!("turn {}", record.ply());
    match (record.mode(), record.throw()) {
        (_, Some(throw)) => format!("{turn}, after its throw of {throw}"),
        (Mode::Reading, None) => format!("{turn}, before its throw"),
        (Mode::Game, None) => turn,
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

fn played(record: &Record, turn: &PlayedTurn, correspondences: &Correspondences) -> String {
    let subject = &record.heading().subject;
    let mut text = match turn.thrown {
        // The heading was written with the throw.
        Some(_) => String::new(),
        None => format!("\n{}\n", lines::turn(turn.ply, turn.army, None)),
    };
    let _ = write!(text, "\n{}\n\n", lines::played(turn.mv, &turn.sheet, turn.irregular.is_some()));
    text.push_str(&turn_text(turn, subject, subject.querent().filter(|_| !subject.is_quiet()), correspondences));
    if turn.ply.is_multiple_of(STATED_EVERY) {
        let _ = write!(text, "\n{}\n", lines::position(turn.ply, &turn.position));
    }
    text
}
