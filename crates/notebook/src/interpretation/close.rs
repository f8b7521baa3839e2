//! What closes a summary: the last round, the figure of the Ptah, its trump and the time (INTERPRETATION 8.7).

use serde::Serialize;

use crate::chess::{Move, Piece, Square};
use crate::correspondences::{FigureEffect, Quality};
use crate::reading::Verdict;

use super::answer_facts::{AnswerFacts, Cause};
use super::links::{code, code_or_null};
use super::story::Story;

/// What closes a summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SummaryClose {
    /// The sign or element of the Ptah.
    pub force: String,
    /// Its house; an element's own square has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<u8>,
    /// The geomantic figure of the Ptah, and what became of it.
    pub figure: PtahFigure,
    /// The number of the Ptah's trump.
    pub trump: u8,
    /// The time that the Ptah's force stands for, for a Yes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// The third of the question's term into which it falls, for a Yes to a question with a term.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub third: Option<u8>,
    /// The turns of the round that the king completed on the Ptah.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub round: Vec<u32>,
    /// The opposing move of that round that came nearest to the Ptah.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<NearestMove>,
}

/// A geomantic figure and what a piece and the place do to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PtahFigure {
    /// Its name.
    pub name: String,
    /// What the piece that entered last does to it.
    pub effect: FigureEffect,
    /// The piece that landed on the Ptah last, as it was at the start.
    #[serde(serialize_with = "code_or_null")]
    pub by: Option<Piece>,
    /// The turn in which it did.
    pub turn: Option<u32>,
    /// How the figure's element stands to that of the angle: `strongest`, `friendly`, `neutral` or `contrary`.
    pub angle: &'static str,
}

/// A move of the last round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct NearestMove {
    /// The turn.
    pub turn: u32,
    /// The piece, as it was at the start.
    #[serde(serialize_with = "code")]
    pub piece: Piece,
    /// The square it left.
    pub from: Square,
    /// The square it landed on.
    pub square: Square,
    /// The sign or element of that square.
    pub force: String,
}

impl SummaryClose {
    pub(super) fn of(story: &Story<'_>, answer: &AnswerFacts) -> SummaryClose {
        let (question, correspondences) = (story.question, story.correspondences);
        let force = correspondences.force(question.force);
        let is_yes = answer.verdict == Verdict::Yes;
        let third = match question.force.quality() {
            Quality::Cardinal => Some(1),
            Quality::Mutable => Some(2),
            Quality::Fixed => Some(3),
            Quality::Elemental => None,
        };
        let round = if answer.cause == Cause::Held { held_round(story) } else { Vec::new() };
        SummaryClose {
            force: question.force.to_string(),
            house: force.house,
            figure: figure(story),
            trump: correspondences.trump(question.force).number,
            time: is_yes.then(|| force.time.clone()),
            third: third.filter(|_| is_yes && question.term.is_some()),
            nearest: nearest(story, &round),
            round,
        }
    }
}

/// The figure of the Ptah, by the piece that landed there last.
fn figure(story: &Story<'_>) -> PtahFigure {
    let (question, correspondences) = (story.question, story.correspondences);
    let landed = story.turns.iter().rposition(|turn| turn.landing() == Some(question.ptah));
    let piece = landed.and_then(|index| story.turns[index].piece);
    let strength =
        piece.map(|piece| correspondences.strength(piece, question.board, question.ptah, Some(story.querent)));
    PtahFigure {
        name: correspondences.figure(question.force).name.clone(),
        effect: FigureEffect::of(strength.as_ref()),
        by: landed.and_then(|index| story.mover(index)),
        turn: landed.map(|index| story.turn_number(index)),
        angle: correspondences.dignity(question.force.element(), question.angle.element()).dignity.name(),
    }
}

/// The turns of the first round completed on the Ptah, from the querent's turn that opened it (RULES 8.6).
pub(super) fn held_round(story: &Story<'_>) -> Vec<u32> {
    let (querent, ptah) = (story.querent, story.question.ptah);
    let mut opened = None;
    for turn in story.turns {
        let now = &turn.position;
        if now.king(querent) != Some(ptah) || now.in_check(querent) {
            opened = None;
        } else if let Some(opened) = opened.filter(|_| now.turn() == querent) {
            return (opened..=turn.ply).collect();
        } else if turn.army == querent {
            opened = opened.or(Some(turn.ply));
        }
    }
    Vec::new()
}

/// The opposing move that landed nearest to the Ptah; of equals the later.
fn nearest(story: &Story<'_>, round: &[u32]) -> Option<NearestMove> {
    let ptah = story.question.ptah;
    let of_turn = |turn: &u32| {
        let index = story.index_of(*turn);
        let played = &story.turns[index];
        let Move::Step { from, to, .. } = played.mv else { return None };
        let piece = story.mover(index).filter(|_| !story.is_ours(played.army))?;
        Some(NearestMove { turn: *turn, piece, from, square: to, force: story.force(to).to_string() })
    };
    round.iter().filter_map(of_turn).rev().min_by_key(|it| it.square.distance(ptah))
}
