//! Analyses of simulations and journals: what the program's commands print, as tables.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::Schema;
use enochian::input::{reason, safe_path};
use enochian::journal;
use enochian::simulate::{Provenance, SimulationComparison, SimulationSummary, TogetherRun};
use enochian::stats::sample_size::to_tell_apart;
use enochian::study::Recurring;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::correspondences::Correspondences;
use crate::errors::error;
use crate::simulation::{Simulation, summary_of};
use crate::tables::Table;

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
    rows: Vec<AnalysisRow>,
    /// The key of the rows.
    key: &'static str,
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
    fn of<R: Serialize>(title: String, found: &impl Serialize, key: &'static str, rows: &[R]) -> PyResult<Analysis> {
        let json = serde_json::to_string(found).map_err(error)?;
        let rows = serde_json::to_string(rows).and_then(|rows| serde_json::from_str(&rows)).map_err(error)?;
        Ok(Analysis { title, json, rows, key })
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
    let text = match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) if number.is_f64() => {
            let number = number.as_f64().unwrap_or_default();
            if number == 0.0 || number.abs() >= 0.001 { format!("{number:.4}") } else { format!("{number:.1e}") }
        }
        Some(other) => other.to_string(),
    };
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
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
        self.data(py)?.get_item(self.key)
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
        let head: String = columns.iter().map(|name| format!("<th>{}</th>", cell(Some(&Value::from(*name))))).collect();
        let row = |row: &AnalysisRow| {
            let cells: String = columns.iter().map(|name| format!("<td>{}</td>", cell(row.get(name)))).collect();
            format!("<tr>{cells}</tr>")
        };
        let rows: String = self.rows.iter().map(row).collect();
        let title = cell(Some(&Value::from(self.title.as_str())));
        format!("<table><caption>{title}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>")
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
/// ``of`` the shares ``one`` and ``other``, with its interval and its p-value; both corrected for the number of rows.
///
/// >>> import enochian
/// >>> here = enochian.simulate("brother", readings=2000)
/// >>> found = enochian.compare(here, enochian.simulate("love", readings=range(2000, 4000)))
/// >>> found.rows[0]["of"], len(found), found.data["same_chance"]
/// ('yes by the Ptah', 10, 0)
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
        let of = |given: &Bound<'_, PyAny>| {
            let simulation = given.cast::<Simulation>();
            let simulation = simulation.map_err(|_| {
                error("paired needs two simulations, since a summary does not say how each of its readings ended")
            })?;
            PyResult::Ok(simulation.get().paired_plan())
        };
        let ((mut first, correspondences), (second, _)) = (of(one)?, of(other)?);
        first.seed = second.seed;
        first.range = second.range.clone();
        let plans = [first, second];
        let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        py.detach(|| {
            // The first is compared with the second.
            let run = TogetherRun::play(&plans, 1, threads.clamp(1, 1024), |_| ());
            let summary = |place: usize| {
                let provenance = Provenance::of(&plans[place], correspondences.data);
                SimulationSummary::of(provenance, run.done.clone(), &run.tallies[place], 0.0)
            };
            SimulationComparison::between(&summary(0), &summary(1), Some(&run.pairs[0]))
        })
    } else {
        let (one, other) = (summary_of(py, one)?, summary_of(py, other)?);
        SimulationComparison::between(&one, &other, None)
    };
    Analysis::of("Differences between two simulations".to_owned(), &found, "differences", &found.differences)
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
    let found = py.detach(|| {
        let listed = journal::list(&folder, None, correspondences, &|_, _| {});
        let listed = listed.map_err(|found| error(format!("{}: {}", safe_path(&folder), reason(&found))))?;
        let (entries, _) = journal::set_copies_aside(listed);
        let asked = entries.iter().filter_map(|entry| entry.metadata.as_deref().ok());
        let asked = asked.filter(|it| querent.is_none_or(|name| it.querent.as_deref() == Some(name)));
        PyResult::Ok(Recurring::of(&journal::countable(asked), correspondences))
    })?;
    Analysis::of(format!("What recurs in {} readings", found.readings), &found, "things", &found.things)
}
