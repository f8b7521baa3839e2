//! The answer and the place of the question: S1 and S2 (INTERPRETATION 5.5, 7.3, 7.5, 8.4).

use serde::Serialize;

use crate::chess::Kind;
use crate::correspondences::{Criterion, Quality};
use crate::reading::{Decision, Manner, Verdict};
use crate::session::PlayedTurn;

use super::context::ReadingContext;

/// S1: the answer by the procedure's criterion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct AnswerFacts {
    /// The procedure's criterion: `ptah` or `kings`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criterion: Option<&'static str>,
    /// `yes`, `no` or `undecided`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// The turn that decided it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// The manner of the answer: set for a Yes by a king who held the Ptah, and for an opposed No.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manner: Option<String>,
    /// When each opposing king fell, for a Yes by their fall.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kings_fell: Vec<KingFall>,
    /// For a Yes, whether the querent's king held the Ptah for a round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<bool>,
    /// Whether it is a Yes although the querent's king had fallen.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub without_king: bool,
    /// The partner, if it is a Yes without the querent's king.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partner: Option<String>,
    /// The answer by the other criterion, if it is different or was decided earlier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<OtherAnswer>,
    /// Whether the reading is still open; then only `turns` is set.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
    /// The number of turns.
    pub turns: usize,
}

/// The fall of a king.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct KingFall {
    /// Whose king.
    pub army: String,
    /// The turn.
    pub turn: u32,
}

/// The answer by the criterion that the procedure does not use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct OtherAnswer {
    /// `ptah` or `kings`.
    pub criterion: &'static str,
    /// `yes` or `no`.
    pub verdict: String,
    /// The turn that decided it.
    pub turn: u32,
}

/// S2: the place of the question on the board, and what follows from it alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PlaceFacts {
    /// The board, by its element.
    pub board: String,
    /// The angle within it.
    pub angle: String,
    /// The square of the Ptah.
    pub square: String,
    /// Its sign or element.
    pub force: String,
    /// The house of the sign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<u8>,
    /// The quality of the square: `mutable`, `elemental`.
    pub quality: String,
    /// What the question is about, if a category was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// Whether a time is given: only for a Yes by a king who held the Ptah.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub time: bool,
    /// The question's term, within which the time is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub term: Option<String>,
    /// The third of the term: 1, 2 or 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub third: Option<u8>,
}

/// A full round of the querent's king on the Ptah (RULES 8.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Round {
    /// The querent's turn that opened it.
    pub(super) opened: u32,
    /// The turn that completed it.
    pub(super) completed: u32,
}

/// The answer, with what it is derived from.
pub(super) struct AnswerBasis {
    pub(super) facts: AnswerFacts,
    /// The decision by the procedure's criterion.
    pub(super) decision: Decision,
    /// The round that the querent's king completed, if any.
    pub(super) round: Option<Round>,
}

impl AnswerBasis {
    pub(super) fn of(context: &ReadingContext<'_>) -> AnswerBasis {
        let Some(answer) = context.record.answer().filter(|_| context.is_finished()) else {
            let facts = AnswerFacts { unfinished: true, turns: context.turns.len(), ..AnswerFacts::default() };
            return AnswerBasis { facts, decision: Decision::default(), round: first_round(context, u32::MAX) };
        };
        let [ptah, kings] = [("ptah", answer.ptah), ("kings", answer.kings)];
        let (asked, other) = match context.question.procedure.ends_by {
            Criterion::Ptah => (ptah, kings),
            Criterion::Kings => (kings, ptah),
        };
        let (criterion, decision) = asked;
        let round = first_round(context, decision.ply.unwrap_or(u32::MAX));
        let is = |verdict| decision.verdict == verdict;
        let held = is(Verdict::Yes).then_some(round.is_some());
        let by_the_ptah = criterion == "ptah" && held == Some(true);
        // A king who held the Ptah decides by the Ptah, even if the enemy kings have fallen too.
        let by_fall = is(Verdict::Yes) && !by_the_ptah;
        let kings_fell = if by_fall { opposing_kings_fell(context, decision.ply) } else { Vec::new() };
        let without_king = !kings_fell.is_empty() && king_is_gone(context, decision.ply);
        let opposed = is(Verdict::No) && answer.manner != Manner::Unopposed;
        let facts = AnswerFacts {
            criterion: Some(criterion),
            verdict: Some(decision.verdict.to_string()),
            turn: decision.ply,
            manner: (by_the_ptah || opposed).then(|| answer.manner.to_string()),
            kings_fell,
            held,
            without_king,
            partner: without_king.then(|| context.querent.partner().to_string()),
            other: other_answer(other, decision),
            unfinished: false,
            turns: context.turns.len(),
        };
        AnswerBasis { facts, decision, round }
    }

