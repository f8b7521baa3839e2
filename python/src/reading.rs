//! `Reading`: a reading while it is played, and as its journal keeps it.

use enochian::chess::{self, Army};
use enochian::input::{Words, quoted};
use enochian::interpretation::{PieceHistory, cast_page};
use enochian::journal::day;
use enochian::reading::{DieThrower, Throw};
use enochian::record::{Afterword, Correctness, EnochianRecord, Entry, Heading, RecordedOutcome, Seats, Subject};
use enochian::render::AnswerJson;
use enochian::session::{Act, TurnOptions};
use enochian::simulate::{ArmyPlayer, Plan, PolicyContext, TurnOdds, reading_seed};
use enochian::study::write_report;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDate, PyDateTime, PyDict, PyString};
use serde_json::json;

use crate::arguments::{self, named, text, wrong};
use crate::board::{Board, Move};
use crate::convert::{repr, result};
use crate::errors::{IllegalMoveError, error};
use crate::journal;
use crate::kept_record::{KeptRecord, SharedRecord, check_seed, current, moment, shared, turns, words};
use crate::names;
use crate::policy::{self, Failure};
use crate::question::Question;
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
/// Thrown(turn=1, army='Air', throw=6, role='pawn', instead_of_king=False, moves=['Pa7a6', 'Pb7b6', 'Pc7c6', 'Pd7d6'])
/// >>> turn = reading.push("Pb7b6")
/// >>> turn.move, turn.force, turn.gloss.trump
/// ('Pb7b6', 'Scorpio', 'XIII Death')
/// >>> reading.play()
/// 'the answer is yes'
/// >>> reading.answer.ptah, reading.ply()
/// ('yes', 32)
///
/// A game of Enochian chess can be read from its journal too. It has no question, no throws and no answer.
#[pyclass(module = "enochian", extends = SharedRecord, frozen)]
pub(crate) struct Reading;

impl Reading {
    fn of(kept: KeptRecord) -> PyClassInitializer<Reading> {
        PyClassInitializer::from(SharedRecord::new(kept)).add_subclass(Reading)
    }
}

