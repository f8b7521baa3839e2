//! Policies: names, tables of weights, and Python functions.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use enochian::chess::{Army, Move as ChessMove};
use enochian::player::StopSignal;
use enochian::reading::RandomDraw;
use enochian::simulate::{ArmyPlayer, Policy, PolicyContext, Weights};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt};

use crate::arguments::{text, wrong};
use crate::board::{Board, Move};
use crate::errors::{error, interrupted};
use crate::question::Question;
use crate::watch::Watch;

/// The players of the armies.
pub(crate) fn players(
    given: Option<&Bound<'_, PyAny>>,
    question: &Question,
    failure: &Failure,
) -> PyResult<[ArmyPlayer; 4]> {
    let querent = question.question.army();
    let everyone = [const { ArmyPlayer::Random }; 4];
    let Some(given) = given else { return Ok(everyone) };
    match given.cast::<PyDict>() {
        Ok(table) if !is_weights(table) => {
            let mut players = everyone;
            for (whom, policy) in table {
                let whom = text("policy", &whom)?;
                // Any policy shows which armies the word means.
                let meant = ArmyPlayer::of_words([format!("{whom}=greedy").as_str()], querent)
                    .map_err(|problem| wrong("policy", problem))?;
                let player = player(&policy, question, failure)?;
                for (place, meant) in meant.iter().enumerate() {
                    if matches!(meant, ArmyPlayer::Policy(_)) {
                        players[place] = player.clone();
                    }
                }
            }
            Ok(players)
        }
        _ => match given.extract::<String>() {
            Ok(words) => {
                ArmyPlayer::of_words(words.split_whitespace(), querent).map_err(|problem| wrong("policy", problem))
            }
            Err(_) => {
                let player = player(given, question, failure)?;
                Ok(everyone.map(|_| player.clone()))
            }
        },
    }
}

/// One policy.
fn player(given: &Bound<'_, PyAny>, question: &Question, failure: &Failure) -> PyResult<ArmyPlayer> {
    if given.is_none() {
        return Ok(ArmyPlayer::Random);
    }
    if let Ok(name) = given.extract::<String>() {
        let [player, ..] =
            ArmyPlayer::of_words([name.as_str()], Army::Air).map_err(|problem| wrong("policy", problem))?;
        return Ok(player);
    }
    if let Ok(table) = given.cast::<PyDict>() {
        let named: Vec<(String, i32)> =
            table.iter().map(|(name, value)| weight(&name, &value)).collect::<PyResult<_>>()?;
        let weights = Weights::of(named.iter().map(|(name, value)| (name.as_str(), *value)))
            .map_err(|problem| wrong("policy", problem))?;
        return Ok(ArmyPlayer::weighted(weights));
    }
    if given.is_callable() {
        let name = given.getattr("__qualname__").and_then(|name| name.extract::<String>());
        let name = format!("python:{}", name.unwrap_or_else(|_| "function".to_owned()));
        let function = given.clone().unbind();
        let board = Board::of_question(question, question.question.start());
        return Ok(ArmyPlayer::Policy(Arc::new(Function { name, function, board, failure: failure.clone() })));
    }
    Err(wrong("policy", EXPECTED))
}

const EXPECTED: &str =
    "expected a name, a dict of weights (whole numbers), a dict of armies, or a function of a board and its moves";

/// A weight of a table.
fn weight(name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<(String, i32)> {
    let whole = || wrong("policy", format!("the weight {name} is {value}; expected a whole number"));
    Ok((text("policy", name)?, value.extract().map_err(|_| whole())?))
}

/// Whether a dict is a table of weights, and not of armies: its values are numbers.
fn is_weights(table: &Bound<'_, PyDict>) -> bool {
    table.values().iter().all(|value| value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>())
}

/// The first exception of a function, which ends the run.
#[derive(Clone, Default)]
pub(crate) struct Failure(Arc<Mutex<Option<PyErr>>>);

impl Failure {
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.0.lock().ok()?.take()
    }

    /// Stops what this thread plays or waits for after an error, and after Ctrl-C, for which it looks 50 times a second.
    pub(crate) fn stop_signal(&self) -> StopSignal {
        let (failure, looked) = (self.clone(), Mutex::new(Instant::now()));
        StopSignal::when(move || {
            let is_due = looked.lock().is_ok_and(|mut looked| {
                let is_due = looked.elapsed() >= Watch::PAUSE;
                if is_due {
                    *looked = Instant::now();
                }
                is_due
            });
            if is_due && let Some(signal) = interrupted() {
                failure.set(signal);
            }
            failure.is_set()
        })
    }

    pub(crate) fn is_set(&self) -> bool {
        self.0.lock().is_ok_and(|error| error.is_some())
    }

    fn set(&self, error: PyErr) {
        if let Ok(mut first) = self.0.lock() {
            first.get_or_insert(error);
        }
    }
}

/// A policy in Python.
struct Function {
    name: String,
    function: Py<PyAny>,
    /// The opening position, of which others are made.
    board: Board,
    failure: Failure,
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

impl Function {
    fn call(&self, py: Python<'_>, at: &PolicyContext<'_>, moves: &[ChessMove], draw: RandomDraw) -> PyResult<usize> {
        let board = self.board.at(at.position.clone(), at.terms.rules);
        let chosen = self.function.bind(py).call1((board, moves.iter().map(|&mv| Move(mv)).collect::<Vec<_>>()))?;
        if chosen.is_none() {
            return Ok(draw.choice(moves.len()));
        }
        let mv = Move::of_any(&chosen)?;
        moves.iter().position(|&other| other == mv).ok_or_else(|| {
            error(format!("the policy {} chose {mv}, which is not among the moves that it was given", self.name))
        })
    }
}

impl Policy for Function {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose(&self, at: &PolicyContext<'_>, moves: &[ChessMove], draw: RandomDraw) -> usize {
        if self.failure.is_set() {
            return 0;
        }
        // Without an interpreter there is nobody to tell.
        let called = Python::try_attach(|py| self.call(py, at, moves, draw)).unwrap_or(Ok(0));
        called.unwrap_or_else(|error| {
            self.failure.set(error);
            0
        })
    }
}
