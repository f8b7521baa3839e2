//! Analyses of simulations and journals: what the program's commands print, as tables.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::Schema;
use enochian::input::{reason, safe_path};
use enochian::journal;
use enochian::simulate::{Grid, GridCells, KnownWidth, UntilResult};
use enochian::stats::FixedWidth;
use enochian::study::{CountedRecord, Recurring, StatisticsCounter};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::convert::html_table;
use crate::correspondences::Correspondences;
use crate::errors::error;
use crate::simulation::Simulation;
use crate::tables::Table;
use crate::watch::waited;

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

/// Two simulations, compared: a row for each with its share of Yes and its turns, and in the second how it differs from the first.
///
/// Where both have the same seed and the same numbers of readings, they share their random numbers and are compared reading by reading,
/// which needs far fewer readings. Otherwise they must have no reading in common, and are independent samples. ``data`` has the summaries
/// too, as ``enochian simulate`` prints several cells.
///
/// >>> import enochian
/// >>> found = enochian.compare(enochian.simulate("brother", 2000), enochian.simulate("love", 2000))
/// >>> found.rows[1]["compared_with"], found.data["shared_chance"], round(found.rows[1]["difference"], 4)
/// ('first', True, -0.004)
#[pyfunction]
#[pyo3(signature = (one, other, *, threads = None))]
pub(crate) fn compare(
    py: Python<'_>,
    one: &Bound<'_, Simulation>,
    other: &Bound<'_, Simulation>,
    threads: Option<usize>,
) -> PyResult<Analysis> {
    let [one, other] = [one.get(), other.get()];
    let (here, there) = (&one.plan.range, &other.plan.range);
    let is_shared = one.plan.seed == other.plan.seed && here.start < there.end && there.start < here.end;
    if is_shared && here != there {
        return Err(error(
            "both have some readings of the same seed; give both the same readings, to be compared in pairs, or none in common",
        ));
    }
    let data = one.correspondences.data;
    let named = [("first", one), ("second", other)].map(|(name, it)| (name.to_owned(), it.plan.clone()));
    let cells = GridCells::of(named.to_vec(), &[], false, data).map_err(error)?.cells;
    let watch = one.watch_of((here.end - here.start).saturating_add(there.end - there.start));
    let threads = threads.map_or(one.threads, |threads| threads.clamp(1, 1024));
    let (workers, done) = (watch.workers(threads), watch.counter());
    let grid = py.detach(|| waited(watch, || Grid::play(&cells, data, workers, |readings| done.add(readings))))?;
    Analysis::of("Two simulations", &grid, &grid.rows)
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
