//! The batches of a table, played by other threads while they are read.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::{Array, RecordBatch, RecordBatchReader, StructArray};
use arrow_schema::{ArrowError, SchemaRef};
use enochian::simulate::Plan;
use enochian::simulate::output::{DetailLevel, OutputError, batches};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::errors::{error, helped, is_interrupt};
use crate::watch::Watch;

/// An iterator over the batches of a table.
#[pyclass(module = "enochian", frozen)]
pub(crate) struct Batches(Mutex<Option<Run>>, SchemaRef);

/// A run under way, and the batches that came and were not yet read.
struct Run {
    receiver: Receiver<Played>,
    ready: std::vec::IntoIter<RecordBatch>,
    watch: Watch,
}

enum Played {
    /// Some more readings, and their batches.
    Chunk(u64, Vec<RecordBatch>),
    Failed(OutputError),
}

/// Why a run is given up by the thread that plays it.
enum GivenUp {
    /// Nobody reads any more.
    Unwanted,
    Failed(OutputError),
}

impl From<OutputError> for GivenUp {
    fn from(error: OutputError) -> GivenUp {
        GivenUp::Failed(error)
    }
}

/// The chunks that may wait to be read, which limits the memory.
const WAITING: usize = 16;

impl Batches {
    pub(crate) fn start(
        plan: &Plan,
        schema: SchemaRef,
        level: DetailLevel,
        threads: usize,
        watch: Watch,
    ) -> PyResult<Batches> {
        let (sender, receiver) = sync_channel(WAITING);
        let (plan, workers) = (plan.clone(), watch.workers(threads));
        let play = move || {
            let played = batches(
                &plan,
                level,
                workers,
                |_| (),
                |range, batches| {
                    let chunk = Played::Chunk(range.end - range.start, batches);
                    sender.send(chunk).map_err(|_| GivenUp::Unwanted)
                },
            );
            if let Err(GivenUp::Failed(error)) = played {
                // Nobody reads any more: then nobody wants the error.
                let _ = sender.send(Played::Failed(error));
            }
        };
        std::thread::Builder::new().name("enochian".into()).spawn(play).map_err(error)?;
        let run = Run { receiver, ready: vec![].into_iter(), watch };
        Ok(Batches(Mutex::new(Some(run)), schema))
    }

    /// The next batch, with the metadata of the table. Waits without the GIL, which policies may need.
    fn read(&self) -> PyResult<Option<RecordBatch>> {
        let batch = Python::attach(|py| {
            py.detach(|| {
                let mut run = self.0.lock().map_err(error)?;
                let read = run.as_mut().map_or(Ok(None), Run::read);
                if !matches!(read, Ok(Some(_))) {
                    let ended = run.take();
                    // At the end, the last look; after an error, none.
                    if let (Ok(None), Some(Run { watch, .. })) = (&read, ended) {
                        watch.finish()?;
                    }
                }
                read
            })
        })?;
        batch.map(|batch| batch.with_schema(SchemaRef::clone(&self.1)).map_err(error)).transpose()
    }
}

impl Run {
    fn read(&mut self) -> PyResult<Option<RecordBatch>> {
        let mut done = 0;
        loop {
            if let Some(batch) = self.ready.next() {
                return Ok(Some(batch));
            }
            match self.receiver.recv_timeout(Watch::PAUSE) {
                Ok(Played::Chunk(readings, batches)) => {
                    done += readings;
                    self.watch.counter().add(done);
                    done = 0;
                    self.ready = batches.into_iter();
                }
                Ok(Played::Failed(error)) => return Err(helped(&error)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
            self.watch.look()?;
        }
    }
}

#[pymethods]
impl Batches {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self) -> PyResult<Option<Batch>> {
        Ok(self.read()?.map(Batch))
    }
}

/// The same for Arrow's stream, whose readers know no exceptions.
pub(crate) struct BatchStream(pub(crate) Batches);

impl Iterator for BatchStream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.read().map_err(told).transpose()
    }
}

/// An exception as an error of Arrow. After Ctrl-C the interpreter is told again, since the reader raises an error of its own.
fn told(error: PyErr) -> ArrowError {
    Python::attach(|py| {
        if is_interrupt(py, &error) {
            // It fails in no thread that has an interpreter.
            let _ = py.import("_thread").and_then(|thread| thread.call_method0("interrupt_main"));
            return ArrowError::ExternalError("the simulation was interrupted".into());
        }
        ArrowError::ExternalError(error.to_string().into())
    })
}

impl RecordBatchReader for BatchStream {
    fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.0.1)
    }
}

/// Some rows of a table, for libraries that read Arrow.
#[pyclass(module = "enochian", frozen)]
pub(crate) struct Batch(RecordBatch);

#[pymethods]
impl Batch {
    /// The number of rows.
    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    /// The columns, for Arrow's PyCapsule interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.0.schema().as_ref()).map_err(error)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The rows, for Arrow's PyCapsule interface. Another schema is not supported.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        let array = FFI_ArrowArray::new(&StructArray::from(self.0.clone()).to_data());
        Ok((self.__arrow_c_schema__(py)?, PyCapsule::new_with_value(py, array, c"arrow_array")?))
    }

    fn __repr__(&self) -> String {
        format!("<enochian.Batch of {} rows>", self.0.num_rows())
    }
}
