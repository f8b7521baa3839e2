//! `simulate` and `Simulation`: many readings as tables, counts or files.

use std::convert::Infallible;
use std::fmt::Display;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use enochian::chess::Mode;
use enochian::input::safe_path;
use enochian::reading::QuestionDraft;
use enochian::simulate::output::{
    DetailLevel, OutputError, Replay, RunDir, TableCompression, TableFormat, TableSpec, schema,
};
use enochian::simulate::{LIMIT, Plan, Provenance, SimulationSummary, Tally, unplayable};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyRange};

use crate::arguments::{self, wrong};
use crate::batches::{BatchStream, Batches};
use crate::board::Board;
use crate::convert::result;
use crate::correspondences::Correspondences;
use crate::errors::{error, helped};
use crate::policy::{self, Failure};
use crate::question::Question;
use crate::watch::{Progress, Watch, interruptible, stoppable, waited};

/// The default of the signature, which documentation and type checkers show.
const _: () = assert!(LIMIT == 2000);

/// Readings of a question, as `enochian.simulate` describes them.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "they are those of the function in Python")]
pub(crate) fn simulate(
    question: &Bound<'_, PyAny>,
    readings: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    policy: Option<&Bound<'_, PyAny>>,
    level: &str,
    procedure: Option<String>,
    #[pyo3(from_py_with = arguments::limit)] limit: u16,
    play_out: bool,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    position: Option<&Bound<'_, PyAny>>,
) -> PyResult<Simulation> {
    let (mut question, mode) = asked(question, procedure)?;
    let position = position.map(Board::position_of_any).transpose()?;
    if let Some(position) = &position {
        let direction = *question.draft.direction.get_or_insert(position.direction());
        if direction != position.direction() {
            let played = position.direction();
            let problem = format!("it is played {played}, the question {direction}; change one of them");
            return Err(wrong("position", problem));
        }
        question = Question::of_draft(question.draft, question.correspondences)?;
        if let Some(why) = unplayable(position, &question.question) {
            return Err(wrong("position", why));
        }
    }
    let failure = Failure::default();
    let plan = Plan {
        limit,
        players: policy::players(policy, &question, &failure)?,
        mode,
        play_out,
        from_position: position,
        ..Plan::new(question.question.clone(), seed, range(readings)?)
    };
    let level: DetailLevel = level.parse().map_err(|problem| wrong("level", problem))?;
    // The errors of a table are found here, not in the middle of another library.
    schema(&plan, question.correspondences.data, level).map_err(|error| helped(&error))?;
    let threads = arguments::threads_of(threads);
    let given = Given {
        question: Question { draft: question.draft, question: plan.question.clone(), ..question },
        policy: policy.map(|it| it.clone().unbind()),
        progress: progress.map(|it| it.clone().unbind()),
    };
    let progress = Progress::of(progress)?;
    Ok(Simulation { plan, correspondences: question.correspondences, level, threads, progress, failure, given })
}

/// A question with another procedure; ``game`` is one too, for games instead of readings.
pub(crate) fn asked(question: &Bound<'_, PyAny>, procedure: Option<String>) -> PyResult<(Question, Mode)> {
    let question = Question::of_any(question)?;
    match procedure {
        None => Ok((question, Mode::Reading)),
        Some(game) if game == Plan::GAME => Ok((question, Mode::Game)),
        Some(name) => {
            question.correspondences.data.procedure(&name).map_err(|mut unknown| {
                unknown.known.push(Plan::GAME.to_owned());
                wrong("procedure", unknown)
            })?;
            let draft = QuestionDraft { procedure: Some(name), ..question.draft };
            Ok((Question::of_draft(draft, question.correspondences)?, Mode::Reading))
        }
    }
}

/// The numbers of the readings.
fn range(given: Option<&Bound<'_, PyAny>>) -> PyResult<Range<u64>> {
    const DEFAULT: u64 = 10_000;
    let Some(given) = given else { return Ok(0..DEFAULT) };
    let range = match given.cast::<PyRange>() {
        Err(_) => 0..arguments::readings(given)?,
        Ok(range) => {
            let number = |name| arguments::readings_bound(&range.getattr(name)?);
            if !range.getattr("step")?.eq(1)? {
                return Err(wrong("readings", "the range must have the step 1"));
            }
            number("start")?..number("stop")?
        }
    };
    if range.is_empty() { Err(wrong("readings", "at least one is needed")) } else { Ok(range) }
}

