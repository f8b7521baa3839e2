//! `Board` and `Move`: positions, legal moves and what they do, by the names of python-chess.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use enochian::chess::{
    self, Angle, Army, Array, Direction, Exchange, Mode, Movers, Officer, Outcome, Piece, Position, Rules, Square,
};
use enochian::games::{Diagram, enochian_seats};
use enochian::input::ParseError;
use enochian::reading::Throw;
use enochian::record::EnochianRecord;
use enochian::render::{BoardBackground, DiagramText, Painting, effect};
use enochian::session::{IllegalAct, SessionTerms, SheetMove};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{self, wrong};
use crate::correspondences::Correspondences;
use crate::errors::{IllegalMoveError, InvalidMoveError, interrupted};
use crate::names;
use crate::question::Question;

/// A move, such as ``Nc8d6``, or ``--`` for a turn without a move.
///
/// The text is the letter of the piece, the square it leaves and the square it goes to; ``=Q`` is added where a pawn chooses its
/// promotion. The letter is needed because two pieces can share a throne. Moves do not change, and can be compared and hashed.
///
/// >>> import enochian
/// >>> move = enochian.Move("Pb2b1=Q")
/// >>> move.role, move.from_square, move.to_square, move.promotion
/// ('pawn', 'b2', 'b1', 'queen')
/// >>> enochian.Move("b2b1")
/// Traceback (most recent call last):
///     ...
/// enochian.InvalidMoveError: ...
#[pyclass(module = "enochian", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Move(pub(crate) chess::Move);

impl Move {
    /// What a function takes for a move: a move, or its text.
    pub(crate) fn of_any(given: &Bound<'_, PyAny>) -> PyResult<chess::Move> {
        match given.cast::<Move>() {
            Ok(mv) => Ok(mv.get().0),
            Err(_) => Move::new(&given.extract::<String>()?).map(|mv| mv.0),
        }
    }
}

#[pymethods]
impl Move {
    #[new]
    fn new(text: &str) -> PyResult<Move> {
        text.parse().map(Move).map_err(|error: ParseError| InvalidMoveError::new_err(format!("{text:?}: {error}")))
    }

    /// The turn without a move: a pass in a game, a No Move in a reading. It is false, other moves are true.
    ///
    /// >>> import enochian
    /// >>> str(enochian.Move.null()), bool(enochian.Move.null())
    /// ('--', False)
    #[staticmethod]
    fn null() -> Move {
        Move(chess::Move::Pass)
    }

    /// The square that the piece leaves; None for a turn without a move.
    #[getter(from_square)]
    fn origin(&self) -> Option<String> {
        match self.0 {
            chess::Move::Pass => None,
            chess::Move::Step { from, .. } => Some(from.to_string()),
        }
    }

    /// The square that the piece goes to; None for a turn without a move.
    #[getter(to_square)]
    fn target(&self) -> Option<String> {
        self.0.to().map(|to| to.to_string())
    }

    /// The piece that moves: ``king``, ``queen``, ``rook``, ``bishop``, ``knight`` or ``pawn``; None for a turn without a move.
    #[getter]
    fn role(&self) -> Option<String> {
        match self.0 {
            chess::Move::Pass => None,
            chess::Move::Step { role, .. } => Some(role.to_string()),
        }
    }

    /// The piece that a pawn becomes, where it has a choice: ``queen``, ``rook``, ``bishop`` or ``knight``; otherwise None.
    #[getter]
    fn promotion(&self) -> Option<&'static str> {
        match self.0 {
            chess::Move::Step { promotion, .. } => promotion.map(Officer::name),
            chess::Move::Pass => None,
        }
    }

    fn __bool__(&self) -> bool {
        self.0 != chess::Move::Pass
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("enochian.Move('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Move>().into_any(), (self.0.to_string(),))
    }
}

