//! A reading with everything its facts are derived from.

use std::borrow::Cow;

use crate::chess::{Army, Kind, Piece, Position, Square};
use crate::correspondences::{Correspondences, Event, SignOrElement};
use crate::reading::{Question, QuestionKind};
use crate::record::EnochianRecord;
use crate::session::PlayedTurn;
use crate::study::PlacedPiece;

use super::attack::{attackers_of, new_checkers, turns_from};
use super::meaning::About;
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

    /// Whether the pieces of others are persons or happenings (INTERPRETATION 2.3; 8.10 for a question that asks who).
    pub(super) fn about(&self) -> About {
        match self.question.kind {
            QuestionKind::Who => About::Person,
            _ => About::of(self.correspondences.force(self.question.force).house),
        }
    }

    /// What a piece stands for, as words that can follow a comma (INTERPRETATION 2.1 to 2.3, 8.5): an aspect of the querent, a
    /// person or a happening. A pawn that was promoted has words of its own.
    pub(super) fn stands_for(&self, piece: Piece, is_risen: bool) -> &'r str {
        let correspondences = self.correspondences;
        let (is_own, is_person) = (piece.army == self.querent, self.about() == About::Person);
        match piece.kind {
            kind if is_risen || kind.is_pawn() => {
                let words = correspondences.pawn_phrases(is_risen);
                match is_own {
                    true => &words.own,
                    false if is_person => &words.person,
                    false => &words.happening,
                }
            }
            kind if is_own => &correspondences.kind(kind).own,
            Kind::Officer(_) if is_person => correspondences.person(piece).person,
            _ => correspondences.happening(piece),
        }
    }

    /// The sign or element of a square.
    pub(super) fn force(&self, square: Square) -> SignOrElement {
        self.correspondences.square(self.question.board, square).force
    }

    /// Whether an army is the querent's or the partner's.
    pub(super) fn is_ours(&self, army: Army) -> bool {
        army.side() == self.querent.side()
    }
}

/// The pieces that give check to a king by an enemy's move: those that attack him from a square from which he was not
/// attacked before it (INTERPRETATION 4.1). The piece that moved comes first, the others in the order a1, b1 … h8.
///
/// A king who moves onto an attacked square is not in check by this definition.
pub(super) fn checks(from: &Position, turn: &PlayedTurn, king: Army) -> Vec<PlacedPiece> {
    let now = &turn.position;
    let Some(target) = now.king(king).filter(|_| turn.army.side() != king.side()) else { return Vec::new() };
    let fresh = new_checkers(from, now, king);
    let mut found = attackers_of(now, target, king.side().opponent());
    found.retain(|it| fresh.has(it.at));
    // The sort is stable: the others stay in the order of their squares.
    found.sort_by_key(|it| Some(it.at) != turn.landing());
    found
}

/// The event of a capture, leaving the significator aside.
pub(super) fn capture_event(context: &ReadingContext<'_>, taker: Piece, taken: Piece, is_concourse: bool) -> Event {
    let of_querent = taken.army == context.querent;
    if is_concourse && taken.army == taker.army.partner() {
        return Event::PartnerTakenInConcourse;
    }
    match (taken.kind, context.is_ours(taken.army)) {
        (Kind::King, false) => Event::KingTakenEnemy,
        (Kind::King, true) if of_querent => Event::KingTakenQuerent,
        (Kind::King, true) => Event::KingTakenPartner,
        (Kind::Officer(_), false) if taker.army == context.querent => Event::OfficerTakenByQuerent,
        (Kind::Officer(_), false) => Event::OfficerTakenByPartner,
        (Kind::Officer(_), true) if of_querent => Event::OfficerLostByQuerent,
        (Kind::Officer(_), true) => Event::OfficerLostByPartner,
        (Kind::Pawn(_), false) => Event::PawnTakenByUs,
        (Kind::Pawn(_), true) => Event::PawnLostByUs,
    }
}