/// The readings of :func:`simulate`: a table for other libraries, by the Arrow PyCapsule interface and without a copy.
///
/// ``pandas.DataFrame.from_arrow(readings)``, ``polars.DataFrame(readings)``, ``pyarrow.table(readings)`` and
/// ``duckdb.sql("from readings")`` take it. ``for batch in readings`` passes through any number of readings in little memory.
///
/// >>> import enochian, duckdb
/// >>> readings = enochian.simulate("brother", 1000)
/// >>> duckdb.sql("select max(length) < 2001 from readings").fetchall()
/// [(True,)]
#[pyclass(module = "enochian", frozen)]
pub(crate) struct Simulation {
    pub(crate) plan: Plan,
    pub(crate) correspondences: Correspondences,
    level: DetailLevel,
    pub(crate) threads: usize,
    progress: Progress,
    failure: Failure,
    /// What :func:`simulate` was given, so that another process can be given the same.
    given: Given,
}

/// The function that makes a simulation again, with its keywords; the question and the range.
type Reduced<'py> = (Bound<'py, PyAny>, (Question, Bound<'py, PyAny>));

/// The question, the policy and the progress of a simulation as they were given.
struct Given {
    question: Question,
    policy: Option<Py<PyAny>>,
    progress: Option<Py<PyAny>>,
}

impl Simulation {
    fn watch(&self) -> Watch {
        let Range { start, end } = self.plan.range;
        Simulation::watch_over(&[self], end - start)
    }

    /// A watch over so many readings of simulations that are played together.
    pub(crate) fn watch_over(all: &[&Simulation], readings: u64) -> Watch {
        let progress = all.first().map_or(Progress::Hidden, |first| first.progress.clone());
        Watch::new(readings, progress, all.iter().map(|one| one.failure.clone()).collect())
    }

    /// Whether a folder is for the same readings, in a table of the same kind.
    fn is_of(&self, dir: &RunDir) -> bool {
        let provenance = |plan| Provenance::of(plan, self.correspondences.data);
        dir.plan().range == self.plan.range
            && dir.level() == self.level
            && provenance(dir.plan()) == provenance(&self.plan)
    }

    /// Plays and counts.
    fn counted(&self, py: Python<'_>) -> PyResult<SimulationSummary> {
        py.detach(|| {
            let (mut tally, watch) = (Tally::new(), self.watch());
            let (workers, done) = (watch.workers(self.threads), watch.counter());
            let begun = std::time::Instant::now();
            let Ok(()) = waited(watch, || {
                self.plan.run(workers, Tally::new, |readings, chunk| {
                    done.add(readings.end - readings.start);
                    tally.merge(&chunk);
                    Ok::<_, Infallible>(())
                })
            })?;
            let provenance = Provenance::of(&self.plan, self.correspondences.data);
            let seconds = begun.elapsed().as_secs_f64();
            Ok(SimulationSummary::of(provenance, self.plan.range.clone(), &tally, seconds))
        })
    }

    fn batches(&self) -> PyResult<Batches> {
        let schema = schema(&self.plan, self.correspondences.data, self.level).map_err(|error| helped(&error))?;
        Batches::start(&self.plan, schema, self.level, self.threads, self.watch())
    }
}

#[pymethods]
impl Simulation {
    /// The number of readings.
    #[getter]
    fn readings(&self) -> u64 {
        self.plan.range.end - self.plan.range.start
    }

    /// What determines the readings: question, settings, policies, seed, versions (:class:`enochian.results.Provenance`).
    #[getter]
    fn provenance<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        result(py, "Provenance", &Provenance::of(&self.plan, self.correspondences.data))
    }

    /// The columns, for Arrow's PyCapsule interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = schema(&self.plan, self.correspondences.data, self.level).map_err(|error| helped(&error))?;
        let schema = FFI_ArrowSchema::try_from(schema.as_ref()).map_err(error)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The table, for Arrow's PyCapsule interface: played while it is read. Another schema is not supported.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // By the interface, a producer that cannot cast gives what it has.
        let _ = requested_schema;
        let stream = FFI_ArrowArrayStream::new(Box::new(BatchStream(self.batches()?)));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// Passes through the table, a batch of some hundred readings at a time. Each is taken by ``pyarrow.record_batch(batch)``
    /// or ``polars.DataFrame(batch)``.
    ///
    /// >>> import enochian, polars
    /// >>> turns = enochian.simulate("brother", readings=3000, level="events")
    /// >>> sum(polars.DataFrame(batch)["king_taken"].sum() for batch in turns) > 3000
    /// True
    fn __iter__(&self) -> PyResult<Batches> {
        self.batches()
    }

    /// Plays and counts (:class:`enochian.results.Summary`): the same as ``enochian simulate --json`` prints.
    ///
    /// >>> import enochian
    /// >>> enochian.simulate("brother", readings=1000).summary().readings
    /// 1000
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        result(py, "Summary", &self.counted(py)?)
    }

    /// Plays into a folder, as ``enochian simulate --out`` does, and returns the summary.
    ///
    /// ``format`` is ``"parquet"``, ``"arrow"`` or ``"csv"``; ``compression`` ``"none"``, ``"lz4"`` or ``"zstd"``; ``part`` the number of
    /// readings in each file. The folder must be new, or with ``resume`` it may have a part of the same readings, for example
    /// from a process that was killed: files that are sound are then kept, and the rest is played.
    ///
    /// >>> import enochian, tempfile
    /// >>> folder, readings = tempfile.mkdtemp(), enochian.simulate("brother", readings=range(500, 1000))
    /// >>> readings.write(folder).done
    /// [(500, 1000)]
    /// >>> readings.write(folder, resume=True).readings
    /// 500
    /// >>> enochian.simulate("brother", readings=range(500, 1000), seed=2).write(folder, resume=True)
    /// Traceback (most recent call last):
    ///     ...
    /// enochian.Error: ... has other readings than these; name another folder
    #[pyo3(signature = (folder, *, format = "parquet", compression = "none", part = None, resume = false))]
    fn write<'py>(
        &self,
        py: Python<'py>,
        folder: PathBuf,
        format: &str,
        compression: &str,
        #[pyo3(from_py_with = arguments::part)] part: Option<u64>,
        resume: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let failed = |error: OutputError| helped(&error);
        let format: TableFormat = format.parse().map_err(|problem| wrong("format", problem))?;
        let compression: TableCompression = compression.parse().map_err(|problem| wrong("compression", problem))?;
        let spec =
            TableSpec::new(self.level, format, part).and_then(|spec| spec.compressed(compression)).map_err(failed)?;
        let (plan, data) = (&self.plan, self.correspondences.data);
        let summary = py.detach(|| {
            let create = || RunDir::create(&folder, plan, data, spec, "enochian.simulate in Python");
            let resumed = || interruptible(|progress| RunDir::resume(&folder, data, progress));
            let dir = match if resume { resumed()? } else { create() } {
                Err(OutputError::NoManifest(_)) if resume => create().map_err(failed)?,
                Ok(dir) if resume && !self.is_of(&dir) => {
                    return Err(error(format!(
                        "{} has other readings than these; name another folder",
                        safe_path(&folder)
                    )));
                }
                dir => dir.map_err(failed)?,
            };
            play(dir, self.threads, self.watch())
        })?;
        result(py, "Summary", &summary)
    }

    /// So that it can be sent to another process, which plays the same readings.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let keywords = PyDict::new(py);
        keywords.set_item("seed", self.plan.seed)?;
        keywords.set_item("policy", &self.given.policy)?;
        keywords.set_item("level", self.level.to_string())?;
        keywords.set_item("procedure", self.plan.procedure())?;
        keywords.set_item("limit", self.plan.limit)?;
        keywords.set_item("play_out", self.plan.play_out)?;
        keywords.set_item("threads", self.threads)?;
        keywords.set_item("progress", &self.given.progress)?;
        keywords.set_item("position", self.plan.from_position.as_ref().map(ToString::to_string))?;
        let simulate = py.import("enochian")?.getattr("simulate")?;
        let partial = py.import("functools")?.getattr("partial")?.call((simulate,), Some(&keywords))?;
        Ok((partial, (self.given.question.clone(), self.range(py)?)))
    }

    /// The seed of the random numbers.
    #[getter]
    fn seed(&self) -> u64 {
        self.plan.seed
    }

    /// The numbers of the readings.
    #[getter]
    fn range<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Range { start, end } = self.plan.range;
        py.import("builtins")?.getattr("range")?.call1((start, end))
    }

    fn __repr__(&self) -> String {
        let Range { start, end } = self.plan.range;
        format!("<enochian.Simulation of {} readings, from {start} to {end}, seed {}>", end - start, self.plan.seed)
    }
}

