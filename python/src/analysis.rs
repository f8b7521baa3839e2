//! Analyses of simulations and journals: what the program's commands print, as tables.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::Schema;
use enochian::chess::{Army, Square};
use enochian::correspondences::Criterion;
use enochian::input::{Source, reason, safe_path};
use enochian::journal;
use enochian::simulate::design::{Design, DesignDir, DesignError, FactorInteraction};
use enochian::simulate::output::fingerprint;
use enochian::simulate::{
    ArmyPlayer, KnownWidth, LandingMaps, LandingSplit, NamedCounts, Plan, Provenance, ScanOver, ScanVersion,
    ShareDifference, SimulationComparison, SimulationSummary, TurnsDifference, UntilResult,
};
use enochian::stats::sample_size::{FixedWidth, to_tell_apart};
use enochian::study::{CountedRecord, Recurring, StatisticsCounter};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::convert::html_table;
use crate::correspondences::Correspondences;
use crate::errors::{diagnostics, error, helped};
use crate::policy::Failure;
use crate::simulation::{Simulation, summary_of};
use crate::tables::Table;
use crate::watch::{Progress, Watch, waited};

/// What an analysis found: ``rows`` as a table, and all of it in ``data``, as the program prints it with ``--json``.
///
/// ``pandas.DataFrame.from_arrow(found)``, ``polars.DataFrame(found)`` and ``duckdb.sql("from found")`` take the rows. A notebook shows
/// them as a table.
///
/// >>> import enochian
/// >>> found = enochian.recurring("journals")
/// >>> len(found), found.data["least"]
/// (0, 8)
#[pyclass(module = "enochian", frozen)]
pub(crate) struct Analysis {
    title: String,
    json: String,
    rows_json: String,
    rows: Vec<AnalysisRow>,
}

/// The values of a row, in the order in which they are printed.
struct AnalysisRow(Vec<(String, Value)>);

impl AnalysisRow {
    fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }
}

impl<'de> Deserialize<'de> for AnalysisRow {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<AnalysisRow, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = AnalysisRow;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a row")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<AnalysisRow, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(AnalysisRow(entries))
            }
        }
        from.deserialize_map(Entries)
    }
}

impl Analysis {
    fn of<R: Serialize>(title: impl Into<String>, found: &impl Serialize, rows: &[R]) -> PyResult<Analysis> {
        let json = serde_json::to_string(found).map_err(error)?;
        let rows_json = serde_json::to_string(rows).map_err(error)?;
        let rows = serde_json::from_str(&rows_json).map_err(error)?;
        Ok(Analysis { title: title.into(), json, rows_json, rows })
    }

    /// The names of the columns, in the order in which they are printed.
    fn columns(&self) -> Vec<&str> {
        let mut columns: Vec<&str> = Vec::new();
        for (name, _) in self.rows.iter().flat_map(|row| &row.0) {
            if !columns.contains(&name.as_str()) {
                columns.push(name);
            }
        }
        columns
    }

    fn table(&self) -> PyResult<Table> {
        let values = |name| self.rows.iter().map(|row| row.get(name)).collect::<Vec<_>>();
        let columns: Vec<(&str, ArrayRef)> =
            self.columns().into_iter().map(|name| (name, array(&values(name)))).collect();
        let batch = match columns.is_empty() {
            true => RecordBatch::new_empty(Arc::new(Schema::empty())),
            false => {
                RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| (name, array, true)))
                    .map_err(error)?
            }
        };
        Ok(Table::of("rows", batch))
    }
}

/// A column of JSON values: whole numbers, numbers, truth values or text, with nulls.
fn array(values: &[Option<&Value>]) -> ArrayRef {
    let known = || values.iter().flatten().filter(|value| !value.is_null());
    if known().all(|value| value.is_i64()) && known().count() > 0 {
        Arc::new(values.iter().map(|value| value.and_then(Value::as_i64)).collect::<Int64Array>())
    } else if known().all(|value| value.is_number()) {
        Arc::new(values.iter().map(|value| value.and_then(Value::as_f64)).collect::<Float64Array>())
    } else if known().all(|value| value.is_boolean()) {
        Arc::new(values.iter().map(|value| value.and_then(Value::as_bool)).collect::<BooleanArray>())
    } else {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let text = |value: &Option<&Value>| value.filter(|value| !value.is_null()).map(text);
        Arc::new(values.iter().map(text).collect::<StringArray>())
    }
}

