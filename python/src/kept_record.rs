//! What readings and games have in common: the record, the journal that keeps it, and what people write about it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use enochian::correspondences::{Correspondences as LibraryCorrespondences, Gloss};
use enochian::input::{Source, Words, quoted, safe_path};
use enochian::interpretation::{PieceHistory, SummaryFacts};
use enochian::journal::{self as journals, Journal};
use enochian::reading::{DiceSource, DieThrower};
use enochian::record::{
    Afterword, Closing, EnochianRecord, Entry, Game as RecordedGame, Heading, ParseTagError, Record, Remark, Subject,
    Tag, Timestamp,
};
use enochian::render::RecordJson;
use enochian::study::Explanation;
use pyo3::PyClass;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDateTime, PyDict, PyTuple, PyType};
use serde_json::Value;

use crate::arguments::{self, wrong};
use crate::convert::result;
use crate::correspondences::Correspondences;
use crate::errors::{error, error_list};
use crate::game::Game;
use crate::journal;
use crate::reading::Reading;
use crate::shared::Shared;

/// A record, and its journal if it has one.
#[derive(Clone)]
pub(crate) struct KeptRecord {
    pub(crate) record: Record,
    pub(crate) correspondences: Correspondences,
    /// Its journal.
    pub(crate) path: Option<PathBuf>,
    /// Whether the first throw decides who throws the die.
    pub(crate) is_die_open: bool,
    /// In a copy of a reading that goes on with a seed of its own: the seed, and the numbers drawn from it.
    pub(crate) own_chance: Option<(u64, usize)>,
}

impl KeptRecord {
    /// The record before its first act, which no journal keeps.
    pub(crate) fn begin(heading: Heading, correspondences: Correspondences) -> PyResult<KeptRecord> {
        heading.check().map_err(|invalid| journal::refused(&invalid))?;
        Ok(KeptRecord::of(Record::begin(heading), correspondences))
    }

    fn of(record: Record, correspondences: Correspondences) -> KeptRecord {
        KeptRecord { record, correspondences, path: None, is_die_open: false, own_chance: None }
    }

    /// Reads a journal of any game from its file.
    pub(crate) fn read(path: &Path, correspondences: Correspondences) -> PyResult<KeptRecord> {
        let read = KeptRecord::of_source(&journal::source(path)?, correspondences)?;
        Ok(KeptRecord { path: Some(journal::absolute(path)), ..read })
    }

    /// Reads a journal of any game.
    pub(crate) fn of_source(source: &Source, correspondences: Correspondences) -> PyResult<KeptRecord> {
        let record = journals::read_text(source, correspondences.data);
        let record = record.map_err(|found| crate::errors::diagnostics(&found))?;
        Ok(KeptRecord::of(record, correspondences))
    }

    /// Its file, or its title if it has none.
    pub(crate) fn name(&self) -> String {
        self.path.as_deref().map_or_else(|| quoted(self.record.heading().game.title()), safe_path)
    }

    /// Changes the record, and its journal if it has one: both or neither.
    pub(crate) fn change<T>(&mut self, change: impl FnOnce(&mut Record) -> PyResult<T>) -> PyResult<T> {
        let Some(path) = &self.path else { return change(&mut self.record) };
        let mut changed = self.record.clone();
        let done = change(&mut changed)?;
        let new = &changed.entries()[self.record.entries().len()..];
        if new.iter().any(|entry| matches!(entry, Entry::Act(_))) {
            conclude_ended(&mut changed)?;
        }
        self.record = journal::append(path, &self.record, &changed, self.correspondences)?;
        Ok(done)
    }

    pub(crate) fn enter(&mut self, entry: impl Into<Entry>) -> PyResult<()> {
        self.change(|record| record.enter(entry.into()).map_err(|invalid| journal::refused(&invalid)))
    }

    pub(crate) fn has_begun(&self) -> bool {
        self.record.entries().iter().any(|entry| matches!(entry, Entry::Act(_)))
    }