/// A position with its rules, and the moves that led to it.
///
/// ``Board()`` is the opening position of a game on the Air board. ``Board(question)`` is that of a reading; the question is a
/// :class:`Question`, the path of a question file, or the name of a category. ``fen`` is the text of any other position, with
/// its six fields (RULES 9.3): the board, the army to move, commands, prisoners, lost pawns and the turns played.
///
/// Without a question these choose the position and the rules: ``board`` (an element), ``array`` (by default that of the board's
/// own angle, such as ``Air of Air & Water``; with ``fen`` none), ``first`` (the army to move first, by default that of the board),
/// ``direction`` (``deosil`` or ``widdershins``), ``mode`` (``game`` or ``reading``; check and stalemate count only in a game),
/// ``ruleset``, and in a reading the dice table ``dice``. With a question they all follow from it.
///
/// A board knows positions, not throws: the die, the round on the Ptah and the answer belong to :class:`Reading`.
///
/// Squares are texts such as ``"a8"``, armies ``"Air"``, ``"Water"``, ``"Fire"`` and ``"Earth"``, and pieces
/// ``"knight of Air"``. Boards are equal if their positions and rules are, whatever was played before.
///
/// >>> import enochian
/// >>> board = enochian.Board(board="Air")
/// >>> board.turn, len(board.legal_moves)
/// ('Air', 12)
/// >>> board.push("Nc8d6")
/// []
/// >>> board.turn, board.piece_at("d6"), board.peek()
/// ('Water', 'knight of Air', enochian.Move('Nc8d6'))
/// >>> board.pop()
/// enochian.Move('Nc8d6')
/// >>> board == enochian.Board(fen=board.fen(), array="Air of Air & Water")
/// True
/// >>> board.push("Nc8c6")
/// Traceback (most recent call last):
///     ...
/// enochian.IllegalMoveError: the knight of Air on c8 cannot reach c6
#[pyclass(module = "enochian", frozen)]
pub(crate) struct Board {
    /// Threads that share the board wait for each other. Nothing of Python runs while it is locked, so none waits for long.
    played: Mutex<Played>,
    pub(crate) rules: Rules,
    /// The elemental board, for pictures.
    pub(crate) board: chess::Board,
    /// The square of the Ptah, for pictures.
    pub(crate) ptah: Option<Square>,
    /// The pieces that the throws 1 to 6 call, if that is known.
    dice: Option<[Movers; 6]>,
    terms: Arc<BoardTerms>,
}

/// What changes when a move is played.
#[derive(Clone)]
struct Played {
    position: Position,
    /// The position before each move played, and the move.
    stack: Vec<(Position, chess::Move)>,
}

/// Where the rules of a board come from.
enum BoardTerms {
    Question(Box<Question>),
    Named { ruleset: String, dice: Option<String> },
}

/// The depth up to which a count is not interrupted: a fraction of a second.
const UNINTERRUPTED: u32 = 3;

impl Board {
    /// A position of a question.
    pub(crate) fn of_question(question: &Question, position: Position) -> Board {
        let asked = &question.question;
        Board {
            played: Mutex::new(Played { position: position.with_rules(asked.rules()), stack: Vec::new() }),
            rules: asked.rules(),
            board: asked.board,
            ptah: Some(asked.ptah),
            dice: Some(asked.dice.movers(asked.array)),
            terms: Arc::new(BoardTerms::Question(Box::new(question.clone()))),
        }
    }

    /// The last position of a record, with the moves that led to it.
    pub(crate) fn of_record(record: EnochianRecord<'_>, correspondences: Correspondences) -> Board {
        let subject = record.subject();
        let mut before = subject.start();
        let moves = record.turns().iter();
        let stack = moves.map(|turn| (std::mem::replace(&mut before, turn.position.clone()), turn.mv)).collect();
        let played = Mutex::new(Played { position: record.position().clone(), stack });
        match subject.question() {
            Some(question) => {
                let question = Question::of_reading(question, subject.die(), correspondences);
                Board { played, ..Board::of_question(&question, record.position().clone()) }
            }
            None => Board {
                played,
                rules: *record.rules(),
                board: subject.board(),
                ptah: None,
                dice: None,
                terms: Arc::new(BoardTerms::Named { ruleset: subject.ruleset().name.clone(), dice: None }),
            },
        }
    }

