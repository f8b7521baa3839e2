//! The turns of a game that cost their side most, by the estimate of the program's search.

use std::cmp::Reverse;
use std::vec;

use serde::Serialize;

use super::{Record, RecordedAct};
use crate::chess::Mode;
use crate::games::Actor;
use crate::input::Help;
use crate::player::{Level, SearchLimit};

/// A turn in which the search finds something better than what was played.
#[derive(Clone, Debug, PartialEq, Serialize)]
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

/// What a turn must cost to be worth telling, in hundredths of a won game, and how many are told at most.
const LEAST: i64 = 10;
const MOST: usize = 12;

impl CostlyTurn {
    /// What the turn cost, from 0 to 1.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.better_estimate - self.estimate
    }

    /// Both estimates of 100, of what was played and of what was better.
    #[must_use]
    pub fn hundredths(&self) -> [i64; 2] {
        [self.estimate, self.better_estimate].map(|share| (100.0 * share).round() as i64)
    }

    /// Keeps the turns that are worth telling: the twelve that cost most, of those that cost ten hundredths or more.
    ///
    /// ```
    /// use enochian::{player::Level, record::CostlyTurn};
    /// let cost = |turn, better_estimate| CostlyTurn {
    ///     turn, actor: "Air".into(), played: "Ka8b8".into(), estimate: 0.4, better: "Ra7a4".into(), better_estimate,
    /// };
    /// let mut turns = vec![cost(1, 0.45), cost(5, 0.7)];
    /// CostlyTurn::keep_costliest(&mut turns);
    /// assert_eq!((turns[0].turn, turns[0].hundredths()), (5, [40, 70]));
    /// assert!(CostlyTurn::introduction(&turns, Level::USUAL).starts_with("The turn that cost most"));
    /// ```
    pub fn keep_costliest(turns: &mut Vec<CostlyTurn>) {
        let cost = |it: &CostlyTurn| {
            let [played, better] = it.hundredths();
            better - played
        };
        turns.retain(|it| cost(it) >= LEAST);
        turns.sort_by_key(|it| Reverse(cost(it)));
        turns.truncate(MOST);
        turns.sort_by_key(|it| it.turn);
    }

    /// What [`CostlyTurn::keep_costliest`] has kept, in a sentence, by the estimate of a level.
    #[must_use]
    pub fn introduction(turns: &[CostlyTurn], level: Level) -> String {
        match turns.len() {
            0 => format!("No turn cost its side {LEAST} of 100 or more, by the estimate of {level}."),
            1 => format!("The turn that cost most, by the estimate of {level}: {}", explained(level)),
            turns => format!("The {turns} turns that cost most, by the estimate of {level}: {}", explained(level)),
        }
    }
}

fn explained(level: Level) -> String {
    format!(
        "what the side that moved could expect, of 100, after what it played and after what {level} would have played. The estimate \
         is no proof."
    )
}

/// Why the turns of a record cannot be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotJudged {
    /// Nobody has said how it is played.
    #[error("the program does not know the rules of this game, so it cannot say what was better")]
    Unrefereed,
    /// It goes on.
    #[error("the game is not concluded")]
    NotConcluded,
    /// What decides a reading needs no search.
    #[error("it is a reading, whose pivots need no search")]
    Reading,
}

impl Help for NotJudged {
    fn help(&self) -> Option<String> {
        let way = "resume it with: enochian game --resume; hint shows there what the program would play";
        matches!(self, NotJudged::NotConcluded).then(|| way.to_owned())
    }
}

/// The acts of a record, judged one after another: [`Record::costly_turns`].
#[derive(Debug)]
pub struct CostlyTurns {
    /// The record before the next act.
    before: Record,
    acts: vec::IntoIter<RecordedAct>,
    limit: SearchLimit,
}

impl Iterator for CostlyTurns {
    type Item = Option<CostlyTurn>;

    fn next(&mut self) -> Option<Option<CostlyTurn>> {
        let act = self.acts.next()?;
        let costly = self.before.cost_of(&act, &self.limit);
        if self.before.enter(act).is_err() {
            // It was accepted once; without it nothing that follows can be judged.
            self.acts = Vec::new().into_iter();
        }
        Some(costly)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.acts.size_hint()
    }
}

impl ExactSizeIterator for CostlyTurns {}

impl Record {
    /// Whether its turns can be judged.
    ///
    /// # Errors
    /// If it is a reading, if it is not concluded, or if the program does not know the rules of the game.
    ///
    /// ```
    /// use enochian::{correspondences::Correspondences, journal, record::NotJudged};
    /// let journal = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
    /// let record = journal::read(journal.as_ref(), Correspondences::embedded()).unwrap();
    /// assert_eq!(record.check_can_be_judged(), Err(NotJudged::Reading));
    /// ```
    pub fn check_can_be_judged(&self) -> Result<(), NotJudged> {
        if self.mode() == Mode::Reading {
            Err(NotJudged::Reading)
        } else if !self.heading().game.kind().is_refereed() {
            Err(NotJudged::Unrefereed)
        } else if self.closing().is_none() {
            Err(NotJudged::NotConcluded)
        } else {
            Ok(())
        }
    }

    /// Judges each act, in their order: whether the search finds something better than what was played. Acts of chance and acts that
    /// are against the rules have no judgement. With the same limit of nodes it finds the same each time. All together can
    /// take a minute.
    ///
    /// ```
    /// use enochian::{correspondences::Correspondences, journal, player::Level};
    /// let journal = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
    /// let record = journal::read(journal.as_ref(), Correspondences::embedded()).unwrap();
    /// let judged = record.costly_turns(&Level::Two.limit());
    /// assert!(judged.len() >= record.enochian().unwrap().turns().len(), "throws are acts too");
    /// let costly: Vec<_> = judged.flatten().collect();
    /// assert!(!costly.is_empty() && costly.iter().all(|it| it.cost() > 0.0));
    /// ```
    #[must_use]
    pub fn costly_turns(&self, limit: &SearchLimit) -> CostlyTurns {
        let acts = self.play().acts();
        // Errors of judgement would be those of the judge.
        let limit = SearchLimit { error: 0, ..limit.clone() };
        CostlyTurns { before: Record::begin(self.heading().clone()), acts: acts.into_iter(), limit }
    }

    fn cost_of(&self, act: &RecordedAct, limit: &SearchLimit) -> Option<CostlyTurn> {
        let (state, played) = (self.state(), act.text());
        let actor @ Actor::Seat(_) = state.actor() else { return None };
        if act.is_irregular() || !state.moves().iter().any(|mv| mv.text == played) {
            return None;
        }
        let better = self.proposed(limit).filter(|better| better.text != played)?;
        let deep = SearchLimit { depth: better.depth.max(1), ..SearchLimit::NONE };
        let estimate = self.proposed_among(&deep, Some(&played))?.estimate;
        let (turn, better_estimate) = (self.play().current_turn(), better.estimate);
        let actor = state.actor_name(actor).to_owned();
        let costly = CostlyTurn { turn, actor, played, estimate, better: better.text, better_estimate };
        Some(costly).filter(|it| it.cost() > 0.0)
    }
}