    /// Changes the heading, as long as no journal and no act fixes it.
    pub(crate) fn set_heading(&mut self, set: impl FnOnce(&mut Heading)) -> PyResult<()> {
        if self.path.is_some() || self.has_begun() { Ok(()) } else { self.replace_heading(set) }
    }

    pub(crate) fn replace_heading(&mut self, set: impl FnOnce(&mut Heading)) -> PyResult<()> {
        let mut heading = self.record.heading().clone();
        set(&mut heading);
        let mut record = Record::begin(heading);
        for entry in self.record.entries() {
            record.enter(entry.clone()).map_err(|invalid| journal::refused(&invalid))?;
        }
        self.record = record;
        Ok(())
    }

    pub(crate) fn note(&mut self, text: &str, turn: Option<u32>) -> PyResult<()> {
        let words = words("text", text, Words::LINES)?;
        if turn.is_none() && self.record.closing().is_none() {
            return self.enter(Entry::Note(words));
        }
        self.enter(Entry::Afterword(Afterword::Remark(Remark { ply: turn, moment: Some(now()?), words })))
    }

    /// Adds tags; those that it has stay.
    pub(crate) fn tag(&mut self, tags: &Bound<'_, PyTuple>) -> PyResult<()> {
        let mut given: Vec<Tag> = Vec::new();
        for tag in read_tags(tags)? {
            if !self.record.is_tagged(&tag) && !given.contains(&tag) {
                given.push(tag);
            }
        }
        if given.is_empty() { Ok(()) } else { self.enter(Entry::Afterword(Afterword::Tagged(given))) }
    }

    pub(crate) fn untag(&mut self, tags: &Bound<'_, PyTuple>) -> PyResult<()> {
        let tags = read_tags(tags)?;
        if tags.is_empty() { Ok(()) } else { self.enter(Entry::Afterword(Afterword::Untagged(tags))) }
    }

    /// Concludes it: at its end, or before it.
    pub(crate) fn conclude(&mut self, before_its_end: Closing) -> PyResult<()> {
        let closing = match before_its_end {
            _ if has_ended(&self.record) => Closing::Ended,
            Closing::ByPlayers if self.record.heading().automatic => Closing::AtLimit(turns(&self.record)),
            other => other,
        };
        let moment = now()?;
        self.enter(Entry::Concluded(closing, moment))
    }

    /// Writes it as a new journal, which keeps it from now on.
    pub(crate) fn save(&mut self, folder: &Path) -> PyResult<PathBuf> {
        let mut record = self.record.clone();
        conclude_ended(&mut record)?;
        let path = journal::save(folder, &record, self.correspondences)?;
        (self.record, self.path, self.is_die_open) = (record, Some(path.clone()), false);
        Ok(path)
    }

    /// Everything, with the keys that the program prints.
    fn json(&self) -> PyResult<Value> {
        serde_json::to_value(RecordJson::of(&self.record, self.correspondences.data)).map_err(error)
    }

    /// A list of [`KeptRecord::json`], empty where that leaves it out.
    pub(crate) fn part<'py>(&self, py: Python<'py>, class: &str, key: &str) -> PyResult<Bound<'py, PyAny>> {
        result(py, class, self.json()?.get(key).unwrap_or(&Value::Array(Vec::new())))
    }

    /// The last act of a game.
    pub(crate) fn last_act<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        result(py, "Act", &self.json()?["turns"].as_array().and_then(|acts| acts.last()))
    }

    /// Who acts in another game than Enochian chess, or how it ended.
    pub(crate) fn state(&self) -> Option<String> {
        if self.record.game().kind().has_readings() {
            return None;
        }
        let state = self.record.state();
        let concluded = self.record.closing().map(|closing| format!("concluded {closing}"));
        let ended = state.ending().map(|ending| ending.words).or(concluded);
        Some(ended.unwrap_or_else(|| format!("{} to act", state.actor_name(state.actor()))))
    }
}

