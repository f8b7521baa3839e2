//! Landings on each sign and element.

use serde::Serialize;

use crate::correspondences::{Correspondences, SignOrElement};
use crate::interpretation::log::{Log, What};
use crate::record::EnochianRecord;

/// The landings on squares of a sign or element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LandingRow {
    /// The sign or element.
    pub name: SignOrElement,
    /// The house that a sign governs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<u8>,
    /// The turns in which a piece of the querent's side landed there.
    #[serde(rename = "for")]
    pub ours: Vec<u32>,
    /// The turns in which a piece of the others landed there.
    pub against: Vec<u32>,
}

impl LandingRow {
    /// The number of landings.
    #[must_use]
    pub fn landings(&self) -> usize {
        self.ours.len() + self.against.len()
    }
}

/// The landings of a reading, with a row for each sign and element; none of a game.
#[must_use]
pub fn landings(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Vec<LandingRow> {
    let subject = record.subject();
    let Some(querent) = subject.querent() else { return Vec::new() };
    let row =
        |name| LandingRow { name, house: correspondences.force(name).house, ours: Vec::new(), against: Vec::new() };
    let (log, mut rows) = (Log::of(record), SignOrElement::ALL.map(row));
    for it in log.all(|what| what == What::Moved) {
        let Some(is) = it.to[0].is else { continue };
        let row = &mut rows[correspondences.square(subject.board(), is.at).force.index()];
        let is_ours = it.was.army.side() == querent.side();
        if is_ours { &mut row.ours } else { &mut row.against }.push(log.turn_number(it.index));
    }
    rows.to_vec()
}
