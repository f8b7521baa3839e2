//! The pivot: the last turn in which another choice would have prevented what decided a reading (INTERPRETATION 6.2).

use std::borrow::Cow;

use serde::Serialize;

use crate::chess::{Army, Effect, Kind, Move, Outcome, Piece, Position, Square};
use crate::reading::{EndReason, Throw, Verdict};
use crate::record::EnochianRecord;
use crate::session::{Action, PlayedTurn, SessionState, SessionTerms};

use super::attack::{new_checkers, turns_from};
use super::log::Log;

/// An event that decides a reading against the querent (INTERPRETATION 6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DecisiveEvent {
    /// The turn in which it happened.
    pub turn: u32,
    /// What happened.
    #[serde(rename = "event")]
    pub kind: DecisiveKind,
    /// The army whose king it happened to, the querent's or the partner's.
    pub king: Army,
}

/// The kind of a decisive event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DecisiveKind {
    /// The king was taken.
    KingTaken,
    /// The querent's king was put in check on the Ptah.
    CheckOnPtah,
}

/// The result of looking for a pivot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pivot {
    /// The last choice that would have prevented the event, if one can be shown.
    #[serde(rename = "pivot")]
    pub choice: Option<PivotChoice>,
    /// Whether the consequences of some move that was tried cannot be determined.
    pub unclear: bool,
}

/// A turn, and the moves that would have prevented the event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PivotChoice {
    /// The turn.
    pub turn: u32,
    /// Its throw, which allowed these moves as well as the one that was played.
    pub throw: Throw,
    /// The move that was played.
    pub played: Move,
    /// The other moves that would have prevented it.
    pub moves: Vec<Move>,
}

/// The decisive events of a reading, in order; of two in one turn the heavier comes last. A game has none.
#[must_use]
pub fn decisive(record: EnochianRecord<'_>) -> Vec<DecisiveEvent> {
    let subject = &record.subject();
    let (Some(querent), Some(ptah)) = (subject.querent(), subject.ptah()) else { return Vec::new() };
    let of_turn = |(before, turn): (Cow<'_, Position>, &PlayedTurn)| {
        let events = events((&before, &turn.position), turn.army, &turn.effects, querent, ptah);
        events.into_iter().map(|(kind, king)| DecisiveEvent { turn: turn.ply, kind, king }).collect::<Vec<_>>()
    };
    turns_from(record).flat_map(of_turn).collect()
}

/// What a move of an army decides, and on whose king: the positions before and after it, and its effects.
fn events(
    (before, after): (&Position, &Position),
    army: Army,
    effects: &[Effect],
    querent: Army,
    ptah: Square,
) -> Vec<(DecisiveKind, Army)> {
    let on_ptah = after.king(querent) == Some(ptah) && army.side() != querent.side();
    let is_checked = on_ptah && !new_checkers(before, after, querent).is_empty();
    let fallen = effects.iter().filter_map(|effect| match effect {
        Effect::Captured { piece: Piece { army, kind: Kind::King }, .. } => Some(*army),
        _ => None,
    });
    let fallen = fallen.filter(|army| army.side() == querent.side()).map(|army| (DecisiveKind::KingTaken, army));
    is_checked.then_some((DecisiveKind::CheckOnPtah, querent)).into_iter().chain(fallen).collect()
}

/// Finds the pivot of a decisive event, by going back and trying every other move that the querent's side could have made.
///
/// ```no_run
/// use enochian::interpretation::{decisive, pivot};
/// use enochian::{journal, correspondences::Correspondences};
/// let record = journal::read("journal.md".as_ref(), Correspondences::embedded()).unwrap();
/// for event in decisive(record.enochian().unwrap()) {
///     let choice = pivot(record.enochian().unwrap(), event).choice;
///     println!("turn {}: {:?}", event.turn, choice.map(|choice| choice.turn));
/// }
/// ```
#[must_use]
pub fn pivot(record: EnochianRecord<'_>, event: DecisiveEvent) -> Pivot {
    let mut pivot = Pivot { choice: None, unclear: false };
    let Some(trial) = Trial::of(record, event) else { return pivot };
    for index in (0..trial.event_index).rev().filter(|index| trial.turns[*index].army.side() == trial.querent.side()) {
        let turn = &trial.turns[index];
        let Some(throw) = turn.thrown.map(|thrown| thrown.throw) else { continue };
        let mut state = trial.states[index].clone();
        if !trial.act_before(&mut state, turn) {
            continue;
        }
        let mut moves = trial.terms.moves_for(state.position(), throw).moves;
        moves.retain(|mv| {
            let result = if *mv == turn.mv { TrialResult::Happens } else { trial.result(state.clone(), index, *mv) };
            pivot.unclear |= result == TrialResult::Unclear;
            result == TrialResult::Prevented
        });
        if !moves.is_empty() {
            pivot.choice = Some(PivotChoice { turn: turn.ply, throw, played: turn.mv, moves });
            break;
        }
    }
    pivot
}

