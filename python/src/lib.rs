//! The Python package `enochian`. Each class and function stands in the module of its name; `enochian/__init__.pyi` is the same
//! for type checkers.

mod analysis;
mod arguments;
mod batches;
mod board;
mod convert;
mod correspondences;
mod environment;
mod errors;
mod game;
mod journal;
mod kept_record;
mod names;
mod policy;
mod question;
mod reading;
mod shared;
mod simulation;
mod tables;
mod watch;

#[pyo3::pymodule]
mod _enochian {
    #[pymodule_export]
    use crate::analysis::{grid, recurring, statistics, table_of, until};
    #[pymodule_export]
    use crate::batches::{Batch, Batches};
    #[pymodule_export]
    use crate::board::{Board, Move};
    #[pymodule_export]
    use crate::correspondences::Correspondences;
    #[pymodule_export]
    use crate::environment::{ReadingBatch, ReadingState};
    #[pymodule_export]
    use crate::errors::{Error, FileError, IllegalMoveError, InvalidMoveError};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::journal::journals;
    #[pymodule_export]
    use crate::kept_record::SharedRecord;
    #[pymodule_export]
    use crate::question::Question;
    #[pymodule_export]
    use crate::reading::Reading;
    #[pymodule_export]
    use crate::simulation::{Simulation, merge, reading_seed, resume, simulate, verify};
    #[pymodule_export]
    use crate::tables::{Table, journal_table};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        py.get_type::<Error>().setattr("help", py.None())
    }
}