    /// The same board with another position and rules, and no moves.
    pub(crate) fn at(&self, position: Position, rules: Rules) -> Board {
        let played = Mutex::new(Played { position: position.with_rules(rules), stack: Vec::new() });
        Board { played, rules, terms: Arc::clone(&self.terms), ..*self }
    }

    fn lock(&self) -> MutexGuard<'_, Played> {
        self.played.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a function takes for a position: a board, or its text.
    pub(crate) fn position_of_any(given: &Bound<'_, PyAny>) -> PyResult<Position> {
        match given.cast::<Board>() {
            Ok(board) => Ok(board.get().position()),
            Err(_) => arguments::text("position", given)?.parse().map_err(|problem| wrong("position", problem)),
        }
    }

    fn position(&self) -> Position {
        self.lock().position.clone()
    }

    /// The army with this name, or the one to move.
    fn army_or_turn(&self, name: Option<&str>) -> PyResult<Army> {
        name.map_or_else(|| Ok(self.position().turn()), |name| names::army("army", name))
    }

    fn correspondences(&self) -> &'static enochian::correspondences::Correspondences {
        match &*self.terms {
            BoardTerms::Question(question) => question.correspondences.data,
            BoardTerms::Named { .. } => enochian::correspondences::Correspondences::embedded(),
        }
    }

    /// The squares of the last move.
    fn last(&self) -> Option<(Square, Square)> {
        self.lock().stack.last().and_then(|(_, mv)| mv.ends())
    }

    /// The position after a move, and the effects of the move.
    fn after(&self, position: &Position, mv: chess::Move) -> PyResult<(Position, Vec<String>)> {
        let (mut after, mut effects) = (position.clone(), Vec::new());
        after.play(mv, &mut effects).map_err(illegal)?;
        Ok((after, effects.iter().map(effect).collect()))
    }
}

/// What the rules do not allow now.
fn illegal(refused: impl std::fmt::Display) -> PyErr {
    IllegalMoveError::new_err(refused.to_string())
}

/// A position from its text.
fn position(fen: &str) -> PyResult<Position> {
    fen.parse()
        .map_err(|problem: chess::ParsePositionError| wrong("fen", format!("{fen:?} is not a position: {problem}")))
}

/// An array from its name.
fn array(name: &str) -> PyResult<Array> {
    name.parse().map_err(|problem: ParseError| wrong("array", format!("there is no {name:?}; {problem}")))
}

