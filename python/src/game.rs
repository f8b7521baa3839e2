//! `Game`: a game that is not of Enochian chess, while it is played, and as its journal keeps it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use enochian::games::{Actor, GameAct, GameKind, GameOptions, unrefereed};
use enochian::input::Source;
use enochian::record::{Closing, Entry, Heading, OtherGame, OtherRecord, Record, Seats, opening};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::convert::{named, repr};
use crate::correspondences::Correspondences;
use crate::errors::{IllegalMoveError, error};
use crate::journal;
use crate::kept_record::{KeptRecord, check_seed, has_ended, moment, turns, words};
use crate::shared::Shared;

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
/// >>> game.push("g6")["move"]
/// 'Pg7g6'
/// >>> game.actor, game.turn
/// ('Red', 2)
/// >>> while not game.is_over() and game.turn <= 10:
/// ...     act = game.push(game.legal_acts[0])
/// >>> game
/// <enochian.Game 'Knightmare Chess for three': turn 11, ... to act>
#[pyclass(module = "enochian", frozen)]
pub(crate) struct Game(Shared<KeptRecord>);

impl Game {
    fn of_journal(kept: KeptRecord) -> PyResult<Game> {
        if kept.record.other().is_none() {
            let name = kept.name();
            return Err(error(format!("{name} is of Enochian chess; read it with enochian.Reading.read()")));
        }
        Ok(Game(Shared::new(kept)))
    }

    fn now(&self) -> Arc<KeptRecord> {
        self.0.get()
    }

    /// Plays the act that `read` finds, and returns it as a dict.
    fn act<'py>(
        &self,
        py: Python<'py>,
        read: impl FnOnce(OtherRecord<'_>) -> PyResult<GameAct>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.0.change(py, |it| {
            let act = read(other(&it.record))?;
            it.enter(act)?;
            it.part(py, "turns")?.get_item(-1)
        })
    }
}

/// A record as one of another game, as all are that are kept here.
fn other(record: &Record) -> OtherRecord<'_> {
    record.other().expect("only other games than Enochian chess are kept here")
}

fn illegal(problem: impl ToString) -> PyErr {
    IllegalMoveError::new_err(problem.to_string())
}

/// The acts that are offered now, as texts.
fn offered(record: OtherRecord<'_>) -> Vec<String> {
    if record.closing().is_some() {
        return Vec::new();
    }
    record.session().state().acts().into_iter().map(|act| act.text).collect()
}

