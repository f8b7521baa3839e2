//! The other games as CSV: a row per act.

use crate::games::{Fact, Seat};
use crate::record::OtherRecord;
use crate::render::ShownAct;

use super::csv::written;
use super::{ExportError, Page, PageTurn};

const COLUMNS: [&str; 12] = [
    "turn",
    "actor",
    "move",
    "piece",
    "from",
    "to",
    "captured",
    "promoted",
    "check",
    "irregular",
    "what happened",
    "notes",
];

/// A row for each act.
pub(super) fn acts(record: OtherRecord<'_>) -> Result<Vec<u8>, ExportError> {
    let seats = record.game().referee.seats();
    let acts = ShownAct::standing(record).into_iter().zip(Page::of_other(record).turns);
    let row = |(act, on_page): (ShownAct, PageTurn)| {
        let notes: Vec<String> = on_page.notes.into_iter().map(|note| note.words).collect();
        let mut row = vec![act.turn.to_string(), act.actor, act.text];
        row.extend(columns(&act.facts, seats));
        row.extend([act.irregular.unwrap_or_default(), act.sentence, notes.join(" / ")]);
        row
    };
    written(&COLUMNS, acts.map(row))
}

/// The cells of what an act did, from the piece to the check.
fn columns(facts: &[Fact], seats: &[Seat]) -> [String; 6] {
    let name = |seat: &usize| seats.get(*seat).map_or("?", |seat| seat.name.as_str());
    let mut columns: [Vec<String>; 6] = Default::default();
    let [pieces, starts, targets, captures, promotions, checks] = &mut columns;
    for fact in facts {
        match fact {
            Fact::Moved { piece, from, to } => {
                pieces.push((*piece).to_owned());
                starts.push(from.clone());
                targets.push(to.clone());
            }
            Fact::Captured { seat, piece, at } => captures.push(format!("{piece} of {} on {at}", name(seat))),
            Fact::Promoted { piece, .. } => promotions.push((*piece).to_owned()),
            Fact::Check(seat) => checks.push(name(seat).to_owned()),
            _ => {}
        }
    }
    columns.map(|cells| cells.join(", "))
}
