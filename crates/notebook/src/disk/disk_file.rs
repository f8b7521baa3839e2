//! An open file that grows at its end.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use super::DiskError;

/// A file open for appending; none only if it could not be opened again after it was to be replaced.
#[derive(Debug)]
pub struct DiskFile(Option<File>);

impl From<File> for DiskFile {
    fn from(file: File) -> DiskFile {
        DiskFile(Some(file))
    }
}

impl DiskFile {
    /// Opens an existing file.
    ///
    /// # Errors
    /// If it does not exist, or may not be written.
    pub(crate) fn open(path: &Path) -> io::Result<DiskFile> {
        OpenOptions::new().read(true).write(true).open(path).map(DiskFile::from)
    }

    /// What the system says of the file.
    ///
    /// # Errors
    /// If the disk fails.
    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        self.file()?.metadata()
    }

    fn file(&self) -> io::Result<&File> {
        self.0.as_ref().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Replaces its content, as [`super::replace`] does; `path` is its own.
    ///
    /// # Errors
    /// If it cannot be written; it is then unchanged.
    pub(crate) fn replace(&mut self, path: &Path, content: &[u8]) -> Result<(), DiskError> {
        // Windows replaces no file that is open.
        self.0 = None;
        let replaced = super::replace(path, content);
        match replaced {
            Ok(file) => *self = file,
            Err(error) => {
                self.0 = DiskFile::open(path).ok().and_then(|file| file.0);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Appends to the file, whose length is `end`: everything or nothing. It is on disk when this returns.
    ///
    /// # Errors
    /// If it cannot be written; what was written of it is removed, unless this fails too.
    pub(crate) fn append(&mut self, end: u64, content: &[u8]) -> io::Result<()> {
        let write = || {
            let mut file = self.file()?;
            file.seek(SeekFrom::Start(end))?;
            file.write_all(content)?;
            file.sync_data()
        };
        write().inspect_err(|_| {
            let _ = self.cut(end);
        })
    }

    /// Removes what is beyond this length. It is gone from disk when this returns.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file()?.set_len(length)?;
        self.file()?.sync_data()
    }
}
