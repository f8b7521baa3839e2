//! `Reading`: a reading while it is played, and as its journal keeps it.

use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::sync::Arc;

use enochian::chess::{self, Army};
use enochian::correspondences::{Correspondences as LibraryCorrespondences, Gloss};
use enochian::input::{Source, quoted};
use enochian::interpretation::{PieceHistory, Told, cast_page};
use enochian::reading::{DiceSource, DieThrower, Throw};
use enochian::record::{
    Annotation, Closing, Correctness, EnochianRecord, Entry, Game, Heading, Record, RecordedOutcome, Seats, Subject,
};
use enochian::render::AnswerJson;
use enochian::session::{Act, TurnOptions};
use enochian::simulate::{ArmyPlayer, Plan, PolicyContext, TurnOdds, reading_seed};
use enochian::study::{Explanation, ReportForm, write_report};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDate, PyDateTime, PyDict, PyString, PyTuple};

use crate::board::{Board, Move};
use crate::convert::{named, plain, repr};
use crate::correspondences::Correspondences;
use crate::errors::{IllegalMoveError, error, error_list};
use crate::journal;
use crate::kept_record::{KeptRecord, check_seed, moment, turns, words};
use crate::names;
use crate::policy::{self, Failure};
use crate::question::Question;
use crate::shared::Shared;
use crate::watch::{Progress, Watch, waited};

/// A reading: a question, the turns that answer it, and what people wrote about it.
///
/// It is played turn by turn with :meth:`throw` and :meth:`push`, or by chance with :meth:`play`. :meth:`save` writes it as a
/// journal, and :meth:`read` reads a journal back. A reading that was saved or read is kept in its journal (``path``):
/// whatever is done to it after that is added to the file at once, or refused.
///
/// ``question`` is a :class:`Question`, the path of a question file, or the name of a category. With a ``seed``, here or in
/// the question, the die gives the same throws each time; with a ``number`` as well, it is that reading of a simulation with
/// this seed. Without a seed the first throw decides whether the die is thrown by hand (``throw(3)``) or by the program
/// (``throw()``), unless the question says it. ``players`` is the name of who plays all armies, or a dict with the name for
/// each army; it is the querent's if it is left out. ``begun`` is a ``datetime``, or now.
///
/// >>> import enochian
/// >>> question = enochian.Question("Is my brother happy?", category="brother")
/// >>> reading = enochian.Reading(question, seed=11)
/// >>> reading.throw()
/// {'turn': 1, 'army': 'Air', 'throw': 6, 'role': 'pawn', 'instead_of_king': False, 'moves': ['Pa7a6', 'Pb7b6', 'Pc7c6', 'Pd7d6']}
/// >>> turn = reading.push("Pb7b6")
/// >>> turn["move"], turn["force"], turn["gloss"]["trump"]
/// ('Pb7b6', 'Scorpio', 'XIII Death')
/// >>> reading.play()
/// 'the answer is yes'
/// >>> reading.answer["ptah"], reading.ply()
/// ('yes', 32)
///
/// A game of Enochian chess can be read from its journal too. It has no question, no throws and no answer.
#[pyclass(module = "enochian", frozen)]
pub(crate) struct Reading(Shared<Kept>);

/// What a reading has at a moment.
#[derive(Clone)]
struct Kept {
    kept: KeptRecord,
    /// Whether the first throw decides who throws the die.
    is_die_open: bool,
    /// In a copy that goes on with a seed of its own: the seed, and the numbers drawn from it.
    own_chance: Option<(u64, usize)>,
}

impl Reading {
    fn of(kept: Kept) -> Reading {
        Reading(Shared::new(kept))
    }

    fn now(&self) -> Arc<Kept> {
        self.0.get()
    }

    /// A journal that was read, if it is of Enochian chess.
    fn of_journal(kept: KeptRecord) -> PyResult<Reading> {
        if kept.record.enochian().is_none() {
            let name = kept.name();
            return Err(error(format!(
                "{name} is of another game than Enochian chess; read it with enochian.Game.read()"
            )));
        }
        Ok(Reading::of(Kept { kept, is_die_open: false, own_chance: None }))
    }
}

/// A record as one of Enochian chess, as all are that are kept here.
fn enochian(record: &Record) -> EnochianRecord<'_> {
    record.enochian().expect("only readings and games of Enochian chess are kept here")
}

impl Deref for Kept {
    type Target = KeptRecord;

    fn deref(&self) -> &KeptRecord {
        &self.kept
    }
}

impl DerefMut for Kept {
    fn deref_mut(&mut self) -> &mut KeptRecord {
        &mut self.kept
    }
}

