//! `Game`: a game that is not of Enochian chess, while it is played, and as its journal keeps it.

use std::collections::BTreeMap;

use enochian::games::{Actor, GameAct, GameKind, GameOptions, unrefereed};
use enochian::input::Words;
use enochian::record::{Entry, Heading, OtherGame, Record, Seats, opening};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::arguments::{self, named, text, wrong};
use crate::convert::repr;
use crate::correspondences::Correspondences;
use crate::errors::{IllegalMoveError, error};
use crate::journal;
use crate::kept_record::{KeptRecord, SharedRecord, check_seed, current, moment, shared, turns, words};

/// A game that is not of Enochian chess: Knightmare Chess, Gods of Chess, Armies of Faith, or any other game.
///
/// It is played act by act with :meth:`push`, or at random with :meth:`play`. :meth:`save` writes it as a journal, and
/// :meth:`read` reads a journal back. A game that was saved or read is kept in its journal (``path``): whatever is done to it
/// after that is added to the file at once, or refused.
///
/// ``kind`` is ``three``, ``free``, ``team`` (Knightmare Chess), ``gods``, ``faith``, or ``other``: a game without a referee,
/// whose acts are any texts, and which needs the names of its ``seats``. ``players`` is the name of who plays all seats, a list
/// with a name for each seat, or a dict; without it the seats have no other names. ``options`` are those that ``enochian kinds``
/// lists, such as ``{"cards": "on"}``, and ``start`` is the position to begin from. The ``seed`` gives the same acts in each
/// :meth:`play`; in Gods of Chess the program then deals the cards too, which are otherwise dealt by hand.
///
/// >>> import enochian
/// >>> game = enochian.Game("three", players=["Anna", "Ben", "Chris"], seed=7)
/// >>> game.actor, len(game.legal_acts)
/// ('White', 14)
/// >>> game.push("g6").move
/// 'Pg7g6'
/// >>> game.actor, game.turn
/// ('Red', 2)
/// >>> while not game.is_over() and game.turn <= 10:
/// ...     act = game.push(game.legal_acts[0])
/// >>> game
/// <enochian.Game 'Knightmare Chess for three': turn 11, ... to act>
#[pyclass(module = "enochian", extends = SharedRecord, frozen)]
pub(crate) struct Game;

impl Game {
    /// Plays the act that `read` finds, and returns it.
    fn act<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
        read: impl FnOnce(&Record) -> PyResult<GameAct>,
    ) -> PyResult<Bound<'py, PyAny>> {
        shared(slf).change(py, |it| {
            let act = read(&it.record)?;
            it.enter(act)?;
            it.last_act(py)
        })
    }
}

fn illegal(problem: impl ToString) -> PyErr {
    IllegalMoveError::new_err(problem.to_string())
}

/// The acts that are offered now, as texts.
fn offered(record: &Record) -> Vec<String> {
    if record.closing().is_some() {
        return Vec::new();
    }
    record.state().acts().into_iter().map(|act| act.text).collect()
}

