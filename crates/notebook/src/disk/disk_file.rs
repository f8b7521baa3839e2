//! An open file that grows at its end, or is about to be replaced.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use super::lock::{PATIENCE, open_locked};
use super::medium::Call;

/// A file open for appending.
#[derive(Debug)]
pub struct DiskFile(File);

impl From<File> for DiskFile {
    fn from(file: File) -> DiskFile {
        DiskFile(file)
    }
}

impl DiskFile {
    /// Opens an existing file, and locks it against other writers until it is closed.
    ///
    /// # Errors
    /// If it does not exist or may not be written; [`io::ErrorKind::WouldBlock`], if another process has been writing to it for
    /// five seconds.
    pub(crate) fn open(path: &Path) -> io::Result<DiskFile> {
        open_locked(path, OpenOptions::new().read(true).write(true), PATIENCE).map(DiskFile::from)
    }

    /// The same for a file that is to be read by its name and then replaced. On Windows it is waited for, but a locked file could be
    /// neither, so nothing is locked.
    ///
    /// # Errors
    /// As for [`DiskFile::open`].
    pub(crate) fn open_to_replace(path: &Path) -> io::Result<Option<DiskFile>> {
        DiskFile::open(path).map(|file| (!cfg!(windows)).then_some(file))
    }

    /// The file, from its beginning, to be read.
    ///
    /// # Errors
    /// If the disk fails.
    pub(crate) fn content(&self) -> io::Result<&File> {
        let mut file = &self.0;
        file.seek(SeekFrom::Start(0))?;
        Ok(file)
    }

    /// What the system says of the file.
    ///
    /// # Errors
    /// If the disk fails.
    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        self.0.metadata()
    }

    /// Appends to the file, whose length is `end`: everything or nothing. It is on disk when this returns.
    ///
    /// # Errors
    /// If it cannot be written; what was written of it is removed, unless this fails too.
    pub(crate) fn append(&mut self, end: u64, content: &[u8]) -> io::Result<()> {
        let write = || {
            let mut file = &self.0;
            file.seek(SeekFrom::Start(end))?;
            Call::Write(file, content).make(|| file.write_all(content))?;
            self.sync()
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
        Call::Cut(&self.0, length).make(|| self.0.set_len(length))?;
        self.sync()
    }

    fn sync(&self) -> io::Result<()> {
        Call::Sync(&self.0).make(|| self.0.sync_data())
    }
}
