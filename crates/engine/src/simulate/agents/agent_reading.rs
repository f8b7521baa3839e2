//! A reading or game that agents play, with the die and the armies that policies play.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chess::{Army, Mode, Move, Outcome};
use crate::player::StopSignal;
use crate::reading::{EndReason, RandomDraw, Throw, Verdict};
use crate::session::{SessionState, SessionTerms, TurnMoves};

use super::super::{Plan, PolicyContext, reading_seed};

/// What readings or games that agents play have in common.
#[derive(Clone, Debug)]
pub struct AgentSetting {
    /// The question, whether readings or games are played, the limit of turns, and who plays the armies that the agents do not.
    pub plan: Plan,
    /// The rules, and what the throws call.
    pub terms: SessionTerms,
    /// Which armies the agents play, in the order of [`Army::ALL`].
    pub agents: [bool; 4],
    /// Stops what is played until an agent is to move, wherever it is.
    pub stop: StopSignal,
}

impl AgentSetting {
    /// The setting for a plan; its seed and range are not used.
    #[must_use]
    pub fn new(plan: Plan, agents: [bool; 4]) -> AgentSetting {
        AgentSetting { terms: plan.terms(), plan, agents, stop: StopSignal::NEVER }
    }
}

/// How a reading is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentEnd {
    /// With this answer by its procedure; a game with a Yes if the querent's side has won, and a No if the other has.
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

/// A reading or game as it stands: before a move of an agent, or over.
#[derive(Clone, Debug)]
pub struct AgentReading {
    /// Its number among the readings of its seed.
    pub number: u64,
    /// The throws to come.
    pub chance: AgentStream,
    /// The state before the throw.
    pub state: SessionState,
    /// The turns so far, each with its army, throw and move.
    pub played: Vec<(Army, Option<Throw>, Move)>,
    /// The throw whose move an agent has to choose; none in a game.
    pub throw: Option<Throw>,
    /// The possible moves of the turn; none when it is over.
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
            state: setting.plan.begin(&setting.terms),
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

    /// Lists the moves of the turn, after its throw in a reading.
    pub fn call(&mut self, setting: &AgentSetting, throw: Option<Throw>) {
        setting.terms.list_moves(self.state.position(), throw, &mut self.called);
        self.throw = throw;
    }

    /// Plays one of the possible moves.
    pub fn play(&mut self, mv: Move) {
        self.played.push((self.turn(), self.throw.take(), mv));
        self.state.play_unchecked(mv, &mut ());
        self.called.moves.clear();
    }

    /// Goes on to the next move of an agent, or to the end. Turns without a move and those of the policies are played.
    pub fn advance(&mut self, setting: &AgentSetting) {
        let plan = &setting.plan;
        while self.called.moves.is_empty() && self.end.is_none() && !setting.stop.is_set() {
            self.end = self.ended(setting);
            if self.end.is_none() {
                let draw = self.chance.draw();
                self.call(setting, (plan.mode == Mode::Reading).then(|| draw.throw()));
                let turn = self.turn().index();
                let mv = match *self.called.moves {
                    [Move::Pass] => Move::Pass,
                    _ if setting.agents[turn] => return,
                    ref moves => {
                        let (question, position) = (&plan.question, self.state.position());
                        let AgentSetting { terms, stop, .. } = setting;
                        let at = PolicyContext { question, position, state: &self.state, terms, stop };
                        moves[plan.players[turn].choose(&at, moves, draw)]
                    }
                };
                self.play(mv);
            }
        }
    }

    /// How it is over, if it is.
    #[must_use]
    pub fn ended(&self, setting: &AgentSetting) -> Option<AgentEnd> {
        match self.state.end() {
            Some(end) => Some(AgentEnd::Answered(self.verdict(setting, end))),
            None => (self.played.len() >= usize::from(setting.plan.limit)).then_some(AgentEnd::AtLimit),
        }
    }

    /// The answer by the procedure.
    fn verdict(&self, setting: &AgentSetting, end: EndReason) -> Verdict {
        let question = &setting.plan.question;
        match (end, self.state.answer()) {
            (EndReason::Answered(verdict), _) => verdict,
            (EndReason::Game(_), Some(answer)) => answer.by(question.procedure.ends_by).verdict,
            (EndReason::Game(Outcome::Won(side)), None) if side == question.army().side() => Verdict::Yes,
            (EndReason::Game(Outcome::Won(_)), None) => Verdict::No,
            (EndReason::Game(_), None) => Verdict::Undecided,
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
        let side = setting.plan.question.army().side();
        Army::ALL.map(|army| if army.side() == side { gain } else { -gain })
    }
}
