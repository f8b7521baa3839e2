//! Writes a record as a sheet.

use crate::chess::{Army, Move};
use crate::reading::Throw;
use crate::record::{EnochianRecord, Entry, Record, time};
use crate::session::{Act, Action, PlayedTurn as Played, Session};

use super::cell::{Cell, CellTurn};
use super::heading;

/// Writes a record as a sheet: its heading, and all that was done and noted in play, in order. Tags, remarks and outcomes are left
/// out.
#[must_use]
pub fn write(record: EnochianRecord<'_>) -> String {
    let mut sheet = SheetWriter {
        text: heading::write(record),
        columns: heading::columns(&record.subject().start()),
        record: Record::begin(record.heading().clone()),
        cell: Cell::default(),
        row: [const { None }; 4],
        round: 1,
        rounds: Vec::new(),
    };
    for entry in record.entries() {
        sheet.entry(entry);
    }
    sheet.end_row();
    sheet.text
}

struct SheetWriter {
    text: String,
    /// The armies of the columns.
    columns: [Army; 4],
    /// The part of the record that has been written.
    record: Record,
    /// The cell being filled.
    cell: Cell,
    row: [Option<String>; 4],
    round: u32,
    /// The rounds and columns of the plies written so far.
    rounds: Vec<(u32, usize)>,
}

impl SheetWriter {
    fn entry(&mut self, entry: &Entry) {
        let line = match entry {
            Entry::Note(words) => Some(("note", heading::quoted_if_needed(words))),
            Entry::TakenBack(acts) => Some(("back", acts.to_string())),
            Entry::Resumed(moment) => Some(("resumed", time(moment))),
            Entry::Concluded(closing, moment) => Some(("closed", format!("{closing} · {}", time(moment)))),
            // What was added to the play stays in the journal.
            Entry::Act(_) | Entry::Afterword(_) => None,
        };
        if let Some((key, value)) = line {
            self.end_row();
            self.text.push_str(&format!("{key}: {value}\n"));
        }
        let (army, act) = (self.record.known_enochian().turn(), entry.enochian_act());
        let implied = match (act, self.cell.throw) {
            (Some(Act::Move(mv)), Some(_)) => implied_throw(self.record.known_enochian().session(), mv),
            _ => None,
        };
        // The entry was valid once, so it is valid again.
        let _ = self.record.enter(entry.clone());
        match act {
            Some(Act::Throw(throw)) => self.cell.throw = Some(throw),
            Some(Act::Withdrawal(_)) => self.action(Action::Withdrawal, army),
            Some(Act::Exchange(exchange)) => self.action(Action::Exchange(exchange), army),
            Some(Act::Move(mv) | Act::Irregular(mv)) => {
                if let Some(played) = self.record.known_enochian().last_turn().cloned() {
                    self.turn(mv, &played, army, implied);
                }
            }
            None => {}
        }
    }

    /// Adds an action; actions come first in a cell, so one after the throw starts a new cell.
    fn action(&mut self, action: Action, army: Army) {
        if self.cell.throw.is_some() {
            self.end_cell(army);
        }
        self.cell.before.push(action);
    }

    /// Adds a turn of an army; `implied` is the throw that follows from its move.
    fn turn(&mut self, mv: Move, played: &Played, army: Army, implied: Option<Throw>) {
        let (text, stated) = match played.sheet.split_once(" =") {
            Some((text, _)) => (text, Some(mv)),
            None => (played.sheet.as_str(), None),
        };
        self.cell.turn = Some(match text.parse() {
            Ok(sheet) if mv != Move::Pass => {
                // An irregular move can only be read if it is stated.
                let stated = stated.or(played.irregular.map(|_| mv));
                CellTurn::Sheet { text: text.to_owned(), sheet, stated }
            }
            _ => CellTurn::Pass,
        });
        if mv != Move::Pass && implied.is_some() && implied == self.cell.throw {
            self.cell.throw = None;
        }
        self.end_cell(army);
        self.rounds.push((self.round, self.column(army)));
    }

    fn column(&self, army: Army) -> usize {
        self.columns.iter().position(|&other| other == army).unwrap_or_default()
    }

    /// Adds the cell to its row, or to a new one.
    fn end_cell(&mut self, army: Army) {
        let cell = std::mem::take(&mut self.cell);
        if cell.is_empty() {
            return;
        }
        let column = self.column(army);
        if self.row[column..].iter().any(Option::is_some) {
            self.end_row();
        }
        // After an undo, rounds continue from the turn that was reached by it.
        let played = self.record.known_enochian().turns().len() - usize::from(cell.turn.is_some());
        self.rounds.truncate(played);
        self.round = match self.rounds.last() {
            Some(&(round, last)) => round + u32::from(column <= last),
            None => 1,
        };
        self.row[column] = Some(cell.to_string());
    }

    fn end_row(&mut self) {
        if self.cell != Cell::default() {
            self.end_cell(self.record.known_enochian().turn());
        }
        let row = std::mem::take(&mut self.row);
        if row.iter().all(Option::is_none) {
            return;
        }
        let cells = row.map(|cell| cell.unwrap_or_else(|| ".".to_owned()));
        self.text.push_str(&format!("{} | {}\n", self.round, cells.join(" | ")));
    }
}

/// The throw that follows from a move: the one that calls its piece by name (RULES 8.3).
pub(super) fn implied_throw(session: &Session, mv: Move) -> Option<Throw> {
    Throw::ALL.into_iter().find(|&throw| {
        let called = session.terms().moves_for(session.position(), throw);
        !called.instead_of_king && called.moves.contains(&mv)
    })
}
