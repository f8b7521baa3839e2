//! Values of the library as plain Python values.

use pyo3::prelude::*;
use serde::Serialize;

use crate::errors::error;

/// Anything that the program prints as JSON, as dicts, lists, numbers and texts with the same keys.
pub(crate) fn plain<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let json = serde_json::to_string(value).map_err(error)?;
    py.import("json")?.call_method1("loads", (json,))
}

/// The same as a class of `enochian.results`, or a list of it.
pub(crate) fn result<'py>(py: Python<'py>, class: &str, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let json = serde_json::to_string(value).map_err(error)?;
    py.import("enochian.results")?.call_method1("_read", (class, json))
}

/// The `repr` of a text.
pub(crate) fn repr(py: Python<'_>, text: &str) -> PyResult<String> {
    Ok(text.into_pyobject(py)?.repr()?.to_string())
}