/// Plays what is left of a run.
fn play(mut dir: RunDir, threads: usize, watch: Watch) -> PyResult<SimulationSummary> {
    let (workers, done) = (watch.workers(threads), watch.counter());
    let played = waited(watch, || dir.play(workers, |readings| done.add(readings)))?;
    played.map(|()| dir.summary().clone()).map_err(|error| helped(&error))
}

/// Resumes an interrupted run.
#[pyfunction]
pub(crate) fn resume<'py>(
    py: Python<'py>,
    folder: PathBuf,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    data: Option<PyRef<'_, Correspondences>>,
) -> PyResult<Bound<'py, PyAny>> {
    let threads = arguments::threads_of(threads);
    let progress = Progress::of(progress)?;
    let correspondences = Correspondences::or_embedded(data.as_deref()).data;
    let summary = py.detach(|| {
        let dir = interruptible(|progress| RunDir::resume(&folder, correspondences, progress))?;
        let dir = dir.map_err(|error| helped(&error))?;
        let watch = Watch::new(dir.left(), progress, vec![]);
        play(dir, threads, watch)
    })?;
    result(py, "Summary", &summary)
}

/// Checks a folder with tables.
#[pyfunction]
pub(crate) fn verify<'py>(
    py: Python<'py>,
    folder: PathBuf,
    replay: Option<&Bound<'_, PyAny>>,
    data: Option<PyRef<'_, Correspondences>>,
) -> PyResult<Bound<'py, PyAny>> {
    let replay = match replay {
        None => Replay::default(),
        Some(given) => given.str()?.to_string().parse().map_err(|problem| wrong("replay", problem))?,
    };
    let correspondences = Correspondences::or_embedded(data.as_deref()).data;
    let watch = Watch::new(0, Progress::Hidden, Vec::new());
    let workers = watch.workers(thread::available_parallelism().map_or(1, usize::from));
    let stop = Arc::clone(&workers.stop);
    let read = || stoppable(&stop, |progress| RunDir::verify(&folder, correspondences, replay, workers, progress));
    let verified = py.detach(|| waited(watch, read))?;
    let verified = verified.ok_or_else(|| PyKeyboardInterrupt::new_err(()))?;
    result(py, "Summary", &verified.map_err(|error| helped(&error))?.progress.summary)
}

/// Merges summaries of different ranges of one simulation, a list in JSON.
#[pyfunction]
pub(crate) fn merge<'py>(py: Python<'py>, summaries: &str) -> PyResult<Bound<'py, PyAny>> {
    let wrong = |problem: &dyn Display| wrong("summaries", problem);
    let parts: Vec<SimulationSummary> = serde_json::from_str(summaries).map_err(|problem| wrong(&problem))?;
    parts.iter().try_for_each(|part| part.check().map_err(|problem| wrong(&problem)))?;
    let mut parts = parts.into_iter();
    let mut whole = parts.next().ok_or_else(|| wrong(&"at least one is needed"))?;
    parts.try_for_each(|part| whole.merge(&part).map_err(|problem| wrong(&problem)))?;
    result(py, "Summary", &whole)
}

/// The seed of one reading of a simulation.
#[pyfunction]
pub(crate) fn reading_seed(
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    #[pyo3(from_py_with = arguments::numbered)] number: u64,
) -> u64 {
    enochian::simulate::reading_seed(seed, number)
}
