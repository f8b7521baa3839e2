//! What happened between pieces, weighed: S5 and S6 (INTERPRETATION 4.4, 4.5, 8.3, 8.5).

use std::cmp::Reverse;

use serde::Serialize;

use crate::chess::{Army, Effect, Kind, Piece, Square};
use crate::correspondences::Event;
use crate::session::{Action, PlayedTurn};

use super::answer_facts::{AnswerBasis, KingFall};
use super::context::{NamedPiece, NamedSquare, ReadingContext, checks};
use super::relations::{CaptureSequel, then};
use super::significator::Followed;

/// Something that happened in a turn, with all that it is weighed by.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WeighedEvent {
    /// What it is, the significator apart.
    event: Event,
    /// What it is as the significator's.
    of_significator: Option<Event>,
    /// Whether the significator does or suffers it.
    pub(super) is_significators: bool,
    /// Whether it is a gain of the querent's side.
    pub(super) is_gain: bool,
    pub(super) turn: u32,
    /// The piece that did it: the piece that moved, as it was before; of a check the piece that gives it.
    by: Option<Piece>,
    /// What weighs among equal classes: the strength of that piece where it landed, or stands.
    strength: Option<i8>,
    victim: Option<Piece>,
    at: Option<Square>,
    answered: Option<u32>,
    /// The army that made an exchange or a withdrawal.
    army: Option<Army>,
}

/// An event, as a fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct EventFact {
    /// Which, as the data name it: `officer-taken-by-partner`.
    pub event: String,
    /// The turn.
    pub turn: u32,
    /// The piece that did it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<NamedPiece>,
    /// The piece taken, promoted or demoted; the king in check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub victim: Option<NamedPiece>,
    /// Where; of a check, where the piece stands that gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<NamedSquare>,
    /// The turn in which a capture was answered on the same square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered: Option<u32>,
    /// The army that made an exchange or a withdrawal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub army: Option<String>,
    /// Whether it is the stroke by which the querent's king fell.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub same_stroke: bool,
}

impl EventFact {
    pub(super) fn turns(&self) -> Vec<u32> {
        [self.turn].into_iter().chain(self.answered).collect()
    }
}

impl WeighedEvent {
    /// The class of its weight: 1 is the heaviest. An event with two classes has the lower.
    fn class(&self, course: &ReadingContext<'_>) -> u8 {
        let own = self.of_significator.map(|event| course.correspondences.event(event).class);
        own.into_iter().chain([course.correspondences.event(self.event).class]).min().unwrap_or(u8::MAX)
    }

    /// The event by which it has its class.
    fn weighty(&self, course: &ReadingContext<'_>) -> Event {
        match self.of_significator {
            Some(own) if course.correspondences.event(own).class < course.correspondences.event(self.event).class => {
                own
            }
            _ => self.event,
        }
    }

    /// The heaviest of some (INTERPRETATION 8.3).
    pub(super) fn heaviest<'h>(
        course: &ReadingContext<'_>,
        some: impl Iterator<Item = &'h WeighedEvent>,
    ) -> Option<&'h WeighedEvent> {
        some.min_by_key(|it| {
            let strength = Reverse(it.strength.map_or(i16::MIN, i16::from));
            let victim = it.victim.map(|piece| piece.army);
            (it.class(course), strength, it.turn, it.weighty(course), victim)
        })
    }

    pub(super) fn fact(&self, course: &ReadingContext<'_>) -> EventFact {
        self.as_fact(self.event, course)
    }

    /// In the words of the significator, where these weigh more.
    pub(super) fn fact_of_significator(&self, course: &ReadingContext<'_>) -> EventFact {
        self.as_fact(self.weighty(course), course)
    }

    fn as_fact(&self, event: Event, course: &ReadingContext<'_>) -> EventFact {
        EventFact {
            event: event.to_string(),
            turn: self.turn,
            by: self.by.map(|piece| course.named(piece)),
            victim: self.victim.map(|piece| course.named(piece)),
            at: self.at.map(|square| course.place(square)),
            answered: self.answered,
            army: self.army.map(|army| army.to_string()),
            same_stroke: false,
        }
    }

    /// Whether S1, S3 or S4 tells it: a fall by which the answer came.
    fn is_told_by_the_answer(&self, outcome: &AnswerBasis) -> bool {
        let Some(victim) = self.victim.filter(|_| self.event == Event::KingTakenEnemy) else { return false };
        let fell = |king: &KingFall| king.turn == self.turn && king.army == victim.army.name();
        outcome.facts.kings_fell.iter().any(fell)
    }
}

/// Everything that may be told of a reading, in the order of its turns. Left out is what the summary tells in other places:
/// the fall of the querent's king and the checks upon him, falls by which the answer came, the freezing of an army.
pub(super) fn happenings(
    course: &ReadingContext<'_>,
    outcome: &AnswerBasis,
    significator: &Followed,
) -> Vec<WeighedEvent> {
    let mut found = Vec::new();
    for (index, turn) in course.turns.iter().enumerate() {
        of_turn(course, index, turn, significator, &mut found);
    }
    found.retain(|it| !it.is_told_by_the_answer(outcome));
    found
}