impl Kept {
    fn enochian(&self) -> EnochianRecord<'_> {
        enochian(&self.record)
    }

    fn set_die(&mut self, to: DieThrower) -> PyResult<()> {
        self.is_die_open = false;
        self.set_heading(|heading| {
            if let Game::Enochian(Subject::Reading(_, die)) = &mut heading.game {
                *die = to;
            }
        })
    }

    /// The program's die, where it stands now.
    fn chance(&self) -> PyResult<DiceSource> {
        let Some((seed, drawn)) = self.own_chance else {
            return Ok(self.enochian().dice_source().map_err(error)?.unwrap_or(DiceSource::System));
        };
        let mut chance = DiceSource::seeded(seed);
        for _ in 0..drawn {
            chance.draw().map_err(error)?;
        }
        Ok(chance)
    }

    /// A copy that no journal keeps; with a seed it goes on with throws from this seed.
    fn copied(&self, seed: Option<u64>) -> PyResult<Kept> {
        let mut copy = self.clone();
        copy.path = None;
        if let Some(seed) = seed {
            if self.enochian().subject().question().is_none() {
                return Err(error("a seed is one of the die, and a game has none"));
            }
            let has_begun = copy.has_begun();
            // The throws until now are not of this seed, so the record does not name it.
            copy.own_chance = has_begun.then_some((seed, 0));
            copy.is_die_open = false;
            copy.replace_heading(|heading| {
                if let Game::Enochian(Subject::Reading(_, die)) = &mut heading.game {
                    *die = if has_begun { DieThrower::ByProgram } else { DieThrower::Seeded(seed) };
                }
            })?;
        }
        Ok(copy)
    }

    /// The last turn, with the gloss of its square.
    fn last_turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let turn = self.part(py, "turns")?.get_item(-1)?;
        turn.set_item("gloss", plain(py, &self.last_gloss())?)?;
        Ok(turn)
    }

    fn last_gloss(&self) -> Option<Gloss> {
        let turn = self.enochian().last_turn().filter(|_| !self.record.is_quiet())?;
        let subject = self.enochian().subject();
        let data = self.correspondences.data;
        Some(data.gloss(subject.board(), turn.landing()?, turn.piece, subject.querent()))
    }

    /// What a function makes of the reading; an error while it is quiet, and for a game, of which it makes nothing.
    fn interpreted<T>(
        &self,
        what: &str,
        of: impl FnOnce(EnochianRecord<'_>, &'static LibraryCorrespondences) -> Option<T>,
    ) -> PyResult<T> {
        self.record.check_not_quiet().map_err(error)?;
        of(self.enochian(), self.correspondences.data)
            .ok_or_else(|| error(format!("a game has no {what}, since it answers no question; see statistics()")))
    }

    fn facts(&self) -> PyResult<Told> {
        self.interpreted("summary", Told::of)
    }

    fn cast(&self) -> PyResult<Vec<PieceHistory>> {
        self.interpreted("cast", |record, data| PieceHistory::cast(record, data, None))
    }

    fn explanation(&self) -> PyResult<Explanation> {
        self.record.check_not_quiet().map_err(error)?;
        Ok(Explanation::of(self.enochian(), self.correspondences.data))
    }
}

