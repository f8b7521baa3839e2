//! The core of `enochian.environment`: a reading as numbers, for agents that learn.

use enochian::chess::{self, Army, Bitboard, Control, Direction, Kind, Piece, Role, Square};
use enochian::reading::{EndReason, Verdict};
use enochian::session::{SessionState, SessionTerms};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::board::{Board, Move};
use crate::errors::IllegalMoveError;
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

/// A reading without a history: what one turn needs.
#[pyclass(name = "_ReadingState", module = "enochian._enochian")]
pub(crate) struct ReadingState {
    question: Question,
    terms: SessionTerms,
    state: SessionState,
    throw: Option<u8>,
    /// The possible moves after the throw.
    moves: Vec<chess::Move>,
}

impl ReadingState {
    fn end(&self) -> Option<EndReason> {
        self.state.end(&self.terms)
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
        Ok(ReadingState { question, terms, state, throw: None, moves: Vec::new() })
    }

    #[getter]
    fn question(&self) -> Question {
        self.question.clone()
    }

    #[getter]
    fn turn(&self) -> &'static str {
        self.state.position().turn().name()
    }

    #[getter]
    fn ply(&self) -> u32 {
        self.state.position().ply()
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.end().is_some()
    }

    /// The answer by the procedure: `yes`, `no` or `undecided`.
    #[getter]
    fn answer(&self) -> String {
        let so_far = || self.state.answer().map(|answer| answer.by(self.question.question.procedure.ends_by).verdict);
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
        Board::of_question(&self.question, self.state.position().clone())
    }

    /// Throws the die; whether the army to move has a move.
    fn throw(&mut self, number: &Bound<'_, PyAny>) -> PyResult<bool> {
        let throw = names::throw(number)?;
        let called =
            self.state.throw(&self.terms, throw).map_err(|refused| IllegalMoveError::new_err(refused.to_string()))?;
        (self.throw, self.moves) = (Some(throw.number()), called.moves);
        Ok(self.moves != [chess::Move::Pass])
    }

    /// Plays a move.
    fn play(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let mv = Move::of_any(r#move)?;
        self.state.play(&self.terms, mv, &mut ()).map_err(|refused| IllegalMoveError::new_err(refused.to_string()))?;
        self.throw = None;
        self.moves.clear();
        Ok(())
    }

    /// The move with this number, which must be possible now.
    fn move_of(&self, number: i64) -> PyResult<Move> {
        let wanted = usize::try_from(number).ok();
        let found = self.moves.iter().find(|mv| wanted.is_some() && action(**mv) == wanted);
        found.map(|mv| Move(*mv)).ok_or_else(|| {
            IllegalMoveError::new_err(format!("the action {number} is not among those that action_mask allows"))
        })
    }

    /// One byte for each action: 1 if it is possible.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut mask = vec![0; ACTIONS];
        for number in self.moves.iter().copied().filter_map(action) {
            mask[number] = 1;
        }
        PyBytes::new(py, &mask)
    }

    /// One byte for each square of each plane, 0 or 1.
    fn planes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let (position, asked) = (self.state.position(), &self.question.question);
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
        planes.extend((1..=6).map(|number| all(self.throw == Some(number))));
        planes.push(Bitboard::of(asked.ptah));
        planes.push(all(self.state.is_round_running()));
        planes.extend(each(&|army| asked.army() == army));
        planes.push(all(position.direction() == Direction::Widdershins));
        let bytes: Vec<u8> = planes
            .iter()
            .flat_map(|plane: &Bitboard| Square::all().map(|square| u8::from(plane.has(square))))
            .collect();
        PyBytes::new(py, &bytes)
    }
}
