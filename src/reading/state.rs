//! The reading as it stands after each ply.

use std::fmt;

use super::answer::Witness;
use super::throw::called;
use super::{Answer, Called, Question, Throw, Verdict};
use crate::chess::{ActionRefused, Army, Effect, EffectSink, Exchange, Move, Outcome, Position, Refusal, Role, Rules};

/// A reading in progress.
///
/// ```
/// use enochian::{lore::Lore, reading::{Draft, Reading, Throw}, text::Source};
/// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
/// let question = Draft::read(&file, Lore::embedded()).unwrap().settle(Lore::embedded()).unwrap();
/// let mut reading = Reading::begin(question);
/// let throw = Throw::new(6).unwrap();
/// let called = reading.called(throw);
/// assert_eq!(called.moves.len(), 4); // any pawn
/// reading.play(throw, called.moves[0], &mut ()).unwrap();
/// assert!(reading.end().is_none());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    question: Question,
    rules: Rules,
    position: Position,
    witness: Witness,
}

/// Why a reading is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The procedure's criterion has its answer.
    Answered(Verdict),
    /// The game itself ended.
    Game(Outcome),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Answered(verdict) => write!(f, "the answer is {verdict}"),
            End::Game(outcome) => write!(f, "{outcome}"),
        }
    }
}

/// Why a turn was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TurnRefused {
    /// The reading has ended.
    #[error("the reading is over: {0}")]
    Over(End),
    /// The move is not legal in the position.
    #[error(transparent)]
    Illegal(#[from] Refusal),
    /// The move is legal, but not for the piece that the die named.
    #[error("the throw of {throw} calls the {role}, not this piece")]
    NotCalled {
        /// The throw.
        throw: Throw,
        /// What it calls.
        role: Role,
    },
    /// A turn is given up though the thrown piece can move (RULES 8.4).
    #[error("the {0} can move, so the turn is not lost")]
    CanMove(Role),
}

impl Reading {
    /// The reading of a question before its first throw.
    pub fn begin(question: Question) -> Reading {
        Reading { rules: question.rules(), position: question.start(), witness: Witness::of(&question), question }
    }

    /// The question.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position as it stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The army whose turn it is.
    pub fn turn(&self) -> Army {
        self.position.turn()
    }

    /// What a throw calls upon now (RULES 8.3).
    pub fn called(&self, throw: Throw) -> Called {
        let mut called = called(&self.position, &self.rules, &self.question.dice, self.question.array, throw);
        if self.end().is_some() {
            called.moves.clear();
        }
        called
    }

    /// Plays a turn: a move of the called piece, or [`Move::Pass`] when it has none.
    ///
    /// # Errors
    /// The reason, when the move may not be played; the reading stays as it was.
    pub fn play(&mut self, throw: Throw, mv: Move, sink: &mut impl EffectSink) -> Result<(), TurnRefused> {
        if let Some(end) = self.end() {
            return Err(TurnRefused::Over(end));
        }
        let called = self.called(throw);
        if mv == Move::Pass && !called.moves.is_empty() {
            return Err(TurnRefused::CanMove(called.role));
        }
        let turn = self.turn();
        if mv != Move::Pass && !called.moves.contains(&mv) {
            return Err(match self.position.refusal(mv, &self.rules) {
                Some(refusal) => TurnRefused::Illegal(refusal),
                None => TurnRefused::NotCalled { throw, role: called.role },
            });
        }
        self.position.play(mv, &self.rules, sink)?;
        self.witness.watch(turn, &self.position);
        Ok(())
    }

    /// Carries out an exchange of prisoners before the turn's move (RULES 6.2).
    ///
    /// # Errors
    /// When it is not possible now; the reading stays as it was.
    pub fn exchange(&mut self, exchange: Exchange) -> Result<Vec<Effect>, ActionRefused> {
        let mut effects = Vec::new();
        self.position.exchange(exchange, &self.rules, &mut effects)?;
        Ok(effects)
    }

    /// Withdraws the army whose turn it is, before its move (RULES 6.3).
    ///
    /// # Errors
    /// When it may not withdraw; the reading stays as it was.
    pub fn withdraw(&mut self) -> Result<(), ActionRefused> {
        self.position.withdraw(&self.rules, &mut ())
    }

    /// Why the reading is over, if it is (RULES 7, 8.6).
    pub fn end(&self) -> Option<End> {
        self.witness.end(&self.position, &self.rules)
    }

    /// The answer by both criteria, as it stands (RULES 8.6).
    pub fn answer(&self) -> Answer {
        self.witness.answer(&self.position)
    }
}
