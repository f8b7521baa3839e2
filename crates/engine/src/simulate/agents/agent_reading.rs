//! A reading that agents play, with the die and the armies that policies play.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chess::{Army, Move};
use crate::reading::{EndReason, Question, RandomDraw, Throw, Verdict};
use crate::session::{SessionState, SessionTerms, TurnMoves};

use super::super::{ArmyPlayer, PolicyContext, reading_seed};

/// What readings that agents play have in common.
#[derive(Clone, Debug)]
pub struct AgentSetting {
    /// The question.
    pub question: Question,
    /// The rules, and what the throws call.
    pub terms: SessionTerms,
    /// The greatest number of turns.
    pub limit: u32,
    /// Which armies the agents play, in the order of [`Army::ALL`].
    pub agents: [bool; 4],
    /// Who plays the others.
    pub players: [ArmyPlayer; 4],
}

impl AgentSetting {
    /// The setting for a question.
    #[must_use]
    pub fn new(question: Question, limit: u32, agents: [bool; 4], players: [ArmyPlayer; 4]) -> AgentSetting {
        let terms = SessionTerms::of_question(&question);
        AgentSetting { question, terms, limit, agents, players }
    }
}

/// How a reading is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentEnd {
    /// With this answer by its procedure.
    Answered(Verdict),
    /// At the limit of turns.
    AtLimit,
}

/// The random numbers of a reading, one a turn: those of [`DiceSource::seeded`](crate::reading::DiceSource::seeded).
#[derive(Clone, Debug)]
pub struct AgentStream {
    /// Their seed.
    pub seed: u64,
    /// How many were drawn.
    pub drawn: u32,
    stream: Xoshiro256PlusPlus,
}

impl AgentStream {
    /// The numbers of a seed, after so many were drawn.
    #[must_use]
    pub fn after(seed: u64, drawn: u32) -> AgentStream {
        let mut chance = AgentStream { seed, drawn: 0, stream: Xoshiro256PlusPlus::seed_from_u64(seed) };
        for _ in 0..drawn {
            chance.draw();
        }
        chance
    }

    fn draw(&mut self) -> RandomDraw {
        self.drawn += 1;
        RandomDraw::from_number(self.stream.next_u64())
    }
}

/// A reading as it stands: before a move of an agent, or over.
#[derive(Clone, Debug)]
pub struct AgentReading {
    /// Its number among the readings of its seed.
    pub number: u64,
    /// The throws to come.
    pub chance: AgentStream,
    /// The state before the throw.
    pub state: SessionState,
    /// The turns so far, each with its army, throw and move.
    pub played: Vec<(Army, Throw, Move)>,
    /// The throw whose move an agent has to choose.
    pub throw: Option<Throw>,
    /// Its possible moves.
    pub called: TurnMoves,
    /// Whether it is over.
    pub end: Option<AgentEnd>,
}

impl AgentReading {
    /// The reading with this number, before its first throw. Its throws are those of the reading with that number in a simulation.
    #[must_use]
    pub fn new(setting: &AgentSetting, seed: u64, number: u64) -> AgentReading {
        AgentReading {
            number,
            chance: AgentStream::after(reading_seed(seed, number), 0),
            state: SessionState::begin(&setting.terms, setting.question.start()),
            played: Vec::new(),
            throw: None,
            called: TurnMoves { role: None, instead_of_king: false, moves: Vec::new() },
            end: None,
        }
    }

    /// The army to move.
    #[must_use]
    pub fn turn(&self) -> Army {
        self.state.position().turn()
    }

    /// Calls pieces by a throw.
    pub fn call(&mut self, setting: &AgentSetting, throw: Throw) {
        setting.terms.list_moves(self.state.position(), Some(throw), &mut self.called);
        self.throw = Some(throw);
    }

    /// Plays one of the moves that the throw allows.
    pub fn play(&mut self, setting: &AgentSetting, mv: Move) {
        let Some(throw) = self.throw.take() else { return };
        self.played.push((self.turn(), throw, mv));
        self.state.play_unchecked(&setting.terms, mv, &mut ());
        self.called.moves.clear();
    }

    /// Goes on to the next move of an agent, or to the end. Turns without a move and those of the policies are played.
    pub fn advance(&mut self, setting: &AgentSetting) {
        while self.throw.is_none() && self.end.is_none() {
            if let Some(end) = self.state.end(&setting.terms) {
                self.end = Some(AgentEnd::Answered(self.verdict(setting, end)));
            } else if self.played.len() >= setting.limit as usize {
                self.end = Some(AgentEnd::AtLimit);
            } else {
                let draw = self.chance.draw();
                self.call(setting, draw.throw());
                let turn = self.turn().index();
                let mv = match *self.called.moves {
                    [Move::Pass] => Move::Pass,
                    _ if setting.agents[turn] => return,
                    ref moves => {
                        let (question, position) = (&setting.question, self.state.position());
                        let at = PolicyContext { question, position, state: &self.state, terms: &setting.terms };
                        moves[setting.players[turn].choose(&at, moves, draw)]
                    }
                };
                self.play(setting, mv);
            }
        }
    }

    /// The answer by the procedure.
    fn verdict(&self, setting: &AgentSetting, end: EndReason) -> Verdict {
        let by = setting.question.procedure.ends_by;
        match end {
            EndReason::Answered(verdict) => verdict,
            EndReason::Game(_) => self.state.answer().map_or(Verdict::Undecided, |answer| answer.by(by).verdict),
        }
    }

    /// What each army gains: 1 or -1 with an answer, and else 0.
    #[must_use]
    pub fn rewards(&self, setting: &AgentSetting) -> [f32; 4] {
        let gain = match self.end {
            Some(AgentEnd::Answered(Verdict::Yes)) => 1.0,
            Some(AgentEnd::Answered(Verdict::No)) => -1.0,
            _ => 0.0,
        };
        let side = setting.question.army().side();
        Army::ALL.map(|army| if army.side() == side { gain } else { -gain })
    }
}
