//! `ReadingBatch` and `ReadingState`: readings and games as numbers, for agents that learn.

use std::sync::{Arc, Mutex, MutexGuard};

use enochian::chess::{Army, Mode};
use enochian::reading::{Throw, Verdict};
use enochian::simulate::agents::{
    AgentBatch, AgentEnd, AgentReading, AgentSetting, AgentStream, OBSERVATION, PLANES, actions, observe,
};
use enochian::simulate::{ArmyPlayer, Plan, TurnRow};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::arguments::{self, wrong};
use crate::board::{Board, Move};
use crate::errors::{IllegalMoveError, error};
use crate::names;
use crate::policy::{self, Failure};
use crate::question::Question;
use crate::simulation::asked;

/// Many readings or games that agents play at once, a move in each at a time, in arrays of NumPy.
///
/// ``size`` readings of a ``question`` are under way. ``agents`` are the armies that the agents play: ``"all"``, ``"querent"`` (the
/// querent's side), ``"others"``, the name of an army, or a list of these. A ``policy`` plays the rest, by default chance, as in
/// :func:`simulate`; ``"level-2"`` is one too. The environment throws the die, and plays turns without a move. ``procedure`` replaces the
/// question's, or is ``"game"``: games with the set-up of the question, without dice and Ptah, in which check counts.
///
/// The arrays have a row for each reading. They are made once, and :meth:`step` changes them: copy what you keep.
///
/// - ``observations``: what the army to move sees; ``enochian.environment`` describes the planes
/// - ``legal``: the actions that it can take, filled up with -1, and ``counts``, how many these are
/// - ``masks``: the same as 1 and 0 for each action
/// - ``armies``: the army to move, 0 to 3 for Air, Water, Fire and Earth
/// - ``rewards`` of the last step, for each army; ``terminations`` and ``truncations``: whether the reading ended, or came to ``limit`` turns
/// - ``episodes``: the number of the reading. Its throws, and what a policy leaves to chance, are those of the reading with that number in
///   ``simulate(..., seed=seed)``
/// - ``final_observations``: where a reading ended in the last step, what was seen at its end
///
/// With ``autoreset`` a reading that has ended is followed in the same step by another, whose number is greater by ``size``. Without it,
/// a reading that is over stays, and its action is ignored.
///
/// >>> import enochian, numpy
/// >>> batch, chance = enochian.ReadingBatch("brother", 64, seed=1), numpy.random.default_rng(1)
/// >>> batch.observations.shape, batch.masks.shape, batch.legal.shape
/// ((64, 65, 8, 8), (64, 1880), (64, 64))
/// >>> ended = 0
/// >>> for _ in range(500):
/// ...     batch.step(batch.legal[range(64), chance.integers(batch.counts)])
/// ...     ended += batch.terminations.sum()
/// >>> int(ended) > 200, int(batch.episodes.max()) > 200
/// (True, True)
/// >>> games = enochian.ReadingBatch("brother", 64, procedure="game", agents="querent", policy="level-1")
/// >>> games.masks.shape, games.legal.shape, int(games.counts[0])
/// ((64, 2300), (64, 128), 12)
#[pyclass(module = "enochian", frozen)]
pub(crate) struct ReadingBatch {
    question: Question,
    autoreset: bool,
    policy: Option<Py<PyAny>>,
    failure: Failure,
    now: Mutex<AgentBatch>,
}

/// The armies of the agents, as the words of a policy name them.
fn agents(given: &Bound<'_, PyAny>, querent: Army) -> PyResult<[bool; 4]> {
    let words = given.extract::<String>().map(|word| vec![word]).or_else(|_| given.extract::<Vec<String>>());
    let words = words.map_err(|_| PyTypeError::new_err("agents: expected a name, or a list of names"))?;
    // Any policy shows which armies a word means.
    let words: Vec<String> = words.iter().map(|word| format!("{word}=greedy")).collect();
    let players = ArmyPlayer::of_words(words.iter().map(String::as_str), querent);
    let players = players.map_err(|problem| wrong("agents", problem))?;
    let agents = players.map(|player| matches!(player, ArmyPlayer::Policy(_)));
    let none = || wrong("agents", "name at least one army for the agents to play");
    if agents == [false; 4] { Err(none()) } else { Ok(agents) }
}

