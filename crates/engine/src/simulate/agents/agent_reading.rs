//! One reading or game, from the engine's move lists: agents play some armies of it, or none, and policies the others.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chess::{Army, Mode, Move, Outcome};
use crate::player::StopSignal;
use crate::reading::{AnswerTracker, EndReason, RandomDraw, Throw, Verdict};
use crate::session::{SessionState, SessionTerms, TurnMoves};

use super::super::counts::Listener;
use super::super::{Counts, EffectFlags, Plan, PolicyContext, ReadingRow, TurnRow, reading_seed};

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
    /// The turns so far.
    pub turns: Vec<TurnRow>,
    /// The throw whose move an agent has to choose; none in a game.
    pub throw: Option<Throw>,
    /// The possible moves of the turn; none when it is over.
    pub called: TurnMoves,
    /// Whether it is over.
    pub end: Option<AgentEnd>,
    /// Tracks the answer that a game would give as a reading.
    tracker: Option<AnswerTracker>,
    counts: Counts,
}

impl AgentReading {
    /// The reading with this number, before its first throw. Its throws are those of the reading with that number in a simulation.
    #[must_use]
    pub fn new(setting: &AgentSetting, seed: u64, number: u64) -> AgentReading {
        let plan = &setting.plan;
        AgentReading {
            number,
            chance: AgentStream::after(reading_seed(seed, number), 0),
            state: plan.begin(&setting.terms),
            turns: Vec::new(),
            tracker: (plan.mode == Mode::Game).then(|| plan.tracker()),
            counts: Counts::filled(0),
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

    /// Plays and counts one of the possible moves.
    pub fn play(&mut self, mv: Move) {
        let army = self.turn();
        let mut listener = Listener { counts: &mut self.counts, effects: EffectFlags::default() };
        self.state.play_unchecked(mv, &mut listener);
        let effects = listener.effects;
        if let Some(tracker) = &mut self.tracker {
            tracker.watch(army, self.state.position());
        }
        let throw = self.throw.take().map_or(0, Throw::number);
        let turn = TurnRow::played(army, throw, self.called.role, mv, effects);
        if !turn.is_no_move() {
            self.counts.landings[turn.to.index()] += 1;
            self.counts.moved[army.index()][turn.role.index()] += 1;
        }
        self.turns.push(turn);
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

    /// Plays a reading of the plan in which no agents play; `None` if it is stopped.
    pub(in super::super) fn playout(setting: &AgentSetting, number: u64) -> Option<(ReadingRow, Vec<TurnRow>)> {
        let mut reading = AgentReading::new(setting, setting.plan.seed, number);
        reading.advance(setting);
        reading.end?;
        let AgentReading { state, turns, tracker, counts, .. } = reading;
        let of_game = || tracker.map(|tracker| tracker.answer(state.position()));
        let answer = state.answer().or_else(of_game).expect("both readings and games have a tracker");
        Some((ReadingRow::of(number, answer, state.end(), state.position(), counts), turns))
    }

    /// How it is over, if it is.
    #[must_use]
    pub fn ended(&self, setting: &AgentSetting) -> Option<AgentEnd> {
        match self.state.end() {
            Some(end) => Some(AgentEnd::Answered(self.verdict(setting, end))),
            None => (self.turns.len() >= usize::from(setting.plan.limit.max(1))).then_some(AgentEnd::AtLimit),
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