/// What only readings, and games of Enochian chess, can do.
impl KeptRecord {
    pub(crate) fn enochian(&self) -> EnochianRecord<'_> {
        self.record.enochian().expect("only readings and games of Enochian chess are asked")
    }

    pub(crate) fn set_die(&mut self, to: DieThrower) -> PyResult<()> {
        self.is_die_open = false;
        self.set_heading(|heading| {
            if let RecordedGame::Enochian(Subject::Reading(_, die)) = &mut heading.game {
                *die = to;
            }
        })
    }

    /// The program's die, where it stands now.
    pub(crate) fn chance(&self) -> PyResult<DiceSource> {
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
    pub(crate) fn copied(&self, seed: Option<u64>) -> PyResult<KeptRecord> {
        let mut copy = self.clone();
        copy.path = None;
        if let Some(seed) = seed {
            check_seed(seed)?;
            if self.record.enochian().is_none_or(|record| record.subject().question().is_none()) {
                return Err(wrong("seed", "it is that of a die, and a game has none; leave it out"));
            }
            let has_begun = copy.has_begun();
            // The throws until now are not of this seed, so the record does not name it.
            copy.own_chance = has_begun.then_some((seed, 0));
            copy.is_die_open = false;
            copy.replace_heading(|heading| {
                if let RecordedGame::Enochian(Subject::Reading(_, die)) = &mut heading.game {
                    *die = if has_begun { DieThrower::ByProgram } else { DieThrower::Seeded(seed) };
                }
            })?;
        }
        Ok(copy)
    }

    /// The last turn, with the gloss of its square.
    pub(crate) fn last_turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut turn = self.json()?["turns"].as_array_mut().and_then(Vec::pop).unwrap_or_default();
        turn["gloss"] = serde_json::to_value(self.last_gloss()).map_err(error)?;
        result(py, "Turn", &turn)
    }

    pub(crate) fn last_gloss(&self) -> Option<Gloss> {
        let turn = self.enochian().last_turn().filter(|_| !self.record.is_quiet())?;
        let subject = self.enochian().subject();
        let data = self.correspondences.data;
        Some(data.gloss(subject.board(), turn.landing()?, turn.piece, subject.querent()))
    }

    /// What a function makes of the reading; an error while it is quiet, and for a game, of which it makes nothing.
    pub(crate) fn interpreted<T>(
        &self,
        what: &str,
        of: impl FnOnce(EnochianRecord<'_>, &'static LibraryCorrespondences) -> Option<T>,
    ) -> PyResult<T> {
        self.record.check_not_quiet().map_err(error)?;
        of(self.enochian(), self.correspondences.data)
            .ok_or_else(|| error(format!("a game has no {what}, since it answers no question; see statistics()")))
    }

    pub(crate) fn facts(&self) -> PyResult<SummaryFacts> {
        self.interpreted("summary", SummaryFacts::of)
    }

    pub(crate) fn cast(&self) -> PyResult<Vec<PieceHistory>> {
        self.interpreted("cast", |record, data| PieceHistory::cast(record, data, None))
    }

    pub(crate) fn explanation(&self) -> PyResult<Explanation> {
        self.record.check_not_quiet().map_err(error)?;
        Ok(Explanation::of(self.enochian(), self.correspondences.data))
    }
}

/// The number of turns played.
pub(crate) fn turns(record: &Record) -> u32 {
    record.play().turns_played()
}

/// Whether it has ended by its rules.
pub(crate) fn has_ended(record: &Record) -> bool {
    record.play().is_over()
}

/// Concludes a record that has ended, as the program does once the last turn is in its journal.
fn conclude_ended(record: &mut Record) -> PyResult<()> {
    if !has_ended(record) || record.closing().is_some() {
        return Ok(());
    }
    record.enter(Entry::Concluded(Closing::Ended, now()?)).map_err(|invalid| journal::refused(&invalid))
}

/// Journals have the numbers of TOML, which have a sign.
pub(crate) fn check_seed(seed: u64) -> PyResult<()> {
    let too_large = || wrong("seed", format!("{seed} is too large for a journal; expected at most {}", i64::MAX));
    i64::try_from(seed).map(|_| ()).map_err(|_| too_large())
}

fn read_tags(tags: &Bound<'_, PyTuple>) -> PyResult<Vec<Tag>> {
    let read = |tag: Bound<'_, PyAny>| {
        let text = arguments::text("tags", &tag)?;
        text.parse().map_err(|problem: ParseTagError| wrong("tags", problem.to_string()))
    };
    tags.iter().map(read).collect()
}

