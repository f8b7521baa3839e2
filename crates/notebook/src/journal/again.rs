//! What came up again: the same thing on the same square in another reading.

use std::collections::HashMap;

use serde::{Serialize, Serializer};

use crate::chess::{Kind, Mode, Piece, Square};
use crate::correspondences::{Correspondences, SignOrElement};
use crate::study::{CountedRecord, CountedTurn};

use super::{IndexEntry, Metadata};

/// The most other readings of what is rare enough to be worth saying.
const RARE: usize = 3;

/// A turn in which something happened that happened in other readings too (docs/GUIDE.md).
#[derive(Clone, Debug, Serialize)]
pub struct Recurrence<'e> {
    /// The turn.
    pub turn: u32,
    /// The querent's king, who landed there, or the piece that was captured there.
    pub piece: Piece,
    /// Whether it was captured.
    #[serde(rename = "captured")]
    pub is_captured: bool,
    /// The square.
    pub square: Square,
    /// The sign or element of the square.
    pub force: SignOrElement,
    /// The other readings, in the order of the list.
    pub others: Vec<OtherTurn<'e>>,
}

/// The first turn of another reading in which the same happened. It is serialised with the name of the journal.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OtherTurn<'e> {
    /// The journal of the reading.
    #[serde(rename = "name", serialize_with = "name")]
    pub entry: &'e IndexEntry,
    /// The turn.
    pub turn: u32,
}

fn name<S: Serializer>(entry: &IndexEntry, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&entry.name())
}

/// `the king of Air on a6, Aquarius`, `the knight of Water, taken on e3, Leo`.
impl std::fmt::Display for Recurrence<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let taken = if self.is_captured { ", taken" } else { "" };
        write!(f, "the {}{taken} on {}, {}", self.piece, self.square, self.force)
    }
}

/// What happened: the piece, whether it was captured, and where.
type Event = (Piece, bool, Square);

/// What happened in a turn that can come up again.
fn events(turn: &CountedTurn, king: Piece) -> impl Iterator<Item = Event> {
    let landing = turn.landing.filter(|(piece, _)| *piece == king).map(|(king, square)| (king, false, square));
    let square = turn.landing.map(|(_, square)| square);
    let persons = turn.captured.into_iter().flatten().filter(|piece| !piece.kind.is_pawn());
    let captured = persons.filter_map(move |piece| Some((piece, true, square?)));
    landing.into_iter().chain(captured)
}

/// The counts and the querent's king of a reading whose meanings are not hidden.
fn known(metadata: &Metadata) -> Option<(&CountedRecord, Piece)> {
    let counted = metadata.counted.as_ref().filter(|_| metadata.mode == Mode::Reading && !metadata.is_quiet)?;
    let army = counted.question.as_ref()?.querent();
    Some((counted, Piece { army, kind: Kind::King }))
}

/// The counts of the readings among journals that can be compared with chance: none that is quiet, and no branch, which has the
/// question and the turns of another.
///
/// ```
/// use enochian::{correspondences::Correspondences, journal};
/// let entries = journal::list("journals".as_ref(), Correspondences::embedded(), &|_, _| {}).unwrap();
/// let known = entries.iter().filter_map(|entry| entry.metadata.as_deref().ok());
/// assert!(journal::countable(known).iter().all(|counted| counted.question.is_some()));
/// ```
#[must_use]
pub fn countable<'m>(journals: impl IntoIterator<Item = &'m Metadata>) -> Vec<CountedRecord> {
    let is_own = |it: &&Metadata| it.branch.is_none() && it.is_playable;
    journals.into_iter().filter(is_own).filter_map(|it| Some(known(it)?.0.clone())).collect()
}

