//! The other games as CSV: a row per act.

use crate::games::{Fact, Seat};
use crate::record::OtherRecord;
use crate::render::ShownAct;

use super::csv::harmless;
use super::{ActsPage, ExportError};

const COLUMNS: [&str; 12] = [
    "turn",
    "actor",
    "act",
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
    let mut table = ::csv::Writer::from_writer(Vec::new());
    table.write_record(COLUMNS)?;
    let seats = record.game().referee.seats();
    let acts = ShownAct::standing(record).into_iter().zip(ActsPage::of(record).acts);
    for (act, on_page) in acts {
        let notes: Vec<String> = on_page.notes.into_iter().map(|note| note.words).collect();
        let [piece, from, to, captured, promoted, check] = columns(&act.facts, seats);
        let cells = [
            act.turn.to_string(),
            act.actor,
            act.text,
            piece,
            from,
            to,
            captured,
            promoted,
            check,
            act.irregular.unwrap_or_default(),
            act.sentence,
            notes.join(" / "),
        ];
        table.write_record(cells.map(|cell| harmless(&cell)))?;
    }
    table.into_inner().map_err(|error| ::csv::Error::from(error.into_error()).into())
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
            Fact::Out(_) | Fact::Other(_) => {}
        }
    }
    columns.map(|cells| cells.join(", "))
}