#[pymethods]
impl Reading {
    #[new]
    #[pyo3(signature = (question, *, seed = None, number = None, players = None, begun = None))]
    fn new(
        py: Python<'_>,
        question: &Bound<'_, PyAny>,
        seed: Option<u64>,
        number: Option<u64>,
        players: Option<&Bound<'_, PyAny>>,
        begun: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Reading> {
        let Question { draft, question, correspondences } = Question::of_any(question)?;
        let (die, of_simulation) = match (seed, number) {
            (None, None) => (draft.die, None),
            (Some(seed), None) => (Some(DieThrower::Seeded(seed)), None),
            (Some(seed), Some(number)) => (Some(DieThrower::Seeded(reading_seed(seed, number))), Some((seed, number))),
            (None, Some(_)) => {
                return Err(error("number is the number of a reading of a simulation; give its seed too"));
            }
        };
        // Journals have the numbers of TOML, which have a sign.
        if let Some(DieThrower::Seeded(seed)) = die {
            check_seed(seed)?;
        }
        let heading = Heading {
            seats: seats(players, &question.querent)?,
            game: Subject::Reading(Box::new(question), die.unwrap_or(DieThrower::ByProgram)).into(),
            begun: moment(py, begun)?,
            zone: None,
            automatic: false,
            branch: None,
        };
        let kept = KeptRecord::begin(heading, correspondences)?;
        let mut reading = Kept { kept, is_die_open: die.is_none(), own_chance: None };
        if let Some((seed, number)) = of_simulation {
            reading.enter(Entry::Note(format!("Reading {number} of a simulation with seed {seed}.")))?;
        }
        Ok(Reading::of(reading))
    }

    /// Reads a journal. Every turn is played again, and every fact compared with what the file says.
    ///
    /// ``FileError`` is raised with the file and the line if it cannot be read, and ``Error`` if it is of another game than
    /// Enochian chess: :meth:`Game.read` reads those.
    ///
    /// >>> import enochian, tempfile
    /// >>> reading = enochian.Reading("brother", seed=11)
    /// >>> end = reading.play()
    /// >>> path = reading.save(tempfile.mkdtemp())
    /// >>> enochian.Reading.read(path).answer == reading.answer
    /// True
    #[staticmethod]
    #[pyo3(signature = (path, *, data = None))]
    fn read(path: PathBuf, data: Option<PyRef<'_, Correspondences>>) -> PyResult<Reading> {
        Reading::of_journal(KeptRecord::read(&path, Correspondences::or_embedded(data.as_deref()))?)
    }

    /// Reads the text of a journal; errors name it ``name``. The reading has no file.
    ///
    /// >>> import enochian
    /// >>> enochian.Reading.from_text("Dear diary,", name="diary.md")
    /// Traceback (most recent call last):
    ///     ...
    /// enochian.FileError: diary.md:1: ...
    #[staticmethod]
    #[pyo3(signature = (text, *, name = "journal", data = None))]
    fn from_text(text: &str, name: &str, data: Option<PyRef<'_, Correspondences>>) -> PyResult<Reading> {
        let source = Source::new(name, text);
        Reading::of_journal(KeptRecord::of_source(&source, Correspondences::or_embedded(data.as_deref()))?)
    }

    /// Checks a journal of any kind, as ``enochian journal check`` does: what :meth:`read` checks, and every line of the
    /// program. Returns the errors as dicts with ``file``, ``line``, ``problem`` and ``expected``; none for a sound journal.
    ///
    /// >>> import enochian, pathlib, tempfile
    /// >>> path = pathlib.Path(tempfile.mkdtemp(), "diary.md")
    /// >>> _ = path.write_text("Dear diary,")
    /// >>> enochian.Reading.check(path)[0]["line"]
    /// 1
    #[staticmethod]
    #[pyo3(signature = (path, *, data = None))]
    fn check<'py>(
        py: Python<'py>,
        path: PathBuf,
        data: Option<PyRef<'_, Correspondences>>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let (source, correspondences) = (journal::source(&path)?, Correspondences::or_embedded(data.as_deref()));
        error_list(py, &py.detach(|| journal::check(&source, correspondences)))
    }

    /// The question; ``None`` for a game.
    #[getter]
    fn question(&self) -> Option<Question> {
        let now = self.now();
        let subject = now.enochian().subject();
        let die = subject.die().filter(|_| !now.is_die_open);
        Some(Question::of_reading(subject.question()?, die, now.correspondences))
    }

    /// Whether it is a reading: it is not, if a game of Enochian chess was read.
    #[getter]
    fn reading(&self) -> bool {
        self.now().record.mode() == chess::Mode::Reading
    }

    /// The question in the querent's words, or the name of the game.
    #[getter]
    fn title(&self) -> String {
        self.now().enochian().subject().title().to_owned()
    }

    /// When it was begun, as in the journal.
    #[getter]
    fn begun(&self) -> String {
        self.now().record.heading().begun.to_rfc3339()
    }