/// A cell of a table that a notebook shows.
fn cell(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) if number.is_f64() => {
            let number = number.as_f64().unwrap_or_default();
            if number == 0.0 || number.abs() >= 0.001 { format!("{number:.4}") } else { format!("{number:.1e}") }
        }
        Some(other) => other.to_string(),
    }
}

#[pymethods]
impl Analysis {
    /// All that was found, as a dict.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (&self.json,))
    }

    /// The rows, as a list of dicts.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (&self.rows_json,))
    }

    /// The number of rows.
    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// The columns, for Arrow's PyCapsule interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        self.table()?.columns(py)
    }

    /// The rows, for Arrow's PyCapsule interface. Another schema is not supported.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        self.table()?.stream(py)
    }

    /// The rows as a table, which a notebook shows.
    fn _repr_html_(&self) -> String {
        let columns = self.columns();
        let row = |row: &AnalysisRow| columns.iter().map(|name| cell(row.get(name))).collect();
        html_table(&self.title, &columns, self.rows.iter().map(row))
    }

    fn __repr__(&self) -> String {
        format!("<enochian.Analysis: {}, {} rows>", self.title, self.__len__())
    }
}

/// The differences between two simulations, as ``enochian simulate compare`` prints them.
///
/// Each is a :class:`Simulation`, or the ``summary`` of one. With ``paired`` both are played with the same random numbers, those of the
/// first, and compared reading by reading: where two questions differ in little, this needs far fewer readings. Else they must not
/// share readings of one seed, or the intervals are not valid: ``data["same_chance"]`` is their number. Each row has a difference
/// ``of`` the shares ``one`` and ``other``, with its interval and its p-value; both corrected for the number of shares. The last row is the
/// mean number of turns to the end, where a reading at the limit counts as the limit.
///
/// >>> import enochian
/// >>> here = enochian.simulate("brother", readings=2000)
/// >>> found = enochian.compare(here, enochian.simulate("love", readings=range(2000, 4000)))
/// >>> found.rows[0]["of"], len(found), found.data["same_chance"]
/// ('yes by the Ptah', 11, 0)
#[pyfunction]
#[pyo3(signature = (one, other, *, paired = false, threads = None))]
pub(crate) fn compare(
    py: Python<'_>,
    one: &Bound<'_, PyAny>,
    other: &Bound<'_, PyAny>,
    paired: bool,
    threads: Option<usize>,
) -> PyResult<Analysis> {
    let found = if paired {
        let needed = "paired needs two simulations, since a summary does not say how each of its readings ended";
        let one = one.cast::<Simulation>().map_err(|_| error(needed))?;
        let other = other.cast::<Simulation>().map_err(|_| error(needed))?;
        let Plan { seed, range, .. } = &other.get().plan;
        let plans = [Plan { seed: *seed, range: range.clone(), ..one.get().plan.clone() }, other.get().plan.clone()];
        // The first is compared with the second.
        let played = other.get().together(py, &plans, 1, threads)?;
        SimulationComparison::between(&played[0].0, &played[1].0, Some(&played[0].1))
    } else {
        let (one, other) = (summary_of(py, one)?, summary_of(py, other)?);
        SimulationComparison::between(&one, &other, None)
    };
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Row<'f> {
        Share(&'f ShareDifference),
        Turns(&'f TurnsDifference),
    }
    let shares = found.differences.iter().map(Row::Share);
    let rows: Vec<Row<'_>> = shares.chain([Row::Turns(&found.turns)]).collect();
    Analysis::of("Differences between two simulations", &found, &rows)
}

/// All versions of a simulation's question in one respect, compared with it, as ``enochian simulate scan`` prints them: ``over`` is
/// ``"ptah"``, ``"board"``, ``"array"``, ``"table"``, ``"ruleset"``, ``"procedure"`` or ``"policy"``.
///
/// All are played with the same random numbers and compared reading by reading. A row is the share of yes in a version by one criterion
/// with its difference from the question as it is, the ``reference``. ``data`` has the summaries too. ``policies`` names those to compare,
/// by default the fast ones.
///
/// >>> import enochian
/// >>> found = enochian.scan(enochian.simulate("brother", 500), over="ruleset")
/// >>> len(found), found.rows[0]["version"], found.rows[0]["of"]
/// (4, 'chessvariants', 'yes by the Ptah')
#[pyfunction]
#[pyo3(signature = (simulation, over, *, policies = None))]
pub(crate) fn scan(
    py: Python<'_>,
    simulation: &Bound<'_, Simulation>,
    over: &str,
    policies: Option<Vec<String>>,
) -> PyResult<Analysis> {
    let Simulation { plan, correspondences, .. } = simulation.get();
    let over: ScanOver = over.parse().map_err(|wrong| error(format!("{over:?} cannot be varied; {wrong}")))?;
    let names =
        policies.unwrap_or_else(|| ArmyPlayer::NAMES[..ScanOver::FAST].iter().map(ToString::to_string).collect());
    let player = |name: &String| ArmyPlayer::of_words([name.as_str()], Army::Air).map(|[player, ..]| player);
    let policies = names.iter().map(player).collect::<Result<Vec<_>, _>>().map_err(error)?;
    let versions = over.versions(plan, &policies, correspondences.data);
    let (names, plans): (Vec<String>, Vec<Plan>) = versions.into_iter().unzip();
    let reference = ScanVersion::reference(&plans, plan, correspondences.data);
    let played = simulation.get().together(py, &plans, reference, None)?;
    let (versions, _) = ScanVersion::compared(names, played, reference);
    #[derive(Serialize)]
    struct Row<'v> {
        version: &'v str,
        reference: bool,
        #[serde(flatten)]
        difference: &'v ShareDifference,
    }
    let rows: Vec<Row<'_>> = versions
        .iter()
        .flat_map(|one| one.differences.iter().map(move |difference| (one, difference)))
        .map(|(one, difference)| Row { version: &one.name, reference: one.reference, difference })
        .collect();
    Analysis::of(format!("Versions by {over}"), &versions, &rows)
}

