//! A reading as it is told: its log, read for a question (INTERPRETATION 8.1).

use std::ops::Deref;

use crate::chess::{Army, Kind, Piece, Square};
use crate::correspondences::Event;

use super::attack::attackers_of;
use super::context::{ReadingContext, capture_event};
pub(super) use super::log::Starter;
use super::log::{Followed, Happening, Log, What};
use super::significator::Significator;

/// A reading, its pieces followed.
pub(super) struct Story<'c, 'r> {
    pub(super) context: &'c ReadingContext<'r>,
    pub(super) log: Log<'r>,
    pub(super) significator: Option<Starter>,
}

impl<'r> Deref for Story<'_, 'r> {
    type Target = Log<'r>;

    fn deref(&self) -> &Log<'r> {
        &self.log
    }
}

impl<'c, 'r> Story<'c, 'r> {
    pub(super) fn of(context: &'c ReadingContext<'r>) -> Story<'c, 'r> {
        let significator = context.significator.map(|significator| match significator {
            Significator::King => Piece { army: context.querent, kind: Kind::King },
            Significator::Officer(piece, _) => piece,
        });
        Story { context, log: Log::of(context.record), significator }
    }

    pub(super) fn querent(&self) -> Army {
        self.context.querent
    }

    /// The querent's king.
    pub(super) fn king(&self) -> Starter {
        Piece { army: self.querent(), kind: Kind::King }
    }

    /// The checks that pieces gave to the querent's king by their own move.
    pub(super) fn checks(&self) -> impl DoubleEndedIterator<Item = &Happening> {
        let check = What::Check(self.querent());
        self.all(move |what| what == check)
    }

    /// Whether a piece attacks a king once the exchange of a turn is done and before its move.
    pub(super) fn attacks_before_move(&self, index: usize, piece: Starter, army: Army) -> bool {
        let position = &self.context.from[index];
        let king = position.king(army);
        let attackers = king.map(|king| attackers_of(position, king, army.side().opponent())).unwrap_or_default();
        self.before(index, piece).is_some_and(|placed| attackers.contains(&placed))
    }

    /// The name of the sign or element of a square.
    pub(super) fn force(&self, square: Square) -> String {
        self.context.force(square).to_string()
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
        let plain = capture_event(self.context, stroke.was, taken.was.piece, in_concourse);
        let class = |event| self.context.correspondences.event(event).class;
        let concourse = in_concourse.then_some(Event::Concourse);
        [Some(plain), event, concourse].into_iter().flatten().map(class).min().unwrap_or(u8::MAX)
    }
}
