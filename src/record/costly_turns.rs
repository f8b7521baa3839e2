//! The turns of a game that cost their side most, by the estimate of the program's search.

use super::{Record, RecordLens, RecordedAct};
use crate::games::Actor;
use crate::player::SearchLimit;
use crate::session::Act;

/// A turn in which the search finds something better than what was played.
#[derive(Clone, Debug, PartialEq)]
pub struct CostlyTurn {
    /// The turn.
    pub turn: u32,
    /// The name of the seat.
    pub actor: String,
    /// What was played.
    pub played: String,
    /// What its side could expect after it, from 0 to 1, if the search looks as far ahead as for the better act.
    pub estimate: f64,
    /// What was better.
    pub better: String,
    /// What its side could have expected after that.
    pub better_estimate: f64,
}

impl CostlyTurn {
    /// What the turn cost, from 0 to 1.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.better_estimate - self.estimate
    }
}

impl Record {
    /// The turns in which the search finds something better than what was played, in their order. Acts of chance and acts that
    /// are against the rules are not judged. With the same limit of nodes it finds the same each time. It can take a minute, so
    /// `judged` is told how many acts are judged, and how many there are.
    ///
    /// ```
    /// use enochian::{correspondences::Correspondences, journal, player::Level};
    /// let journal = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
    /// let record = journal::read(journal.as_ref(), Correspondences::embedded()).unwrap();
    /// let costly = record.costly_turns(&Level::new(2).unwrap().limit(), &|_, _| {});
    /// assert!(!costly.is_empty() && costly.iter().all(|it| it.cost() > 0.0));
    /// ```
    #[must_use]
    pub fn costly_turns(&self, limit: &SearchLimit, judged: &dyn Fn(usize, usize)) -> Vec<CostlyTurn> {
        let mut again = Record::begin(self.heading().clone());
        let acts: Vec<RecordedAct> = match self.lens() {
            RecordLens::Enochian(record) => record.standing().map(RecordedAct::from).collect(),
            RecordLens::Other(record) => record.session().steps().iter().map(|step| step.act().into()).collect(),
        };
        // Errors of judgement would be those of the judge.
        let limit = &SearchLimit { error: 0, ..limit.clone() };
        let (mut costly, all) = (Vec::new(), acts.len());
        for (done, act) in acts.into_iter().enumerate() {
            judged(done, all);
            costly.extend(again.cost_of(&act, limit));
            // It was accepted once.
            if again.enter(act).is_err() {
                break;
            }
        }
        costly
    }

    fn cost_of(&self, act: &RecordedAct, limit: &SearchLimit) -> Option<CostlyTurn> {
        let played = match act {
            RecordedAct::Enochian(Act::Move(mv)) => mv.to_string(),
            RecordedAct::Other(act) if !act.is_irregular => act.text.clone(),
            _ => return None,
        };
        let actor = match self.lens() {
            RecordLens::Enochian(record) => record.turn().to_string(),
            RecordLens::Other(record) => match record.session().state().actor() {
                actor @ Actor::Seat(_) => record.session().actor_name(actor).to_owned(),
                Actor::Chance | Actor::Nobody => return None,
            },
        };
        let better = self.proposed(limit).filter(|better| better.text != played)?;
        let deep = SearchLimit { depth: better.depth.max(1), ..SearchLimit::NONE };
        let estimate = self.proposed_among(&deep, Some(&played))?.estimate;
        let (turn, better_estimate) = (self.play().current_turn(), better.estimate);
        let costly = CostlyTurn { turn, actor, played, estimate, better: better.text, better_estimate };
        Some(costly).filter(|it| it.cost() > 0.0)
    }
}
