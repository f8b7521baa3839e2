//! The readings of a simulation as tables for other programs: CSV, and with the feature `parquet` Parquet and Arrow.
//!
//! The columns are defined in `schema`, from which the tables, their metadata and `docs/RESEARCH.md` ([`describe`]) are derived. A
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
mod collector;
mod error;
mod manifest;
mod part;
mod replay;
mod run_dir;
mod seal;
mod stream;
mod table_metadata;
mod table_spec;

#[cfg(all(feature = "parquet", feature = "journal"))]
pub(crate) use arrow::record_batches;
#[cfg(feature = "parquet")]
pub use arrow::{batches, schema};
pub use enochian_tables::{DetailLevel, TableCompression, TableFormat, UnknownValue};
pub use error::OutputError;
pub use replay::Replay;
pub use run_dir::{RunDir, RunProgress, VerifiedRun};
#[cfg(feature = "journal")]
pub(crate) use stream::file;
pub use stream::stream;
pub use table_metadata::describe;
#[cfg(feature = "journal")]
pub(crate) use table_metadata::describe_fields;
pub use table_spec::{TableSpec, check_built};
