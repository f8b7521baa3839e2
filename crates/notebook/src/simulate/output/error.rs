//! Errors of tables on disk.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use crate::input::{Diagnostics, Help, reason, safe_path, write_remedy};

use super::super::MergeError;
use super::{RunDir, TableFormat, UnknownValue};

/// An error when writing, resuming or reading tables.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// An unknown level, format or compression.
    #[error(transparent)]
    Unknown(#[from] UnknownValue),
    /// Lists are not supported in CSV.
    #[error("CSV does not support lists")]
    NoLists,
    /// Compression is not supported in CSV.
    #[error("CSV does not support compression")]
    NoCompression,
    /// The program was built without the feature `parquet`, which this format needs.
    #[error("this program was built without {}; build it with cargo install --path . --features parquet, or use --format csv", .0.title())]
    NotBuilt(TableFormat),
    /// Parquet is not supported as a stream.
    #[error("Parquet cannot be written as a stream; it needs a folder")]
    NoStream,
    /// A seed or the number of a reading is greater than tables can hold: what it is, and the number.
    #[error("{0} {1} is too large for a table; the greatest is {max}", max = i64::MAX)]
    TooLarge(&'static str, u64),
    /// The path for a new folder is taken.
    #[error("{} already exists and is not an empty folder", safe_path(.0))]
    Taken(PathBuf),
    /// The folder could not be created or written to.
    #[error("cannot create {} or write to it: {}", safe_path(.0), reason(.1))]
    NoFolder(PathBuf, io::Error),
    /// The folder has no manifest.
    #[error("{} is not a simulation: it has no _manifest.json", safe_path(.0))]
    NoManifest(PathBuf),
    /// The path is a file, not a folder.
    #[error("{} is a file, not a folder", safe_path(.0))]
    NotFolder(PathBuf),
    /// The simulation has no readings yet.
    #[error("{} has no readings yet", safe_path(.0))]
    Nothing(PathBuf),
    /// The manifest is invalid.
    #[error("{}: {}", safe_path(.0), .1)]
    Manifest(PathBuf, String),
    /// The question in the manifest is invalid.
    #[error(transparent)]
    Question(#[from] Diagnostics),
    /// The data, program or question have changed since the run was started.
    #[error("{} cannot be resumed: these changed since it was started: {}", safe_path(.0), .1.join("; "))]
    Changed(PathBuf, Vec<String>),
    /// The readings done are not the first of those requested.
    #[error("the manifest in {} is inconsistent: the readings in `done` are not the first of those requested", safe_path(.0))]
    Ranges(PathBuf),
    /// Parts are missing or damaged, each with its error.
    #[error("parts listed in the manifest of {} are missing or damaged:\n  {}", safe_path(.0), .1.join("\n  "))]
    Damaged(PathBuf, Vec<String>),
    /// The manifest does not agree with the parts, or these with the readings when they are played again; with all that differs.
    #[error("{} was changed since it was written:\n  {}", safe_path(.0), .1.join("\n  "))]
    Contradicted(PathBuf, Vec<String>),
    /// A part that was played again differs from the manifest.
    #[error("{} was played again, but differs from its record in the manifest", safe_path(.0))]
    Differs(PathBuf),
    /// Another process is writing there.
    #[error("another run is writing to {}", safe_path(.0))]
    InUse(PathBuf),
    /// The counts of the manifest cannot be merged with those of this run.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// A file could not be read or written.
    #[error("{}: {}", safe_path(.0), reason(.1))]
    File(PathBuf, io::Error),
    /// The stream could not be written.
    #[error("cannot write the table")]
    Stream(#[from] io::Error),
    /// A table could not be built or encoded.
    #[error("cannot build the table: {0}")]
    Table(String),
}

impl Help for OutputError {
    fn diagnostics(&self) -> Option<&Diagnostics> {
        if let OutputError::Question(errors) = self { Some(errors) } else { None }
    }

    fn help(&self) -> Option<String> {
        Some(match self {
            OutputError::NoLists if cfg!(not(feature = "parquet")) => {
                "use --level events for turns as rows; for lists, build the program with --features parquet".into()
            }
            OutputError::NoLists => "use --level events for turns as rows, or --format parquet for lists".into(),
            OutputError::NoCompression => "use --format parquet or arrow, or compress the files afterwards".into(),
            OutputError::NoStream => "use --format arrow or csv, or name a folder for --out".into(),
            OutputError::TooLarge(..) => {
                "choose a smaller --seed, or fewer or lower numbers in --readings; without --out, they may be greater"
                    .into()
            }
            OutputError::Taken(folder) if RunDir::is_resumable(folder) => {
                format!("name a new folder, or resume the run there with: {}", RunDir::resume_command(folder))
            }
            OutputError::Taken(_) => "name a new folder".into(),
            OutputError::NoFolder(..) => {
                "create its parent folder first, allow writing there, or name another folder".into()
            }
            OutputError::NoManifest(_) => "name a folder created with --out".into(),
            OutputError::Manifest(..) | OutputError::Ranges(_) => {
                "it was edited, or written by another version; the parts beside it are not affected".into()
            }
            OutputError::Nothing(folder) => {
                format!("resume the run there with: {}", RunDir::resume_command(folder))
            }
            OutputError::NotFolder(_) => "name a folder created with --out".into(),
            OutputError::Changed(..) => "use the same program and the same --data, or start a new run".into(),
            OutputError::Damaged(folder, _) if !RunDir::is_resumable(folder) => {
                "put them back, or start the run again in a new folder".into()
            }
            OutputError::Damaged(folder, _) => format!("create them again with: {}", RunDir::resume_command(folder)),
            OutputError::Contradicted(..) => {
                "put back the files as they were written, or start the run again in a new folder".into()
            }
            OutputError::Differs(_) => {
                "the manifest or the program was changed; the file was not changed; start the run again in a new folder"
                    .into()
            }
            OutputError::InUse(_) => "wait until it ends, or stop it there with Ctrl-C; then try again".into(),
            OutputError::File(path, error) => match path.parent() {
                Some(folder) if RunDir::is_resumable(folder) => format!(
                    "finished parts are saved; {}, then resume with: {}",
                    write_remedy(error),
                    RunDir::resume_command(folder)
                ),
                _ if error.kind() == ErrorKind::NotFound => {
                    "the folder was removed during the run; start it again in a new folder".into()
                }
                _ => "allow reading and writing there, then try again".into(),
            },
            _ => return None,
        })
    }
}

#[cfg(feature = "parquet")]
impl From<parquet::errors::ParquetError> for OutputError {
    fn from(error: parquet::errors::ParquetError) -> OutputError {
        match error {
            parquet::errors::ParquetError::External(error) => match error.downcast::<io::Error>() {
                Ok(error) => OutputError::Stream(*error),
                Err(other) => OutputError::Table(other.to_string()),
            },
            other => OutputError::Table(other.to_string()),
        }
    }
}
