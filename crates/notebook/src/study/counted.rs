//! The counts of one record, compact enough to keep those of thousands of records.

use std::sync::LazyLock;

use crate::chess::{Army, Board, Kind, Piece, Side, Square};
use crate::reading::{DieThrower, Throw, Verdict};
use crate::record::{Correctness, EnochianRecord, Subject};
use crate::render::winner;

use super::CountedQuestion;

/// The counts of one record, for [`StatisticsCounter`](super::StatisticsCounter) and for searches by what happened.
///
/// A turn takes three bytes, so that the counts of a whole notebook can be searched at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedRecord {
    /// The board.
    pub board: Board,
    /// The result of the reading or game.
    pub kind: CountedKind,
    /// The question of a reading, as it is played by chance.
    pub question: Option<CountedQuestion>,
    /// The ply of the first turn; a game can begin in the middle.
    pub first: u32,
    /// The turns that stand.
    pub turns: CountedTurns,
}

/// The result of a reading or game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountedKind {
    /// A reading.
    Reading {
        /// Who threw the die.
        die: DieThrower,
        /// The answer by the Ptah and that by the kings, once it is concluded.
        answer: Option<[Verdict; 2]>,
        /// The last recorded outcome.
        proved: Option<Correctness>,
    },
    /// A game: the winner, `Some(None)` for a draw, or `None` if it was not finished.
    Game(Option<Option<Side>>),
}

/// The turns that stand, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountedTurns(Vec<u8>);

/// One turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountedTurn {
    /// What the die showed, in a reading.
    pub throw: Option<Throw>,
    /// The piece that moved, as it was before, and the square on which it landed.
    pub landing: Option<(Piece, Square)>,
    /// The king that it captured, and the other piece; both from a shared throne.
    pub captured: [Option<Piece>; 2],
    /// Whether it gave check.
    pub gives_check: bool,
}

impl CountedTurn {
    /// The pieces that it captured, sorted from those on the square.
    pub(crate) fn captured(pieces: impl IntoIterator<Item = Piece>) -> [Option<Piece>; 2] {
        let mut captured = [None; 2];
        for piece in pieces {
            captured[usize::from(piece.kind != Kind::King)] = Some(piece);
        }
        captured
    }
}

impl CountedRecord {
    /// Counts a record.
    #[must_use]
    pub fn of(record: EnochianRecord<'_>) -> CountedRecord {
        let subject = &record.subject();
        let kind = match (subject, record.answer()) {
            (Subject::Reading(_, die), Some(answer)) => {
                let proved = record.outcomes().last().map(|outcome| outcome.proved);
                let answer = record.closing().map(|_| [answer.ptah.verdict, answer.kings.verdict]);
                CountedKind::Reading { die: *die, answer, proved }
            }
            _ => CountedKind::Game(winner(record)),
        };
        let mut turns = CountedTurns::default();
        for turn in record.turns() {
            turns.push(CountedTurn {
                throw: turn.thrown.map(|thrown| thrown.throw),
                landing: turn.piece.zip(turn.landing()),
                captured: CountedTurn::captured(turn.captures().map(|(piece, _)| piece)),
                gives_check: !turn.checks.is_empty(),
            });
        }
        let first = record.turns().first().map_or(1, |turn| turn.ply);
        let stopped = record.end().is_none().then_some(turns.len());
        let question = subject.question().map(|question| CountedQuestion::of(question, stopped));
        CountedRecord { board: subject.board(), kind, question, first, turns }
    }
}

/// The code for no piece; the others are numbered by army and kind.
const NO_PIECE: u16 = 63;

/// The bits of what a turn did to others: the army, whether its king was captured, the kind of another captured piece, check.
const KING: u8 = 1 << 2;
const CHECK: u8 = 1 << 7;

/// Packs what a turn did to others into a byte.
fn done(turn: &CountedTurn) -> u8 {
    let [king, other] = turn.captured;
    let army = king.or(other).map_or(0, |piece| piece.army.index() as u8);
    let kind = other.map_or(0, |piece| kind_number(piece.kind));
    army | if king.is_some() { KING } else { 0 } | kind << 3 | if turn.gives_check { CHECK } else { 0 }
}

/// The captured pieces of a packed byte.
fn captured(done: u8) -> [Option<Piece>; 2] {
    let piece = |kind| Piece { army: Army::ALL[usize::from(done & 3)], kind };
    // The king has the first number, which so stands for no other piece.
    let other = Kind::ALL.get(usize::from(done >> 3 & 15)).filter(|kind| **kind != Kind::King);
    [(done & KING != 0).then(|| piece(Kind::King)), other.map(|kind| piece(*kind))]
}

/// The number of a piece by army and kind.
fn piece_number(piece: Piece) -> u16 {
    (piece.army.index() * Kind::ALL.len()) as u16 + u16::from(kind_number(piece.kind))
}

/// A set of pieces, with a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceSet(u64);

