//! Delay and the pivot: S11 (INTERPRETATION 6.2, 7.4).

use serde::Serialize;

use crate::chess::Move;
use crate::reading::Verdict;

use super::answer_facts::AnswerBasis;
use super::context::ReadingContext;
use super::pivot::{Pivot, decisive, pivot};

/// S11: the turns that the querent's side lost and, for a No, the last choice that could have changed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DelayFacts {
    /// The number of lost turns of the querent's side.
    pub no_moves: usize,
    /// The number of all turns of that side.
    pub turns: usize,
    /// `hardly`, `somewhat` or `much` delayed.
    pub delay: &'static str,
    /// The more frequent reason for lost turns: `gone` or `blocked`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prevails: Option<&'static str>,
    /// The pivot of the last decisive event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pivot: Option<PivotFacts>,
}

/// The last turn in which another choice would have stopped a decisive event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PivotFacts {
    /// The turn of the event.
    pub event: u32,
    /// The turn of the choice, if one was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// The moves that would have stopped it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// Set if none was found: whether there may be one that the recorded turns cannot decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unclear: Option<bool>,
}

impl DelayFacts {
    /// `None` before the first turn of the querent's side.
    pub(super) fn of(context: &ReadingContext<'_>, outcome: &AnswerBasis) -> Option<DelayFacts> {
        let ours = || context.turns.iter().filter(|turn| context.is_ours(turn.army));
        let lost = || ours().filter(|turn| turn.mv == Move::Pass);
        let gone = lost().filter(|turn| turn.thrown.is_some_and(|thrown| thrown.gone)).count();
        let (no_moves, turns) = (lost().count(), ours().count());
        let delay = match no_moves * 100 {
            lost if lost < 15 * turns => "hardly",
            lost if lost <= 35 * turns => "somewhat",
            _ => "much",
        };
        let prevails = match gone.cmp(&(no_moves - gone)) {
            std::cmp::Ordering::Greater => Some("gone"),
            std::cmp::Ordering::Less => Some("blocked"),
            std::cmp::Ordering::Equal => None,
        };
        let is_no = outcome.decision.verdict == Verdict::No;
        let pivot = is_no.then(|| last_pivot(context)).flatten();
        (turns > 0).then_some(DelayFacts { no_moves, turns, delay, prevails, pivot })
    }

    pub(super) fn turns(&self) -> Vec<u32> {
        self.pivot.iter().flat_map(|pivot| [Some(pivot.event), pivot.turn]).flatten().collect()
    }
}

/// The pivot of the last decisive event.
fn last_pivot(context: &ReadingContext<'_>) -> Option<PivotFacts> {
    let event = *decisive(context.record).last()?;
    let Pivot { choice, unclear } = pivot(context.record, event);
    let moves = choice.iter().flat_map(|choice| choice.moves.iter().map(ToString::to_string)).collect();
    let (turn, is_none) = (choice.as_ref().map(|choice| choice.turn), choice.is_none());
    Some(PivotFacts { event: event.turn, turn, moves, unclear: is_none.then_some(unclear) })
}