/// Reads an act as a person types it. Where the program deals, the open act of chance stands for its cards.
fn typed(record: &Record, text: &str) -> PyResult<GameAct> {
    let state = record.state();
    let is_offered = offered(record).iter().any(|offered| offered == text.trim());
    if is_offered && let Some(dealt) = record.dealt_act().map_err(error)? {
        return Ok(dealt);
    }
    let act = state.read_typed(text, &state.acts()).map_err(illegal)?;
    let is_of_chance = state.actor() == Actor::Chance && !act.is_irregular && !act.text.starts_with("resign ");
    if is_of_chance && record.is_dealt() {
        return Err(illegal("the program deals the cards of this game; push what legal_acts has"));
    }
    Ok(act)
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (kind, *, players = None, options = None, seats = None, seed = None, title = None, start = None, begun = None))]
    #[allow(clippy::too_many_arguments, reason = "most are keywords")]
    fn new(
        py: Python<'_>,
        kind: &str,
        players: Option<&Bound<'_, PyAny>>,
        options: Option<BTreeMap<String, String>>,
        seats: Option<Vec<String>>,
        #[pyo3(from_py_with = arguments::seed)] seed: Option<u64>,
        title: Option<&str>,
        start: Option<&str>,
        begun: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyClassInitializer<Game>> {
        let kinds = GameKind::EVERY.iter().filter(|kind| !kind.has_readings()).map(|kind| (kind.name(), *kind));
        let kind = named("kind", kind, &kinds.collect::<Vec<_>>())?;
        seed.map_or(Ok(()), check_seed)?;
        let chosen = options.iter().flatten().map(|(name, value)| (name.as_str(), value.as_str()));
        let options = GameOptions::new(chosen, kind.options()).map_err(|problem| wrong("options", problem))?;
        let referee = match (kind, seats) {
            (GameKind::Other, seats) => unrefereed(&seats.unwrap_or_default()),
            (_, Some(_)) => {
                return Err(wrong("seats", "only a game of the kind other names its seats; give players instead"));
            }
            (kind, None) => kind.referee(&options),
        };
        let argument = if kind == GameKind::Other { "seats" } else { "options" };
        let referee = referee.map_err(|problem| wrong(argument, problem))?;
        let names: Vec<&str> = referee.seats().iter().map(|seat| seat.name.as_str()).collect();
        let heading = Heading {
            seats: Seats::of(read_players(players, &names)?),
            begun: moment(py, begun)?,
            zone: None,
            automatic: false,
            game: OtherGame {
                title: title.map_or_else(|| Ok(kind.title().to_owned()), |title| words("title", title, Words::NAME))?,
                start: match start {
                    Some(text) => referee.read(text).map_err(|problem| wrong("start", problem))?,
                    None => opening(&referee, seed.is_some(), seed).map_err(error)?,
                },
                referee,
                options,
                source: None,
                seed,
            }
            .into(),
            branch: None,
        };
        let kept = KeptRecord::begin(heading, Correspondences::or_embedded(None))?;
        Ok(PyClassInitializer::from(SharedRecord::new(kept)).add_subclass(Game))
    }

    /// The kind of game, such as ``three``.
    #[getter]
    fn kind(slf: &Bound<'_, Self>) -> &'static str {
        current(slf).record.game().kind().name()
    }

    /// The seats in the order of play, each a :class:`enochian.results.Seat`.
    #[getter]
    fn seats<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        current(slf).part(py, "Seat", "seats")
    }

    /// The number of the present turn, which several acts can belong to.
    #[getter]
    fn turn(slf: &Bound<'_, Self>) -> u32 {
        current(slf).record.state().turn()
    }

    /// Who acts next: the name of a seat, ``Chance`` when cards are dealt or shown, or ``Nobody`` when it is over.
    #[getter]
    fn actor(slf: &Bound<'_, Self>) -> String {
        let now = current(slf);
        let state = now.record.state();
        let actor = if now.record.closing().is_some() { Actor::Nobody } else { state.actor() };
        state.actor_name(actor).to_owned()
    }

    /// The acts that can be pushed now, as texts; ``??`` stands for cards that are dealt or shown. Empty when it is over, and
    /// in a game without a referee, where any text is an act.
    #[getter]
    fn legal_acts(slf: &Bound<'_, Self>) -> Vec<String> {
        offered(&current(slf).record)
    }

    /// The position as a text, with all cards. It can be the ``start`` of another game.
    #[getter]
    fn position(slf: &Bound<'_, Self>) -> String {
        current(slf).record.state().text()
    }

    /// The acts played, without those taken back: each an :class:`enochian.results.Act`.
    #[getter]
    fn acts<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        current(slf).part(py, "Act", "turns")
    }

    /// How it has ended by its rules, in a sentence; ``None`` until then. :meth:`to_dict` has the ``outcome`` for scripts and the
    /// ``places``.
    #[getter]
    fn ending(slf: &Bound<'_, Self>) -> Option<String> {
        current(slf).record.state().ending().map(|ending| ending.words)
    }

    /// Plays an act, and returns it (:class:`enochian.results.Act`): its text, or a part that only one of :attr:`legal_acts`
    /// has. A resignation, such as ``resign w``, is an act too, and so is a card of Knightmare Chess, ``card "Name": move a1b2``.
    /// Where the program deals the cards, the act of :attr:`legal_acts` with ``??`` lets it do so; in other games it leaves the
    /// cards unknown, or you write them.
    ///
    /// ``IllegalMoveError`` is raised if the rules do not allow it, or several acts are meant.
    ///
    /// >>> import enochian
    /// >>> game = enochian.Game("other", seats=["North", "East"])
    /// >>> game.push("lays the green tile").sentence
    /// 'North: lays the green tile.'
    /// >>> game.push("end North has won").actor, game.ending
    /// ('East', 'North has won')
    fn push<'py>(slf: &Bound<'py, Self>, py: Python<'py>, act: &str) -> PyResult<Bound<'py, PyAny>> {
        Game::act(slf, py, |record| typed(record, act))
    }

    /// Plays a move that is against the rules, but moves a piece as it moves, as players who did not notice do.
    ///
    /// ``IllegalMoveError`` is raised if it is not such a move.
    ///
    /// >>> import enochian
    /// >>> enochian.Game("three").push_irregular("Pg7g6")
    /// Traceback (most recent call last):
    ///     ...
    /// enochian.IllegalMoveError: ...
    fn push_irregular<'py>(slf: &Bound<'py, Self>, py: Python<'py>, act: &str) -> PyResult<Bound<'py, PyAny>> {
        Game::act(slf, py, |record| record.state().read_irregular(act).map_err(illegal))
    }

    /// A player resigns: the name of the seat, or its letter. Others may play on.
    ///
    /// ``IllegalMoveError`` is raised if the seat is out already, and in a game without a referee.
    ///
    /// >>> import enochian
    /// >>> game = enochian.Game("team")
    /// >>> game.resign(game.actor).move
    /// 'resign w'
    fn resign<'py>(slf: &Bound<'py, Self>, py: Python<'py>, seat: &str) -> PyResult<Bound<'py, PyAny>> {
        Game::act(slf, py, |record| {
            if !record.game().kind().is_refereed() {
                return Err(illegal("without a referee a resignation is an act in your own words; push it"));
            }
            let seats = record.game().seats();
            let letters = seats.iter().map(|seat| (seat.letter.to_string(), seat.letter));
            let known: Vec<_> = seats.iter().map(|seat| (seat.name.clone(), seat.letter)).chain(letters).collect();
            let known: Vec<_> = known.iter().map(|(name, letter)| (name.as_str(), *letter)).collect();
            let letter = named("seat", seat, &known)?;
            record.state().read(&format!("resign {letter}")).map_err(illegal)
        })
    }

    /// Takes back the last act of a player, with the cards that the program dealt after it, and returns its text. The journal
    /// keeps what was taken back. The same cards are dealt again.
    ///
    /// >>> import enochian
    /// >>> game = enochian.Game("three")
    /// >>> act = game.push("Pg7g6")
    /// >>> game.pop(), game.turn
    /// ('Pg7g6', 1)
    fn pop(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<String> {
        shared(slf).change(py, |it| {
            let record = &it.record;
            let acts = record.last_decision().ok_or_else(|| illegal("there is no act to take back"))?;
            let steps = record.play().steps();
            let last = steps[steps.len() - acts].text.clone();
            it.enter(Entry::TakenBack(acts))?;
            Ok(last)
        })
    }

    /// Plays on to the end at random, and returns :attr:`ending`, or ``None`` if ``limit`` turns were reached.
    ///
    /// It plays as ``enochian game --auto`` does, so that the same seed gives the same game. ``Error`` is raised where there is
    /// nothing to choose from: without a referee, and where cards are dealt by hand.
    ///
    /// >>> import enochian
    /// >>> game = enochian.Game("gods", seed=7)
    /// >>> game.play(limit=12), game.turn
    /// (None, 13)
    #[pyo3(signature = (*, limit = 2000))]
    fn play(
        slf: &Bound<'_, Self>,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::limit)] limit: u32,
    ) -> PyResult<Option<String>> {
        shared(slf).change(py, |it| {
            if it.record.closing().is_some() {
                return Err(illegal("the game is already concluded"));
            }
            let kind = it.record.game().kind();
            if !kind.is_refereed() {
                return Err(error("no referee knows the acts of this game; push them"));
            }
            it.set_heading(|heading| {
                heading.automatic = true;
                heading.seats.players.fill("the program".to_owned());
            })?;
            if kind.is_dealt() && !it.record.is_dealt() {
                return Err(error("the cards of this game are dealt by hand; push them, or begin it with a seed"));
            }
            it.change(|record| {
                while turns(record) < limit {
                    py.check_signals()?;
                    let Some(act) = record.drawn_act().map_err(error)? else { break };
                    record.enter(act).map_err(|invalid| journal::refused(&invalid))?;
                }
                Ok(record.state().ending().map(|ending| ending.words))
            })
        })
    }

    fn __repr__(slf: &Bound<'_, Self>, py: Python<'_>) -> PyResult<String> {
        let now = current(slf);
        let (title, state) = (repr(py, now.record.heading().game.title())?, now.state().unwrap_or_default());
        Ok(format!("<enochian.Game {title}: turn {}, {state}>", now.record.state().turn()))
    }
}