/// A text for a journal.
pub(crate) fn words(argument: &str, text: &str, of: Words) -> PyResult<String> {
    of.some(text).map_err(|error| wrong(argument, format!("{} {error}", quoted(text))))
}

fn now() -> PyResult<Timestamp> {
    Python::attach(|py| moment(py, None))
}

/// A `datetime`, or now: to the second, with the offset of the place.
pub(crate) fn moment(py: Python<'_>, given: Option<&Bound<'_, PyAny>>) -> PyResult<Timestamp> {
    let at = match given {
        None => py.import("datetime")?.getattr("datetime")?.call_method0("now")?,
        Some(at) if at.is_instance_of::<PyDateTime>() => at.clone(),
        Some(_) => return Err(PyTypeError::new_err("begun: expected a datetime")),
    };
    let at = if at.call_method0("utcoffset")?.is_none() { at.call_method0("astimezone")? } else { at };
    let options = PyDict::new(py);
    options.set_item("timespec", "seconds")?;
    let text: String = at.call_method("isoformat", (), Some(&options))?.extract()?;
    text.parse().map_err(|_| wrong("begun", format!("{text} is not a date and time of a journal")))
}

/// What readings and games have in common. :class:`Reading` and :class:`Game` are records.
///
/// >>> import enochian
/// >>> isinstance(enochian.Reading("brother"), enochian.Record)
/// True
#[pyclass(name = "Record", module = "enochian", frozen, subclass)]
pub(crate) struct SharedRecord(Shared<KeptRecord>);

/// The record of a reading or a game, as threads share it.
pub(crate) fn shared<'a, T: PyClass<BaseType = SharedRecord>>(of: &'a Bound<'_, T>) -> &'a Shared<KeptRecord> {
    &of.as_super().get().0
}

/// The record of a reading or a game as it is now.
pub(crate) fn current<T: PyClass<BaseType = SharedRecord>>(of: &Bound<'_, T>) -> Arc<KeptRecord> {
    shared(of).get()
}

impl SharedRecord {
    pub(crate) fn new(kept: KeptRecord) -> SharedRecord {
        SharedRecord(Shared::new(kept))
    }

    /// The reading or the game that a record is, if it is one of a class.
    fn object<'py>(class: &Bound<'py, PyType>, kept: KeptRecord) -> PyResult<Bound<'py, PyAny>> {
        let (py, name, is_other) = (class.py(), kept.name(), !kept.record.game().kind().has_readings());
        let base = PyClassInitializer::from(SharedRecord::new(kept));
        let object = match is_other {
            true => Bound::new(py, base.add_subclass(Game))?.into_any(),
            false => Bound::new(py, base.add_subclass(Reading))?.into_any(),
        };
        match object.is_instance(class)? {
            true => Ok(object),
            false if is_other => {
                Err(error(format!("{name} is of another game than Enochian chess; read it with enochian.Game.read()")))
            }
            false => Err(error(format!("{name} is of Enochian chess; read it with enochian.Reading.read()"))),
        }
    }
}

/// What a pickled reading has besides its journal: whether its die is open, and the chance of its own.
type PickledChance = (bool, Option<(u64, usize)>);

