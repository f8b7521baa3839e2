//! The odds of the moves of one throw: what chance makes of a reading from there (INTERPRETATION 6.4).

use std::collections::BTreeMap;
use std::convert::Infallible;

use serde::Serialize;

use crate::chess::{Army, Control, Move, Position};
use crate::correspondences::Criterion;
use crate::input::Help;
use crate::reading::{EndReason, KingFalls, Question, Throw, Verdict};
use crate::session::{SessionState, SessionTerms};
use crate::stats::{wilson_within, z_of_all};

use super::{Plan, Tally, Workers};

/// The answers to which each move of a throw led, in continuations played by the policies of a plan.
///
/// The continuations of all moves have the same random numbers. In JSON a share is an object of `count`, `share`, `low` and `high`;
/// `than_played` says whether yes came `more` or `less` often than after the move that was played, and is null if the two intervals
/// overlap.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TurnOdds {
    /// The army that moves.
    pub army: String,
    /// The throw, from 1 to 6.
    pub throw: u8,
    /// The move that was played, in a reading in which one was.
    pub played: Option<String>,
    /// The criterion of the answers, that of the procedure: `ptah` or `kings`.
    pub by: &'static str,
    /// The policy of each army.
    pub policies: BTreeMap<String, String>,
    /// The seed.
    #[serde(with = "crate::input::exact_number")]
    pub seed: u64,
    /// The number of continuations of each move.
    pub readings: u64,
    /// The number of turns after which a continuation is undecided.
    pub limit: u16,
    /// The moves; those after which yes came most often first.
    pub moves: Vec<MoveOdds>,
    /// What the odds are, and are not.
    pub note: &'static str,
}

/// The answers after a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MoveOdds {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The continuations with the answer yes.
    pub yes: AnswerShare,
    /// Those with the answer no.
    pub no: AnswerShare,
    /// Those without an answer.
    pub undecided: AnswerShare,
    /// Whether yes came `more` or `less` often than after the move that was played; `None` if the intervals overlap.
    pub than_played: Option<&'static str>,
}

/// A share with its interval, by Wilson; the intervals of one answer after all moves hold together with 95 % (Bonferroni).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AnswerShare {
    /// The number of continuations.
    pub count: u64,
    /// Their share, from 0 to 1.
    pub share: f64,
    /// The lower bound of its interval.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoOdds {
    /// The reading is over in this state.
    #[error("the reading is over there: {0}")]
    Over(EndReason),
    /// The position is not one of a reading that goes on.
    #[error("{0}")]
    Unplayable(&'static str),
    /// A plan without a die.
    #[error("odds are those of the moves that a throw allows, and a game has no die")]
    NoDie,
}

impl Help for NoOdds {}

impl TurnOdds {
    /// What must be said with every odds.
    pub const NOTE: &str = "These are odds of the game, as these policies play it, and of nothing else. They say nothing about life, nor that a move was right.";

    /// Plays the continuations of each move that a throw allows: the plan's readings, from a state before the throw. `played` is the
    /// move that was played. `progress` hears of the continuations; `None` if the run was stopped.
    ///
    /// # Errors
    /// If the plan is one of games, or the reading is over in this state.
    ///
    /// ```
    /// use enochian::{correspondences::Correspondences, reading::QuestionDraft, input::Source};
    /// use enochian::session::{SessionState, SessionTerms};
    /// use enochian::simulate::{Plan, TurnOdds};
    /// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    /// let question = QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
    /// let plan = Plan::new(question, 1, 0..100);
    /// let start = SessionState::begin(&SessionTerms::of_question(&plan.question), plan.question.start());
    /// let odds = TurnOdds::play(&plan, &start, "6".parse().unwrap(), None, 1, |_| ()).unwrap().unwrap();
    /// assert_eq!(odds.moves.len(), 4);
    /// assert!(odds.moves.iter().all(|it| it.yes.count + it.no.count + it.undecided.count == 100));
    /// ```
    pub fn play(
        plan: &Plan,
        state: &SessionState,
        throw: Throw,
        played: Option<Move>,
        workers: impl Into<Workers>,
        mut progress: impl FnMut(u64),
    ) -> Result<Option<TurnOdds>, NoOdds> {
        if plan.mode != crate::chess::Mode::Reading {
            return Err(NoOdds::NoDie);
        }
        let (terms, workers) = (SessionTerms::of_question(&plan.question), workers.into());
        if let Some(end) = state.end() {
            return Err(NoOdds::Over(end));
        }
        let criterion = plan.question.procedure.ends_by;
        let readings = plan.range.end - plan.range.start;
        let mut counted = Vec::new();
        for mv in terms.moves_for(state.position(), throw).moves {
            let mut after = state.clone();
            after.play_unchecked(mv, &mut ());
            let (plan, mut tally) = (Plan { from_state: Some(after), play_out: false, ..plan.clone() }, Tally::new());
            let Ok(()) = plan.run(workers.clone(), Tally::new, |_, piece| {
                progress(piece.readings);
                tally.merge(&piece);
                Ok::<(), Infallible>(())
            });
            if tally.readings < readings {
                return Ok(None);
            }
            counted.push((mv, Tally::VERDICTS.map(|verdict| tally.answers(criterion, verdict))));
        }
        let z = z_of_all(counted.len());
        let share = |count: u64| {
            let (low, high) = wilson_within(count, readings, z);
            AnswerShare { count, share: count as f64 / readings.max(1) as f64, low, high }
        };
        let yes_of_played = counted.iter().find(|(mv, _)| Some(*mv) == played).map(|(_, counts)| share(counts[0]));
        counted.sort_by_key(|(_, counts)| std::cmp::Reverse(counts[Verdict::Yes as usize]));
        let moves = counted.into_iter().map(|(mv, counts)| {
            let [yes, no, undecided] = counts.map(share);
            let than_played = yes_of_played.and_then(|played| yes.than(&played));
            MoveOdds { mv: mv.to_string(), yes, no, undecided, than_played }
        });
        Ok(Some(TurnOdds {
            army: state.position().turn().to_string(),
            throw: throw.number(),
            played: played.map(|mv| mv.to_string()),
            by: if criterion == Criterion::Ptah { "ptah" } else { "kings" },
            policies: Army::ALL
                .iter()
                .zip(&plan.players)
                .map(|(army, by)| (army.to_string(), by.name().to_owned()))
                .collect(),
            seed: plan.seed,
            readings,
            limit: plan.limit,
            moves: moves.collect(),
            note: TurnOdds::NOTE,
        }))
    }
}

impl AnswerShare {
    /// Whether it is `more` or `less` than another; `None` if the intervals overlap.
    #[must_use]
    pub fn than(&self, other: &AnswerShare) -> Option<&'static str> {
        if self.low > other.high {
            Some("more")
        } else if self.high < other.low {
            Some("less")
        } else {
            None
        }
    }
}

/// Why readings of a question cannot begin in a position, with the way out; `None` if they can.
#[must_use]
pub fn unplayable(position: &Position, question: &Question) -> Option<&'static str> {
    let concludes = question.procedure.when_querents_king_falls == KingFalls::Conclude;
    if position.clone().with_rules(question.rules()).outcome().is_some() {
        Some("the position is already won or drawn; another position is needed")
    } else if concludes && position.king(question.army()).is_none() {
        Some(
            "the querent's king is not on the board, so this procedure has its answer at once; another position is needed",
        )
    } else if Army::ALL.into_iter().any(|army| position.command(army) == Control::Withdrawn) {
        Some("an army of the position has withdrawn, which no simulation knows; another position is needed")
    } else {
        None
    }
}