    /// The file of its journal, once it was saved or if it was read.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.now().path.clone()
    }

    /// The army to move.
    #[getter]
    fn turn(&self) -> &'static str {
        self.now().enochian().turn().name()
    }

    /// The throw of this turn, once it was made.
    #[getter]
    fn thrown(&self) -> Option<u8> {
        self.now().enochian().throw().map(Throw::number)
    }

    /// The number of the last turn played: 0 before the first.
    ///
    /// >>> import enochian
    /// >>> enochian.Reading("brother").ply()
    /// 0
    fn ply(&self) -> u32 {
        self.now().enochian().position().ply()
    }

    /// The position, with the moves that led to it. Its legal moves are those of the army, whatever the throw calls.
    #[getter]
    fn board(&self) -> Board {
        let now = self.now();
        Board::of_record(now.enochian(), now.correspondences)
    }

    /// The moves that the throw allows; only ``--`` if there are none. Empty before the throw, and when it is over.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        let now = self.now();
        if now.record.closing().is_some() { Vec::new() } else { now.enochian().moves().into_iter().map(Move).collect() }
    }

    /// Whether it is over: it has ended by the rules, or was concluded.
    ///
    /// >>> import enochian
    /// >>> enochian.Reading("brother").is_over()
    /// False
    fn is_over(&self) -> bool {
        let now = self.now();
        now.enochian().end().is_some() || now.record.closing().is_some()
    }

    /// Why it has ended by the rules, such as ``the answer is yes``; ``None`` until then.
    #[getter]
    fn end(&self) -> Option<String> {
        self.now().enochian().end().map(|end| end.to_string())
    }

    /// How it was concluded, such as ``at its end``; ``None`` until then.
    #[getter]
    fn concluded(&self) -> Option<String> {
        self.now().record.closing().map(|closing| closing.to_string())
    }

    /// The answer so far by both criteria, as a dict: ``ptah``, ``kings``, ``turn`` (the turn that decided it), ``ptah_turn``,
    /// ``kings_turn``, ``manner`` and ``opposing``. ``None`` for a game.
    #[getter]
    fn answer<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        AnswerJson::of(self.now().enochian()).map(|answer| plain(py, &answer)).transpose()
    }

    /// The turns played, without those taken back: a list of dicts with the keys of :meth:`to_dict`.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.now().part(py, "turns")
    }

    /// The notes and remarks, as dicts with ``turn`` (``None`` for the whole) and ``text``.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.now().part(py, "notes")
    }

    /// The tags, in the order in which they were added.
    #[getter]
    fn tags(&self) -> Vec<String> {
        self.now().tags()
    }

    /// What came of the answer, as dicts with ``on``, ``proved`` and ``text``; the last one counts.
    #[getter]
    fn outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.now().part(py, "outcomes")
    }

    /// Everything, with the keys of ``enochian read --json`` and ``enochian journal export --format json``.
    ///
    /// >>> import enochian
    /// >>> enochian.Reading("brother").to_dict()["ptah"]
    /// 'a5'
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.now().to_dict(py)
    }

    /// Throws the die for the army to move, and says what it calls. The moves are texts; :attr:`legal_moves` has the same.
    ///
    /// ``number`` is the throw of a die on the table. Without it the program throws, with the seed if there is one.
    /// ``IllegalMoveError`` is raised if the die was thrown already, if the reading is over, or if somebody else throws the
    /// die of this reading.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother")
    /// >>> reading.throw(2)
    /// {'turn': 1, 'army': 'Air', 'throw': 2, 'role': 'knight', 'instead_of_king': False, 'moves': ['Nc8b6', 'Nc8d6', 'Nc8e7']}
    #[pyo3(signature = (number = None))]
    fn throw<'py>(&self, py: Python<'py>, number: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyDict>> {
        self.0.change(py, |it| {
            let number = number.map(read_throw).transpose()?;
            let by_hand = it.enochian().subject().die() == Some(DieThrower::ByHand);
            let is_reading = it.enochian().subject().question().is_some();
            let throw = match number {
                Some(throw) => {
                    if is_reading && !by_hand && !it.is_die_open {
                        let refused = "the program throws the die of this reading; call throw() without a number";
                        return Err(IllegalMoveError::new_err(refused));
                    }
                    throw
                }
                None if by_hand => {
                    let refused = "the die of this reading is thrown by hand; give the number that it shows";
                    return Err(IllegalMoveError::new_err(refused));
                }
                None => {
                    let throw = it.chance()?.draw().map_err(error)?.throw();
                    it.own_chance = it.own_chance.map(|(seed, drawn)| (seed, drawn + 1));
                    throw
                }
            };
            if it.is_die_open {
                it.set_die(if number.is_some() { DieThrower::ByHand } else { DieThrower::ByProgram })?;
            }
            it.enter(Act::Throw(throw))?;
            let thrown = PyDict::new(py);
            thrown.set_item("turn", it.enochian().ply())?;
            thrown.set_item("army", it.enochian().turn().name())?;
            thrown.set_item("throw", throw.number())?;
            if let TurnOptions::Moves(called) = it.enochian().session().options() {
                thrown.set_item("role", called.role.map(|role| role.to_string()))?;
                thrown.set_item("instead_of_king", called.instead_of_king)?;
                thrown.set_item("moves", called.moves.iter().map(ToString::to_string).collect::<Vec<_>>())?;
            }
            Ok(thrown)
        })
    }

    /// Plays a move, a :class:`Move` or its text, and returns the turn as a dict: the keys of :attr:`turns`, and ``gloss``,
    /// what the square stands for that the piece landed on (``None`` for ``--`` and in a quiet reading).
    ///
    /// ``IllegalMoveError`` is raised if the move is not among :attr:`legal_moves`.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother")
    /// >>> thrown = reading.throw(2)
    /// >>> turn = reading.push("Nc8d6")
    /// >>> turn["sheet"], turn["force"], turn["gloss"]["house"]["name"]
    /// ('N4c', 'Taurus', 'Wealth')
    /// >>> reading.push("Nc8d6")
    /// Traceback (most recent call last):
    ///     ...
    /// enochian.IllegalMoveError: ...
    fn push<'py>(&self, py: Python<'py>, r#move: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.0.change(py, |it| {
            let mv: chess::Move = Move::of_any(r#move)?;
            it.enter(Act::Move(mv))?;
            it.last_turn(py)
        })
    }

    /// Takes back the last move, and returns it. Its throw stands. A throw after it is taken back too, but the die goes on:
    /// a seed gives its next number. An exchange or a withdrawal that came after the last move is taken back in
    /// its place, and ``None`` returned. The journal keeps what was taken back.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother")
    /// >>> thrown = reading.throw(2)
    /// >>> turn = reading.push("Nc8d6")
    /// >>> str(reading.pop()), reading.ply(), reading.thrown
    /// ('Nc8d6', 0, 2)
    fn pop(&self, py: Python<'_>) -> PyResult<Option<Move>> {
        self.0.change(py, |it| {
            let acts = it.enochian().standing().rev().position(|act| !matches!(act, Act::Throw(_)));
            let Some(index) = acts else { return Err(IllegalMoveError::new_err("there is no move to take back")) };
            let last = it.enochian().standing().rev().nth(index);
            it.enter(Entry::TakenBack(index + 1))?;
            Ok(match last {
                Some(Act::Move(mv) | Act::Irregular(mv)) => Some(Move(mv)),
                _ => None,
            })
        })
    }

    /// Exchanges prisoners before the move, once both sides agree (RULES 6.2): ``exchange w h1 a1``.
    ///
    /// ``IllegalMoveError`` is raised if it is not possible.
    fn exchange(&self, py: Python<'_>, exchange: &str) -> PyResult<()> {
        let exchange = exchange.parse().map_err(|problem| error(format!("{}: {problem}", quoted(exchange))))?;
        self.0.change(py, |it| it.enter(Act::Exchange(exchange)))
    }

    /// Withdraws the army to move, before its move (RULES 6.3).
    ///
    /// ``IllegalMoveError`` is raised if it cannot, as when one person plays both armies of the side.
    fn withdraw(&self, py: Python<'_>) -> PyResult<()> {
        self.0.change(py, |it| {
            let army = it.enochian().turn();
            it.enter(Act::Withdrawal(army))
        })
    }

    /// Plays on to the end by chance, and returns :attr:`end`, or ``None`` if ``limit`` turns were reached.
    ///
    /// It plays as ``enochian read --auto`` and ``enochian simulate`` do: one random number a turn for the throw and the choice
    /// of the move, so that the same seed gives the same reading. ``policy`` chooses the moves instead, with the words of
    /// ``enochian simulate --policy``: ``"greedy"``, or ``["greedy", "querent=purpose"]``. If it plays the first turn, the
    /// journal says that the program chose the moves. Nothing is exchanged, and nobody withdraws.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother", seed=11)
    /// >>> reading.play()
    /// 'the answer is yes'
    /// >>> enochian.Reading("brother", seed=11).play("purpose")
    /// 'the answer is no'
    #[pyo3(signature = (policy = None, *, limit = 2000))]
    fn play(&self, py: Python<'_>, policy: Option<&Bound<'_, PyAny>>, limit: u32) -> PyResult<Option<String>> {
        self.0.change(py, |it| {
            let question = it.enochian().subject().question().cloned();
            let players = match (policy, &question) {
                (None, _) => None,
                (Some(policy), Some(question)) => Some(read_policy(policy, question.army())?),
                (Some(_), None) => return Err(error("a policy needs a question, and a game has none")),
            };
            if it.is_die_open {
                it.set_die(DieThrower::ByProgram)?;
            }
            let seats = match &players {
                None => Seats::alone("the program"),
                Some(players) => {
                    let players = players.each_ref().map(|player| format!("the program ({})", player.name()));
                    Seats::of(players.to_vec())
                }
            };
            it.set_heading(|heading| (heading.automatic, heading.seats) = (true, seats))?;
            let (mut chance, mut drawn) = (it.chance()?, 0);
            let done = it.change(|record| {
                if record.closing().is_some() {
                    return Err(IllegalMoveError::new_err(format!("the {} is already concluded", record.mode())));
                }
                let failure = Failure::default();
                let stop = &failure.stop_signal();
                loop {
                    let session = enochian(record).session();
                    let end = session.end();
                    if end.is_some() || turns(record) >= limit {
                        return Ok(end.map(|end| end.to_string()));
                    }
                    py.check_signals()?;
                    drawn += 1;
                    let draw = chance.draw().map_err(error)?;
                    let player = players.as_ref().map(|players| &players[session.turn().index()]);
                    let acts = session.automatic_turn(draw, |moves| match (player, &question) {
                        (Some(ArmyPlayer::Policy(policy)), Some(question)) => {
                            let (position, state, terms) = (session.position(), session.state(), session.terms());
                            policy.choose(&PolicyContext { question, position, state, terms, stop }, moves, draw)
                        }
                        _ => draw.choice(moves.len()),
                    });
                    failure.take().map_or(Ok(()), Err)?;
                    for act in acts {
                        record.enter(act).map_err(|invalid| journal::refused(&invalid))?;
                    }
                }
            })?;
            it.own_chance = it.own_chance.map(|(seed, before)| (seed, before + drawn));
            Ok(done)
        })
    }

    /// Writes a note: on the present turn while the reading is played, on the whole after it was concluded, or on ``turn``.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother")
    /// >>> reading.note("The table stands by the window.")
    /// >>> reading.notes
    /// [{'turn': 1, 'text': 'The table stands by the window.'}]
    #[pyo3(signature = (text, *, turn = None))]
    fn note(&self, py: Python<'_>, text: &str, turn: Option<u32>) -> PyResult<()> {
        self.0.change(py, |it| it.note(text, turn))
    }

    /// Adds tags, words by which to find the journal; one that it has already stays.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother")
    /// >>> reading.tag("family", "Winter")
    /// >>> reading.tags
    /// ['family', 'winter']
    #[pyo3(signature = (*tags))]
    fn tag(&self, py: Python<'_>, tags: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.0.change(py, |it| it.tag(tags))
    }

    /// Removes tags. ``Error`` is raised if it does not have one of them.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother")
    /// >>> reading.tag("family", "winter")
    /// >>> reading.untag("winter")
    /// >>> reading.tags
    /// ['family']
    #[pyo3(signature = (*tags))]
    fn untag(&self, py: Python<'_>, tags: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.0.change(py, |it| it.untag(tags))
    }

    /// Records what came of the answer: whether it ``proved`` ``"true"``, ``"false"`` or ``"partly"``, and what happened.
    /// ``on`` is the day, a ``date`` or a text such as ``2027-03-01``; today if it is left out.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother")
    /// >>> reading.record_outcome("partly", "He moved back.", on="2027-03-01")
    /// >>> reading.outcomes
    /// [{'on': '2027-03-01', 'proved': 'partly true', 'text': 'He moved back.'}]
    #[pyo3(signature = (proved, text, *, on = None))]
    fn record_outcome(
        &self,
        py: Python<'_>,
        proved: &Bound<'_, PyAny>,
        text: &str,
        on: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let known = [
            ("true", Correctness::True),
            ("false", Correctness::False),
            ("partly", Correctness::Partly),
            ("partly true", Correctness::Partly),
        ];
        // `True` is what somebody who knows Python writes.
        let proved = named("outcome", &proved.str()?.extract::<String>()?, &known)?;
        let on: String = match on {
            None => py.import("datetime")?.getattr("date")?.call_method0("today")?.str()?.extract()?,
            Some(on) if on.is_instance_of::<PyDateTime>() => on.call_method0("date")?.str()?.extract()?,
            Some(on) if on.is_instance_of::<PyDate>() => on.str()?.extract()?,
            Some(on) => on.extract()?,
        };
        let expected = "expected year, month and day, such as 2026-11-21";
        let day = on.parse().map_err(|_| error(format!("{} is not a date; {expected}", quoted(&on))))?;
        let outcome = RecordedOutcome { on: day, proved, words: words(text)? };
        self.0.change(py, |it| it.enter(Entry::Annotation(Annotation::Outcome(outcome))))
    }

    /// Concludes the reading: at its end, or before it. After that only notes on its turns, tags and outcomes are added.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother", seed=11)
    /// >>> end = reading.play()
    /// >>> reading.conclude()
    /// >>> reading.concluded
    /// 'at its end'
    fn conclude(&self, py: Python<'_>) -> PyResult<()> {
        self.0.change(py, |it| it.conclude(Closing::ByPlayers))
    }

    /// Writes the reading as a new journal in a folder, and returns its path. Its name is the date and the question; another
    /// journal is never overwritten. A reading that has ended is concluded, now or when its last turn is played; another can
    /// be played on, here or with ``enochian read --resume``.
    ///
    /// ``Error`` is raised if there is no such folder, or it cannot be written.
    ///
    /// >>> import enochian, tempfile
    /// >>> reading = enochian.Reading("brother", seed=11)
    /// >>> path = reading.save(tempfile.mkdtemp())
    /// >>> thrown = reading.throw()
    /// >>> "throw 6" in path.read_text(encoding="utf-8")
    /// True
    fn save(&self, py: Python<'_>, folder: PathBuf) -> PyResult<PathBuf> {
        self.0.change(py, |it| {
            let path = it.save(&folder)?;
            it.is_die_open = false;
            Ok(path)
        })
    }

    /// A copy that no journal keeps, so that changes to it are written nowhere. With a ``seed`` its die is thrown by the
    /// program from now on, and gives the same throws each time: copies with other seeds show how else it might have gone on.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother")
    /// >>> tried = reading.copy(seed=11)
    /// >>> thrown = tried.throw()
    /// >>> reading.thrown, tried.thrown
    /// (None, 6)
    #[pyo3(signature = (*, seed = None))]
    fn copy(&self, seed: Option<u64>) -> PyResult<Reading> {
        seed.map_or(Ok(()), check_seed)?;
        Ok(Reading::of(self.now().copied(seed)?))
    }

    fn __copy__(&self) -> PyResult<Reading> {
        self.copy(None)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Reading> {
        self.copy(None)
    }

    /// So that it can be sent to another process. One that a journal keeps is read from it there.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,), PickledChance)> {
        let now = self.now();
        let (reads, argument) = now.unpickler(&py.get_type::<Reading>().into_any())?;
        Ok((reads, argument, (now.is_die_open, now.own_chance)))
    }

    fn __setstate__(&self, py: Python<'_>, state: PickledChance) -> PyResult<()> {
        self.0.change(py, |it| {
            (it.is_die_open, it.own_chance) = state;
            Ok(())
        })
    }

    /// What chance makes of the moves that a turn's throw allowed, as a dict: for each the shares of the answers in
    /// ``readings`` continuations, with intervals, and whether yes came ``"more"`` or ``"less"`` often than after the move that was
    /// played (``than_played``; ``None`` if the intervals overlap). The turn is the one whose die is thrown if it is left out. The
    /// same as ``enochian simulate --from-journal --json`` prints.
    ///
    /// These are odds of the game, as the ``policy`` plays it, and of nothing else. ``Error`` is raised for a game, and for a quiet
    /// reading before it is concluded.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother", seed=11)
    /// >>> end = reading.play()
    /// >>> odds = reading.odds(1, readings=500)
    /// >>> odds["army"], odds["throw"], odds["played"], sorted(one["move"] for one in odds["moves"])
    /// ('Air', 6, 'Pa7a6', ['Pa7a6', 'Pb7b6', 'Pc7c6', 'Pd7d6'])
    /// >>> [one["than_played"] for one in odds["moves"]]
    /// [None, None, None, None]
    #[pyo3(signature = (turn = None, readings = 10_000, *, seed = 1, policy = None, limit = 2000, threads = None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn odds<'py>(
        &self,
        py: Python<'py>,
        turn: Option<u32>,
        readings: u64,
        seed: u64,
        policy: Option<&Bound<'_, PyAny>>,
        limit: u16,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let now = self.now();
        now.record.check_not_quiet().map_err(error)?;
        let reading = now.enochian();
        let question = reading.subject().question();
        let question = question.ok_or_else(|| error("a game has no die, and so no odds of the moves of a throw"))?;
        let last = reading.turns().len() as u32;
        let asked = turn.unwrap_or(last.saturating_add(1));
        let place = reading.session().before_move(asked).and_then(|(_, state)| Some((state, state.thrown()?)));
        let Some((state, throw)) = place else {
            let none = turn.map_or("no die is thrown".to_owned(), |turn| format!("there is no turn {turn}"));
            return Err(error(format!("{none}; the last turn is {last}")));
        };
        let played = reading.turns().get(asked as usize - 1).map(|turn| turn.mv);
        let of = Question::of_reading(question, None, now.correspondences);
        let failure = Failure::default();
        let players = policy::players(policy, &of, &failure)?;
        let plan = Plan { players, limit: limit.max(1), ..Plan::new(question.clone(), seed, 0..readings.max(1)) };
        let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        let odds = py.detach(|| {
            let watch = Watch::new(0, Progress::Hidden, failure);
            let workers = watch.workers(threads.clamp(1, 1024));
            waited(watch, || TurnOdds::play(&plan, state, throw, played, workers, |_| ()))?.map_err(error)
        })?;
        plain(py, &odds)
    }

    /// The answer with its cause, the ``links`` between events, the ``threads`` made of them, the close and the ``cast``, as a dict:
    /// the ``told`` of ``enochian journal explain --json``, with the words as ``sentences`` and ``short``. Pieces are codes, as
    /// they were at the start: ``"eR"``.
    ///
    /// ``Error`` is raised for a game, and for a quiet reading before it is concluded.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother", seed=11)
    /// >>> end = reading.play()
    /// >>> told = reading.told()
    /// >>> told["answer"]["cause"], told["threads"][0]["turns"]
    /// ('held', [16, 21, 29])
    /// >>> [(link["name"], link["turns"]) for link in told["links"]][1]
    /// ('checker-taken', [16, 21])
    /// >>> told["cast"][1]["piece"], told["cast"][1]["fate"]
    /// ('eR', {'taken': 21, 'by': 'aK'})
    fn told<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.now().facts()?)
    }

    /// A piece through the reading, as a dict: what the ``cast`` of :meth:`told` has, with its ``name``, ``who`` it is, its
    /// ``turns``, and the ``links`` that it stands in, each with what it ``says``. The piece is ``"rook of Earth"`` or ``"eR"``, as
    /// it was at the start.
    ///
    /// ``Error`` is raised as by :meth:`told`.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother", seed=11)
    /// >>> end = reading.play()
    /// >>> rook = reading.follow("rook of Earth")
    /// >>> rook["name"], rook["who"]
    /// ("Earth's rook", 'a reliable younger woman')
    /// >>> rook["turns"][0]["square"], rook["turns"][0]["did"][0]
    /// ('a6', "takes the pawn of Air's bishop")
    /// >>> rook["links"][0]["says"]
    /// "Air's king took Earth's rook, which had given check"
    fn follow<'py>(&self, py: Python<'py>, piece: &str) -> PyResult<Bound<'py, PyAny>> {
        let piece = names::piece(piece)?;
        let history = |record: EnochianRecord<'_>, data| PieceHistory::of(record, data, None, piece);
        plain(py, &self.now().interpreted("cast", history)?)
    }

    /// What was counted: landings, captures, roads and turning points (docs/RESEARCH.md), as a dict with the other keys of
    /// ``enochian journal explain --json``.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother", seed=11)
    /// >>> end = reading.play()
    /// >>> len(reading.statistics()["conflicts"])
    /// 3
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.now().explanation()?)
    }

    /// An explanation in sentences: ``summary``, ``short``, ``cast`` (who the pieces are, and what became of each), or
    /// ``statistics`` (of a game there is only this). ``width`` is the longest line of the cast and the statistics; the others
    /// have one line for each paragraph.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother", seed=11)
    /// >>> end = reading.play()
    /// >>> "Yes, with some difficulty" in reading.explain("short")
    /// True
    #[pyo3(signature = (form = "summary", *, width = 80))]
    fn explain(&self, form: &str, width: usize) -> PyResult<String> {
        let forms = [
            ("summary", ExplainForm::Summary),
            ("short", ExplainForm::Short),
            ("cast", ExplainForm::Cast),
            ("statistics", ExplainForm::Counted),
        ];
        let (now, width) = (self.now(), width.clamp(20, 1000));
        Ok(match named("form", form, &forms)? {
            ExplainForm::Summary => now.facts()?.paragraphs().join("\n\n"),
            ExplainForm::Short => now.facts()?.short,
            ExplainForm::Cast => plain_text(&cast_page(now.enochian(), &now.cast()?, width)),
            ExplainForm::Counted => {
                let (explanation, data) = (now.explanation()?, now.correspondences.data);
                plain_text(&write_report(&explanation, now.enochian(), ReportForm::Summary, data, width))
            }
        })
    }

    /// The reading in another format, as a text: ``html`` (a page), ``markdown``, ``sheet``, ``svg`` (a picture of the
    /// position, or of that after a ``turn``) or ``json``, as ``enochian journal export`` writes it.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother", seed=11)
    /// >>> end = reading.play()
    /// >>> reading.export("svg", turn=1)[:4]
    /// '<svg'
    #[pyo3(signature = (format, *, turn = None))]
    fn export(&self, format: &str, turn: Option<u32>) -> PyResult<String> {
        self.now().export(format, turn)
    }

    /// What a notebook shows: the question, the summary and the position.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let now = self.now();
        now.html(py, &now.facts().map_or_else(|_| Vec::new(), |summary| summary.paragraphs()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let turns = self.now().enochian().turns().len();
        let turns = if turns == 1 { "1 turn".to_owned() } else { format!("{turns} turns") };
        let end = self.end().or_else(|| self.concluded().map(|how| format!("concluded {how}")));
        let state = end.unwrap_or_else(|| format!("{} to move", self.turn()));
        Ok(format!("<enochian.Reading {}: {turns}, {state}>", repr(py, &self.title())?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Reading>().is_ok_and(|other| self.now().record == other.get().now().record)
    }
}

#[derive(Clone, Copy)]
enum ExplainForm {
    Summary,
    Short,
    Cast,
    Counted,
}

/// A page without the bold headings that a terminal shows.
fn plain_text(page: &str) -> String {
    let mut parts = page.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or(part, |(_, rest)| rest))
}

/// What a pickled reading has besides the text of its journal: `is_die_open` and `own_chance`.
type PickledChance = (bool, Option<(u64, usize)>);

/// A number of a die.
fn read_throw(number: &Bound<'_, PyAny>) -> PyResult<Throw> {
    let throw = match number.extract::<u8>() {
        Ok(number) => Throw::new(number),
        // Too large, or negative.
        Err(error) if error.is_instance_of::<PyOverflowError>(number.py()) => None,
        Err(error) => return Err(error),
    };
    throw.ok_or_else(|| error("a throw is a number from 1 to 6"))
}

/// A policy, or a list of policies with the armies that they play.
fn read_policy(policy: &Bound<'_, PyAny>, querent: Army) -> PyResult<[ArmyPlayer; 4]> {
    let is_one = policy.is_instance_of::<PyString>();
    let words = if is_one { vec![policy.extract::<String>()?] } else { policy.extract::<Vec<String>>()? };
    ArmyPlayer::of_words(words.iter().map(String::as_str), querent).map_err(error)
}

/// The players of the armies: one name, or a dict.
fn seats(players: Option<&Bound<'_, PyAny>>, querent: &str) -> PyResult<Seats> {
    let Some(players) = players else { return Ok(Seats::alone(querent)) };
    if players.is_instance_of::<PyString>() {
        return Ok(Seats::alone(&words(&players.extract::<String>()?)?));
    }
    let mut seats = Seats::alone(querent);
    let armies = Army::ALL.map(|army| (army.name(), army));
    let players = players
        .cast::<PyDict>()
        .map_err(|_| PyTypeError::new_err("players must be a name, or a dict with a name for each army"))?;
    for (army, name) in players {
        let army = named("army", &army.extract::<String>()?, &armies)?;
        seats.players[army.index()] = words(&name.extract::<String>()?)?;
    }
    Ok(seats)
}
