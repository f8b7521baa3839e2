//! The core of `enochian.environment`: a reading as numbers, for agents that learn.

use std::sync::{Mutex, MutexGuard, PoisonError};

use enochian::chess::{self, Army, Bitboard, Control, Direction, Kind, Piece, Role, Square};
use enochian::reading::{EndReason, Throw, Verdict};
use enochian::session::{SessionState, SessionTerms};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::board::{Board, Move};
use crate::errors::{IllegalMoveError, error};
use crate::names;
use crate::question::Question;

const SQUARES: usize = 64;

/// For each pair of squares: the king, another piece, or a pawn with each choice of promotion. Without this the two pieces of a
/// throne could not be told apart.
const CHOICES: usize = 6;

/// The number of actions.
const ACTIONS: usize = CHOICES * SQUARES * SQUARES;

/// The number of planes; `enochian.environment` lists them.
const PLANES: usize = 65;

/// The number of a move that is not a pass.
fn action(mv: chess::Move) -> Option<usize> {
    let chess::Move::Step { role, from, to, promotion } = mv else { return None };
    let choice = match (role, promotion) {
        (Role::King, _) => 0,
        (_, None) => 1,
        (_, Some(officer)) => 2 + officer.index(),
    };
    Some((choice * SQUARES + from.index()) * SQUARES + to.index())
}

/// A reading as it stands. Threads that share it wait for each other, as for a board.
#[pyclass(name = "_ReadingState", module = "enochian._enochian", frozen)]
pub(crate) struct ReadingState {
    question: Question,
    terms: SessionTerms,
    now: Mutex<Now>,
}

/// What changes with each turn.
struct Now {
    state: SessionState,
    /// The throws so far, each with its move once it was played.
    played: Vec<(u8, Option<chess::Move>)>,
    throw: Option<u8>,
    /// The possible moves after the throw.
    moves: Vec<chess::Move>,
}

impl ReadingState {
    fn lock(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self) -> Option<EndReason> {
        self.lock().state.end(&self.terms)
    }

    fn thrown(&self, throw: Throw) -> PyResult<bool> {
        let mut now = self.lock();
        let called = now.state.throw(&self.terms, throw).map_err(illegal)?;
        (now.throw, now.moves) = (Some(throw.number()), called.moves);
        now.played.push((throw.number(), None));
        Ok(now.moves != [chess::Move::Pass])
    }

    fn moved(&self, mv: chess::Move) -> PyResult<()> {
        let mut now = self.lock();
        now.state.play(&self.terms, mv, &mut ()).map_err(illegal)?;
        now.throw = None;
        now.moves.clear();
        if let Some((_, played)) = now.played.last_mut() {
            *played = Some(mv);
        }
        Ok(())
    }
}

#[pymethods]
impl ReadingState {
    #[classattr]
    const ACTIONS: usize = ACTIONS;
    #[classattr]
    const PLANES: usize = PLANES;

    #[new]
    fn new(question: &Bound<'_, PyAny>) -> PyResult<ReadingState> {
        let question = Question::of_any(question)?;
        let terms = SessionTerms::of_question(&question.question);
        let state = SessionState::begin(&terms, question.question.start());
        let now = Now { state, played: Vec::new(), throw: None, moves: Vec::new() };
        Ok(ReadingState { question, terms, now: Mutex::new(now) })
    }

    #[getter]
    fn question(&self) -> Question {
        self.question.clone()
    }

    #[getter]
    fn turn(&self) -> &'static str {
        self.lock().state.position().turn().name()
    }

    #[getter]
    fn ply(&self) -> u32 {
        self.lock().state.position().ply()
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.end().is_some()
    }

    /// The answer by the procedure: `yes`, `no` or `undecided`.
    #[getter]
    fn answer(&self) -> String {
        let so_far = || Some(self.lock().state.answer()?.by(self.question.question.procedure.ends_by).verdict);
        let verdict = match self.end() {
            Some(EndReason::Answered(verdict)) => verdict,
            _ => so_far().unwrap_or(Verdict::Undecided),
        };
        verdict.to_string()
    }

    /// The two armies of the querent's side.
    #[getter]
    fn querents_side(&self) -> [&'static str; 2] {
        self.question.question.army().side().armies().map(Army::name)
    }

    #[getter]
    fn board(&self) -> Board {
        let position = self.lock().state.position().clone();
        Board::of_question(&self.question, position)
    }

    /// Throws the die; whether the army to move has a move.
    fn throw(&self, number: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.thrown(names::throw(number)?)
    }

    /// Plays a move.
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        self.moved(Move::of_any(r#move)?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (Question,), Vec<PlayedTurn>) {
        let played = self.lock().played.iter().map(|(throw, mv)| (*throw, mv.map(Move))).collect();
        (py.get_type::<ReadingState>().into_any(), (self.question.clone(),), played)
    }

    fn __setstate__(&self, played: Vec<(u8, Option<Bound<'_, Move>>)>) -> PyResult<()> {
        for (number, mv) in played {
            self.thrown(Throw::new(number).ok_or_else(|| error("a throw is a number from 1 to 6"))?)?;
            mv.map_or(Ok(()), |mv| self.moved(mv.get().0))?;
        }
        Ok(())
    }

    /// The move with this number, which must be possible now.
    fn move_of(&self, number: i64) -> PyResult<Move> {
        let wanted = usize::try_from(number).ok();
        let now = self.lock();
        let found = now.moves.iter().find(|mv| wanted.is_some() && action(**mv) == wanted);
        found.map(|mv| Move(*mv)).ok_or_else(|| {
            IllegalMoveError::new_err(format!("the action {number} is not among those that action_mask allows"))
        })
    }

    /// One byte for each action: 1 if it is possible.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut mask = vec![0; ACTIONS];
        for number in self.lock().moves.iter().copied().filter_map(action) {
            mask[number] = 1;
        }
        PyBytes::new(py, &mask)
    }

    /// One byte for each square of each plane, 0 or 1.
    fn planes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let now = self.lock();
        let (position, asked) = (now.state.position(), &self.question.question);
        let of_kind = |piece: Piece| position.pieces().filter(move |(_, standing)| *standing == piece);
        let all = |is: bool| if is { !Bitboard::EMPTY } else { Bitboard::EMPTY };
        let each = |is: &dyn Fn(Army) -> bool| Army::ALL.map(|army| all(is(army)));
        let mut planes = Vec::with_capacity(PLANES);
        for army in Army::ALL {
            for kind in Kind::ALL {
                planes.push(of_kind(Piece { army, kind }).map(|(square, _)| square).collect());
            }
        }
        planes.extend(each(&|army| position.is_frozen(army)));
        planes.extend(each(&|army| position.command(army) == Control::Seized));
        planes.extend(each(&|army| position.pawns_lost(army) > 0));
        planes.extend(each(&|army| position.turn() == army));
        planes.extend((1..=6).map(|number| all(now.throw == Some(number))));
        planes.push(Bitboard::of(asked.ptah));
        planes.push(all(now.state.is_round_running()));
        planes.extend(each(&|army| asked.army() == army));
        planes.push(all(position.direction() == Direction::Widdershins));
        let bytes: Vec<u8> = planes
            .iter()
            .flat_map(|plane: &Bitboard| Square::all().map(|square| u8::from(plane.has(square))))
            .collect();
        drop(now);
        PyBytes::new(py, &bytes)
    }
}

/// A throw, and its move once it was played.
type PlayedTurn = (u8, Option<Move>);

/// What the rules do not allow now.
fn illegal(refused: impl std::fmt::Display) -> PyErr {
    IllegalMoveError::new_err(refused.to_string())
}
