//! The readings of a simulation, and journals, as tables: their columns, how these are encoded as CSV and Parquet, and read back.
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
mod column_builder;
pub mod csv_reader;
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
#[cfg(feature = "parquet")]
pub mod parquet_reader;
mod part_table;
mod reading_batch;
mod row_table;
mod schema;
mod values;

pub use bit_list::Bits;
pub use choices::{DetailLevel, TableCompression, TableFormat, UnknownValue};
pub use column::Column;
pub use column_builder::{ColumnBuilder, UnreadableTable};
pub use csv_writer::CsvWriter;
pub use level_table::LevelTable;
pub use part_table::PartTable;
pub use reading_batch::ReadingBatch;
pub use row_table::RowTable;
pub use schema::{JournalTurn, TurnInReading, of_journals};
pub use values::{Batch, ColumnValues, Field, FieldKind, Values};

// What only the tests need.
#[doc(hidden)]
pub use flags::{columns as flag_columns, fields as flag_fields};
