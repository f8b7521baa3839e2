//! A part of a run in the manifest: its file with its size and SHA-256, and the digest of its rows.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::ops::Range;
use std::path::{Component, Path};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::input::reason;

use super::TableSpec;

/// A written part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PartFile {
    /// Its file name.
    pub(super) file: String,
    /// Its size in bytes.
    bytes: u64,
    /// The SHA-256 of its content, in hexadecimal.
    sha256: String,
    /// The [`digest`](enochian_tables::digest) of its rows, the same in every format and version.
    rows: String,
}

/// The file name for the readings of a range.
pub(super) fn name(range: &Range<u64>, spec: TableSpec) -> String {
    format!("part-{:012}-{:012}.{}", range.start, range.end, spec.format)
}

impl PartFile {
    /// The part with this content, and with the digest of its rows.
    pub(super) fn of(file: String, content: &[u8], rows: String) -> PartFile {
        PartFile { file, bytes: content.len() as u64, sha256: sha256(content), rows }
    }

    /// Its file name.
    pub(super) fn name(&self) -> &str {
        &self.file
    }

    /// Checks that the file exists and has its size.
    ///
    /// # Errors
    /// The problem as text.
    pub(super) fn check_size(&self, folder: &Path) -> Result<(), String> {
        // The names come from a file that anyone may have written.
        if !Path::new(&self.file).components().all(|part| matches!(part, Component::Normal(_))) {
            return Err("not in this folder".to_owned());
        }
        let found = match folder.join(&self.file).metadata() {
            Err(error) if error.kind() == ErrorKind::NotFound => return Err("missing".to_owned()),
            Err(error) => return Err(unreadable(&error)),
            Ok(found) if !found.is_file() => return Err("not a file".to_owned()),
            Ok(found) => found.len(),
        };
        if found == self.bytes { Ok(()) } else { Err(format!("{found} bytes, not {}", self.bytes)) }
    }

    /// Checks size and content of the file, reading all of it.
    ///
    /// # Errors
    /// The problem as text.
    pub(super) fn check(&self, folder: &Path) -> Result<(), String> {
        self.check_size(folder)?;
        let found = fingerprint(&folder.join(&self.file)).map_err(|error| unreadable(&error))?;
        if found == self.sha256 { Ok(()) } else { Err("changed since it was written".to_owned()) }
    }

    /// What is not as it is recorded when its readings are played again, with the digest of their rows and, if it was made, the
    /// SHA-256 of their file.
    pub(super) fn fault(&self, range: &Range<u64>, rows: &str, file: Option<&str>) -> Option<String> {
        let readings = match range.end - range.start {
            1 => format!("reading {}", range.start),
            _ => format!("readings {} to {}", range.start, range.end - 1),
        };
        let (what, found, recorded) = if rows != self.rows {
            ("are others when they are played again: the SHA-256 of their rows", rows, &self.rows)
        } else {
            let file = file.filter(|file| *file != self.sha256)?;
            ("make another file when they are played again: its SHA-256", file, &self.sha256)
        };
        Some(format!("{}: {readings} {what} is {found}, in the manifest {recorded}", self.file))
    }

    /// The size in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }
}

fn unreadable(error: &io::Error) -> String {
    format!("cannot be read: {}", reason(error))
}

/// The SHA-256 of a content, in hexadecimal.
pub(super) fn sha256(content: &[u8]) -> String {
    digits(Sha256::new_with_prefix(content))
}

/// The SHA-256 of a file, in hexadecimal.
///
/// # Errors
/// If it cannot be read.
fn fingerprint(path: &Path) -> io::Result<String> {
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut sha256 = Sha256::new();
    loop {
        let read = file.fill_buf()?;
        if read.is_empty() {
            return Ok(digits(sha256));
        }
        sha256.update(read);
        let length = read.len();
        file.consume(length);
    }
}

fn digits(sha256: Sha256) -> String {
    sha256.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