/// What of a reading happened in other readings on the same board too, turn by turn: the querent's king landed on the same
/// square, or the same king or officer was captured on it. What happened in more than three others is left out, and so is a quiet
/// reading.
///
/// ```
/// use enochian::{journal, correspondences::Correspondences};
/// let correspondences = Correspondences::embedded();
/// let entries = journal::list("journals".as_ref(), correspondences, &|_, _| {}).unwrap();
/// let (entries, _) = journal::set_copies_aside(entries);
/// assert!(journal::again(&entries[0], &entries, correspondences).iter().all(|it| !it.others.is_empty()));
/// ```
#[must_use]
pub fn again<'e>(
    entry: &IndexEntry,
    entries: &'e [IndexEntry],
    correspondences: &Correspondences,
) -> Vec<Recurrence<'e>> {
    let Some((counted, king)) = entry.metadata.as_deref().ok().and_then(known) else { return Vec::new() };
    let turns = |counted: &CountedRecord| (counted.first..).zip(counted.turns.iter().collect::<Vec<_>>());
    let mut others: HashMap<Event, Vec<OtherTurn<'_>>> = HashMap::new();
    for (_, turn) in turns(counted) {
        others.extend(events(&turn, king).map(|event| (event, Vec::new())));
    }
    for other in entries.iter().filter(|other| other.path != entry.path) {
        let Some((of_other, king)) = other.metadata.as_deref().ok().and_then(known) else { continue };
        if of_other.board != counted.board {
            continue;
        }
        for (number, turn) in turns(of_other) {
            for event in events(&turn, king) {
                let Some(found) = others.get_mut(&event) else { continue };
                if found.last().is_none_or(|last| last.entry.path != other.path) {
                    found.push(OtherTurn { entry: other, turn: number });
                }
            }
        }
    }
    let mut found = Vec::new();
    for (number, turn) in turns(counted) {
        for (piece, is_captured, square) in events(&turn, king) {
            // Said once, where it first happened.
            let others = others.remove(&(piece, is_captured, square)).unwrap_or_default();
            if (1..=RARE).contains(&others.len()) {
                let force = correspondences.square(counted.board, square).force;
                found.push(Recurrence { turn: number, piece, is_captured, square, force, others });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_querents_king_and_captured_persons_come_up_again_and_nothing_else() {
        let correspondences = Correspondences::embedded();
        let entries = super::super::list("journals".as_ref(), correspondences, &|_, _| {}).unwrap();
        let sample = entries.iter().find(|it| it.name().contains("2026-11-21-is-my-brother")).unwrap();
        let with = |name: &str, change: &dyn Fn(&mut Metadata)| {
            let mut metadata = sample.metadata.clone().unwrap();
            change(&mut metadata);
            IndexEntry { path: name.into(), modified: sample.modified, metadata: Ok(metadata) }
        };
        // With itself it has all in common that can come up again.
        let all = [with("other.md", &|_| {})];
        let found = again(sample, &all, correspondences);
        let counted = sample.metadata.as_ref().unwrap().counted.as_ref().unwrap();
        assert!(!found.is_empty() && found.len() < counted.turns.len() / 3, "{}", found.len());
        for it in &found {
            let turn = counted.turns.iter().nth((it.turn - counted.first) as usize).unwrap();
            assert_eq!(it.others[0].turn, it.turn, "{it}");
            let captured = turn.captured.contains(&Some(it.piece)) && !it.piece.kind.is_pawn();
            let is_king = turn.landing == Some((it.piece, it.square)) && it.piece.kind == Kind::King;
            assert!(if it.is_captured { captured } else { is_king }, "{it}");
        }
        // Not in a quiet reading, in a game, on another board, or where it is no rarity.
        let none = [
            with("quiet.md", &|it| it.is_quiet = true),
            with("game.md", &|it| it.mode = Mode::Game),
            with("board.md", &|it| it.counted.as_mut().unwrap().board = crate::chess::Board::Fire),
        ];
        assert!(again(sample, &none, correspondences).is_empty());
        let many: Vec<IndexEntry> = (0..=RARE).map(|number| with(&format!("{number}.md"), &|_| {})).collect();
        assert!(again(sample, &many, correspondences).is_empty());
        assert_eq!(again(sample, &many[1..], correspondences).len(), found.len());
    }
}
