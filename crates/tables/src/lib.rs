//! The readings of a simulation as tables: their columns, and how these are encoded as CSV and Parquet.
//!
//! It is a crate of its own since it is as busy as the simulation itself, and needs the optimiser like
//! [`enochian_engine`]. `enochian::simulate::output` writes the files.

mod bit_list;
#[cfg(feature = "parquet")]
mod bit_packing;
#[cfg(feature = "parquet")]
mod bounds;
mod choices;
mod column;
mod csv_writer;
#[cfg(feature = "parquet")]
mod delta;
mod flags;
mod level_table;
#[cfg(feature = "parquet")]
mod page_compressor;
#[cfg(feature = "parquet")]
mod pages;
#[cfg(feature = "parquet")]
pub mod parquet;
mod reading_batch;
mod schema;
mod values;

pub use bit_list::Bits;
pub use choices::{DetailLevel, TableCompression, TableFormat, UnknownValue};
pub use csv_writer::CsvWriter;
pub use level_table::LevelTable;
pub use reading_batch::ReadingBatch;
pub use values::{Batch, ColumnValues, Field, FieldKind, Values};