    /// Whether it is a Yes because the king held the Ptah.
    pub(super) fn is_held_yes(&self) -> bool {
        self.facts.criterion == Some("ptah") && self.facts.held == Some(true)
    }

    pub(super) fn turns(&self) -> Vec<u32> {
        let fell = self.facts.kings_fell.iter().map(|king| king.turn);
        let other = self.facts.other.iter().map(|other| other.turn);
        self.facts.turn.into_iter().chain(fell).chain(other).collect()
    }
}

fn other_answer((criterion, other): (&'static str, Decision), decision: Decision) -> Option<OtherAnswer> {
    let turn = other.ply?;
    let earlier = decision.ply.is_none_or(|ply| turn < ply);
    (other.verdict != decision.verdict || earlier).then(|| OtherAnswer {
        criterion,
        verdict: other.verdict.to_string(),
        turn,
    })
}

/// The first round completed on the Ptah, up to a turn.
fn first_round(context: &ReadingContext<'_>, until: u32) -> Option<Round> {
    let (querent, ptah) = (context.querent, context.question.ptah);
    let mut opened = None;
    for turn in context.turns.iter().take_while(|turn| turn.ply <= until) {
        let now = &turn.position;
        if now.king(querent) != Some(ptah) || now.in_check(querent) {
            opened = None;
            continue;
        }
        if let Some(opened) = opened.filter(|_| now.turn() == querent) {
            return Some(Round { opened, completed: turn.ply });
        }
        if turn.army == querent {
            opened = opened.or(Some(turn.ply));
        }
    }
    None
}

/// When both opposing kings fell; empty unless both are gone after that turn.
fn opposing_kings_fell(context: &ReadingContext<'_>, after: Option<u32>) -> Vec<KingFall> {
    let after = after.unwrap_or(u32::MAX);
    let last = context.turns.iter().rfind(|turn| turn.ply <= after);
    let gone = |army| last.is_some_and(|turn| turn.position.king(army).is_none());
    let enemies = context.querent.enemies();
    if !enemies.into_iter().all(gone) {
        return Vec::new();
    }
    let fall = |army| {
        let taken =
            |turn: &&PlayedTurn| turn.captures().any(|(piece, _)| piece.army == army && piece.kind == Kind::King);
        context.turns.iter().filter(|turn| turn.ply <= after).rfind(taken).map(|turn| (turn.ply, army))
    };
    let mut falls: Vec<_> = enemies.into_iter().filter_map(fall).collect();
    falls.sort();
    falls.into_iter().map(|(turn, army)| KingFall { army: army.to_string(), turn }).collect()
}

fn king_is_gone(context: &ReadingContext<'_>, after: Option<u32>) -> bool {
    let last = context.turns.iter().rfind(|turn| after.is_none_or(|after| turn.ply <= after));
    last.is_some_and(|turn| turn.position.king(context.querent).is_none())
}

impl PlaceFacts {
    pub(super) fn of(context: &ReadingContext<'_>, outcome: &AnswerBasis) -> PlaceFacts {
        let question = context.question;
        let quality = question.force.quality();
        let time = outcome.is_held_yes();
        let term = question.term.clone().filter(|_| time);
        let third = match quality {
            Quality::Cardinal => Some(1),
            Quality::Mutable => Some(2),
            Quality::Fixed => Some(3),
            Quality::Elemental => None,
        };
        PlaceFacts {
            board: question.board.to_string(),
            angle: question.angle.to_string(),
            square: question.ptah.to_string(),
            force: question.force.to_string(),
            house: context.correspondences.force(question.force).house,
            quality: quality.to_string(),
            category: question.category.clone(),
            time,
            third: third.filter(|_| term.is_some()),
            term,
        }
    }
}