/// Plays until the share of yes is known to so many percentage ``points`` to either side, with 95 % confidence, as ``enochian
/// simulate --until`` does, or to the last reading of the simulation.
///
/// The row has the share and its interval, which is null if it did not become narrow enough. ``data`` is the summary, with ``until``.
///
/// >>> import enochian
/// >>> found = enochian.until(enochian.simulate("brother", 1_000_000), points=2)
/// >>> found.rows[0]["readings"], found.rows[0]["of"]
/// (3072, 'yes by the Ptah')
#[pyfunction]
pub(crate) fn until(py: Python<'_>, simulation: &Bound<'_, Simulation>, points: f64) -> PyResult<Analysis> {
    let Simulation { plan, correspondences, threads, .. } = simulation.get();
    let width = FixedWidth::new(points / 100.0)
        .ok_or_else(|| error(format!("{points} percentage points are no width; it is more than 0 and less than 50")))?;
    if plan.range.start > 0 {
        return Err(error("this plays from the first reading; give the most readings as one number"));
    }
    let watch = simulation.get().watch_of(plan.range.end);
    let (workers, done) = (watch.workers(*threads), watch.counter());
    let progress = |readings: u64, _: f64| done.add(readings);
    let found =
        py.detach(|| waited(watch, || UntilResult::play(plan, width, correspondences.data, workers, progress)))?;
    #[derive(Serialize)]
    struct Row<'f> {
        readings: u64,
        #[serde(flatten)]
        until: &'f KnownWidth,
    }
    let row = Row { readings: found.summary.readings, until: &found.until };
    Analysis::of(format!("Known to {points} percentage points"), &found, &[row])
}

