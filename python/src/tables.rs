//! Journals as tables.

use std::path::PathBuf;

use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_schema::SchemaRef;
use enochian::export::JournalTable;
use enochian::input::Diagnostics;
use enochian::journal;
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::correspondences::Correspondences;
use crate::errors::{error, error_list, helped};
use crate::journal::unlisted;

/// Journals as a table, of :func:`turns`, :func:`landings` or :func:`notes`, for other libraries: by the Arrow PyCapsule interface.
///
/// ``pandas.DataFrame.from_arrow(mine)``, ``polars.DataFrame(mine)``, ``pyarrow.table(mine)`` and ``duckdb.sql("from mine")``
/// take it. ``len(mine)`` is the number of rows.
///
/// >>> import enochian, polars, tempfile
/// >>> mine = enochian.notes(tempfile.mkdtemp())
/// >>> polars.DataFrame(mine).columns
/// ['journal', 'reading', 'turn', 'kind', 'taken_back', 'moment', 'proved', 'picture', 'text']
/// >>> len(mine), mine.faults
/// (0, [])
#[pyclass(module = "enochian", frozen)]
pub(crate) struct Table {
    name: &'static str,
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
    errors: Diagnostics,
}

#[pymethods]
impl Table {
    /// What is wrong with the journals that could not be read: a list of :class:`enochian.results.Diagnostic`.
    #[getter]
    fn faults<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        error_list(py, &self.errors)
    }

    /// The number of rows.
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The columns, for Arrow's PyCapsule interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        self.columns(py)
    }

    /// The rows, for Arrow's PyCapsule interface. Another schema is not supported.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        self.stream(py)
    }

    fn __repr__(&self) -> String {
        format!("<enochian.Table of {} {}>", self.__len__(), self.name)
    }
}

impl Table {
    /// A table of one batch.
    pub(crate) fn of(name: &'static str, batch: RecordBatch) -> Table {
        Table { name, schema: batch.schema(), batches: vec![batch], errors: Diagnostics::default() }
    }

    pub(crate) fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref()).map_err(error)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    pub(crate) fn stream<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let batches = self.batches.clone().into_iter().map(Ok);
        let batches = RecordBatchIterator::new(batches, SchemaRef::clone(&self.schema));
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }
}

/// Reads the journals of a folder, the oldest first, of copies one, and warns of those that cannot be read.
#[pyfunction]
pub(crate) fn journal_table(
    py: Python<'_>,
    name: &str,
    folder: PathBuf,
    data: Option<PyRef<'_, Correspondences>>,
) -> PyResult<Table> {
    let table = match name {
        "turns" => JournalTable::turns(),
        "landings" => JournalTable::landings(),
        _ => JournalTable::notes(),
    };
    let correspondences = Correspondences::or_embedded(data.as_deref()).data;
    let name = table.name();
    let (errors, batches) = py.detach(|| {
        let listed = journal::list(&folder, correspondences, &|_, _| {});
        let listed = listed.map_err(|found| unlisted(&folder, &found))?;
        let (mut journals, _) = journal::set_copies_aside(listed);
        journals.reverse();
        let mut tables = [table];
        let errors = JournalTable::fill(&mut tables, &journals, correspondences);
        let [table] = tables;
        PyResult::Ok((errors, table.into_batches().map_err(|error| helped(&error))?))
    })?;
    if !errors.is_empty() {
        let told = std::ffi::CString::new(errors.to_string().replace('\0', "")).map_err(error)?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &told, 3)?;
    }
    let (schema, batches) = batches;
    Ok(Table { name, schema, batches, errors })
}
