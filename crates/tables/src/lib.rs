//! The readings of a simulation, and journals, as tables: their columns, and how these become CSV and Parquet.
//!
//! It is a crate of its own since it is as busy as the simulation itself, and needs the optimiser like
//! [`enochian_engine`]. `enochian::simulate::output` writes the files.

mod choices;
mod column;
mod csv_writer;
mod digest;
mod flags;
mod level_table;
#[cfg(feature = "parquet")]
pub mod parquet;
mod row_table;
mod schema;
mod values;

pub use choices::{DetailLevel, TableCompression, TableFormat, UnknownValue};
pub use column::Column;
pub use csv_writer::CsvWriter;
pub use digest::digest;
pub use level_table::{LevelTable, ReadingBatch};
pub use row_table::RowTable;
pub use schema::{JournalTurn, TurnInReading, of_journals};
pub use values::{Batch, ColumnValues, Field, FieldKind, Values};