/// Where pieces land, as ``enochian simulate --by`` counts it: ``by`` is ``"army"``, ``"piece"``, ``"phase"`` or ``"answer"``.
///
/// A row is a square in one part, with its landings and the readings that these are of.
///
/// >>> import enochian
/// >>> found = enochian.heat(enochian.simulate("brother", 500), by="army")
/// >>> len(found), found.rows[0]["part"], found.rows[0]["square"]
/// (256, 'Air', 'a1')
#[pyfunction]
#[pyo3(signature = (simulation, by = "army"))]
pub(crate) fn heat(py: Python<'_>, simulation: &Bound<'_, Simulation>, by: &str) -> PyResult<Analysis> {
    let Simulation { plan, correspondences, threads, .. } = simulation.get();
    let by: LandingSplit =
        by.parse().map_err(|wrong| error(format!("landings are not told apart by {by:?}; {wrong}")))?;
    let criterion = if plan.ends_by() == "kings" { Criterion::Kings } else { Criterion::Ptah };
    let watch = simulation.get().watch_of(plan.range.end - plan.range.start);
    let (workers, done, mut maps) = (watch.workers(*threads), watch.counter(), LandingMaps::new(criterion));
    let take = |readings: Range<u64>, piece: LandingMaps| {
        done.add(readings.end - readings.start);
        maps.merge(&piece);
        Ok::<_, Infallible>(())
    };
    let Ok(()) = py.detach(|| waited(watch, || plan.run(workers, || LandingMaps::new(criterion), take)))?;
    let provenance = Provenance::of(plan, correspondences.data);
    let summary = SimulationSummary::of(provenance, plan.range.clone(), &maps.tally, 0.0);
    #[derive(Serialize)]
    struct Found {
        by: String,
        summary: SimulationSummary,
        landings: BTreeMap<String, NamedCounts>,
    }
    #[derive(Serialize)]
    struct Row {
        part: String,
        square: String,
        landings: u64,
        readings: u64,
    }
    let row = |(place, part): (usize, String)| {
        let (readings, map) = (maps.readings(by, place), maps.of(by)[place]);
        let of_square = move |square: Square| Row {
            part: part.clone(),
            square: square.to_string(),
            landings: map[square.index()],
            readings,
        };
        Square::all().map(of_square).collect::<Vec<_>>()
    };
    let rows: Vec<Row> = by.parts().into_iter().enumerate().flat_map(row).collect();
    Analysis::of(format!("Landings by {by}"), &Found { by: by.to_string(), summary, landings: maps.named(by) }, &rows)
}

/// Plans a design of many simulations and plays it into a ``folder``, as ``enochian simulate plan`` and ``simulate design`` do, or goes on
/// with one there that was begun.
///
/// ``file`` is a design file (docs/DESIGNS.md). The rows say what two factors do together: for each pair of levels the ``share`` of yes, and
/// that which the odds of both ``apart`` would give; the largest difference first, with a p-value corrected for their number. ``data``
/// has the ``interactions`` and the ``sha256`` of the plan; the folder has ``cells.csv``, ``cells.parquet`` and the receipt.
///
/// >>> import enochian, pathlib, tempfile
/// >>> folder = pathlib.Path(tempfile.mkdtemp())
/// >>> _ = (folder / "brother.toml").write_text('question = "Is my brother happy?"\ncategory = "brother"\n')
/// >>> file = folder / "design.toml"
/// >>> _ = file.write_text('question = "brother.toml"\nreadings = 20\n[factors]\ndice = ["all"]\nruleset = ["all"]\n')
/// >>> found = enochian.design(file, folder / "played")
/// >>> len(found), sorted(path.name for path in (folder / "played").glob("cells.*"))
/// (4, ['cells.csv', 'cells.parquet'])
#[pyfunction]
#[pyo3(signature = (file, folder, *, threads = None, progress = None, data = None))]
pub(crate) fn design(
    py: Python<'_>,
    file: PathBuf,
    folder: PathBuf,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
    data: Option<PyRef<'_, Correspondences>>,
) -> PyResult<Analysis> {
    let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).clamp(1, 1024);
    let (progress, data) = (Progress::of(progress)?, Correspondences::or_embedded(data.as_deref()).data);
    let failed = |error: DesignError| helped(&error);
    let read = |path: &Path| Source::read(path, Source::TOML_LIMIT).map_err(|found| diagnostics(&found));
    // What plays is the file of the package, not a program.
    let package: PathBuf = py.import("enochian._enochian")?.getattr("__file__")?.extract()?;
    let executable =
        fingerprint(&package).map_err(|found| error(format!("{}: {}", safe_path(&package), reason(&found))))?;
    let (digest, interactions) = py.detach(|| {
        if !DesignDir::is_design(&folder) {
            let source = read(&file)?;
            let design = Design::read(&source, data).map_err(|found| diagnostics(&found))?;
            let question = read(&file.parent().unwrap_or(Path::new("")).join(&design.question))?;
            DesignDir::create(&folder, &source, &question, data, &executable).map_err(failed)?;
        }
        let mut dir = DesignDir::open(&folder, data, &executable, true, |_, _| ()).map_err(failed)?;
        let left = dir.left().map(|cell| cell.plan.range.end - cell.plan.range.start).sum();
        let watch = Watch::new(left, progress, Failure::default());
        let (workers, done) = (watch.workers(threads), watch.counter());
        waited(watch, || dir.play(data, "enochian.design in Python", workers, |readings| done.add(readings)))?
            .map_err(failed)?;
        let interactions = dir.interactions().map_err(failed)?;
        PyResult::Ok((dir.digest().to_owned(), interactions))
    })?;
    #[derive(Serialize)]
    struct Found<'f> {
        sha256: String,
        interactions: &'f [FactorInteraction],
    }
    let found = Found { sha256: digest, interactions: &interactions };
    Analysis::of("What two factors do together", &found, &interactions)
}

