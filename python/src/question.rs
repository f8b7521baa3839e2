//! `Question`: what is asked, and the setup that follows from it.

use std::path::PathBuf;

use enochian::input::Source;
use enochian::reading::{self, DieThrower, QuestionDraft};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use serde_json::json;

use crate::convert::{repr, result};
use crate::correspondences::Correspondences;
use crate::errors::{diagnostics, error};

/// A question, and everything that it determines before the first throw (RULES 8.1).
///
/// The keywords are the keys of a question file: ``category``, or ``board``, ``angle`` and ``force`` (or ``house``); and
/// ``kind``, ``querent``, ``array``, ``direction``, ``ruleset``, ``procedure``, ``dice``, ``seed`` and the others of questions/README.md.
/// ``data`` are other :class:`Correspondences`.
///
/// >>> import enochian
/// >>> question = enochian.Question("Is my brother happy?", category="brother")
/// >>> question.board, question.angle, question.force, question.ptah
/// ('Water', 'Air', 'Gemini', 'a5')
/// >>> enochian.Question("Will it rain?", category="weathr")
/// Traceback (most recent call last):
///     ...
/// enochian.Error: unknown category "weathr"; expected a name from the catalogue; did you mean nature?
#[pyclass(module = "enochian", frozen)]
#[derive(Clone)]
pub(crate) struct Question {
    pub(crate) draft: QuestionDraft,
    pub(crate) question: reading::Question,
    pub(crate) correspondences: Correspondences,
}

impl Question {
    pub(crate) fn of_source(source: &Source, correspondences: Correspondences) -> PyResult<Question> {
        let draft = QuestionDraft::read(source, correspondences.data).map_err(|found| diagnostics(&found))?;
        Question::of_draft(draft, correspondences)
    }

    pub(crate) fn of_draft(draft: QuestionDraft, correspondences: Correspondences) -> PyResult<Question> {
        let question = draft.resolve(correspondences.data).map_err(|errors| {
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            error(format!("the question is not complete: {}", errors.join("; ")))
        })?;
        Ok(Question { draft, question, correspondences })
    }

    /// A question by keys that stand in no file.
    fn of_toml(text: &str, correspondences: Correspondences) -> PyResult<Question> {
        let draft = QuestionDraft::read(&Source::new("", text), correspondences.data).map_err(|found| {
            let errors = found.files().iter().flat_map(|file| &file.errors);
            error(errors.map(ToString::to_string).collect::<Vec<_>>().join("\n"))
        })?;
        Question::of_draft(draft, correspondences)
    }

    /// The question of a reading that was read from its journal.
    pub(crate) fn of_reading(
        question: &reading::Question,
        die: Option<DieThrower>,
        correspondences: Correspondences,
    ) -> Question {
        let draft = QuestionDraft { die, ..QuestionDraft::from(question) };
        Question { draft, question: question.clone(), correspondences }
    }

    /// A question by its keys, which are those of a file.
    fn of_keys(
        text: Option<&str>,
        keys: Option<&Bound<'_, PyDict>>,
        correspondences: Correspondences,
    ) -> PyResult<Question> {
        Question::of_toml(&toml_of(text, keys, toml::Table::new())?, correspondences)
    }

    /// What a function takes for a question: a question, the path of a file, or the name of a category.
    pub(crate) fn of_any(given: &Bound<'_, PyAny>) -> PyResult<Question> {
        if let Ok(question) = given.cast::<Question>() {
            return Ok(question.get().clone());
        }
        match given.extract::<String>() {
            Ok(name) if !name.ends_with(".toml") => {
                let keys = ["question", "category"].map(|key| (key.to_owned(), toml::Value::from(name.as_str())));
                Question::of_toml(&toml::Table::from_iter(keys).to_string(), Correspondences::or_embedded(None))
            }
            Err(_) if !given.hasattr("__fspath__")? => Err(PyTypeError::new_err(format!(
                "question: {given:?} is not one; expected a Question, the path of a question file, or the name of a category"
            ))),
            _ => Question::read(given.extract()?, None),
        }
    }
}

/// The text of a question file with these keys, over others.
fn toml_of(text: Option<&str>, keys: Option<&Bound<'_, PyDict>>, mut table: toml::Table) -> PyResult<String> {
    table.extend(text.map(|text| ("question".to_owned(), text.into())));
    for (key, value) in keys.into_iter().flatten() {
        let key: String = key.extract()?;
        if value.is_none() {
            table.remove(&key);
            continue;
        }
        let value = value
            .extract::<bool>()
            .map(toml::Value::from)
            .or_else(|_| value.extract::<i64>().map(toml::Value::from))
            .or_else(|_| value.extract::<String>().map(toml::Value::from))
            .or_else(|_| value.extract::<Vec<String>>().map(toml::Value::from))
            .map_err(|_| error(format!("{key} must be a text, a whole number, True, False or a list of texts")))?;
        table.insert(key, value);
    }
    Ok(table.to_string())
}

