//! A reading as it is told: its turns and correspondences, and its log, read for a question (INTERPRETATION 8.1).

use std::borrow::Cow;
use std::ops::Deref;

use crate::chess::{Army, Kind, Piece, Position, Square};
use crate::correspondences::{Correspondences, Event, SignOrElement};
use crate::reading::{Question, QuestionKind};
use crate::record::EnochianRecord;
use crate::session::PlayedTurn;

use super::attack::{attackers_of, turns_from};
pub(super) use super::log::Starter;
use super::log::{Followed, Happening, Log, What};
use super::meaning::About;
use super::significator::Significator;

/// A reading with everything its facts are derived from.
pub(super) struct Story<'r> {
    pub(super) record: EnochianRecord<'r>,
    pub(super) correspondences: &'r Correspondences,
    pub(super) question: &'r Question,
    pub(super) querent: Army,
    pub(super) turns: &'r [PlayedTurn],
    /// The position in which the move of each turn was made.
    pub(super) from: Vec<Cow<'r, Position>>,
    pub(super) log: Log<'r>,
    /// What stands for the matter, besides the king, and why.
    pub(super) carrier: Option<Significator>,
    /// The piece that does.
    pub(super) significator: Option<Starter>,
}

impl<'r> Deref for Story<'r> {
    type Target = Log<'r>;

    fn deref(&self) -> &Log<'r> {
        &self.log
    }
}

impl<'r> Story<'r> {
    /// The story of a reading; `None` for a game. `named` replaces the significator.
    pub(super) fn of(
        record: EnochianRecord<'r>,
        correspondences: &'r Correspondences,
        named: Option<Piece>,
    ) -> Option<Story<'r>> {
        let question = record.subject().question()?;
        let querent = question.army();
        let named = named.map(|piece| Significator { piece, reason: "named" });
        let carrier = named.or_else(|| Significator::of(question, correspondences));
        Some(Story {
            record,
            correspondences,
            question,
            querent,
            turns: record.turns(),
            from: turns_from(record).map(|(from, _)| from).collect(),
            log: Log::of(record),
            carrier,
            significator: carrier.map(|it| it.piece),
        })
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
            // In short.
            _ => correspondences.person(piece).happening.split(';').next().unwrap_or_default(),
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

    /// The querent's king.
    pub(super) fn king(&self) -> Starter {
        Piece { army: self.querent, kind: Kind::King }
    }

    /// The checks that pieces gave to the querent's king by their own move.
    pub(super) fn checks(&self) -> impl DoubleEndedIterator<Item = &Happening> {
        let check = What::Check(self.querent);
        self.all(move |what| what == check)
    }

    /// Whether a piece attacks a king once the exchange of a turn is done and before its move.
    pub(super) fn attacks_before_move(&self, index: usize, piece: Starter, army: Army) -> bool {
        let position = &self.from[index];
        let king = position.king(army);
        let attackers = king.map(|king| attackers_of(position, king, army.side().opponent())).unwrap_or_default();
        self.before(index, piece).is_some_and(|placed| attackers.contains(&placed))
    }

    /// The weight of a taking as an event, 1 the heaviest: of all that it takes the heaviest (INTERPRETATION 8.1.2).
    pub(super) fn class(&self, stroke: &Happening) -> u8 {
        stroke.to.iter().map(|taken| self.class_of(stroke, *taken)).min().unwrap_or(u8::MAX)
    }

    /// The weight of one of the pieces that it takes.
    pub(super) fn class_of(&self, stroke: &Happening, taken: Followed) -> u8 {
        let is_significator = |piece| self.significator == Some(piece);
        let event = match taken.was.piece.kind {
            Kind::King => None,
            _ if is_significator(taken.starter) => Some(Event::CaptureOfSignificator),
            Kind::Officer(_) if is_significator(stroke.by) => Some(Event::CaptureBySignificator),
            Kind::Officer(_) | Kind::Pawn(_) => None,
        };
        let in_concourse = stroke.what == What::Took { in_concourse: true };
        let plain = capture_event(self, stroke.was, taken.was.piece, in_concourse);
        let class = |event| self.correspondences.event(event).class;
        let concourse = in_concourse.then_some(Event::Concourse);
        [Some(plain), event, concourse].into_iter().flatten().map(class).min().unwrap_or(u8::MAX)
    }
}

/// The event of a capture, leaving the significator aside.
pub(super) fn capture_event(story: &Story<'_>, taker: Piece, taken: Piece, is_concourse: bool) -> Event {
    let of_querent = taken.army == story.querent;
    if is_concourse && taken.army == taker.army.partner() {
        return Event::PartnerTakenInConcourse;
    }
    match (taken.kind, story.is_ours(taken.army)) {
        (Kind::King, false) => Event::KingTakenEnemy,
        (Kind::King, true) if of_querent => Event::KingTakenQuerent,
        (Kind::King, true) => Event::KingTakenPartner,
        (Kind::Officer(_), false) if taker.army == story.querent => Event::OfficerTakenByQuerent,
        (Kind::Officer(_), false) => Event::OfficerTakenByPartner,
        (Kind::Officer(_), true) if of_querent => Event::OfficerLostByQuerent,
        (Kind::Officer(_), true) => Event::OfficerLostByPartner,
        (Kind::Pawn(_), false) => Event::PawnTakenByUs,
        (Kind::Pawn(_), true) => Event::PawnLostByUs,
    }
}
