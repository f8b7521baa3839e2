//! The answer and where the question stands: S1 and S2 (INTERPRETATION 5.5, 7.3, 7.5, 8.4).

use serde::Serialize;

use crate::chess::Kind;
use crate::correspondences::{EndsBy, Quality};
use crate::reading::{Decision, Manner, Verdict};
use crate::session::PlayedTurn;

use super::context::ReadingContext;

/// S1: the answer by the criterion of the procedure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct AnswerFacts {
    /// By what the procedure answers: `ptah` or `kings`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criterion: Option<&'static str>,
    /// `yes`, `no` or `undecided`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// The turn that decided it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// In what manner, where it is told: for a Yes that the king held on the Ptah, and for a No that was opposed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manner: Option<String>,
    /// For a Yes by the fall of both opposing kings, the fall of each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kings_fell: Vec<KingFall>,
    /// For a Yes, whether the querent's king held the Ptah for a round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held: Option<bool>,
    /// Whether it is a Yes without the querent's king, who had fallen.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub without_king: bool,
    /// By whose help it came about without him.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partner: Option<String>,
    /// The other criterion, where it was decided otherwise or earlier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<OtherAnswer>,
    /// Whether the reading is not over: then nothing but the turns is told.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
    /// How many turns there are.
    pub turns: usize,
}

/// The fall of a king.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct KingFall {
    /// Whose king.
    pub army: String,
    /// In which turn.
    pub turn: u32,
}

/// An answer by the criterion that the procedure does not go by.
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

/// S2: the place of the question, and what follows from it alone.
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
    /// Whether the time is told: for a Yes that the king held on the Ptah.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub time: bool,
    /// The term of the question, by which the time is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub term: Option<String>,
    /// In which third of the term.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub third: Option<u8>,
}

/// A full round of the querent's king on the Ptah (RULES 8.6), by the turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Round {
    /// The querent's turn that opened it.
    pub(super) opened: u32,
    /// The turn that completed it.
    pub(super) completed: u32,
}

/// What the answer rests on.
pub(super) struct AnswerBasis {
    pub(super) facts: AnswerFacts,
    /// The decision by the criterion of the procedure.
    pub(super) decision: Decision,
    /// The round that the querent's king completed, if he did.
    pub(super) round: Option<Round>,
}

impl AnswerBasis {
    pub(super) fn of(course: &ReadingContext<'_>) -> AnswerBasis {
        let Some(answer) = course.record.answer().filter(|_| course.is_finished()) else {
            let facts = AnswerFacts { unfinished: true, turns: course.turns.len(), ..AnswerFacts::default() };
            return AnswerBasis { facts, decision: Decision::default(), round: first_round(course, u32::MAX) };
        };
        let [ptah, kings] = [("ptah", answer.ptah), ("kings", answer.kings)];
        let (it, other) = match course.question.procedure.ends_by {
            EndsBy::Ptah => (ptah, kings),
            EndsBy::Kings => (kings, ptah),
        };
        let (criterion, decision) = it;
        let round = first_round(course, decision.ply.unwrap_or(u32::MAX));
        let is = |verdict| decision.verdict == verdict;
        let held = is(Verdict::Yes).then_some(round.is_some());
        let by_the_ptah = criterion == "ptah" && held == Some(true);
        // A Yes that the king held is by the Ptah, whatever fell before or in the same turn.
        let by_fall = is(Verdict::Yes) && !by_the_ptah;
        let kings_fell = if by_fall { opposing_kings_fell(course, decision.ply) } else { Vec::new() };
        let without_king = !kings_fell.is_empty() && king_is_gone(course, decision.ply);
        let opposed = is(Verdict::No) && answer.manner != Manner::Unopposed;
        let facts = AnswerFacts {
            criterion: Some(criterion),
            verdict: Some(decision.verdict.to_string()),
            turn: decision.ply,
            manner: (by_the_ptah || opposed).then(|| answer.manner.to_string()),
            kings_fell,
            held,
            without_king,
            partner: without_king.then(|| course.querent.partner().to_string()),
            other: other_answer(other, decision),
            unfinished: false,
            turns: course.turns.len(),
        };
        AnswerBasis { facts, decision, round }
    }

    /// Whether it is a Yes that the king held on the Ptah.
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
fn first_round(course: &ReadingContext<'_>, until: u32) -> Option<Round> {
    let (querent, ptah) = (course.querent, course.question.ptah);
    let mut opened = None;
    for turn in course.turns.iter().take_while(|turn| turn.ply <= until) {
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

/// The falls of both opposing kings, where both were gone after a turn.
fn opposing_kings_fell(course: &ReadingContext<'_>, after: Option<u32>) -> Vec<KingFall> {
    let after = after.unwrap_or(u32::MAX);
    let last = course.turns.iter().rfind(|turn| turn.ply <= after);
    let gone = |army| last.is_some_and(|turn| turn.position.king(army).is_none());
    let enemies = course.querent.enemies();
    if !enemies.into_iter().all(gone) {
        return Vec::new();
    }
    let fall = |army| {
        let taken =
            |turn: &&PlayedTurn| turn.captures().any(|(piece, _)| piece.army == army && piece.kind == Kind::King);
        course.turns.iter().filter(|turn| turn.ply <= after).rfind(taken).map(|turn| (turn.ply, army))
    };
    let mut falls: Vec<_> = enemies.into_iter().filter_map(fall).collect();
    falls.sort();
    falls.into_iter().map(|(turn, army)| KingFall { army: army.to_string(), turn }).collect()
}

fn king_is_gone(course: &ReadingContext<'_>, after: Option<u32>) -> bool {
    let last = course.turns.iter().rfind(|turn| after.is_none_or(|after| turn.ply <= after));
    last.is_some_and(|turn| turn.position.king(course.querent).is_none())
}

impl PlaceFacts {
    pub(super) fn of(course: &ReadingContext<'_>, outcome: &AnswerBasis) -> PlaceFacts {
        let question = course.question;
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
            house: course.correspondences.force(question.force).house,
            quality: quality.to_string(),
            category: question.category.clone(),
            time,
            third: third.filter(|_| term.is_some()),
            term,
        }
    }
}