#[pymethods]
impl SharedRecord {
    /// Reads a journal. Every act is played again, and every fact compared with what the file says.
    ///
    /// ``FileError`` is raised with the file and the line if it cannot be read, and ``Error`` by ``Reading.read`` for a journal of
    /// another game than Enochian chess, and by ``Game.read`` for one of Enochian chess. ``Record.read`` reads both.
    ///
    /// >>> import enochian, tempfile
    /// >>> reading = enochian.Reading("brother", seed=11)
    /// >>> end = reading.play()
    /// >>> path = reading.save(tempfile.mkdtemp())
    /// >>> enochian.Reading.read(path).answer == reading.answer
    /// True
    #[classmethod]
    #[pyo3(signature = (path, *, data = None))]
    fn read<'py>(
        class: &Bound<'py, PyType>,
        path: PathBuf,
        data: Option<PyRef<'_, Correspondences>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        SharedRecord::object(class, KeptRecord::read(&path, Correspondences::or_embedded(data.as_deref()))?)
    }

    /// Reads the text of a journal; errors name it ``name``. The record has no file.
    ///
    /// >>> import enochian
    /// >>> enochian.Reading.from_text("Dear diary,", name="diary.md")
    /// Traceback (most recent call last):
    ///     ...
    /// enochian.FileError: diary.md:1: ...
    #[classmethod]
    #[pyo3(signature = (text, *, name = "journal", data = None))]
    fn from_text<'py>(
        class: &Bound<'py, PyType>,
        text: &str,
        name: &str,
        data: Option<PyRef<'_, Correspondences>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let source = Source::new(name, text);
        SharedRecord::object(class, KeptRecord::of_source(&source, Correspondences::or_embedded(data.as_deref()))?)
    }

    /// Checks a journal of any kind, as ``enochian journal check`` does: what :meth:`read` checks, and every line of the
    /// program. Returns the errors as a list of :class:`enochian.results.Diagnostic`; none for a sound journal.
    ///
    /// >>> import enochian, pathlib, tempfile
    /// >>> path = pathlib.Path(tempfile.mkdtemp(), "diary.md")
    /// >>> _ = path.write_text("Dear diary,")
    /// >>> enochian.Record.check(path)[0].line
    /// 1
    #[staticmethod]
    #[pyo3(signature = (path, *, data = None))]
    fn check<'py>(
        py: Python<'py>,
        path: PathBuf,
        data: Option<PyRef<'_, Correspondences>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (source, correspondences) = (journal::source(&path)?, Correspondences::or_embedded(data.as_deref()));
        error_list(py, &py.detach(|| journal::check(&source, correspondences)))
    }

    /// Whether it is a reading, and not a game.
    #[getter]
    fn reading(&self) -> bool {
        let is_reading = |record: EnochianRecord<'_>| record.subject().question().is_some();
        self.0.get().record.enochian().is_some_and(is_reading)
    }

    /// The question in the querent's words, or the name of the game.
    #[getter]
    fn title(&self) -> String {
        self.0.get().record.heading().game.title().to_owned()
    }

    /// When it was begun, as in the journal.
    #[getter]
    fn begun(&self) -> String {
        self.0.get().record.heading().begun.to_rfc3339()
    }

    /// The file of its journal, once it was saved or if it was read.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.0.get().path.clone()
    }

    /// How it was concluded, such as ``at its end``; ``None`` until then.
    #[getter]
    fn concluded(&self) -> Option<String> {
        self.0.get().record.closing().map(|closing| closing.to_string())
    }

    /// The notes and remarks, each an :class:`enochian.results.Note`.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.get().part(py, "Note", "notes")
    }

    /// The tags, in the order in which they were added.
    #[getter]
    fn tags(&self) -> Vec<String> {
        self.0.get().record.tags().into_iter().map(|tag| tag.as_str().to_owned()).collect()
    }

    /// Whether it is over: it has ended by the rules, or was concluded.
    ///
    /// >>> import enochian
    /// >>> enochian.Reading("brother").is_over()
    /// False
    fn is_over(&self) -> bool {
        let now = self.0.get();
        has_ended(&now.record) || now.record.closing().is_some()
    }

    /// Everything, with the keys that ``enochian read``, ``enochian game`` and ``enochian journal export`` print with ``--json``. As
    /// there, ``??`` stands for the cards that the program deals and a player may not know, until the game is concluded.
    ///
    /// >>> import enochian
    /// >>> enochian.Reading("brother").to_dict()["ptah"], enochian.Game("gods", seed=7).to_dict()["kind"]
    /// ('a5', 'gods')
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.export("json", None)?,))
    }

    /// Writes a note: on the present turn while it is played, on the whole after it was concluded, or on ``turn``.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother")
    /// >>> reading.note("The table stands by the window.")
    /// >>> reading.notes
    /// [Note(turn=1, text='The table stands by the window.', taken_back=False, picture=None)]
    #[pyo3(signature = (text, *, turn = None))]
    fn note(
        &self,
        py: Python<'_>,
        text: &str,
        #[pyo3(from_py_with = arguments::turn)] turn: Option<u32>,
    ) -> PyResult<()> {
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

    /// Concludes it: at its end, or before it, a game as a draw if the players have ``agreed`` on one. After that only notes on its
    /// turns, tags and outcomes are added.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother", seed=11)
    /// >>> end = reading.play()
    /// >>> reading.conclude()
    /// >>> reading.concluded
    /// 'at its end'
    #[pyo3(signature = (*, agreed = false))]
    fn conclude(&self, py: Python<'_>, agreed: bool) -> PyResult<()> {
        if agreed && self.reading() {
            return Err(wrong("agreed", "a reading has no draw; leave it out"));
        }
        self.0.change(py, |it| it.conclude(if agreed { Closing::Agreed } else { Closing::ByPlayers }))
    }

    /// Writes it as a new journal in a folder, and returns its path. Its name is the date and the title; another journal is never
    /// overwritten. What has ended is concluded, now or when its last turn is played; another can be played on, here or with
    /// ``--resume``.
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
        self.0.change(py, |it| it.save(&folder))
    }

    /// It in another format, as a text: ``html`` (a page), ``markdown``, ``sheet`` (of a reading), ``svg`` (a picture of the
    /// position, or of that after a ``turn``) or ``json``, as ``enochian journal export`` writes it.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother", seed=11)
    /// >>> end = reading.play()
    /// >>> reading.export("svg", turn=1)[:4]
    /// '<svg'
    #[pyo3(signature = (format, *, turn = None))]
    fn export(&self, format: &str, #[pyo3(from_py_with = arguments::turn)] turn: Option<u32>) -> PyResult<String> {
        let now = self.0.get();
        journal::export(&now.record, format, turn, now.correspondences)
    }

    /// A copy that no journal keeps, so that changes to it are written nowhere. With a ``seed`` the die of a reading is thrown by the
    /// program from now on, and gives the same throws each time: copies with other seeds show how else it might have gone on.
    ///
    /// >>> import enochian
    /// >>> reading = enochian.Reading("brother")
    /// >>> tried = reading.copy(seed=11)
    /// >>> thrown = tried.throw()
    /// >>> reading.thrown, tried.thrown
    /// (None, 6)
    #[pyo3(signature = (*, seed = None))]
    fn copy<'py>(
        slf: &Bound<'py, Self>,
        #[pyo3(from_py_with = arguments::seed)] seed: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let copied = slf.get().0.get().copied(seed)?;
        SharedRecord::object(&slf.get_type(), copied)
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        SharedRecord::copy(slf, None)
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        SharedRecord::copy(slf, None)
    }

    /// So that it can be sent to another process. One that a journal keeps is read from it there.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,), PickledChance)> {
        let now = slf.get().0.get();
        let (name, argument) = match &now.path {
            Some(path) => ("read", path.to_string_lossy().into_owned()),
            None => {
                let text = Journal::text_of(&now.record, now.correspondences.data);
                ("from_text", text.map_err(journal::error)?)
            }
        };
        let reads = now.correspondences.unpickler(&slf.get_type().into_any(), name)?;
        Ok((reads, (argument,), (now.is_die_open, now.own_chance)))
    }

    fn __setstate__(&self, py: Python<'_>, state: PickledChance) -> PyResult<()> {
        self.0.change(py, |it| {
            (it.is_die_open, it.own_chance) = state;
            Ok(())
        })
    }

    /// The paragraphs and the picture that a notebook shows.
    fn _shown(&self) -> (Vec<String>, String) {
        let now = self.0.get();
        let picture = journal::picture(&now.record, now.correspondences).unwrap_or_default();
        let summary = || now.facts().map_or_else(|_| Vec::new(), |summary| summary.paragraphs());
        (now.state().map_or_else(summary, |state| vec![state]), picture)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<SharedRecord>().is_ok_and(|other| self.0.get().record == other.get().0.get().record)
    }
}
