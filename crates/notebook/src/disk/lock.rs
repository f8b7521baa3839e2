//! Locks of the system: of several processes one writes at a time. When a process ends, however that comes about, its locks are
//! free. A file system without locks gives none, and everything goes on without.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::OURS;

/// How long a file is waited for that another process is writing.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// Opens a file, and locks it until it is closed. It is waited for as long as `patience`.
///
/// # Errors
/// If it cannot be opened; [`io::ErrorKind::WouldBlock`], if others have it locked all that time.
pub(super) fn open_locked(path: &Path, options: &OpenOptions, patience: Duration) -> io::Result<File> {
    let begun = Instant::now();
    loop {
        let file = options.open(path)?;
        let is_taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        // While it was waited for, an editor may have put another file in its place.
        if !is_taken && is_at(&file, path) {
            return Ok(file);
        }
        if begun.elapsed() >= patience {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        sleep(Duration::from_millis(2));
    }
}

/// Whether a path leads to an open file.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let number = |stat: &fs::Metadata| (stat.dev(), stat.ino());
        matches!((file.metadata(), fs::metadata(path)), (Ok(file), Ok(there)) if number(&file) == number(&there))
    }
    #[cfg(not(unix))]
    {
        let _ = (file, path);
        true
    }
}

/// A place in a folder that one process at a time has, until this is dropped. A hidden file stands for it.
#[derive(Debug)]
pub struct HeldPlace {
    path: PathBuf,
    _file: File,
}

impl HeldPlace {
    /// Takes the place with this name; `None` if another process has it.
    ///
    /// # Errors
    /// If its file cannot be created in the folder.
    pub fn take(folder: &Path, name: &str) -> io::Result<Option<HeldPlace>> {
        // Who had it may just be removing the file.
        const MOMENT: Duration = Duration::from_millis(100);
        let path = folder.join(format!("{OURS}{name}.lock"));
        match open_locked(&path, OpenOptions::new().read(true).write(true).create(true).truncate(false), MOMENT) {
            Ok(file) => Ok(Some(HeldPlace { path, _file: file })),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl Drop for HeldPlace {
    fn drop(&mut self) {
        // On Windows it stays: nobody there can tell whether a file that was waited for still has its name.
        if !cfg!(windows) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::DiskFile;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    #[test]
    fn of_many_writers_one_writes_at_a_time_even_when_the_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.md");
        fs::write(&path, "").unwrap();
        let is_inside = AtomicBool::new(false);
        thread::scope(|scope| {
            for writer in 0..8 {
                let (path, is_inside) = (&path, &is_inside);
                scope.spawn(move || {
                    for number in 0..20 {
                        let mut file = DiskFile::open(path).unwrap();
                        assert!(!is_inside.swap(true, Ordering::SeqCst));
                        let end = file.metadata().unwrap().len();
                        file.append(end, format!("{writer}-{number}\n").as_bytes()).unwrap();
                        is_inside.store(false, Ordering::SeqCst);
                        if number == 10 && cfg!(unix) {
                            // Whoever waits for the old file has to wait for the new one.
                            let beside = path.with_extension("beside");
                            fs::copy(path, &beside).unwrap();
                            fs::rename(beside, path).unwrap();
                        }
                    }
                });
            }
        });
        let text = fs::read_to_string(path).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), 8 * 20);
    }

    #[test]
    fn a_file_that_another_writes_is_waited_for_in_vain() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.md");
        fs::write(&path, "").unwrap();
        let options = OpenOptions::new().read(true).write(true).clone();
        let held = open_locked(&path, &options, Duration::ZERO).unwrap();
        let error = open_locked(&path, &options, Duration::from_millis(30)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        drop(held);
        open_locked(&path, &options, Duration::ZERO).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(open_locked(&path, &options, Duration::ZERO).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn one_has_a_place_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        // What a killed process left is no lock.
        fs::write(folder.path().join(".enochian-table.lock"), "").unwrap();
        let held = HeldPlace::take(folder.path(), "table").unwrap().unwrap();
        assert!(HeldPlace::take(folder.path(), "table").unwrap().is_none());
        assert!(HeldPlace::take(folder.path(), "run").unwrap().is_some());
        drop(held);
        assert!(HeldPlace::take(folder.path(), "table").unwrap().is_some());
        assert!(cfg!(windows) || fs::read_dir(folder.path()).unwrap().count() == 0);
        assert!(HeldPlace::take(&folder.path().join("gone"), "table").is_err());
    }
}