/// Reads an act as a person types it. Where the program deals, the open act of chance stands for its cards.
fn typed(record: OtherRecord<'_>, text: &str) -> PyResult<GameAct> {
    let session = record.session();
    let is_offered = offered(record).iter().any(|offered| offered == text.trim());
    if is_offered && let Some(dealt) = record.dealt_act().map_err(error)? {
        return Ok(dealt);
    }
    let act = session.read_typed(text, &session.state().acts()).map_err(illegal)?;
    let is_of_chance =
        session.state().actor() == Actor::Chance && !act.is_irregular && !act.text.starts_with("resign ");
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
        seed: Option<u64>,
        title: Option<&str>,
        start: Option<&str>,
        begun: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Game> {
        let kinds = GameKind::EVERY.iter().filter(|kind| !kind.is_enochian()).map(|kind| (kind.name(), *kind));
        let kind = named("kind of game", kind, &kinds.collect::<Vec<_>>())?;
        seed.map_or(Ok(()), check_seed)?;
        let chosen = options.iter().flatten().map(|(name, value)| (name.as_str(), value.as_str()));
        let options = GameOptions::new(chosen, kind.options()).map_err(error)?;
        let referee = match (kind, seats) {
            (GameKind::Other, seats) => unrefereed(&seats.unwrap_or_default()),
            (_, Some(_)) => return Err(error("only a game of the kind other names its seats; give players instead")),
            (kind, None) => kind.referee(&options),
        };
        let referee = referee.map_err(error)?;
        let names: Vec<&str> = referee.seats().iter().map(|seat| seat.name.as_str()).collect();
        let heading = Heading {
            seats: Seats::of(read_players(players, &names)?),
            begun: moment(py, begun)?,
            zone: None,
            automatic: false,
            game: OtherGame {
                title: title.map_or_else(|| Ok(kind.title().to_owned()), words)?,
                start: match start {
                    Some(text) => referee.read(text).map_err(error)?,
                    None => opening(&*referee, seed.is_some(), seed).map_err(error)?,
                },
                referee,
                options,
                source: None,
                seed,
            }
            .into(),
            branch: None,
        };
        Ok(Game(Shared::new(KeptRecord::begin(heading, Correspondences::or_embedded(None))?)))
    }

    /// Reads a journal. Every act is played again, and every fact compared with what the file says.
    ///
    /// ``FileError`` is raised with the file and the line if it cannot be read, and ``Error`` if it is of Enochian chess:
    /// :meth:`Reading.read` reads those. :meth:`Reading.check` checks journals of every game.
    ///
    /// >>> import enochian, tempfile
    /// >>> game = enochian.Game("faith", seed=7)
    /// >>> end = game.play(limit=20)
    /// >>> enochian.Game.read(game.save(tempfile.mkdtemp())) == game
    /// True
    #[staticmethod]
    #[pyo3(signature = (path, *, data = None))]
    fn read(path: PathBuf, data: Option<PyRef<'_, Correspondences>>) -> PyResult<Game> {
        Game::of_journal(KeptRecord::read(&path, Correspondences::or_embedded(data.as_deref()))?)
    }

    /// Reads the text of a journal; errors name it ``name``. The game has no file.
    ///
    /// >>> import enochian
    /// >>> enochian.Game.from_text("Dear diary,", name="diary.md")
    /// Traceback (most recent call last):
    ///     ...
    /// enochian.FileError: diary.md:1: ...
    #[staticmethod]
    #[pyo3(signature = (text, *, name = "journal", data = None))]
    fn from_text(text: &str, name: &str, data: Option<PyRef<'_, Correspondences>>) -> PyResult<Game> {
        let source = Source::new(name, text);
        Game::of_journal(KeptRecord::of_source(&source, Correspondences::or_embedded(data.as_deref()))?)
    }

    /// The kind of game, such as ``three``.
    #[getter]
    fn kind(&self) -> &'static str {
        other(&self.now().record).game().referee.kind().name()
    }

    /// Whether it is a reading: a game never is.
    #[getter]
    fn reading(&self) -> bool {
        false
    }

    /// The name of the game.
    #[getter]
    fn title(&self) -> String {
        self.now().record.heading().game.title().to_owned()
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

    /// The seats in the order of play, as dicts with ``seat``, ``letter`` and ``player``.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.now().part(py, "seats")
    }

    /// The number of the present turn, which several acts can belong to.
    #[getter]
    fn turn(&self) -> u32 {
        other(&self.now().record).session().state().turn()
    }

    /// Who acts next: the name of a seat, ``Chance`` when cards are dealt or shown, or ``Nobody`` when it is over.
    #[getter]
    fn actor(&self) -> String {
        let now = self.now();
        let session = other(&now.record).session();
        let actor = if now.record.closing().is_some() { Actor::Nobody } else { session.state().actor() };
        session.actor_name(actor).to_owned()
    }

    /// The acts that can be pushed now, as texts; ``??`` stands for cards that are dealt or shown. Empty when it is over, and
    /// in a game without a referee, where any text is an act.
    #[getter]
    fn legal_acts(&self) -> Vec<String> {
        offered(other(&self.now().record))
    }

    /// The position as a text, with all cards. It can be the ``start`` of another game.
    #[getter]
    fn position(&self) -> String {
        other(&self.now().record).session().state().text()
    }

    /// The acts played, without those taken back: a list of dicts with the keys of :meth:`to_dict`.
    #[getter]
    fn acts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.now().part(py, "turns")
    }

    /// How it has ended by its rules, in a sentence; ``None`` until then. :meth:`to_dict` has the ``outcome`` for scripts and the
    /// ``places``.
    #[getter]
    fn ending(&self) -> Option<String> {
        other(&self.now().record).session().state().ending().map(|ending| ending.words)
    }

    /// How it was concluded, such as ``at its end``; ``None`` until then.
    #[getter]
    fn concluded(&self) -> Option<String> {
        self.now().record.closing().map(|closing| closing.to_string())
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

    /// Whether it is over: it has ended by its rules, or was concluded.
    ///
    /// >>> import enochian
    /// >>> enochian.Game("free").is_over()
    /// False
    fn is_over(&self) -> bool {
        let now = self.now();
        has_ended(&now.record) || now.record.closing().is_some()
    }

    /// Everything, with the keys of ``enochian game --json``. As there, ``??`` stands for the cards that the program deals and
    /// a player may not know, until the game is concluded.
    ///
    /// >>> import enochian
    /// >>> enochian.Game("gods", seed=7).to_dict()["kind"]
    /// 'gods'
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.now().to_dict(py)
    }

    /// Plays an act, and returns it as a dict: its text, or a part that only one of :attr:`legal_acts` has. A resignation, such
    /// as ``resign w``, is an act too, and so is a card of Knightmare Chess, ``card "Name": move a1b2``. Where the program deals the cards, the act
    /// of :attr:`legal_acts` with ``??`` lets it do so; in other games it leaves the cards unknown, or you write them.
    ///
    /// ``IllegalMoveError`` is raised if the rules do not allow it, or several acts are meant.
    ///
    /// >>> import enochian
    /// >>> game = enochian.Game("other", seats=["North", "East"])
    /// >>> game.push("lays the green tile")["sentence"]
    /// 'North: lays the green tile.'
    /// >>> game.push("end North has won")["actor"], game.ending
    /// ('East', 'North has won')
    fn push<'py>(&self, py: Python<'py>, act: &str) -> PyResult<Bound<'py, PyAny>> {
        self.act(py, |record| typed(record, act))
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
    fn push_irregular<'py>(&self, py: Python<'py>, act: &str) -> PyResult<Bound<'py, PyAny>> {
        self.act(py, |record| record.session().read_irregular(act).map_err(illegal))
    }

    /// A player resigns: the name of the seat, or its letter. Others may play on.
    ///
    /// ``IllegalMoveError`` is raised if the seat is out already, and in a game without a referee.
    ///
    /// >>> import enochian
    /// >>> game = enochian.Game("team")
    /// >>> game.resign(game.actor)["move"]
    /// 'resign w'
    fn resign<'py>(&self, py: Python<'py>, seat: &str) -> PyResult<Bound<'py, PyAny>> {
        self.act(py, |record| {
            let referee = &record.game().referee;
            if !referee.kind().is_refereed() {
                return Err(illegal("without a referee a resignation is an act in your own words; push it"));
            }
            let letters = referee.seats().iter().map(|seat| (seat.letter.to_string(), seat.letter));
            let known: Vec<_> =
                referee.seats().iter().map(|seat| (seat.name.clone(), seat.letter)).chain(letters).collect();
            let known: Vec<_> = known.iter().map(|(name, letter)| (name.as_str(), *letter)).collect();
            let letter = named("seat", seat, &known)?;
            record.session().read(&format!("resign {letter}")).map_err(illegal)
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
    fn pop(&self, py: Python<'_>) -> PyResult<String> {
        self.0.change(py, |it| {
            let record = other(&it.record);
            let acts = record.last_decision().ok_or_else(|| illegal("there is no act to take back"))?;
            let steps = record.session().steps();
            let last = steps[steps.len() - acts].played.text.clone();
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
    fn play(&self, py: Python<'_>, limit: u32) -> PyResult<Option<String>> {
        self.0.change(py, |it| {
            if it.record.closing().is_some() {
                return Err(illegal("the game is already concluded"));
            }
            let kind = other(&it.record).game().referee.kind();
            if !kind.is_refereed() {
                return Err(error("no referee knows the acts of this game; push them"));
            }
            it.set_heading(|heading| {
                heading.automatic = true;
                heading.seats.players.fill("the program".to_owned());
            })?;
            if kind.is_dealt() && !other(&it.record).is_dealt() {
                return Err(error("the cards of this game are dealt by hand; push them, or begin it with a seed"));
            }
            it.change(|record| {
                while turns(record) < limit {
                    py.check_signals()?;
                    let Some(act) = other(record).drawn_act().map_err(error)? else { break };
                    record.enter(act).map_err(|invalid| journal::refused(&invalid))?;
                }
                Ok(other(record).session().state().ending().map(|ending| ending.words))
            })
        })
    }

    /// Writes a note: on the present turn while the game is played, on the whole after it was concluded, or on ``turn``.
    ///
    /// >>> import enochian
    /// >>> game = enochian.Game("three")
    /// >>> game.note("Red is late.")
    /// >>> game.notes
    /// [{'turn': 1, 'text': 'Red is late.'}]
    #[pyo3(signature = (text, *, turn = None))]
    fn note(&self, py: Python<'_>, text: &str, turn: Option<u32>) -> PyResult<()> {
        self.0.change(py, |it| it.note(text, turn))
    }

    /// Adds tags, words by which to find the journal; one that it has already stays.
    ///
    /// >>> import enochian
    /// >>> game = enochian.Game("three")
    /// >>> game.tag("club", "Winter")
    /// >>> game.tags
    /// ['club', 'winter']
    #[pyo3(signature = (*tags))]
    fn tag(&self, py: Python<'_>, tags: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.0.change(py, |it| it.tag(tags))
    }

    /// Removes tags. ``Error`` is raised if it does not have one of them.
    ///
    /// >>> import enochian
    /// >>> game = enochian.Game("three")
    /// >>> game.tag("club", "winter")
    /// >>> game.untag("winter")
    /// >>> game.tags
    /// ['club']
    #[pyo3(signature = (*tags))]
    fn untag(&self, py: Python<'_>, tags: &Bound<'_, PyTuple>) -> PyResult<()> {
        self.0.change(py, |it| it.untag(tags))
    }

    /// Concludes the game: at its end, or before it, as a draw if the players have ``agreed`` on one. After that only notes
    /// and tags are added.
    ///
    /// >>> import enochian
    /// >>> game = enochian.Game("three")
    /// >>> game.conclude(agreed=True)
    /// >>> game.concluded
    /// 'as a draw, by agreement'
    #[pyo3(signature = (*, agreed = false))]
    fn conclude(&self, py: Python<'_>, agreed: bool) -> PyResult<()> {
        self.0.change(py, |it| it.conclude(if agreed { Closing::Agreed } else { Closing::ByPlayers }))
    }

    /// Writes the game as a new journal in a folder, and returns its path. Its name is the date and the title; another journal
    /// is never overwritten. A game that has ended is concluded, now or when its last act is played; another can be played
    /// on, here or with ``enochian game --resume``.
    ///
    /// ``Error`` is raised if there is no such folder, or it cannot be written.
    ///
    /// >>> import enochian, tempfile
    /// >>> game = enochian.Game("three")
    /// >>> path = game.save(tempfile.mkdtemp())
    /// >>> act = game.push("Pg7g6")
    /// >>> "White · Pg7g6" in path.read_text(encoding="utf-8")
    /// True
    fn save(&self, py: Python<'_>, folder: PathBuf) -> PyResult<PathBuf> {
        self.0.change(py, |it| it.save(&folder))
    }

    /// The game in another format, as a text: ``html`` (a page), ``markdown``, ``svg`` (a picture of the position, or of that
    /// after a ``turn``) or ``json``, as ``enochian journal export`` writes it.
    ///
    /// >>> import enochian
    /// >>> enochian.Game("faith").export("svg")[:4]
    /// '<svg'
    #[pyo3(signature = (format, *, turn = None))]
    fn export(&self, format: &str, turn: Option<u32>) -> PyResult<String> {
        self.now().export(format, turn)
    }

    /// A copy that no journal keeps, so that changes to it are written nowhere.
    ///
    /// >>> import enochian
    /// >>> game = enochian.Game("three")
    /// >>> act = game.copy().push("Pg7g6")
    /// >>> game.turn
    /// 1
    fn copy(&self) -> Game {
        Game(Shared::new(KeptRecord { path: None, ..(*self.now()).clone() }))
    }

    fn __copy__(&self) -> Game {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.copy()
    }

    /// So that it can be sent to another process. One that a journal keeps is read from it there.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        self.now().unpickler(&py.get_type::<Game>().into_any())
    }

    /// What a notebook shows: the title, who acts or how it ended, and the board.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        self.now().html(py, &[self.state()])
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<enochian.Game {}: turn {}, {}>", repr(py, &self.title())?, self.turn(), self.state()))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| self.now().record == other.get().now().record)
    }
}

impl Game {
    /// How it ended, or who acts.
    fn state(&self) -> String {
        let concluded = || self.concluded().map(|how| format!("concluded {how}"));
        self.ending().or_else(concluded).unwrap_or_else(|| format!("{} to act", self.actor()))
    }
}

/// The players of the seats: one name, a list, or a dict.
fn read_players(players: Option<&Bound<'_, PyAny>>, seats: &[&str]) -> PyResult<Vec<String>> {
    let mut names: Vec<String> = seats.iter().map(|seat| (*seat).to_owned()).collect();
    let Some(players) = players else { return Ok(names) };
    if players.is_instance_of::<PyString>() {
        names.fill(words(&players.extract::<String>()?)?);
    } else if let Ok(players) = players.cast::<PyDict>() {
        let known: Vec<_> = seats.iter().copied().zip(0..).collect();
        for (seat, name) in players {
            names[named::<usize>("seat", &seat.extract::<String>()?, &known)?] = words(&name.extract::<String>()?)?;
        }
    } else {
        let expected =
            |_| PyTypeError::new_err("players must be a name, a list of names, or a dict with a name for each seat");
        let given = players.extract::<Vec<String>>().map_err(expected)?;
        if given.len() != names.len() {
            let problem = format!("{} players for {} seats", given.len(), names.len());
            return Err(error(format!("{problem}; expected a name for each of {}", seats.join(", "))));
        }
        names = given.iter().map(|name| words(name)).collect::<PyResult<_>>()?;
    }
    Ok(names)
}
