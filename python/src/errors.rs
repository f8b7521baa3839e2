//! Exceptions: the library's errors with their messages, and with file and line where there are any.

use enochian::input::{Diagnostics, Help};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::{PyErr, create_exception};
use serde_json::json;

use crate::convert::result;

create_exception!(
    enochian,
    Error,
    PyValueError,
    "What the rules, a file or an argument do not allow: the base of all errors of this package. ``help`` is the way out, where \
     the message does not say it, or None."
);
create_exception!(
    enochian,
    FileError,
    Error,
    "Errors in a file. ``file`` and ``line`` name the place of the first (``line`` is None if the whole file is meant), and \
     ``errors`` is a list of all, each a :class:`enochian.results.Diagnostic`."
);
create_exception!(enochian, InvalidMoveError, Error, "A text that is not a move.");
create_exception!(enochian, IllegalMoveError, Error, "A move, a throw or another act that the rules do not allow now.");

/// Any error of the library as an exception with its message.
pub(crate) fn error(error: impl std::fmt::Display) -> PyErr {
    Error::new_err(error.to_string())
}

/// The errors of files.
pub(crate) fn diagnostics(found: &Diagnostics) -> PyErr {
    let error = FileError::new_err(found.to_string());
    let described = Python::attach(|py| -> PyResult<()> {
        let (errors, value) = (error_list(py, found)?, error.value(py));
        for key in ["file", "line"] {
            value.setattr(key, errors.get_item(0)?.getattr(key)?)?;
        }
        value.setattr("errors", errors)
    });
    // Only memory can be lacking: then that is the error.
    described.err().unwrap_or(error)
}

/// The errors of files, each as a `Diagnostic`.
pub(crate) fn error_list<'py>(py: Python<'py>, found: &Diagnostics) -> PyResult<Bound<'py, PyAny>> {
    let errors = found.files().iter().flat_map(|file| {
        file.errors.iter().map(|error| {
            let line = (error.line > 0).then_some(error.line);
            json!({"file": file.source.name, "line": line, "problem": error.problem, "expected": error.expected})
        })
    });
    result(py, "Diagnostic", &errors.collect::<Vec<_>>())
}

/// An error that knows its way out, as its attribute `help`; or the errors in files that it consists of.
pub(crate) fn helped(error: &impl Help) -> PyErr {
    if let Some(found) = error.diagnostics() {
        return diagnostics(found);
    }
    let raised = self::error(error);
    let described = Python::attach(|py| raised.value(py).setattr("help", error.help()));
    // Only memory can be lacking: then that is the error.
    described.err().unwrap_or(raised)
}

/// Runs the handlers of signals that have come in: Ctrl-C is an error here.
pub(crate) fn interrupted() -> Option<PyErr> {
    Python::attach(|py| py.check_signals()).err()
}

/// Whether an exception is Ctrl-C.
pub(crate) fn is_interrupt(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyKeyboardInterrupt>(py)
}