/// Counts like [`Position::perft`], and stops at Ctrl-C.
fn perft(position: &Position, depth: u32) -> PyResult<u64> {
    if depth <= UNINTERRUPTED {
        return Ok(position.perft(depth));
    }
    let mut count = Ok(0_u64);
    position.each_child(&mut |_, child| {
        let counted = |so_far: u64| match interrupted() {
            Some(stopped) => Err(stopped),
            None => Ok(so_far.saturating_add(perft(child, depth - 1)?)),
        };
        if let Ok(so_far) = count {
            count = counted(so_far);
        }
    });
    count
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (
        question = None, *, fen = None, board = None, array = None, first = None, direction = None, mode = None,
        ruleset = None, dice = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        question: Option<&Bound<'_, PyAny>>,
        fen: Option<&str>,
        board: Option<&str>,
        array: Option<&str>,
        first: Option<&str>,
        direction: Option<&str>,
        mode: Option<&str>,
        ruleset: Option<&str>,
        dice: Option<&str>,
    ) -> PyResult<Board> {
        let keywords = [
            ("board", board),
            ("array", array),
            ("first", first),
            ("direction", direction),
            ("mode", mode),
            ("ruleset", ruleset),
            ("dice", dice),
        ];
        let given = |names: &[&str]| {
            keywords.iter().find(|(name, value)| value.is_some() && names.contains(name)).map(|(name, _)| *name)
        };
        if let Some(question) = question {
            if let Some(name) = given(&keywords.map(|(name, _)| name)) {
                return Err(wrong(name, "the question decides it; see Question.replace for another"));
            }
            let question = Question::of_any(question)?;
            let start = fen.map_or_else(|| Ok(question.question.start()), position)?;
            return Ok(Board::of_question(&question, start));
        }
        let correspondences = enochian::correspondences::Correspondences::embedded();
        let board = board.map_or(Ok(chess::Board::Air), names::board)?;
        let mut known = array.map(self::array).transpose()?;
        let position = match fen {
            Some(fen) => {
                if let Some(name) = given(&["first", "direction"]) {
                    return Err(wrong(name, "the position decides it; leave one out"));
                }
                position(fen)?
            }
            None => {
                let array = *known.get_or_insert(Array::of(Angle::of(board.element()), board));
                if !array.belongs_to(board) {
                    let four = Angle::ALL.map(|angle| Array::of(angle, board).to_string());
                    let four = four.join(", ");
                    return Err(wrong("array", format!("{array} is not one of the {board} board; choose {four}")));
                }
                let first = first.map_or(Ok(board.first()), |name| names::army("first", name))?;
                let direction = direction.map_or(Ok(Direction::Deosil), names::direction)?;
                Position::start(array, first, direction)
            }
        };
        let mode = mode.map_or(Ok(Mode::Game), names::mode)?;
        let ruleset = match ruleset {
            Some(name) => correspondences.ruleset(name).map_err(|problem| wrong("ruleset", problem))?,
            None => &correspondences.rulesets()[0],
        };
        let (movers, dice) = match (mode, dice) {
            (Mode::Game, None) => (None, None),
            (Mode::Game, Some(_)) => return Err(wrong("dice", IllegalAct::NoDie)),
            (Mode::Reading, name) => {
                let table = match name {
                    Some(name) => correspondences.dice_table(name).map_err(|problem| wrong("dice", problem))?,
                    None => &correspondences.dice_tables()[0],
                };
                let array = match known {
                    None if table.needs_array() => {
                        return Err(wrong("array", format!("the dice table {} needs it; name it", table.name)));
                    }
                    // The others do not depend on it.
                    array => array.unwrap_or(Array::of(Angle::Air, board)),
                };
                (Some(table.movers(array)), Some(table.name.clone()))
            }
        };
        let rules = Rules { mode, array: known, ..ruleset.rules };
        Ok(Board {
            played: Mutex::new(Played { position: position.with_rules(rules), stack: Vec::new() }),
            rules,
            board,
            ptah: None,
            dice: movers,
            terms: Arc::new(BoardTerms::Named { ruleset: ruleset.name.clone(), dice }),
        })
    }

    /// The text of the position (RULES 9.3), as journals and ``enochian position`` write it.
    ///
    /// It has six fields: the board from rank 8 down (``aN`` is the knight of Air, ``an`` its pawn, ``+`` joins two pieces on a
    /// throne, a number counts empty squares); the army to move, with ``<`` if play is widdershins; and, for Air, Water, Fire
    /// and Earth, who commands the army, who holds its king prisoner, and how many pawns it has lost; and the turns played.
    ///
    /// >>> import enochian
    /// >>> print(enochian.Board().fen()[:40], "...", enochian.Board().fen()[-18:])
    /// aK+aBaQaNaR2wbwK+wB/abaqanar2wqwQ/6wnwN/ ... a ---- ---- 0000 0
    fn fen(&self) -> String {
        self.position().to_string()
    }

    /// The army to move; in a finished game the next one that is not frozen.
    #[getter]
    fn turn(&self) -> &'static str {
        self.position().turn().name()
    }

    /// The number of turns played since the opening position, with turns without a move.
    ///
    /// >>> import enochian
    /// >>> enochian.Board().ply()
    /// 0
    fn ply(&self) -> u32 {
        self.position().ply()
    }

    /// The direction of play: ``deosil`` or ``widdershins``.
    #[getter]
    fn direction(&self) -> String {
        self.position().direction().to_string()
    }

    /// The rules of a ``game`` or of a ``reading``, in which check and stalemate have no effect.
    #[getter]
    fn mode(&self) -> &'static str {
        self.rules.mode.name()
    }

    /// The board, by its element.
    #[getter]
    fn board(&self) -> &'static str {
        self.board.name()
    }

    /// The starting array, if it is known.
    #[getter]
    fn array(&self) -> Option<String> {
        self.rules.array.map(|array| array.to_string())
    }

    /// The name of the ruleset.
    #[getter]
    fn ruleset(&self) -> &str {
        match &*self.terms {
            BoardTerms::Question(question) => &question.question.ruleset.name,
            BoardTerms::Named { ruleset, .. } => ruleset,
        }
    }

    /// The name of the dice table; None in a game.
    #[getter]
    fn dice(&self) -> Option<&str> {
        match &*self.terms {
            BoardTerms::Question(question) => Some(&question.question.dice.name),
            BoardTerms::Named { dice, .. } => dice.as_deref(),
        }
    }

    /// The square of the Ptah; None without a question.
    #[getter]
    fn ptah(&self) -> Option<String> {
        self.ptah.map(|ptah| ptah.to_string())
    }

    /// All legal moves of the army to move, or only ``Move.null()`` if it has none; empty when the game is over.
    ///
    /// In a reading these are the moves of any throw; see :meth:`moves_for`.
    ///
    /// >>> import enochian
    /// >>> [str(move) for move in enochian.Board().legal_moves if move.role == "knight"]
    /// ['Nc8b6', 'Nc8d6', 'Nc8e7']
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        self.position().moves().into_iter().map(Move).collect()
    }

    /// The moves that a throw of 1 to 6 allows in a reading, or only ``Move.null()`` if the pieces that it calls have none.
    ///
    /// >>> import enochian
    /// >>> board = enochian.Board("brother")
    /// >>> [str(move) for move in board.moves_for(1)]
    /// ['Pa7a6', 'Pb7b6', 'Pc7c6', 'Pd7d6']
    /// >>> board.moves_for(3)
    /// [enochian.Move('--')]
    fn moves_for(&self, #[pyo3(from_py_with = arguments::throw)] throw: u8) -> PyResult<Vec<Move>> {
        let Some(dice) = self.dice else { return Err(illegal(IllegalAct::NoDie)) };
        let terms = SessionTerms::of_rules(self.rules).with_dice(dice);
        let called = Throw::new(throw).map(|throw| terms.moves_for(&self.position(), throw));
        Ok(called.into_iter().flat_map(|called| called.moves).map(Move).collect())
    }

    /// Whether a move is legal. In a reading ``--`` is, since it depends on the throw.
    ///
    /// >>> import enochian
    /// >>> enochian.Board().is_legal("Nc8d6"), enochian.Board().is_legal("--")
    /// (True, False)
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.position().is_legal(Move::of_any(r#move)?))
    }

    /// Plays a move, and returns its effects in words, in the order in which they happen.
    ///
    /// The effects are captures, promotions, frozen armies and the like, as in the records that the program prints as JSON. An
    /// illegal move raises :class:`IllegalMoveError` with the reason, and changes nothing.
    ///
    /// >>> import enochian
    /// >>> enochian.Board().push("Rd8g8")
    /// ['takes the pawn of bishop of Water on g8']
    fn push(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let mv = Move::of_any(r#move)?;
        let mut here = self.lock();
        let (after, effects) = self.after(&here.position, mv)?;
        let before = std::mem::replace(&mut here.position, after);
        here.stack.push((before, mv));
        Ok(effects)
    }

    /// The effects that a move would have, in words, without playing it.
    ///
    /// >>> import enochian
    /// >>> enochian.Board().effects("Nc8d6")
    /// []
    fn effects(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        Ok(self.after(&self.position(), Move::of_any(r#move)?)?.1)
    }

    /// Takes back the last move, with what was done since, and returns it. Without one it raises ``IndexError``.
    ///
    /// >>> import enochian
    /// >>> board = enochian.Board()
    /// >>> _ = board.push("Nc8d6")
    /// >>> board.pop()
    /// enochian.Move('Nc8d6')
    fn pop(&self) -> PyResult<Move> {
        let mut here = self.lock();
        let (before, mv) = here.stack.pop().ok_or_else(nothing_played)?;
        here.position = before;
        Ok(Move(mv))
    }

    /// The last move. Without one it raises ``IndexError``.
    ///
    /// >>> import enochian
    /// >>> board = enochian.Board()
    /// >>> _ = board.push("Nc8d6")
    /// >>> board.peek()
    /// enochian.Move('Nc8d6')
    fn peek(&self) -> PyResult<Move> {
        self.lock().stack.last().map(|(_, mv)| Move(*mv)).ok_or_else(nothing_played)
    }

    /// The moves played on this board, the first one first.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.lock().stack.iter().map(|(_, mv)| Move(*mv)).collect()
    }

    /// A copy, with the moves played or without.
    ///
    /// >>> import enochian
    /// >>> board = enochian.Board()
    /// >>> other = board.copy()
    /// >>> _ = other.push("Nc8d6")
    /// >>> board.ply(), other.ply()
    /// (0, 1)
    #[pyo3(signature = (*, stack = true))]
    fn copy(&self, stack: bool) -> Board {
        let mut played = self.lock().clone();
        if !stack {
            played.stack.clear();
        }
        Board { played: Mutex::new(played), terms: Arc::clone(&self.terms), ..*self }
    }

    /// The exchanges of prisoners that the army to move may propose before its move (RULES 6.2).
    #[getter]
    fn exchanges(&self) -> Vec<String> {
        self.position().exchanges().iter().map(Exchange::to_string).collect()
    }

    /// Exchanges prisoners, as in ``"exchange w h1 a1"``, and returns the effects. The turn does not pass.
    fn exchange(&self, exchange: &str) -> PyResult<Vec<String>> {
        let exchange: Exchange = exchange
            .parse()
            .map_err(|wrong: ParseError| InvalidMoveError::new_err(format!("{exchange:?}: {wrong}")))?;
        let mut effects = Vec::new();
        self.lock().position.exchange(exchange, &mut effects).map_err(illegal)?;
        Ok(effects.iter().map(effect).collect())
    }

    /// Whether the army to move may withdraw, and leave its pieces to its partner (RULES 6.3).
    #[getter]
    fn may_withdraw(&self) -> bool {
        self.position().may_withdraw()
    }

    /// Withdraws the army to move, and returns the effects. The turn does not pass.
    fn withdraw(&self) -> PyResult<Vec<String>> {
        let mut effects = Vec::new();
        self.lock().position.withdraw(&mut effects).map_err(illegal)?;
        Ok(effects.iter().map(effect).collect())
    }

    /// The piece on a square, or None. Of two on a throne it is the king.
    ///
    /// >>> import enochian
    /// >>> enochian.Board().piece_at("b8"), enochian.Board().piece_at("d5")
    /// ('queen of Air', None)
    fn piece_at(&self, square: &str) -> PyResult<Option<String>> {
        Ok(self.position().pieces_at(names::square(square)?).next().map(|piece| piece.to_string()))
    }

    /// The pieces on a square: none, one, or two on a throne, the king first.
    ///
    /// >>> import enochian
    /// >>> enochian.Board().pieces_at("a8")
    /// ['king of Air', 'bishop of Air']
    fn pieces_at(&self, square: &str) -> PyResult<Vec<String>> {
        Ok(self.position().pieces_at(names::square(square)?).map(|piece| piece.to_string()).collect())
    }

    /// All occupied squares from a1 to h8, each with a list of its pieces.
    ///
    /// >>> import enochian
    /// >>> len(enochian.Board().piece_map()), enochian.Board().piece_map()["a8"]
    /// (32, ['king of Air', 'bishop of Air'])
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut found: BTreeMap<Square, Vec<Piece>> = BTreeMap::new();
        for (square, piece) in self.position().pieces() {
            found.entry(square).or_default().push(piece);
        }
        let map = PyDict::new(py);
        for (square, pieces) in found {
            let pieces: Vec<String> = pieces.iter().map(Piece::to_string).collect();
            map.set_item(square.to_string(), pieces)?;
        }
        Ok(map)
    }

    /// The square of an army's king, or None if it is captured.
    ///
    /// >>> import enochian
    /// >>> enochian.Board().king("Fire")
    /// 'h1'
    fn king(&self, army: &str) -> PyResult<Option<String>> {
        Ok(self.position().king(names::army("army", army)?).map(|square| square.to_string()))
    }

    /// Whether the king of an army is in check; by default that of the army to move.
    ///
    /// >>> import enochian
    /// >>> enochian.Board().is_check("Air")
    /// False
    #[pyo3(signature = (army = None))]
    fn is_check(&self, army: Option<&str>) -> PyResult<bool> {
        Ok(self.position().in_check(self.army_or_turn(army)?))
    }

    /// The squares of the pieces that give check to an army's king; by default that of the army to move.
    ///
    /// >>> import enochian
    /// >>> enochian.Board().checkers("Air")
    /// []
    #[pyo3(signature = (army = None))]
    fn checkers(&self, army: Option<&str>) -> PyResult<Vec<String>> {
        let checkers = self.position().checkers(self.army_or_turn(army)?);
        Ok(checkers.into_iter().map(|square| square.to_string()).collect())
    }

    /// Whether an army is frozen: its king is captured, and it has no turns (RULES 3.7).
    ///
    /// >>> import enochian
    /// >>> enochian.Board().is_frozen("Water")
    /// False
    fn is_frozen(&self, army: &str) -> PyResult<bool> {
        Ok(self.position().is_frozen(names::army("army", army)?))
    }

    /// Whether the game is over by the rules of the game. A reading can end before, with its answer: see :class:`Reading`.
    ///
    /// >>> import enochian
    /// >>> enochian.Board().is_game_over()
    /// False
    fn is_game_over(&self) -> bool {
        self.position().outcome().is_some()
    }

    /// How the game ended: ``actives`` (Air and Fire won), ``passives`` (Water and Earth won), ``draw``, or None.
    ///
    /// >>> import enochian
    /// >>> over = enochian.Board(fen="aK7/8/8/8/8/8/8/5fQ1fK a -x-x -a-a 0000 20")
    /// >>> over.outcome(), over.ending(), over.legal_moves
    /// ('actives', 'the actives win: the passives have no king left', [])
    fn outcome(&self) -> Option<String> {
        self.position().outcome().map(|outcome| match outcome {
            Outcome::Won(side) => side.to_string(),
            Outcome::Drawn(_) => "draw".to_owned(),
        })
    }

    /// How the game ended, in a sentence, or None.
    ///
    /// >>> import enochian
    /// >>> enochian.Board().ending() is None
    /// True
    fn ending(&self) -> Option<String> {
        self.position().outcome().map(|outcome| outcome.to_string())
    }

    /// Counts the sequences of ``depth`` moves, to compare programs (RULES 9.4). The depth is at most 32.
    ///
    /// >>> import enochian
    /// >>> [enochian.Board().perft(depth) for depth in range(4)]
    /// [1, 12, 133, 1475]
    fn perft(&self, py: Python<'_>, #[pyo3(from_py_with = arguments::depth)] depth: u32) -> PyResult<u64> {
        let position = self.position();
        py.detach(|| perft(&position, depth))
    }

    /// A legal move in sheet notation (RULES 9.2), like ``san`` in python-chess.
    ///
    /// >>> import enochian
    /// >>> enochian.Board().sheet("Pc7c6")
    /// 'P3c'
    fn sheet(&self, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
        let mv = Move::of_any(r#move)?;
        let position = self.position();
        match position.why_illegal(mv) {
            Some(refused) => Err(illegal(refused)),
            None => Ok(position.sheet(mv)),
        }
    }

    /// The legal move with this text in sheet notation.
    ///
    /// A text that is none raises :class:`InvalidMoveError`, one that fits no move or several :class:`IllegalMoveError`.
    ///
    /// >>> import enochian
    /// >>> enochian.Board().parse_sheet("P3c")
    /// enochian.Move('Pc7c6')
    fn parse_sheet(&self, text: &str) -> PyResult<Move> {
        let sheet: SheetMove =
            text.parse().map_err(|wrong: ParseError| InvalidMoveError::new_err(format!("{text:?}: {wrong}")))?;
        let position = self.position();
        match sheet.candidates(&position).as_slice() {
            [mv] => Ok(Move(*mv)),
            [] => Err(illegal(format_args!("{text} fits no legal move of {}", position.turn()))),
            several => {
                let several: Vec<String> = several.iter().map(ToString::to_string).collect();
                Err(illegal(format_args!("{text} fits {}", several.join(" and "))))
            }
        }
    }

    /// The board as a picture in SVG, with its pieces, the Ptah and the last move; ``symbols=False`` leaves out the symbols of
    /// the squares. A notebook shows this picture by itself. For a quiet question the squares are plain.
    ///
    /// >>> import enochian
    /// >>> enochian.Board("brother").svg(heading="The start").startswith("<svg")
    /// True
    #[pyo3(signature = (*, heading = None, symbols = true))]
    fn svg(&self, heading: Option<&str>, symbols: bool) -> String {
        let quiet = matches!(&*self.terms, BoardTerms::Question(question) if question.question.quiet);
        let ground =
            if quiet { BoardBackground::Chequered } else { BoardBackground::Painted { board: self.board, symbols } };
        let position = self.position();
        let painting = Painting {
            heading,
            position: Some(&position),
            ptah: self.ptah,
            last: self.last(),
            ..Painting::of(ground, self.correspondences())
        };
        painting.picture().svg()
    }

    fn _repr_svg_(&self) -> String {
        self.svg(None, true)
    }

    /// The board as text: ``aN`` is the knight of Air, ``an`` its pawn, ``*`` the Ptah, and ``[ ]`` the last move.
    fn __str__(&self) -> String {
        let diagram = Diagram::from(&self.position());
        let last = self.last().map_or_else(Vec::new, |(from, to)| vec![from.to_string(), to.to_string()]);
        let text = DiagramText {
            last: &last,
            ptah: self.ptah,
            has_angles: true,
            ..DiagramText::of(&diagram, enochian_seats())
        };
        text.plain().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("<enochian.Board {}, {}: {}>", self.board, self.rules.mode, self.position())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Board>().is_ok_and(|other| {
            let other = other.get();
            (self.position(), self.rules, self.board, self.ptah, self.dice)
                == (other.position(), other.rules, other.board, other.ptah, other.dice)
        })
    }

    fn __copy__(&self) -> Board {
        self.copy(true)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Board {
        self.copy(true)
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((Option<Question>,), Bound<'py, PyDict>)> {
        let keywords = PyDict::new(py);
        keywords.set_item("fen", self.fen())?;
        let question = match &*self.terms {
            BoardTerms::Question(question) => Some((**question).clone()),
            BoardTerms::Named { ruleset, dice } => {
                keywords.set_item("board", self.board.name())?;
                keywords.set_item("array", self.array())?;
                keywords.set_item("mode", self.rules.mode.name())?;
                keywords.set_item("ruleset", ruleset)?;
                keywords.set_item("dice", dice)?;
                None
            }
        };
        Ok(((question,), keywords))
    }

    fn __getstate__(&self) -> Vec<(String, String)> {
        self.lock().stack.iter().map(|(before, mv)| (before.to_string(), mv.to_string())).collect()
    }

    fn __setstate__(&self, state: Vec<(String, String)>) -> PyResult<()> {
        let played = |(before, mv): &(String, String)| Ok((position(before)?, Move::new(mv)?.0));
        let stack = state.iter().map(played).collect::<PyResult<_>>()?;
        self.lock().stack = stack;
        Ok(())
    }
}

fn nothing_played() -> PyErr {
    PyIndexError::new_err("no move has been played on this board")
}
