//! A reading with everything its facts are derived from.

use std::borrow::Cow;

use serde::Serialize;

use crate::chess::{Army, Kind, Piece, Position, Square, attacked_from};
use crate::correspondences::Correspondences;
use crate::reading::Question;
use crate::record::EnochianRecord;
use crate::session::PlayedTurn;

use super::attack::{new_checkers, turns_from};
use super::significator::{Reason, Significator};

/// A reading, its turns and its correspondences.
pub(super) struct ReadingContext<'r> {
    pub(super) record: EnochianRecord<'r>,
    pub(super) correspondences: &'r Correspondences,
    pub(super) question: &'r Question,
    pub(super) querent: Army,
    pub(super) turns: &'r [PlayedTurn],
    pub(super) start: Position,
    /// The position in which the move of each turn was made.
    pub(super) from: Vec<Cow<'r, Position>>,
    /// What stands for the matter, besides the king.
    pub(super) significator: Option<Significator>,
}

/// A piece and its planet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct NamedPiece {
    /// `Earth`.
    pub army: String,
    /// `rook`, `pawn of bishop`.
    pub kind: String,
    /// `Saturn`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub planet: Option<String>,
}

/// A square with its sign or element and its house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct NamedSquare {
    /// `a6`.
    pub square: String,
    /// `Aquarius`.
    pub force: String,
    /// 1 to 12; `None` for the square of an element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<u8>,
}

impl<'r> ReadingContext<'r> {
    /// The context of a reading; `None` for a game. `named` replaces the significator.
    pub(super) fn of(
        record: EnochianRecord<'r>,
        correspondences: &'r Correspondences,
        named: Option<Piece>,
    ) -> Option<ReadingContext<'r>> {
        let question = record.subject().question()?;
        let (querent, start) = (question.army(), question.start());
        let named = named.map(|piece| Significator::Officer(piece, Reason::Named));
        let significator = named.or_else(|| Significator::of(question, correspondences));
        let from = turns_from(record).map(|(from, _)| from).collect();
        Some(ReadingContext {
            record,
            correspondences,
            question,
            querent,
            turns: record.turns(),
            start,
            from,
            significator,
        })
    }

    /// The position before the turn at `index`.
    pub(super) fn before(&self, index: usize) -> &Position {
        match index.checked_sub(1) {
            Some(last) => &self.turns[last].position,
            None => &self.start,
        }
    }

    /// Whether the reading is over: closed, or at an end that is not recorded yet.
    pub(super) fn is_finished(&self) -> bool {
        self.record.closing().is_some() || self.record.end().is_some()
    }

    /// Whether an army is the querent's or the partner's.
    pub(super) fn is_ours(&self, army: Army) -> bool {
        army.side() == self.querent.side()
    }

    pub(super) fn named(&self, piece: Piece) -> NamedPiece {
        let planet = self.correspondences.planet(piece, self.querent).map(str::to_owned);
        NamedPiece { army: piece.army.to_string(), kind: piece.kind.to_string(), planet }
    }

    pub(super) fn place(&self, square: Square) -> NamedSquare {
        let force = self.correspondences.square(self.question.board, square).force;
        NamedSquare {
            square: square.to_string(),
            force: force.to_string(),
            house: self.correspondences.force(force).house,
        }
    }

    /// The strength of a piece on a square, as a number (INTERPRETATION 3.7).
    pub(super) fn strength(&self, piece: Piece, square: Square) -> i8 {
        self.correspondences.strength(piece, self.question.board, square, Some(self.querent)).sum()
    }
}

/// The pieces that give check to a king by an enemy's move: those that attack him from a square from which he was not
/// attacked before it (INTERPRETATION 4.1). The piece that moved comes first, the others in the order a1, b1 … h8.
///
/// A king who moves onto an attacked square is not in check by this definition.
pub(super) fn checks(from: &Position, turn: &PlayedTurn, king: Army) -> Vec<(Square, Piece)> {
    let now = &turn.position;
    let Some(target) = now.king(king).filter(|_| turn.army.side() != king.side()) else { return Vec::new() };
    let attacks = |piece: Piece, square: Square| {
        piece.army.side() != king.side() && attacked_from(piece.kind, piece.army, square, now.occupied()).has(target)
    };
    let fresh = new_checkers(from, now, king).into_iter();
    let pieces = fresh.flat_map(|square| now.pieces_at(square).map(move |piece| (square, piece)));
    let mut found: Vec<(Square, Piece)> = pieces.filter(|(square, piece)| attacks(*piece, *square)).collect();
    // The sort is stable: the others stay in the order of their squares.
    found.sort_by_key(|(square, _)| Some(*square) != turn.landing());
    found
}

/// Whether a piece is an army's king.
pub(super) fn is_king(piece: Piece, army: Army) -> bool {
    piece.army == army && piece.kind == Kind::King
}