/// The number of readings that tell two shares apart, as ``enochian simulate power`` prints it: for each of two simulations, with the
/// chance ``power`` to find the difference and ``level`` to find one where there is none.
///
/// ``comparisons`` is the number of differences that are tested together; ``correlation`` that of the two answers, if both simulations
/// have the same random numbers (0 if not). Raises :class:`Error` if no number is enough.
///
/// >>> import enochian
/// >>> enochian.power(0.55, 0.56)
/// 51900
/// >>> enochian.power(0.55, 0.56, correlation=0.87) < enochian.power(0.55, 0.56) / 5
/// True
#[pyfunction]
#[pyo3(signature = (one, other, *, power = 0.9, level = 0.05, comparisons = 1, correlation = 0.0))]
pub(crate) fn power(one: f64, other: f64, power: f64, level: f64, comparisons: u32, correlation: f64) -> PyResult<u64> {
    let needed = to_tell_apart(one, other, level / f64::from(comparisons.max(1)), power, correlation);
    needed.ok_or_else(|| {
        error("no number of readings is enough; give two shares from 0 to 1 that differ, and a correlation that they can have")
    })
}

/// The signs and persons that came up in more of a person's readings than their questions bring by chance, as ``enochian journal
/// stats --recurring`` prints them: of the journals in a folder, those asked by ``querent`` if it is given. Those that cannot be read,
/// quiet readings and branches are left out.
///
/// >>> import enochian
/// >>> enochian.recurring("journals").rows
/// []
#[pyfunction]
#[pyo3(signature = (folder, *, querent = None, data = None))]
pub(crate) fn recurring(
    py: Python<'_>,
    folder: PathBuf,
    querent: Option<&str>,
    data: Option<PyRef<'_, Correspondences>>,
) -> PyResult<Analysis> {
    let correspondences = Correspondences::or_embedded(data.as_deref()).data;
    let found = Recurring::of(&counted(py, &folder, querent, correspondences)?, correspondences);
    Analysis::of(format!("What recurs in {} readings", found.readings), &found, &found.things)
}

/// Statistics of the journals in a folder, as ``enochian journal stats`` prints them, of those asked by ``querent`` if it is given.
/// Those that cannot be read, quiet readings and branches are left out.
///
/// A row is an element, quality, angle or sign, with its landings and those that chance brings. ``data`` has the answers, outcomes, lengths
/// and throws as well.
///
/// >>> import enochian, tempfile
/// >>> folder, reading = tempfile.mkdtemp(), enochian.Reading("brother", seed=11)
/// >>> end, path = reading.play(), reading.save(folder)
/// >>> found = enochian.statistics(folder)
/// >>> found.data["readings"], found.data["by_ptah"]["yes"], found.data["turns"]
/// (1, 1, 32)
#[pyfunction]
#[pyo3(signature = (folder, *, querent = None, data = None))]
pub(crate) fn statistics(
    py: Python<'_>,
    folder: PathBuf,
    querent: Option<&str>,
    data: Option<PyRef<'_, Correspondences>>,
) -> PyResult<Analysis> {
    let correspondences = Correspondences::or_embedded(data.as_deref()).data;
    let counted = counted(py, &folder, querent, correspondences)?;
    let found = py.detach(|| {
        let mut counter = StatisticsCounter::new(correspondences);
        counted.iter().for_each(|one| counter.count(one));
        counter.finish()
    });
    Analysis::of(format!("Statistics of {} readings", found.readings), &found, &found.landings)
}

/// The journals of a folder that count, of copies one.
fn counted(
    py: Python<'_>,
    folder: &Path,
    querent: Option<&str>,
    correspondences: &enochian::correspondences::Correspondences,
) -> PyResult<Vec<CountedRecord>> {
    py.detach(|| {
        let listed = journal::list(folder, None, correspondences, &|_, _| {});
        let listed = listed.map_err(|found| error(format!("{}: {}", safe_path(folder), reason(&found))))?;
        let (entries, _) = journal::set_copies_aside(listed);
        let asked = entries.iter().filter_map(|entry| entry.metadata.as_deref().ok());
        let asked = asked.filter(|it| querent.is_none_or(|name| it.querent.as_deref() == Some(name)));
        Ok(journal::countable(asked))
    })
}