/// The players of the seats: one name, a list, or a dict.
fn read_players(players: Option<&Bound<'_, PyAny>>, seats: &[&str]) -> PyResult<Vec<String>> {
    let mut names: Vec<String> = seats.iter().map(|seat| (*seat).to_owned()).collect();
    let Some(players) = players else { return Ok(names) };
    if players.is_instance_of::<PyString>() {
        names.fill(words("players", &players.extract::<String>()?, Words::NAME)?);
    } else if let Ok(players) = players.cast::<PyDict>() {
        let known: Vec<_> = seats.iter().copied().zip(0..).collect();
        for (seat, name) in players {
            let place = named::<usize>("players", &text("players", &seat)?, &known)?;
            names[place] = words("players", &text("players", &name)?, Words::NAME)?;
        }
    } else {
        let expected =
            |_| PyTypeError::new_err("players: expected a name, a list of names, or a dict with a name for each seat");
        let given = players.extract::<Vec<String>>().map_err(expected)?;
        if given.len() != names.len() {
            let problem = format!("{} players for {} seats", given.len(), names.len());
            return Err(wrong("players", format!("{problem}; expected a name for each of {}", seats.join(", "))));
        }
        names = given.iter().map(|name| words("players", name, Words::NAME)).collect::<PyResult<_>>()?;
    }
    Ok(names)
}
