//! `Correspondences`: what squares and pieces stand for, with the keys of `enochian meaning --json`.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use enochian::correspondences::Layer;
use enochian::input::ParseError;
use enochian::interpretation::About;
use enochian::lookup::{SquareLookup, SquareRequest, piece_page};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::arguments::{named, wrong};
use crate::convert::result;
use crate::errors::diagnostics;
use crate::names;

/// The correspondences: those of the package, or those of a folder with edited copies of the files in ``data/``.
///
/// >>> import enochian
/// >>> data = enochian.Correspondences()
/// >>> f5 = data.square("Air", "f5", piece="knight of Water", querent="Air")
/// >>> f5.force, f5.trump, f5.house.number, f5.piece.god, f5.meaning.strength.word
/// ('Capricorn', 'XV The Devil', 10, 'Sebek', 'strong')
/// >>> data
/// <enochian.Correspondences of the package>
#[pyclass(module = "enochian", frozen)]
#[derive(Clone, Copy)]
pub(crate) struct Correspondences {
    /// For as long as the process: people read a folder once.
    pub(crate) data: &'static enochian::correspondences::Correspondences,
    own: bool,
}

impl Correspondences {
    pub(crate) fn or_embedded(given: Option<&Correspondences>) -> Correspondences {
        given
            .copied()
            .unwrap_or(Correspondences { data: enochian::correspondences::Correspondences::embedded(), own: false })
    }

    /// What was read, kept for as long as the process; the same data are kept once.
    fn kept(read: enochian::correspondences::Correspondences) -> Correspondences {
        static KEPT: Mutex<Option<HashMap<String, &'static enochian::correspondences::Correspondences>>> =
            Mutex::new(None);
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let data =
            kept.get_or_insert_default().entry(read.digest().to_owned()).or_insert_with(|| Box::leak(Box::new(read)));
        Correspondences { data, own: true }
    }

    /// A function that makes something with these data where it is unpickled: `class.name`, with ``data``.
    pub(crate) fn unpickler<'py>(self, class: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let made = class.getattr(name)?;
        if !self.own {
            return Ok(made);
        }
        let keywords = PyDict::new(class.py());
        keywords.set_item("data", self)?;
        class.py().import("functools")?.getattr("partial")?.call((made,), Some(&keywords))
    }
}

#[pymethods]
impl Correspondences {
    #[new]
    #[pyo3(signature = (folder = None))]
    fn new(folder: Option<PathBuf>) -> PyResult<Correspondences> {
        let Some(folder) = folder else { return Ok(Correspondences::or_embedded(None)) };
        let read =
            enochian::correspondences::Correspondences::from_dir(&folder).map_err(|found| diagnostics(&found))?;
        Ok(Correspondences::kept(read))
    }

    /// The digest of all files of data, which journals and tables name.
    #[getter]
    fn digest(&self) -> &'static str {
        self.data.digest()
    }

    /// What a square of a board stands for (:class:`enochian.results.Square`), as ``enochian meaning f5 --board air --json`` prints it.
    ///
    /// With ``piece`` (``"knight of Water"`` or ``"wN"``) it also has ``piece`` and ``meaning``, what the piece means there, for a
    /// querent of the army ``querent``, if that is known. ``about`` is what pieces stand for: ``person``, ``happening`` (the
    /// default) or ``both``. ``layers`` adds some of ``letters``, ``tablets``, ``sphinx`` and ``oracle``.
    ///
    /// >>> import enochian
    /// >>> enochian.Correspondences().square("Air", "f5").phrase
    /// 'the earthy part of the fiery part of the watery part of Air'
    /// >>> enochian.Correspondences().square("Water", "f7", layers=["sphinx"]).layers[0].says
    /// 'two eagle, one man, one bull'
    #[pyo3(signature = (board, square, *, piece = None, querent = None, about = None, layers = Vec::new()))]
    #[allow(clippy::too_many_arguments, reason = "most are keywords")]
    fn square<'py>(
        &self,
        py: Python<'py>,
        board: &str,
        square: &str,
        piece: Option<&str>,
        querent: Option<&str>,
        about: Option<&str>,
        layers: Vec<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (board, square) = (names::board(board)?, names::square(square)?);
        let piece = piece.map(names::piece).transpose()?;
        let querent = querent.map(|name| names::army("querent", name)).transpose()?;
        let about = about.map_or(Ok(About::Happening), self::about)?;
        let known_layers = Layer::ALL.map(|layer| (layer.name(), layer));
        let layers = layers.iter().map(|name| named("layers", name, &known_layers)).collect::<PyResult<Vec<_>>>()?;
        let asked = SquareRequest { piece, querent, about: Some(about), layers };
        result(py, "Square", &SquareLookup::of(board, square, &asked, self.data))
    }

    /// What a piece stands for (:class:`enochian.results.Page`), as ``enochian meaning pieces --json`` prints it.
    ///
    /// The piece is ``"knight of Water"``, ``"pawn of rook of Water"``, or as in positions ``"wN"`` and ``"wr"``. The planet of a
    /// king depends on the querent's army.
    ///
    /// >>> import enochian
    /// >>> knight = enochian.Correspondences().piece("knight of Water")
    /// >>> knight.title, knight.what, knight.rows["God-form"], knight.rows["Planet"], knight.rows["Its pawn"]
    /// ('Knight of Water', 'wN', 'Sebek', 'Mars', 'Kabexnuv, hawk (wn)')
    /// >>> enochian.Correspondences().piece("king of Air", querent="Fire").rows["Planet"]
    /// 'Uranus'
    #[pyo3(signature = (piece, *, querent = None))]
    fn piece<'py>(&self, py: Python<'py>, piece: &str, querent: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let (piece, querent) = (names::piece(piece)?, querent.map(|name| names::army("querent", name)).transpose()?);
        result(py, "Page", &piece_page(piece, querent, self.data, &self.data.namings()[0]))
    }

    /// The correspondences with these texts of files, by their names, such as ``"dice.toml"``.
    ///
    /// >>> import enochian
    /// >>> enochian.Correspondences.from_texts({"dice.toml": ""})
    /// Traceback (most recent call last):
    ///     ...
    /// enochian.FileError: elements.toml:1: ...
    #[staticmethod]
    fn from_texts(texts: BTreeMap<String, String>) -> PyResult<Correspondences> {
        let read = enochian::correspondences::Correspondences::from_texts(&texts);
        read.map(Correspondences::kept).map_err(|found| diagnostics(&found))
    }

    /// So that it can be sent to another process, with the texts of its files.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class = py.get_type::<Correspondences>().into_any();
        Ok(match self.own {
            true => (class.getattr("from_texts")?, (self.data.own_texts(),).into_pyobject(py)?),
            false => (class, PyTuple::empty(py)),
        })
    }

    fn __repr__(&self) -> String {
        let whence = if self.own { self.data.digest() } else { "of the package" };
        format!("<enochian.Correspondences {whence}>")
    }
}

/// What pieces stand for.
fn about(name: &str) -> PyResult<About> {
    name.parse().map_err(|expected: ParseError| wrong("about", format!("there is no {name:?}; expected {expected}")))
}
