//! The calls of the system by which files change. Tests let each of them fail, and cut the power before and after it (`trial.rs`).

use std::fs::File;
use std::io;
use std::path::Path;

/// A call by which files change, or by which a change is made safe.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(all(test, unix)), allow(dead_code, reason = "only tests look at it"))]
pub(super) enum Call<'c> {
    /// A file or a folder gets a name that was free.
    Enter(&'c Path),
    /// A file is moved, within a folder or to another; it replaces a file that has the name.
    Move(&'c Path, &'c Path),
    /// A name is removed.
    Leave(&'c Path),
    /// Bytes are written at the end of a file.
    Write(&'c File, &'c [u8]),
    /// A file is shortened.
    Cut(&'c File, u64),
    /// A file gets an owner or permissions.
    Permit,
    /// What was written into a file becomes safe from a power cut.
    Sync(&'c File),
    /// The names in a folder become safe from a power cut.
    SyncFolder(&'c Path),
}

impl Call<'_> {
    /// Makes the call.
    pub(super) fn make<T>(self, make: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        #[cfg(all(test, unix))]
        super::trial::before(self)?;
        let made = make()?;
        #[cfg(all(test, unix))]
        super::trial::after(self);
        Ok(made)
    }
}