#[pymethods]
impl Question {
    #[new]
    #[pyo3(signature = (question, *, data = None, **keys))]
    fn new(
        question: &str,
        data: Option<PyRef<'_, Correspondences>>,
        keys: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Question> {
        Question::of_keys(Some(question), keys, Correspondences::or_embedded(data.as_deref()))
    }

    /// Reads a question file.
    ///
    /// >>> import enochian, pathlib, tempfile
    /// >>> path = pathlib.Path(tempfile.mkdtemp(), "brother.toml")
    /// >>> _ = path.write_text('question = "Is my brother happy?"\ncategory = "brother"\n')
    /// >>> enochian.Question.read(path).ptah
    /// 'a5'
    #[staticmethod]
    #[pyo3(signature = (path, *, data = None))]
    fn read(path: PathBuf, data: Option<PyRef<'_, Correspondences>>) -> PyResult<Question> {
        let source = Source::read(&path, Source::TOML_LIMIT).map_err(|found| diagnostics(&found))?;
        Question::of_source(&source, Correspondences::or_embedded(data.as_deref()))
    }

    /// The categories of questions, each with what it chooses (:class:`enochian.results.Category`).
    ///
    /// >>> import enochian
    /// >>> enochian.Question.categories()[0].name
    /// 'beginning'
    #[classmethod]
    #[pyo3(signature = (*, data = None))]
    fn categories<'py>(
        _: &Bound<'py, PyType>,
        py: Python<'py>,
        data: Option<PyRef<'_, Correspondences>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let correspondences = Correspondences::or_embedded(data.as_deref()).data;
        let described = correspondences.categories().iter().map(|it| {
            json!({
                "name": it.name,
                "board": it.board.name(),
                "angle": it.angle.name(),
                "force": it.force.to_string(),
                "kind": it.kind.name(),
                "ptah": correspondences.find(it.board, it.angle, it.force).to_string(),
            })
        });
        result(py, "Category", &described.collect::<Vec<_>>())
    }

    /// The same question with other keys; ``None`` removes one.
    ///
    /// >>> import enochian
    /// >>> question = enochian.Question("Is my brother happy?", category="brother")
    /// >>> question.replace(force="Virgo").ptah
    /// 'd5'
    #[pyo3(signature = (**keys))]
    fn replace(&self, keys: Option<&Bound<'_, PyDict>>) -> PyResult<Question> {
        let table = self.draft.to_toml().parse().map_err(error)?;
        Question::of_toml(&toml_of(None, keys, table)?, self.correspondences)
    }

    /// The question as a question file.
    ///
    /// >>> import enochian
    /// >>> print(enochian.Question("Is my brother happy?", category="brother").to_toml(), end="")
    /// category = "brother or sister"
    /// question = "Is my brother happy?"
    fn to_toml(&self) -> String {
        self.draft.to_toml()
    }

    /// The question in the querent's words.
    #[getter]
    fn text(&self) -> &str {
        &self.question.text
    }

    /// What it asks for: ``whether``, ``who``, ``when`` or ``which``.
    ///
    /// >>> import enochian
    /// >>> enochian.Question("Who slanders me?", category="hidden enemy").kind
    /// 'who'
    #[getter]
    fn kind(&self) -> &'static str {
        self.question.kind.name()
    }

    /// The name of the querent.
    #[getter]
    fn querent(&self) -> &str {
        &self.question.querent
    }

    /// The category, if the question has one.
    #[getter]
    fn category(&self) -> Option<&str> {
        self.question.category.as_deref()
    }

    /// The board, by its element.
    #[getter]
    fn board(&self) -> &'static str {
        self.question.board.name()
    }

    /// The angle within the board.
    #[getter]
    fn angle(&self) -> &'static str {
        self.question.angle.name()
    }

    /// The sign or element that governs it.
    #[getter]
    fn force(&self) -> String {
        self.question.force.to_string()
    }

    /// The square of the Ptah.
    #[getter]
    fn ptah(&self) -> String {
        self.question.ptah.to_string()
    }

    /// The querent's army.
    #[getter]
    fn army(&self) -> &'static str {
        self.question.army().name()
    }

    /// The starting array.
    #[getter]
    fn array(&self) -> String {
        self.question.array.to_string()
    }

    /// The direction of play: ``deosil`` or ``widdershins``.
    #[getter]
    fn direction(&self) -> String {
        self.question.direction.to_string()
    }

    /// The name of the ruleset.
    #[getter]
    fn ruleset(&self) -> &str {
        &self.question.ruleset.name
    }

    /// The name of the procedure, which determines when a reading ends.
    #[getter]
    fn procedure(&self) -> &str {
        &self.question.procedure.name
    }

    /// The name of the dice table.
    #[getter]
    fn dice(&self) -> &str {
        &self.question.dice.name
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let at = &self.question;
        Ok(format!(
            "<enochian.Question {}: the {} board, the angle of {}, the Ptah on {}>",
            repr(py, &at.text)?,
            at.board,
            at.angle,
            at.ptah
        ))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Question>().is_ok_and(|other| self.question == other.get().question)
    }

    /// So that it can be sent to another process.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let class = py.import("enochian")?.getattr("Question")?;
        Ok((self.correspondences.unpickler(&class, "from_toml")?, (self.draft.to_toml(),)))
    }

    /// A question from the text of a question file.
    ///
    /// >>> import enochian
    /// >>> enochian.Question.from_toml('question = "Will it rain?"\ncategory = "brother"').text
    /// 'Will it rain?'
    #[staticmethod]
    #[pyo3(signature = (text, *, data = None))]
    fn from_toml(text: &str, data: Option<PyRef<'_, Correspondences>>) -> PyResult<Question> {
        Question::of_source(&Source::new("question", text), Correspondences::or_embedded(data.as_deref()))
    }
}
