//! Values of the library as plain Python values, and back.

use enochian::input::nearest;
use pyo3::prelude::*;
use serde::Serialize;

use crate::errors::error;

/// Anything that the program prints as JSON, as dicts, lists, numbers and texts with the same keys.
pub(crate) fn plain<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let json = serde_json::to_string(value).map_err(error)?;
    py.import("json")?.call_method1("loads", (json,))
}

/// The value with one of these names, such as `Air`; case does not matter.
pub(crate) fn named<T: Copy>(what: &str, name: &str, known: &[(&str, T)]) -> PyResult<T> {
    if let Some((_, value)) = known.iter().find(|(known, _)| known.eq_ignore_ascii_case(name.trim())) {
        return Ok(*value);
    }
    let names = known.iter().map(|(name, _)| *name);
    let near = nearest(name, names.clone()).map_or(String::new(), |near| format!(". Did you mean {near:?}?"));
    let names: Vec<&str> = names.collect();
    Err(error(format!("there is no {what} {name:?}; expected one of {}{near}", names.join(", "))))
}

/// The `repr` of a text.
pub(crate) fn repr(py: Python<'_>, text: &str) -> PyResult<String> {
    Ok(text.into_pyobject(py)?.repr()?.to_string())
}

/// A table for a notebook.
pub(crate) fn html_table(title: &str, head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let cells = |kind: &str, texts: &mut dyn Iterator<Item = &str>| {
        let cells: String = texts.map(|text| format!("<{kind}>{}</{kind}>", escape(text))).collect();
        format!("<tr>{cells}</tr>")
    };
    let head = match head {
        [] => String::new(),
        names => format!("<thead>{}</thead>", cells("th", &mut names.iter().copied())),
    };
    let rows: String = rows.into_iter().map(|row| cells("td", &mut row.iter().map(String::as_str))).collect();
    format!("<table><caption>{}</caption>{head}<tbody>{rows}</tbody></table>", escape(title))
}