/// Whether the event still happens after another move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TrialResult {
    Prevented,
    Happens,
    Unclear,
}

/// A reading that is replayed with other moves.
struct Trial<'r> {
    turns: &'r [PlayedTurn],
    terms: SessionTerms,
    /// The state before each turn up to the event, and before the actions ahead of its move.
    states: Vec<SessionState>,
    querent: Army,
    ptah: Square,
    event: DecisiveEvent,
    /// The index of the turn of the event.
    event_index: usize,
    /// The indices of the turns up to the event in which the piece responsible moved.
    path: Vec<usize>,
}

impl<'r> Trial<'r> {
    /// `None` if there is no such turn, or the record is a game.
    fn of(record: EnochianRecord<'r>, event: DecisiveEvent) -> Option<Trial<'r>> {
        let subject = &record.subject();
        let (querent, ptah, turns) = (subject.querent()?, subject.ptah()?, record.turns());
        let event_index = turns.iter().position(|turn| turn.ply == event.turn)?;
        let terms = subject.terms();
        let state = SessionState::begin(&terms, subject.start());
        let mut trial =
            Trial { turns, terms, states: vec![state.clone()], querent, ptah, event, event_index, path: Vec::new() };
        let mut state = state;
        for turn in &turns[..event_index] {
            trial.act_before(&mut state, turn);
            state.play_unchecked(turn.mv, &mut ());
            trial.states.push(state.clone());
        }
        // The piece responsible is the one that moved, even if another gives the check too.
        let log = Log::of(record);
        trial.path = log.moves_of(log.mover(event_index)?).filter(|index| *index <= event_index).collect();
        Some(trial)
    }

    /// Repeats the actions before a turn's move; `false` if one is no longer legal.
    fn act_before(&self, state: &mut SessionState, turn: &PlayedTurn) -> bool {
        turn.before.iter().all(|action| match *action {
            Action::Exchange(exchange) => state.exchange(exchange, &mut ()).is_ok(),
            Action::Withdrawal => state.withdraw(&mut ()).is_ok(),
        })
    }

    /// Plays another move in a turn, then the following turns as recorded.
    fn result(&self, mut state: SessionState, turn: usize, other: Move) -> TrialResult {
        state.play_unchecked(other, &mut ());
        for index in turn + 1..=self.event_index {
            let illegal = if self.path.contains(&index) { TrialResult::Prevented } else { TrialResult::Unclear };
            match state.end().map(|end| self.is_for_the_querent(end)) {
                Some(Some(true)) => return TrialResult::Prevented,
                // Losing earlier prevents nothing.
                Some(Some(false)) => return TrialResult::Happens,
                Some(None) => return illegal,
                None => {}
            }
            let turn = &self.turns[index];
            if state.position().turn() != turn.army {
                return illegal;
            }
            if !self.act_before(&mut state, turn) {
                return TrialResult::Unclear;
            }
            let throw = turn.thrown.map(|thrown| thrown.throw);
            if !throw.is_some_and(|throw| state.position().has_move_of(self.terms.movers(throw), turn.mv)) {
                return illegal;
            }
            if index < self.event_index {
                state.play_unchecked(turn.mv, &mut ());
            }
        }
        if self.still_happens(state) { TrialResult::Happens } else { TrialResult::Prevented }
    }

    /// Whether the move of the event, played in this state, has the same effect.
    fn still_happens(&self, mut state: SessionState) -> bool {
        let before = state.position().clone();
        let mut effects: Vec<Effect> = Vec::new();
        let turn = &self.turns[self.event_index];
        state.play_unchecked(turn.mv, &mut effects);
        let events = events((&before, state.position()), turn.army, &effects, self.querent, self.ptah);
        events.contains(&(self.event.kind, self.event.king))
    }

    /// Whether an end is for the querent; `None` if it is for nobody.
    fn is_for_the_querent(&self, end: EndReason) -> Option<bool> {
        match end {
            EndReason::Answered(Verdict::Undecided) | EndReason::Game(Outcome::Drawn(_)) => None,
            EndReason::Answered(verdict) => Some(verdict == Verdict::Yes),
            EndReason::Game(Outcome::Won(side)) => Some(side == self.querent.side()),
        }
    }
}
