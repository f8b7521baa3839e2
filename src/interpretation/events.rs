//! Events and their weight: S5 and S6 (INTERPRETATION 4.4, 4.5, 8.3, 8.5).

use std::cmp::Reverse;

use serde::Serialize;

use crate::chess::{Army, Effect, Kind, Piece, Square};
use crate::correspondences::Event;
use crate::session::{Action, PlayedTurn};

use super::answer_facts::{AnswerBasis, KingFall};
use super::context::{NamedPiece, NamedSquare, ReadingContext, checks};
use super::relations::{CaptureSequel, sequel};
use super::significator::Followed;

/// An event of a turn, with everything that decides its weight.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WeighedEvent {
    /// The event, leaving the significator aside.
    event: Event,
    /// The event if the significator is involved.
    of_significator: Option<Event>,
    /// Whether the significator does or suffers it.
    pub(super) is_significators: bool,
    /// Whether it is a gain for the querent's side.
    pub(super) is_gain: bool,
    pub(super) turn: u32,
    /// The piece that did it: the piece that moved, as it was before; for a check the piece that gives it.
    by: Option<Piece>,
    /// The tie-break among equal classes: the strength of that piece where it stands now.
    strength: Option<i8>,
    victim: Option<Piece>,
    at: Option<Square>,
    answered: Option<u32>,
    /// The army that made an exchange or a withdrawal.
    army: Option<Army>,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct EventFact {
    /// Its name in the data: `officer-taken-by-partner`.
    pub event: String,
    /// The turn.
    pub turn: u32,
    /// The piece that did it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<NamedPiece>,
    /// The piece taken, promoted or demoted; the king in check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub victim: Option<NamedPiece>,
    /// Where; for a check, the square of the piece that gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<NamedSquare>,
    /// The turn in which a capture was answered on the same square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered: Option<u32>,
    /// The army that made an exchange or a withdrawal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub army: Option<String>,
    /// Whether the querent's king fell by the same move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub same_stroke: bool,
}

impl EventFact {
    pub(super) fn turns(&self) -> Vec<u32> {
        [self.turn].into_iter().chain(self.answered).collect()
    }
}

impl WeighedEvent {
    /// The class of its weight, where 1 is the heaviest; of two classes the lower.
    fn class(&self, context: &ReadingContext<'_>) -> u8 {
        let own = self.of_significator.map(|event| context.correspondences.event(event).class);
        own.into_iter().chain([context.correspondences.event(self.event).class]).min().unwrap_or(u8::MAX)
    }

    /// The event that determines its class.
    fn weighty(&self, context: &ReadingContext<'_>) -> Event {
        match self.of_significator {
            Some(own) if context.correspondences.event(own).class < context.correspondences.event(self.event).class => {
                own
            }
            _ => self.event,
        }
    }

    /// The heaviest of several events (INTERPRETATION 8.3).
    pub(super) fn heaviest<'h>(
        context: &ReadingContext<'_>,
        some: impl Iterator<Item = &'h WeighedEvent>,
    ) -> Option<&'h WeighedEvent> {
        some.min_by_key(|it| {
            let strength = Reverse(it.strength.map_or(i16::MIN, i16::from));
            let victim = it.victim.map(|piece| piece.army);
            (it.class(context), strength, it.turn, it.weighty(context), victim)
        })
    }

    pub(super) fn fact(&self, context: &ReadingContext<'_>) -> EventFact {
        self.as_fact(self.event, context)
    }

    /// The same, in the words for the significator where that event weighs more.
    pub(super) fn fact_of_significator(&self, context: &ReadingContext<'_>) -> EventFact {
        self.as_fact(self.weighty(context), context)
    }

    fn as_fact(&self, event: Event, context: &ReadingContext<'_>) -> EventFact {
        EventFact {
            event: event.to_string(),
            turn: self.turn,
            by: self.by.map(|piece| context.named(piece)),
            victim: self.victim.map(|piece| context.named(piece)),
            at: self.at.map(|square| context.place(square)),
            answered: self.answered,
            army: self.army.map(|army| army.to_string()),
            same_stroke: false,
        }
    }

    /// Whether S1 already reports it: the fall of a king that decided the answer.
    fn is_in_the_answer(&self, outcome: &AnswerBasis) -> bool {
        let Some(victim) = self.victim.filter(|_| self.event == Event::KingTakenEnemy) else { return false };
        let fell = |king: &KingFall| king.turn == self.turn && king.army == victim.army.name();
        outcome.facts.kings_fell.iter().any(fell)
    }
}

