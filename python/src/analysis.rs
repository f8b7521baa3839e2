//! Analyses of simulations and journals: what the program's commands print, as dicts and tables.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::Schema;
use enochian::journal;
use enochian::simulate::{Grid, GridAxis, GridCells, UntilResult};
use enochian::stats::FixedWidth;
use enochian::study::{CountedRecord, Recurring, StatisticsCounter};
use pyo3::prelude::*;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::arguments::{self, wrong};
use crate::convert::plain;
use crate::correspondences::Correspondences;
use crate::errors::error;
use crate::journal::unlisted;
use crate::simulation::Simulation;
use crate::tables::Table;
use crate::watch::waited;

/// The values of a row, in the order in which they are printed.
struct TableRow(Vec<(String, Value)>);

impl TableRow {
    fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }
}

impl<'de> Deserialize<'de> for TableRow {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<TableRow, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = TableRow;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a row")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<TableRow, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(TableRow(entries))
            }
        }
        from.deserialize_map(Entries)
    }
}

/// Rows of an analysis, given as JSON, as a table for other libraries.
#[pyfunction]
pub(crate) fn table_of(rows: &str) -> PyResult<Table> {
    let rows: Vec<TableRow> = serde_json::from_str(rows).map_err(error)?;
    let mut columns: Vec<&str> = Vec::new();
    for (name, _) in rows.iter().flat_map(|row| &row.0) {
        if !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    if columns.is_empty() {
        return Ok(Table::of("rows", RecordBatch::new_empty(Arc::new(Schema::empty()))));
    }
    let column = |name| (name, array(&rows.iter().map(|row| row.get(name)).collect::<Vec<_>>()), true);
    let batch = RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(column)).map_err(error)?;
    Ok(Table::of("rows", batch))
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

/// Levels of a factor by its name; none for all.
type Over = (String, Option<Vec<String>>);

/// Plays the cells of simulations and factors and compares them, as `enochian simulate` does with several. Returns what it prints with
/// `--json`, and what was left out.
#[pyfunction]
#[pyo3(signature = (simulations, over, own_chance, threads = None))]
pub(crate) fn grid<'py>(
    py: Python<'py>,
    simulations: Vec<(String, Bound<'py, Simulation>)>,
    over: Vec<Over>,
    own_chance: bool,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<usize>,
) -> PyResult<(Bound<'py, PyAny>, Vec<String>)> {
    let all: Vec<&Simulation> = simulations.iter().map(|(_, simulation)| simulation.get()).collect();
    let Some(first) = all.first() else { return Err(wrong("question", "at least one is needed")) };
    let data = first.correspondences.data;
    if all.iter().any(|other| other.correspondences.data.digest() != data.digest()) {
        return Err(wrong("question", "all cells need the same correspondences, and the questions have others"));
    }
    let axis = |(name, levels): Over| {
        let axis: GridAxis = name.parse().map_err(|problem| wrong("over", problem))?;
        match levels {
            Some(levels) if levels.is_empty() => {
                Err(wrong("over", format!("{name} has no levels; None stands for all")))
            }
            levels => Ok(GridAxis { levels: levels.unwrap_or_default(), ..axis }),
        }
    };
    let axes = over.into_iter().map(axis).collect::<PyResult<Vec<_>>>()?;
    let named = simulations.iter().zip(&all).map(|((name, _), it)| (name.clone(), it.plan.clone())).collect();
    let GridCells { cells, left_out, .. } = GridCells::of(named, &axes, own_chance, data)
        .map_err(|problem| if problem.is_of_factor() { wrong("over", problem) } else { error(problem) })?;
    let watch =
        Simulation::watch_over(&all, cells.iter().map(|cell| cell.plan.range.end - cell.plan.range.start).sum());
    let (workers, done) = (watch.workers(threads.unwrap_or(first.threads)), watch.counter());
    let grid = py.detach(|| waited(watch, || Grid::play(&cells, data, workers, |readings| done.add(readings))))?;
    Ok((plain(py, &grid)?, left_out))
}

/// Plays until the share of Yes is known to so many percentage points, as `enochian simulate --until` does.
#[pyfunction]
pub(crate) fn until<'py>(
    py: Python<'py>,
    simulation: &Bound<'py, Simulation>,
    points: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let Simulation { plan, correspondences, threads, .. } = simulation.get();
    let width = FixedWidth::new(points / 100.0).ok_or_else(|| {
        wrong("points", format!("{points} percentage points are no width; it is more than 0 and less than 50"))
    })?;
    if plan.range.start > 0 {
        return Err(wrong("simulation", "this plays from the first reading; give the most readings as one number"));
    }
    let watch = Simulation::watch_over(&[simulation.get()], plan.range.end);
    let (workers, done) = (watch.workers(*threads), watch.counter());
    let progress = |readings: u64, _: f64| done.add(readings);
    let found =
        py.detach(|| waited(watch, || UntilResult::play(plan, width, correspondences.data, workers, progress)))?;
    plain(py, &found)
}

/// What recurs in a person's readings, as `enochian journal stats --recurring` prints it.
#[pyfunction]
pub(crate) fn recurring<'py>(
    py: Python<'py>,
    folder: PathBuf,
    querent: Option<&str>,
    data: Option<PyRef<'py, Correspondences>>,
) -> PyResult<Bound<'py, PyAny>> {
    let correspondences = Correspondences::or_embedded(data.as_deref()).data;
    plain(py, &Recurring::of(&counted(py, &folder, querent, correspondences)?, correspondences))
}

/// Statistics of journals, as `enochian journal stats` prints them.
#[pyfunction]
pub(crate) fn statistics<'py>(
    py: Python<'py>,
    folder: PathBuf,
    querent: Option<&str>,
    data: Option<PyRef<'py, Correspondences>>,
) -> PyResult<Bound<'py, PyAny>> {
    let correspondences = Correspondences::or_embedded(data.as_deref()).data;
    let counted = counted(py, &folder, querent, correspondences)?;
    let found = py.detach(|| {
        let mut counter = StatisticsCounter::new(correspondences);
        counted.iter().for_each(|one| counter.count(one));
        counter.finish()
    });
    plain(py, &found)
}

/// The journals of a folder that count, of copies one.
fn counted(
    py: Python<'_>,
    folder: &Path,
    querent: Option<&str>,
    correspondences: &enochian::correspondences::Correspondences,
) -> PyResult<Vec<CountedRecord>> {
    py.detach(|| {
        let listed = journal::list(folder, correspondences, &|_, _| {});
        let listed = listed.map_err(|found| unlisted(folder, &found))?;
        let (entries, _) = journal::set_copies_aside(listed);
        let asked = entries.iter().filter_map(|entry| entry.metadata.as_deref().ok());
        let asked = asked.filter(|it| querent.is_none_or(|name| it.querent.as_deref() == Some(name)));
        Ok(journal::countable(asked))
    })
}