#[pymethods]
impl Reading {
    #[new]
    #[pyo3(signature = (question, *, seed = None, number = None, players = None, begun = None))]
    fn new(
        py: Python<'_>,
        question: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = arguments::seed)] seed: Option<u64>,
        #[pyo3(from_py_with = arguments::numbered)] number: Option<u64>,
        players: Option<&Bound<'_, PyAny>>,
        begun: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyClassInitializer<Reading>> {
        let Question { draft, question, correspondences } = Question::of_any(question)?;
        let (die, of_simulation) = match (seed, number) {
            (None, None) => (draft.die, None),
            (Some(seed), None) => (Some(DieThrower::Seeded(seed)), None),
            (Some(seed), Some(number)) => (Some(DieThrower::Seeded(reading_seed(seed, number))), Some((seed, number))),
            (None, Some(_)) => {
                return Err(wrong("number", "it is that of a reading of a simulation; give its seed too"));
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
        let mut reading = KeptRecord::begin(heading, correspondences)?;
        reading.is_die_open = die.is_none();
        if let Some((seed, number)) = of_simulation {
            reading.enter(Entry::Note(format!("Reading {number} of a simulation with seed {seed}.")))?;
        }
        Ok(Reading::of(reading))
    }

    /// The question; ``None`` for a game.
    #[getter]
    fn question(slf: &Bound<'_, Self>) -> Option<Question> {
        let now = current(slf);
        let subject = now.enochian().subject();
        let die = subject.die().filter(|_| !now.is_die_open);
        Some(Question::of_reading(subject.question()?, die, now.correspondences))
    }

    /// The army to move.
    #[getter]
    fn turn(slf: &Bound<'_, Self>) -> &'static str {
        current(slf).enochian().turn().name()
    }

    /// The throw of this turn, once it was made.
    #[getter]
    fn thrown(slf: &Bound<'_, Self>) -> Option<u8> {
        current(slf).enochian().throw().map(Throw::number)
    }

    /// The number of the last turn played: 0 before the first.
    ///
    /// >>> import enochian
    /// >>> enochian.Reading("brother").ply()
    /// 0
    fn ply(slf: &Bound<'_, Self>) -> u32 {
        current(slf).enochian().position().ply()
    }

    /// The position, with the moves that led to it. Its legal moves are those of the army, whatever the throw calls.
    #[getter]
    fn board(slf: &Bound<'_, Self>) -> Board {
        let now = current(slf);
        Board::of_record(now.enochian(), now.correspondences)
    }

    /// The moves that the throw allows; only ``--`` if there are none. Empty before the throw, and when it is over.
    #[getter]
    fn legal_moves(slf: &Bound<'_, Self>) -> Vec<Move> {
        let now = current(slf);
        if now.record.closing().is_some() { Vec::new() } else { now.enochian().moves().into_iter().map(Move).collect() }
    }

    /// Why it has ended by the rules, such as ``the answer is yes``; ``None`` until then.
    #[getter]
    fn end(slf: &Bound<'_, Self>) -> Option<String> {
        current(slf).enochian().end().map(|end| end.to_string())
    }

    /// The answer so far by both criteria (:class:`enochian.results.Answer`); ``None`` for a game.
    #[getter]
    fn answer<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        AnswerJson::of(current(slf).enochian()).map(|answer| result(py, "Answer", &answer)).transpose()
    }

    /// The turns played, without those taken back, each a :class:`enochian.results.Turn`.
    #[getter]
    fn turns<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        current(slf).part(py, "Turn", "turns")
    }

    /// What came of the answer, each an :class:`enochian.results.Outcome`; the last one counts.
    #[getter]
    fn outcomes<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        current(slf).part(py, "Outcome", "outcomes")
    }

    /// Throws the die for the army to move, and says what it calls (:class:`enochian.results.Thrown`). The moves are texts;
    /// :attr:`legal_moves` has the same.
    ///
    /// ``number`` is the throw of a die on the table. Without it the program throws, with the seed if there is one.
    /// ``IllegalMoveError`` is raised if the die was thrown already, if the reading is over, or if somebody else throws the
    /// die of this reading.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother")
    /// >>> reading.throw(2)
    /// Thrown(turn=1, army='Air', throw=2, role='knight', instead_of_king=False, moves=['Nc8b6', 'Nc8d6', 'Nc8e7'])
    #[pyo3(signature = (number = None))]
    fn throw<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::thrown)] number: Option<u8>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let number = number.and_then(Throw::new);
        shared(slf).change(py, |it| {
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
            let record = it.enochian();
            let mut thrown = json!({"turn": record.ply(), "army": record.turn(), "throw": throw.number()});
            if let TurnOptions::Moves(called) = record.session().options() {
                thrown["role"] = json!(called.role.map(|role| role.to_string()));
                thrown["instead_of_king"] = json!(called.instead_of_king);
                thrown["moves"] = json!(called.moves);
            }
            result(py, "Thrown", &thrown)
        })
    }

    /// Plays a move, a :class:`Move` or its text, and returns the turn as :attr:`turns` has it, with its ``gloss``: what the
    /// square stands for that the piece landed on (``None`` for ``--`` and in a quiet reading).
    ///
    /// ``IllegalMoveError`` is raised if the move is not among :attr:`legal_moves`.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother")
    /// >>> thrown = reading.throw(2)
    /// >>> turn = reading.push("Nc8d6")
    /// >>> turn.sheet, turn.force, turn.gloss.house.name
    /// ('N4c', 'Taurus', 'Wealth')
    /// >>> reading.push("Nc8d6")
    /// Traceback (most recent call last):
    ///     ...
    /// enochian.IllegalMoveError: ...
    fn push<'py>(slf: &Bound<'py, Self>, py: Python<'py>, r#move: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        shared(slf).change(py, |it| {
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
    fn pop(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<Option<Move>> {
        shared(slf).change(py, |it| {
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
    fn exchange(slf: &Bound<'_, Self>, py: Python<'_>, exchange: &str) -> PyResult<()> {
        let exchange =
            exchange.parse().map_err(|problem| wrong("exchange", format!("{}: {problem}", quoted(exchange))))?;
        shared(slf).change(py, |it| it.enter(Act::Exchange(exchange)))
    }

    /// Withdraws the army to move, before its move (RULES 6.3).
    ///
    /// ``IllegalMoveError`` is raised if it cannot, as when one person plays both armies of the side.
    fn withdraw(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<()> {
        shared(slf).change(py, |it| {
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
    fn play(
        slf: &Bound<'_, Self>,
        py: Python<'_>,
        policy: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = arguments::limit)] limit: u32,
    ) -> PyResult<Option<String>> {
        shared(slf).change(py, |it| {
            let question = it.enochian().subject().question().cloned();
            let players = match (policy, &question) {
                (None, _) => None,
                (Some(policy), Some(question)) => Some(read_policy(policy, question.army())?),
                (Some(_), None) => return Err(wrong("policy", "a policy needs a question, and a game has none")),
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
                    let record_here = record.enochian().expect("a reading is one of Enochian chess");
                    let session = record_here.session();
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

    /// Records what came of the answer: whether it ``proved`` ``"true"``, ``"false"`` or ``"partly"``, and what happened, if you
    /// want to say it. ``on`` is the day, a ``date`` or a text such as ``2027-03-01``; today if it is left out. ``Error`` is raised
    /// for a day before the reading began, or one that is still to come, unless you are ``sure``.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother")
    /// >>> reading.record_outcome("partly", "He moved back.", on="2027-03-01", sure=True)
    /// >>> reading.outcomes
    /// [Outcome(on='2027-03-01', proved='partly true', text='He moved back.')]
    #[pyo3(signature = (proved, text = "", *, on = None, sure = false))]
    fn record_outcome(
        slf: &Bound<'_, Self>,
        py: Python<'_>,
        proved: &Bound<'_, PyAny>,
        text: &str,
        on: Option<&Bound<'_, PyAny>>,
        sure: bool,
    ) -> PyResult<()> {
        let known = [
            ("true", Correctness::True),
            ("false", Correctness::False),
            ("partly", Correctness::Partly),
            ("partly true", Correctness::Partly),
        ];
        // `True` is what somebody who knows Python writes.
        let proved = named("proved", &proved.str()?.extract::<String>()?, &known)?;
        let today: String = py.import("datetime")?.getattr("date")?.call_method0("today")?.str()?.extract()?;
        let on: String = match on {
            None => today.clone(),
            Some(on) if on.is_instance_of::<PyDateTime>() => on.call_method0("date")?.str()?.extract()?,
            Some(on) if on.is_instance_of::<PyDate>() => on.str()?.extract()?,
            Some(on) => arguments::text("on", on)?,
        };
        let day = |text: &str| day(text).map_err(|error| wrong("on", error));
        let words = if text.trim().is_empty() { String::new() } else { words("text", text, Words::LINES)? };
        let outcome = RecordedOutcome { on: day(&on)?, proved, words };
        let today = day(&today)?;
        shared(slf).change(py, |it| {
            let doubt = it.record.doubt_of_outcome(outcome.on, today);
            if let Some(doubt) = doubt.filter(|_| !sure) {
                return Err(wrong("on", format!("{doubt}; if it is meant, add sure=True")));
            }
            it.enter(Entry::Afterword(Afterword::Outcome(outcome)))
        })
    }

    /// What chance makes of the moves that a turn's throw allowed (:class:`enochian.results.Odds`): for each the shares of the answers in
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
    /// >>> odds.army, odds.throw, odds.played, sorted(one.move for one in odds.moves)
    /// ('Air', 6, 'Pa7a6', ['Pa7a6', 'Pb7b6', 'Pc7c6', 'Pd7d6'])
    /// >>> [one.than_played for one in odds.moves]
    /// [None, None, None, None]
    #[pyo3(signature = (turn = None, readings = 10_000, *, seed = 1, policy = None, limit = 2000, threads = None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn odds<'py>(
        slf: &Bound<'_, Self>,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::turn)] turn: Option<u32>,
        #[pyo3(from_py_with = arguments::readings)] readings: u64,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        policy: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = arguments::limit)] limit: u16,
        #[pyo3(from_py_with = arguments::threads)] threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let now = current(slf);
        now.record.check_not_quiet().map_err(error)?;
        let reading = now.enochian();
        let question = reading.subject().question();
        let question = question.ok_or_else(|| error("a game has no die, and so no odds of the moves of a throw"))?;
        let last = reading.turns().len() as u32;
        let asked = turn.unwrap_or(last.saturating_add(1));
        let place = reading.session().before_move(asked).and_then(|(_, state)| Some((state, state.thrown()?)));
        let Some((state, throw)) = place else {
            let none = turn.map_or("no die is thrown".to_owned(), |turn| format!("there is no turn {turn}"));
            return Err(wrong("turn", format!("{none}; the last turn is {last}")));
        };
        let played = reading.turns().get(asked as usize - 1).map(|turn| turn.mv);
        let of = Question::of_reading(question, None, now.correspondences);
        let failure = Failure::default();
        let players = policy::players(policy, &of, &failure)?;
        let plan = Plan { players, limit, ..Plan::new(question.clone(), seed, 0..readings) };
        let odds = py.detach(|| {
            let watch = Watch::new(0, Progress::Hidden, vec![failure]);
            let workers = watch.workers(arguments::threads_of(threads));
            waited(watch, || TurnOdds::play(&plan, state, throw, played, workers, |_| ()))?.map_err(error)
        })?;
        result(py, "Odds", &odds)
    }

    /// The answer with its cause, the ``links`` between events, the ``threads`` made of them, the close and the ``cast``
    /// (:class:`enochian.results.SummaryFacts`): the ``told`` of ``enochian journal explain --json``, with the words as ``sentences``
    /// and ``short``. Pieces are codes, as they were at the start: ``"eR"``.
    ///
    /// ``Error`` is raised for a game, and for a quiet reading before it is concluded.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother", seed=11)
    /// >>> end = reading.play()
    /// >>> told = reading.told()
    /// >>> told.answer.cause, told.threads[0].turns
    /// ('held', [16, 21, 29])
    /// >>> [(link.name, link.turns) for link in told.links][1]
    /// ('checker-taken', [16, 21])
    /// >>> told.cast[1].piece, told.cast[1].fate
    /// ('eR', Fate(taken=21, by='aK', stands=None, frozen=None))
    fn told<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        result(py, "SummaryFacts", &current(slf).facts()?)
    }

    /// A piece through the reading (:class:`enochian.results.PieceHistory`): what the ``cast`` of :meth:`told` has, with its
    /// ``name``, ``who`` it is, its ``turns``, and the ``links`` that it stands in, each with what it ``says``. The piece is
    /// ``"rook of Earth"`` or ``"eR"``, as it was at the start.
    ///
    /// ``Error`` is raised as by :meth:`told`.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother", seed=11)
    /// >>> end = reading.play()
    /// >>> rook = reading.follow("rook of Earth")
    /// >>> rook.name, rook.who
    /// ("Earth's rook", 'a reliable younger woman')
    /// >>> rook.turns[0].square, rook.turns[0].did[0]
    /// ('a6', "takes the pawn of Air's bishop")
    /// >>> rook.links[0].says.split("; ")[0]
    /// "In turn 16 Earth's rook gave check to the querent's king"
    fn follow<'py>(slf: &Bound<'py, Self>, py: Python<'py>, piece: &str) -> PyResult<Bound<'py, PyAny>> {
        let piece = names::piece(piece)?;
        let history = |record: EnochianRecord<'_>, data| PieceHistory::of(record, data, None, piece);
        result(py, "PieceHistory", &current(slf).interpreted("cast", history)?)
    }

    /// What was counted: landings, captures, roads and turning points (docs/RESEARCH.md), with the other keys of
    /// ``enochian journal explain --json`` (:class:`enochian.results.Statistics`).
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother", seed=11)
    /// >>> end = reading.play()
    /// >>> len(reading.statistics().conflicts)
    /// 3
    fn statistics<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        result(py, "Statistics", &current(slf).explanation()?)
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
    fn explain(
        slf: &Bound<'_, Self>,
        form: &str,
        #[pyo3(from_py_with = arguments::width)] width: usize,
    ) -> PyResult<String> {
        let forms = [
            ("summary", ExplainForm::Summary),
            ("short", ExplainForm::Short),
            ("cast", ExplainForm::Cast),
            ("statistics", ExplainForm::Counted),
        ];
        let now = current(slf);
        Ok(match named("form", form, &forms)? {
            ExplainForm::Summary => now.facts()?.paragraphs().join("\n\n"),
            ExplainForm::Short => now.facts()?.short,
            ExplainForm::Cast => cast_page(now.enochian(), &now.cast()?, width).plain().into_owned(),
            ExplainForm::Counted => {
                let (explanation, data) = (now.explanation()?, now.correspondences.data);
                write_report(&explanation, now.enochian(), data, width).plain().into_owned()
            }
        })
    }

    fn __repr__(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<String> {
        let now = current(slf);
        let turns = now.enochian().turns().len();
        let turns = if turns == 1 { "1 turn".to_owned() } else { format!("{turns} turns") };
        let concluded = || now.record.closing().map(|how| format!("concluded {how}"));
        let end = now.enochian().end().map(|end| end.to_string()).or_else(concluded);
        let state = end.unwrap_or_else(|| format!("{} to move", now.enochian().turn()));
        Ok(format!("<enochian.Reading {}: {turns}, {state}>", repr(py, now.enochian().subject().title())?))
    }
}

#[derive(Clone, Copy)]
enum ExplainForm {
    Summary,
    Short,
    Cast,
    Counted,
}

/// A policy, or a list of policies with the armies that they play.
fn read_policy(policy: &Bound<'_, PyAny>, querent: Army) -> PyResult<[ArmyPlayer; 4]> {
    let is_one = policy.is_instance_of::<PyString>();
    let words = if is_one { vec![policy.extract::<String>()?] } else { several(policy)? };
    ArmyPlayer::of_words(words.iter().map(String::as_str), querent).map_err(|problem| wrong("policy", problem))
}

/// A list of policies.
fn several(policy: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    policy.extract().map_err(|_| PyTypeError::new_err("policy: expected a name, or a list of names"))
}

/// The players of the armies: one name, or a dict.
fn seats(players: Option<&Bound<'_, PyAny>>, querent: &str) -> PyResult<Seats> {
    let Some(players) = players else { return Ok(Seats::alone(querent)) };
    if players.is_instance_of::<PyString>() {
        return Ok(Seats::alone(&words("players", &players.extract::<String>()?, Words::NAME)?));
    }
    let mut seats = Seats::alone(querent);
    let armies = Army::ALL.map(|army| (army.name(), army));
    let players = players
        .cast::<PyDict>()
        .map_err(|_| PyTypeError::new_err("players: expected a name, or a dict with a name for each army"))?;
    for (army, name) in players {
        let army = named("players", &text("players", &army)?, &armies)?;
        seats.players[army.index()] = words("players", &text("players", &name)?, Words::NAME)?;
    }
    Ok(seats)
}