/// An array of a batch, by the interface that NumPy reads.
#[pyclass(frozen)]
struct BatchArray {
    interface: Py<PyDict>,
    /// Which owns the memory.
    _batch: Py<ReadingBatch>,
}

#[pymethods]
impl BatchArray {
    #[getter]
    fn __array_interface__(&self, py: Python<'_>) -> Py<PyDict> {
        self.interface.clone_ref(py)
    }
}

impl ReadingBatch {
    fn state_of(&self, now: &AgentBatch, reading: &AgentReading) -> ReadingState {
        ReadingState { question: self.question.clone(), setting: Arc::clone(now.setting()), reading: reading.clone() }
    }

    fn lock(&self) -> PyResult<MutexGuard<'_, AgentBatch>> {
        // Its own policy would wait for ever.
        self.now.try_lock().map_err(|_| error("this batch is in the middle of a step; use it afterwards"))
    }

    fn row(&self, place: isize) -> PyResult<usize> {
        let size = self.lock()?.readings().len();
        let found = if place < 0 { place.checked_add_unsigned(size) } else { Some(place) };
        found
            .and_then(|place| usize::try_from(place).ok())
            .filter(|place| *place < size)
            .ok_or_else(|| PyIndexError::new_err(format!("row: there is no row {place}; the batch has {size}")))
    }
}

/// A NumPy array over numbers of a batch, with these dimensions after the rows.
fn array<'py, T>(
    batch: &Bound<'py, ReadingBatch>,
    kind: &str,
    dimensions: &[usize],
    numbers: impl Fn(&AgentBatch) -> &Vec<T>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = batch.py();
    let (address, size) = {
        let now = batch.get().lock()?;
        // The vectors keep their length, so they stay where they are.
        (numbers(&now).as_ptr() as usize, now.readings().len())
    };
    let shape = [&[size], dimensions].concat();
    let interface = PyDict::new(py);
    interface.set_item("shape", pyo3::types::PyTuple::new(py, shape)?)?;
    interface.set_item("typestr", kind)?;
    interface.set_item("data", (address, false))?;
    interface.set_item("version", 3)?;
    let view = Py::new(py, BatchArray { interface: interface.unbind(), _batch: batch.clone().unbind() })?;
    py.import("numpy")?.call_method1("asarray", (view,))
}

#[pymethods]
impl ReadingBatch {
    /// The number of actions in a reading.
    #[classattr]
    const ACTIONS: usize = actions(Mode::Reading);
    /// The number of actions in a game.
    #[classattr]
    const GAME_ACTIONS: usize = actions(Mode::Game);
    /// The number of planes of an observation.
    #[classattr]
    const PLANES: usize = PLANES;

