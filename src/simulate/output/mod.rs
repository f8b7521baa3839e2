//! The readings of a simulation as tables for other programs: CSV, and with the feature `parquet` Parquet and Arrow.
//!
//! The columns are defined in `schema`, from which the tables, their metadata and `docs/DATA.md` ([`describe`]) are derived. A
//! [`RunDir`] contains a run in parts, each a file written atomically, and a manifest, from which an interrupted run is resumed.
//! [`stream()`] writes one table while the readings are played, and `batches()`, with the feature `parquet`, passes on its batches.
//!
//! ```
//! use enochian::correspondences::Correspondences;
//! use enochian::reading::QuestionDraft;
//! use enochian::simulate::Plan;
//! use enochian::simulate::output::{TableFormat, DetailLevel, TableSpec, stream};
//! use enochian::input::Source;
//!
//! let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
//! let question = QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
//! let plan = Plan::new(question, 1, 0..3);
//! let spec = TableSpec::new(DetailLevel::Summary, TableFormat::Csv, None).unwrap();
//! let mut csv = Vec::new();
//! stream(&plan, Correspondences::embedded(), spec, 1, &mut csv, |_| ()).unwrap();
//! let csv = String::from_utf8(csv).unwrap();
//! assert!(csv.starts_with("reading,ptah,ptah_turn,kings,"));
//! assert_eq!(csv.lines().count(), 4);
//! ```

#[cfg(feature = "parquet")]
mod arrow;
mod bit_list;
#[cfg(feature = "parquet")]
mod bit_packing;
#[cfg(feature = "parquet")]
mod bounds;
mod collector;
mod column;
mod csv_writer;
#[cfg(feature = "parquet")]
mod delta;
mod error;
mod flags;
mod level_table;
mod manifest;
#[cfg(feature = "parquet")]
mod page_compressor;
#[cfg(feature = "parquet")]
mod pages;
#[cfg(feature = "parquet")]
mod parquet;
mod part;
mod run_dir;
mod schema;
mod stream;
mod table_compression;
mod table_metadata;
mod table_spec;
mod values;

#[cfg(feature = "parquet")]
pub use arrow::{batches, schema};
pub use error::OutputError;
pub(super) use manifest::put;
pub use part::fingerprint;
pub(super) use part::{PartFile, sha256};
pub(super) use run_dir::lock;
pub use run_dir::{RunDir, RunProgress};
pub use stream::stream;
pub use table_compression::TableCompression;
pub use table_metadata::describe;
pub use table_spec::{DetailLevel, TableFormat, TableSpec};