fn of_turn(
    course: &ReadingContext<'_>,
    index: usize,
    turn: &PlayedTurn,
    significator: &Followed,
    found: &mut Vec<WeighedEvent>,
) {
    let ours = course.is_ours(turn.army);
    let moved = turn.piece.zip(turn.landing());
    let plain = WeighedEvent {
        event: Event::Exchange,
        of_significator: None,
        is_significators: false,
        is_gain: ours,
        turn: turn.ply,
        by: None,
        strength: None,
        victim: None,
        at: None,
        answered: None,
        army: None,
    };
    for action in &turn.before {
        let (event, is_gain) = match action {
            Action::Exchange(_) => (Event::Exchange, true),
            Action::Withdrawal => (Event::Withdrawal, ours),
        };
        found.push(WeighedEvent { event, is_gain, army: Some(turn.army), ..plain.clone() });
    }
    let Some((mover, landing)) = moved else { return };
    let moves = significator.moves(index, turn);
    let plain = WeighedEvent {
        by: Some(mover),
        strength: Some(course.strength(mover, landing)),
        at: Some(landing),
        is_significators: moves,
        ..plain
    };
    let is_concourse = turn.effects.iter().any(|effect| matches!(effect, Effect::Concourse { .. }));
    for effect in &turn.effects {
        let happening = match *effect {
            Effect::Captured { piece, at, .. } => {
                let suffers = significator.before(index) == Some((at, piece));
                let event = capture_event(course, mover, piece, is_concourse);
                let own = match piece.kind {
                    _ if suffers => Some(Event::CaptureOfSignificator),
                    Kind::Officer(_) if moves => Some(Event::CaptureBySignificator),
                    _ => None,
                };
                WeighedEvent {
                    event,
                    of_significator: own,
                    is_significators: moves || suffers,
                    is_gain: !course.is_ours(piece.army),
                    victim: Some(piece),
                    at: Some(at),
                    answered: answered(course, index, turn, at),
                    ..plain.clone()
                }
            }
            Effect::Concourse { .. } => WeighedEvent { event: Event::Concourse, ..plain.clone() },
            Effect::ThroneSeized { .. } => WeighedEvent { event: Event::ThroneSeized, ..plain.clone() },
            Effect::Thawed(_) => WeighedEvent { event: Event::Awakening, ..plain.clone() },
            Effect::Promoted { army, at, from, .. } => {
                let victim = Piece { army, kind: Kind::Pawn(from) };
                let suffers = is_at(significator, index, at, army);
                let is_gain = course.is_ours(army);
                changed(Event::Promotion, victim, at, is_gain, suffers || moves, &plain)
            }
            Effect::Demoted { army, at, officer } => {
                let victim = Piece { army, kind: Kind::Officer(officer) };
                let suffers = is_at(significator, index, at, army);
                let is_gain = !course.is_ours(army);
                changed(Event::Demotion, victim, at, is_gain, suffers || moves, &plain)
            }
            Effect::Froze(_)
            | Effect::Released(_)
            | Effect::Joined { .. }
            | Effect::Waits { .. }
            | Effect::KingReturned { .. }
            | Effect::Withdrew(_) => continue,
        };
        if happening.event != Event::KingTakenQuerent {
            found.push(happening);
        }
    }
    let [enemy, other] = turn.army.enemies();
    for king in [enemy, other].into_iter().filter(|army| *army != course.querent) {
        let by = checks(&course.from[index], turn, king);
        let Some(&(square, piece)) = by.first() else { continue };
        let event = if course.is_ours(king) { Event::CheckPartnerKing } else { Event::CheckEnemyKing };
        found.push(WeighedEvent {
            event,
            is_significators: significator.after(index) == Some((square, piece)),
            by: Some(piece),
            strength: Some(course.strength(piece, square)),
            victim: Some(Piece { army: king, kind: Kind::King }),
            at: Some(square),
            ..plain.clone()
        });
    }
}

/// Whether the significator stands on a square as a piece of that army after a turn.
fn is_at(significator: &Followed, index: usize, at: Square, army: Army) -> bool {
    significator.after(index).is_some_and(|(square, piece)| square == at && piece.army == army)
}

fn changed(
    event: Event,
    victim: Piece,
    at: Square,
    is_gain: bool,
    is_significators: bool,
    plain: &WeighedEvent,
) -> WeighedEvent {
    WeighedEvent { event, victim: Some(victim), at: Some(at), is_gain, is_significators, ..plain.clone() }
}

/// What a capture is, the significator apart.
pub(super) fn capture_event(course: &ReadingContext<'_>, taker: Piece, taken: Piece, is_concourse: bool) -> Event {
    let of_querent = taken.army == course.querent;
    if is_concourse && taken.army == taker.army.partner() {
        return Event::PartnerTakenInConcourse;
    }
    match (taken.kind, course.is_ours(taken.army)) {
        (Kind::King, false) => Event::KingTakenEnemy,
        (Kind::King, true) if of_querent => Event::KingTakenQuerent,
        (Kind::King, true) => Event::KingTakenPartner,
        (Kind::Officer(_), false) if taker.army == course.querent => Event::OfficerTakenByQuerent,
        (Kind::Officer(_), false) => Event::OfficerTakenByPartner,
        (Kind::Officer(_), true) if of_querent => Event::OfficerLostByQuerent,
        (Kind::Officer(_), true) => Event::OfficerLostByPartner,
        (Kind::Pawn(_), false) => Event::PawnTakenByUs,
        (Kind::Pawn(_), true) => Event::PawnLostByUs,
    }
}

/// The turn in which a capture was answered on its square (INTERPRETATION 4.5).
fn answered(course: &ReadingContext<'_>, index: usize, turn: &PlayedTurn, at: Square) -> Option<u32> {
    match then(turn, &course.turns[index + 1..], at) {
        CaptureSequel::Answered(answer) => Some(answer),
        CaptureSequel::Kept | CaptureSequel::Open => None,
    }
}