    #[new]
    #[pyo3(signature = (question, size, *, agents = None, policy = None, limit = 2000, seed = 1, autoreset = true, procedure = None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        py: Python<'_>,
        question: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = arguments::size)] size: usize,
        agents: Option<&Bound<'_, PyAny>>,
        policy: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = arguments::limit)] limit: u16,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        autoreset: bool,
        procedure: Option<String>,
    ) -> PyResult<ReadingBatch> {
        let (question, mode) = asked(question, procedure)?;
        let agents = agents.map_or(Ok([true; 4]), |given| self::agents(given, question.question.army()))?;
        if agents == [true; 4] && policy.is_some() {
            let none = "the agents play all armies, so a policy has none; name theirs, as in agents=\"querent\"";
            return Err(wrong("policy", none));
        }
        let failure = Failure::default();
        let players = policy::players(policy, &question, &failure)?;
        let mut setting = AgentSetting::new(Plan { limit, players, mode, ..plan(&question) }, agents);
        if policy.is_some() {
            setting.stop = failure.stop_signal();
        }
        let begun = py.detach(|| AgentBatch::begin(setting, autoreset, seed, size));
        failure.take().map_or(Ok(()), Err)?;
        let (now, policy) = (Mutex::new(begun.map_err(error)?), policy.map(|policy| policy.clone().unbind()));
        Ok(ReadingBatch { question, autoreset, policy, failure, now })
    }

    /// The question of the readings.
    #[getter]
    fn question(&self) -> Question {
        self.question.clone()
    }

    /// The names of the armies that the agents play.
    #[getter]
    fn agents(&self) -> PyResult<Vec<&'static str>> {
        let agents = self.lock()?.setting().agents;
        Ok(Army::ALL.into_iter().filter(|army| agents[army.index()]).map(Army::name).collect())
    }

    /// Begins all readings anew: with a ``seed`` those with the numbers 0, 1 … of that seed, without one the next.
    ///
    /// >>> import enochian
    /// >>> batch = enochian.ReadingBatch("brother", 2)
    /// >>> batch.reset()
    /// >>> batch.episodes.tolist()
    /// [2, 3]
    #[pyo3(signature = (seed = None))]
    fn reset(&self, py: Python<'_>, #[pyo3(from_py_with = arguments::seed)] seed: Option<u64>) -> PyResult<()> {
        let mut now = self.lock()?;
        let batch = &mut *now;
        py.detach(|| batch.reset(seed)).map_err(error)?;
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Plays an action in each reading, and what follows until an agent is to move again. ``actions`` has a whole number for each.
    ///
    /// Raises :class:`IllegalMoveError` if one of them is not possible; then nothing is played. Other Python threads go on meanwhile.
    /// After Ctrl-C or an error of a policy, some readings have been played on and others not: ``reset`` begins anew.
    ///
    /// >>> import enochian
    /// >>> batch = enochian.ReadingBatch("brother", 2, agents="querent", policy="greedy")
    /// >>> batch.step(batch.legal[:, 0])
    /// >>> batch.step([-1, -1])
    /// Traceback (most recent call last):
    ///     ...
    /// enochian.IllegalMoveError: the action -1 is not among those that the mask allows, in row 0
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let cast = PyDict::new(py);
        cast.set_item("casting", "same_kind")?;
        let given = py.import("numpy")?.call_method1("asarray", (actions,))?;
        let given = given.call_method("astype", ("int64",), Some(&cast));
        let given = given.map_err(|problem| PyTypeError::new_err(format!("actions: {}", problem.value(py))))?;
        let shape: Vec<usize> = given.getattr("shape")?.extract()?;
        let size = self.lock()?.readings().len();
        if shape != [size] {
            return Err(error(format!(
                "actions: they have the shape {shape:?}; a batch of {size} readings needs [{size}]"
            )));
        }
        let given = given.call_method0("tobytes")?;
        let given = given.cast::<PyBytes>()?.as_bytes();
        let mut now = self.lock()?;
        let chosen = now.chosen(given.as_chunks().0.iter().copied().map(i64::from_ne_bytes));
        let chosen = chosen.map_err(|error| IllegalMoveError::new_err(error.to_string()))?;
        let batch = &mut *now;
        py.detach(|| batch.step(&chosen, &mut || !self.failure.is_set())).map_err(error)?;
        self.failure.take().map_or(Ok(()), Err)
    }

    /// A reading as it stands, which does not change. :meth:`restore` puts it into any row of a batch of the same question.
    ///
    /// >>> import enochian
    /// >>> batch = enochian.ReadingBatch("brother", 2, seed=7)
    /// >>> state = batch.state(0)
    /// >>> state.turn, state.throw, state.legal_moves[0]
    /// ('Air', 5, enochian.Move('Rd8e8'))
    fn state(&self, row: isize) -> PyResult<ReadingState> {
        let row = self.row(row)?;
        let now = self.lock()?;
        Ok(self.state_of(&now, &now.readings()[row]))
    }

    /// Goes on in a row from a state, with the throws that would have followed.
    ///
    /// >>> import enochian
    /// >>> batch = enochian.ReadingBatch("brother", 3, seed=7)
    /// >>> for row in range(1, 3):
    /// ...     batch.restore(row, batch.state(0).copy(seed=row))
    /// >>> batch.state(2).board == batch.state(0).board
    /// True
    fn restore(&self, row: isize, state: &Bound<'_, ReadingState>) -> PyResult<()> {
        let (row, state) = (self.row(row)?, state.get());
        let mut now = self.lock()?;
        let [here, there] = [now.setting(), &state.setting];
        let is_like = here.agents == there.agents && here.plan.mode == there.plan.mode;
        if !is_like || here.plan.question != there.plan.question {
            return Err(wrong("state", "it is of another question or with other agents than the batch has"));
        }
        now.restore(row, state.reading.clone());
        Ok(())
    }

    /// What the army to move sees.
    #[getter]
    fn observations<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        array(slf, "|i1", &[PLANES, 8, 8], |batch| &batch.observations)
    }

    /// Where a reading ended in the last step, what was seen at its end.
    #[getter]
    fn final_observations<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        array(slf, "|i1", &[PLANES, 8, 8], |batch| &batch.final_observations)
    }

    /// For each action 1 if it is possible.
    #[getter]
    fn masks<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let actions = slf.get().lock()?.actions();
        array(slf, "|i1", &[actions], |batch| &batch.masks)
    }

    /// The possible actions, filled up with -1.
    #[getter]
    fn legal<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let most = slf.get().lock()?.most_moves();
        array(slf, "<i2", &[most], |batch| &batch.legal)
    }

    /// The number of possible actions.
    #[getter]
    fn counts<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        array(slf, "<i8", &[], |batch| &batch.counts)
    }

    /// The army to move, from 0 for Air to 3 for Earth.
    #[getter]
    fn armies<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        array(slf, "|u1", &[], |batch| &batch.armies)
    }

    /// What each army gained by the last step.
    #[getter]
    fn rewards<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        array(slf, "<f4", &[4], |batch| &batch.rewards)
    }

    /// Whether the reading ended in the last step.
    #[getter]
    fn terminations<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        array(slf, "|b1", &[], |batch| &batch.terminations)
    }

    /// Whether the reading came to its limit in the last step.
    #[getter]
    fn truncations<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        array(slf, "|b1", &[], |batch| &batch.truncations)
    }

    /// The number of the reading.
    #[getter]
    fn episodes<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        array(slf, "<u8", &[], |batch| &batch.numbers)
    }

    /// The number of readings.
    fn __len__(&self) -> PyResult<usize> {
        Ok(self.lock()?.readings().len())
    }

    /// So that it can be sent to another process, where it goes on.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<KeptBatch<'py>> {
        let keywords = PyDict::new(py);
        keywords.set_item("agents", self.agents()?)?;
        let now = self.lock()?;
        keywords.set_item("policy", &self.policy)?;
        keywords.set_item("limit", now.setting().plan.limit)?;
        keywords.set_item("procedure", now.setting().plan.procedure())?;
        keywords.set_item("seed", now.seed)?;
        keywords.set_item("autoreset", self.autoreset)?;
        let class = py.get_type::<ReadingBatch>();
        let partial = py.import("functools")?.getattr("partial")?.call((class,), Some(&keywords))?;
        let states = now.readings().iter().map(|reading| self.state_of(&now, reading)).collect();
        Ok((partial, (self.question.clone(), now.readings().len()), states))
    }

    fn __setstate__(&self, states: Vec<Bound<'_, ReadingState>>) -> PyResult<()> {
        states.iter().enumerate().try_for_each(|(row, state)| self.restore(row as isize, state))
    }

    fn __repr__(&self) -> PyResult<String> {
        let (size, agents) = (self.__len__()?, self.agents()?.join(", "));
        Ok(format!("<enochian.ReadingBatch of {size} readings, agents {agents}>"))
    }
}