impl PieceSet {
    /// All pieces that are so.
    pub(crate) fn of(pieces: impl IntoIterator<Item = Piece>) -> PieceSet {
        PieceSet(pieces.into_iter().fold(0, |set, piece| set | 1 << piece_number(piece)))
    }

    pub(crate) fn union(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 | other.0)
    }

    /// Those of one army.
    pub(crate) fn of_army(self, army: Army) -> PieceSet {
        PieceSet(self.0 & ((1 << Kind::ALL.len()) - 1) << (army.index() * Kind::ALL.len()))
    }
}

/// What a turn is looked for by: one of these is enough.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TurnClause {
    /// One of these pieces landed.
    pub(crate) landed: PieceSet,
    /// A piece landed on one of these squares, with a bit for each.
    pub(crate) squares: u64,
    /// One of these pieces was captured.
    pub(crate) captured: PieceSet,
    /// Check was given.
    pub(crate) check: bool,
}

/// For each byte of what a turn did to others, the captured pieces.
static CAPTURED: LazyLock<[PieceSet; 256]> =
    LazyLock::new(|| std::array::from_fn(|done| PieceSet::of(captured(done as u8).into_iter().flatten())));

impl CountedTurns {
    /// Tells of the turns, counted from 0, in which every clause holds. No turn is unpacked that is not found, since thousands of
    /// journals are searched.
    pub(crate) fn find(&self, clauses: &[TurnClause], mut tell: impl FnMut(usize, CountedTurn)) {
        let captured = &*CAPTURED;
        let holds = |clause: &TurnClause, bytes: &[u8; 3]| {
            let packed = u16::from_le_bytes([bytes[0], bytes[1]]);
            let (piece, square, others) = (packed >> 6 & 63, packed & 63, &captured[usize::from(bytes[2])]);
            let is_there = (clause.landed.0 >> piece | clause.squares >> square) & 1;
            let is_done = || clause.captured.0 & others.0 != 0 || clause.check && bytes[2] & CHECK != 0;
            piece != NO_PIECE && (is_there != 0 || is_done())
        };
        let turns = self.0.as_chunks().0;
        for (index, bytes) in turns.iter().enumerate() {
            if clauses.iter().all(|clause| holds(clause, bytes)) {
                tell(index, unpacked(bytes));
            }
        }
    }

    /// Adds a turn to the end.
    pub fn push(&mut self, turn: CountedTurn) {
        let throw = turn.throw.map_or(0, |throw| u16::from(throw.number()));
        let (piece, square) =
            turn.landing.map_or((NO_PIECE, 0), |(piece, square)| (piece_number(piece), square.index() as u16));
        self.0.extend((throw << 12 | piece << 6 | square).to_le_bytes());
        self.0.push(done(&turn));
    }

    /// The number of turns.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len() / 3
    }

    /// Whether there are no turns.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the turns.
    pub fn iter(&self) -> impl Iterator<Item = CountedTurn> + '_ {
        self.0.as_chunks().0.iter().map(unpacked)
    }
}

/// The place of a kind among all.
fn kind_number(kind: Kind) -> u8 {
    Kind::ALL.iter().position(|it| *it == kind).unwrap_or_default() as u8
}

/// A turn of three bytes.
fn unpacked(bytes: &[u8; 3]) -> CountedTurn {
    let packed = u16::from_le_bytes([bytes[0], bytes[1]]);
    let (piece, square) = (usize::from(packed >> 6 & 63), usize::from(packed & 63));
    let army = Army::ALL.get(piece / Kind::ALL.len());
    let piece = army.map(|army| Piece { army: *army, kind: Kind::ALL[piece % Kind::ALL.len()] });
    CountedTurn {
        throw: Throw::new((packed >> 12) as u8),
        landing: piece.zip(Square::from_index(square)),
        captured: captured(bytes[2]),
        gives_check: bytes[2] & CHECK != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_round_trips() {
        let mut turns = CountedTurns::default();
        let mut pushed = Vec::new();
        for throw in [None].into_iter().chain(Throw::ALL.map(Some)) {
            for army in Army::ALL {
                for kind in Kind::ALL {
                    for square in Square::all() {
                        let landing = Some((Piece { army, kind }, square));
                        pushed.push(CountedTurn { throw, landing, ..CountedTurn::default() });
                    }
                }
            }
            pushed.push(CountedTurn { throw, ..CountedTurn::default() });
        }
        let kings = Army::ALL.map(|army| Some(Piece { army, kind: Kind::King })).into_iter().chain([None]);
        for (king, gives_check) in kings.flat_map(|king| [(king, false), (king, true)]) {
            for other in Kind::ALL.into_iter().skip(1).map(Some).chain([None]) {
                let others = king.map_or(Army::ALL.to_vec(), |king| vec![king.army]);
                for army in others {
                    let captured = [king, other.map(|kind| Piece { army, kind })];
                    pushed.push(CountedTurn { captured, gives_check, ..CountedTurn::default() });
                }
            }
        }
        pushed.iter().for_each(|turn| turns.push(*turn));
        assert_eq!(turns.iter().collect::<Vec<_>>(), pushed);
    }
}
