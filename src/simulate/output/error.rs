//! What can go wrong with tables on disk.

use std::io;
use std::ops::Range;
use std::path::PathBuf;

use arrow_schema::ArrowError;
use parquet::errors::ParquetError;

use crate::input::{Diagnostics, quoted, reason, safe_path};

use super::super::MergeError;

/// Why tables could not be written, or gone on with, or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// A level or format that there is not, and those that there are.
    #[error("{} is none of {}", quoted(.0), .1)]
    Unknown(String, String),
    /// Lists were wanted in CSV.
    #[error("a table of commas has no lists")]
    NoLists,
    /// Parquet was wanted as a stream.
    #[error("a file of Parquet cannot be read before it is whole, so it needs a folder")]
    NoStream,
    /// Something stands where the folder was to be made.
    #[error("{} is already there and is not an empty folder, so it was left as it is", safe_path(.0))]
    Taken(PathBuf),
    /// The folder could not be made, or not begun.
    #[error("{} could not be made, or nothing can be written in it: {}", safe_path(.0), reason(.1))]
    NoFolder(PathBuf, io::Error),
    /// The folder holds no manifest.
    #[error("{} holds no simulation: there is no _manifest.json in it", safe_path(.0))]
    NoManifest(PathBuf),
    /// A file was named where a folder is wanted.
    #[error("{} is a file, and no folder", safe_path(.0))]
    NotFolder(PathBuf),
    /// Nothing is played there yet.
    #[error("{} holds no part of its simulation yet", safe_path(.0))]
    Nothing(PathBuf),
    /// The manifest cannot be understood.
    #[error("{}: {}", safe_path(.0), .1)]
    Manifest(PathBuf, String),
    /// The question in the manifest cannot stand.
    #[error(transparent)]
    Question(#[from] Diagnostics),
    /// The run was begun in circumstances that are not given here.
    #[error("{} cannot be gone on with here, for then and now differ in {}", safe_path(.0), .1.join("; "))]
    Otherwise(PathBuf, Vec<String>),
    /// The manifest tells of readings done that are none of those wanted, or not the first of them.
    #[error("the manifest in {} contradicts itself: what is done are not the first of the readings wanted", safe_path(.0))]
    Ranges(PathBuf),
    /// Parts are missing or damaged, each with what is wrong with it.
    #[error("{} has parts that are not as its manifest records them:\n  {}", safe_path(.0), .1.join("\n  "))]
    Damaged(PathBuf, Vec<String>),
    /// A part that was played anew is not what the manifest records of it.
    #[error("{} was played again, and is not what its manifest records", safe_path(.0))]
    Differs(PathBuf),
    /// The run is of an earlier version, whose manifests record no parts; and what is left of it.
    #[error("{} was written by an earlier version, which recorded no sizes and checksums", safe_path(.0))]
    Unrecorded(PathBuf, Range<u64>),
    /// Another process writes there: which, and the lock file to remove should it be dead, where nobody but a person can
    /// know.
    #[error("another run is writing in {}: {}", safe_path(.0), .1)]
    InUse(PathBuf, String, Option<PathBuf>),
    /// The manifest counts readings that cannot be added to those of this run.
    #[error(transparent)]
    NotParts(#[from] MergeError),
    /// Something could not be read or written.
    #[error("{}: {}", safe_path(.0), reason(.1))]
    File(PathBuf, io::Error),
    /// The stream could not be written.
    #[error("the table could not be written")]
    Stream(#[from] io::Error),
    /// A table could not be made or packed.
    #[error("a table could not be made: {0}")]
    Table(String),
}

impl From<ArrowError> for OutputError {
    fn from(error: ArrowError) -> OutputError {
        match error {
            ArrowError::IoError(_, error) => OutputError::Stream(error),
            other => OutputError::Table(other.to_string()),
        }
    }
}

impl From<ParquetError> for OutputError {
    fn from(error: ParquetError) -> OutputError {
        match error {
            ParquetError::External(error) => match error.downcast::<io::Error>() {
                Ok(error) => OutputError::Stream(*error),
                Err(other) => OutputError::Table(other.to_string()),
            },
            other => OutputError::Table(other.to_string()),
        }
    }
}