/// A reading of a :class:`ReadingBatch` as it stood before a move of an agent, or at its end.
///
/// >>> import enochian
/// >>> state = enochian.ReadingBatch("brother", 1, seed=7).state(0)
/// >>> state.ply, state.is_over, state.board.turn
/// (0, False, 'Air')
#[pyclass(module = "enochian", frozen)]
pub(crate) struct ReadingState {
    question: Question,
    setting: Arc<AgentSetting>,
    reading: AgentReading,
}

#[pymethods]
impl ReadingState {
    /// The number of the reading among those of its seed.
    #[getter]
    fn number(&self) -> u64 {
        self.reading.number
    }

    /// The position.
    #[getter]
    fn board(&self) -> Board {
        let position = self.reading.state.position().clone();
        Board::of_question(&self.question, position.clone()).at(position, self.setting.terms.rules)
    }

    /// The army to move.
    #[getter]
    fn turn(&self) -> &'static str {
        self.reading.turn().name()
    }

    /// The throw whose move is to be chosen; None at the end and in a game.
    #[getter]
    fn throw(&self) -> Option<u8> {
        self.reading.throw.map(Throw::number)
    }

    /// The possible moves.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        self.reading.called.moves.iter().map(|&mv| Move(mv)).collect()
    }

    /// The number of turns played, those without a move too.
    #[getter]
    fn ply(&self) -> usize {
        self.reading.turns.len()
    }

    /// The turns so far, each with its army, throw and move; in a game the throws are None.
    #[getter]
    fn turns(&self) -> Vec<(&'static str, Option<u8>, Move)> {
        let of_turn = |turn: &TurnRow| {
            let throw = Throw::new(turn.throw).map(Throw::number);
            (turn.army.name(), throw, Move(turn.to_move()))
        };
        self.reading.turns.iter().map(of_turn).collect()
    }

    /// Whether the reading has ended or come to its limit.
    #[getter]
    fn is_over(&self) -> bool {
        self.reading.end.is_some()
    }

    /// The answer by the procedure at the end: ``yes``, ``no`` or ``undecided``; None before. In a game ``yes`` if the querent's side has won.
    #[getter]
    fn answer(&self) -> Option<String> {
        self.reading.end.map(|end| match end {
            AgentEnd::Answered(verdict) => verdict.to_string(),
            AgentEnd::AtLimit => Verdict::Undecided.to_string(),
        })
    }

    /// What an army sees, by default the one to move.
    ///
    /// >>> import enochian
    /// >>> batch = enochian.ReadingBatch("brother", 1)
    /// >>> (batch.state(0).observe() == batch.observations[0]).all().item()
    /// True
    #[pyo3(signature = (army = None))]
    fn observe<'py>(&self, py: Python<'py>, army: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let viewer = army.map_or(Ok(self.reading.turn()), |name| names::army("army", name))?;
        let mut bytes = [0; OBSERVATION];
        let AgentReading { state, throw, .. } = &self.reading;
        observe(state, &self.setting.plan.question, *throw, viewer, &mut bytes);
        let array = py.import("numpy")?.call_method1("frombuffer", (PyBytes::new(py, &bytes), "int8"))?;
        array.call_method1("reshape", (PLANES, 8, 8))?.call_method0("copy")
    }

    /// The move that an action is now.
    ///
    /// >>> import enochian
    /// >>> batch = enochian.ReadingBatch("brother", 1, seed=7)
    /// >>> [batch.state(0).move_of(action) for action in batch.legal[0, : batch.counts[0]]]
    /// [enochian.Move('Rd8e8'), enochian.Move('Rd8f8'), enochian.Move('Rd8g8')]
    fn move_of(&self, action: i64) -> PyResult<Move> {
        self.reading.move_of(&self.setting, action).map(Move).ok_or_else(|| {
            IllegalMoveError::new_err(format!("the action {action} is not among those that the mask allows"))
        })
    }

    /// The same with the throws of a seed of its own from the next turn on.
    ///
    /// >>> import enochian
    /// >>> state = enochian.ReadingBatch("brother", 1).state(0)
    /// >>> state.copy(seed=5).throw == state.throw
    /// True
    #[pyo3(signature = (*, seed))]
    fn copy(&self, #[pyo3(from_py_with = arguments::seed)] seed: u64) -> ReadingState {
        let mut reading = self.reading.clone();
        reading.chance = AgentStream::after(seed, 0);
        ReadingState { question: self.question.clone(), setting: Arc::clone(&self.setting), reading }
    }

    fn __repr__(&self) -> String {
        let AgentReading { number, turns, .. } = &self.reading;
        format!("<enochian.ReadingState of the reading {number} after {} turns, {} to move>", turns.len(), self.turn())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, KeptState)> {
        let AgentReading { number, ref chance, .. } = self.reading;
        let plan = &self.setting.plan;
        let setting = (self.question.clone(), plan.limit, self.setting.agents, plan.mode == Mode::Game);
        let of = py.get_type::<ReadingState>().getattr("_of")?;
        let turns = self.turns().into_iter().map(|(_, throw, mv)| (throw, mv)).collect();
        Ok((of, (setting, number, (chance.seed, chance.drawn), turns, self.throw())))
    }

    /// The state that was sent to this process.
    #[staticmethod]
    fn _of(
        setting: (PyRef<'_, Question>, u16, [bool; 4], bool),
        number: u64,
        chance: (u64, u32),
        played: Vec<(Option<u8>, Bound<'_, Move>)>,
        throw: Option<u8>,
    ) -> PyResult<ReadingState> {
        let (question, limit, agents, is_game) = setting;
        let mode = if is_game { Mode::Game } else { Mode::Reading };
        let setting = AgentSetting::new(Plan { limit, mode, ..plan(&question) }, agents);
        let mut reading = AgentReading::new(&setting, 0, number);
        let throw_of = |number: Option<u8>| match number.map(Throw::new) {
            Some(None) => Err(error("a throw is a number from 1 to 6")),
            throw => Ok(throw.flatten()),
        };
        for (number, mv) in played {
            reading.call(&setting, throw_of(number)?);
            let mv = mv.get().0;
            if !reading.called.moves.contains(&mv) {
                return Err(IllegalMoveError::new_err(format!("{mv} is not possible after the turns before it")));
            }
            reading.play(mv);
        }
        reading.chance = AgentStream::after(chance.0, chance.1);
        reading.end = reading.ended(&setting);
        if reading.end.is_none() {
            reading.call(&setting, throw_of(throw)?);
        }
        Ok(ReadingState { question: question.clone(), setting: Arc::new(setting), reading })
    }
}

/// The function that makes a batch again, its question and size, and its states.
type KeptBatch<'py> = (Bound<'py, PyAny>, (Question, usize), Vec<ReadingState>);

/// What a state is made of again: question, limit, agents and whether it is a game; the number; the seed and how many numbers were drawn;
/// turns and throw.
type KeptState = ((Question, u16, [bool; 4], bool), u64, (u64, u32), Vec<(Option<u8>, Move)>, Option<u8>);

/// The plan of a question's readings, of which seed and range are not used.
fn plan(question: &Question) -> Plan {
    Plan::new(question.question.clone(), 0, 0..0)
}