/// All events of a reading that S5 to S7 may report, in the order of its turns. What the summary reports elsewhere is left
/// out: the fall of the querent's king, checks to him, and falls that decided the answer. So is the freezing of an army.
pub(super) fn events(
    context: &ReadingContext<'_>,
    outcome: &AnswerBasis,
    significator: &Followed,
) -> Vec<WeighedEvent> {
    let mut found = Vec::new();
    for (index, turn) in context.turns.iter().enumerate() {
        of_turn(context, index, turn, significator, &mut found);
    }
    found.retain(|it| !it.is_in_the_answer(outcome));
    found
}

fn of_turn(
    context: &ReadingContext<'_>,
    index: usize,
    turn: &PlayedTurn,
    significator: &Followed,
    found: &mut Vec<WeighedEvent>,
) {
    let ours = context.is_ours(turn.army);
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
        strength: Some(context.strength(mover, landing)),
        at: Some(landing),
        is_significators: moves,
        ..plain
    };
    let is_concourse = turn.effects.iter().any(|effect| matches!(effect, Effect::Concourse { .. }));
    for effect in &turn.effects {
        let happening = match *effect {
            Effect::Captured { piece, at, .. } => {
                let suffers = significator.before(index) == Some((at, piece));
                let event = capture_event(context, mover, piece, is_concourse);
                let own = match piece.kind {
                    _ if suffers => Some(Event::CaptureOfSignificator),
                    Kind::Officer(_) if moves => Some(Event::CaptureBySignificator),
                    _ => None,
                };
                WeighedEvent {
                    event,
                    of_significator: own,
                    is_significators: moves || suffers,
                    is_gain: !context.is_ours(piece.army),
                    victim: Some(piece),
                    at: Some(at),
                    answered: answered(context, index, turn, at),
                    ..plain.clone()
                }
            }
            Effect::Concourse { .. } => WeighedEvent { event: Event::Concourse, ..plain.clone() },
            Effect::ThroneSeized { .. } => WeighedEvent { event: Event::ThroneSeized, ..plain.clone() },
            Effect::Thawed(_) => WeighedEvent { event: Event::Awakening, ..plain.clone() },
            Effect::Promoted { army, at, from, .. } => {
                let victim = Piece { army, kind: Kind::Pawn(from) };
                let suffers = is_at(significator, index, at, army);
                let is_gain = context.is_ours(army);
                changed(Event::Promotion, victim, at, is_gain, suffers || moves, &plain)
            }
            Effect::Demoted { army, at, officer } => {
                let victim = Piece { army, kind: Kind::Officer(officer) };
                let suffers = is_at(significator, index, at, army);
                let is_gain = !context.is_ours(army);
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
    for king in [enemy, other].into_iter().filter(|army| *army != context.querent) {
        let by = checks(&context.from[index], turn, king);
        let Some(&(square, piece)) = by.first() else { continue };
        let event = if context.is_ours(king) { Event::CheckPartnerKing } else { Event::CheckEnemyKing };
        found.push(WeighedEvent {
            event,
            is_significators: significator.after(index) == Some((square, piece)),
            by: Some(piece),
            strength: Some(context.strength(piece, square)),
            victim: Some(Piece { army: king, kind: Kind::King }),
            at: Some(square),
            ..plain.clone()
        });
    }
}

/// Whether, after a turn, the significator stands on a square as a piece of that army.
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

/// The turn in which a capture was answered on its square (INTERPRETATION 4.5).
fn answered(context: &ReadingContext<'_>, index: usize, turn: &PlayedTurn, at: Square) -> Option<u32> {
    match sequel(turn, &context.turns[index + 1..], at) {
        CaptureSequel::Answered(answer) => Some(answer),
        CaptureSequel::Kept | CaptureSequel::Open => None,
    }
}
