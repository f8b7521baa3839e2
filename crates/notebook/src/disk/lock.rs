//! Lock files: one writer at a time. A lock file beside the file names the process that has the lock.
//!
//! If the file system supports locks, the lock file is locked, and the lock of a dead process is released at once. If
//! not, the existence of the lock file is the lock, and its text tells whether the process is still alive.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use crate::input::safe_path;

use super::lock_holder::{LockHolder, this_process};
use super::{DiskError, OURS, folder_of, is_in_use, short_digest};

/// A lock on a file against other processes of this program, released when it is dropped.
#[derive(Debug)]
pub struct FileLock {
    /// The lock file.
    path: PathBuf,
    /// It, open for as long as the lock is held.
    file: Option<File>,
    locked: bool,
}

/// Why a file could not be locked.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process has the lock, and did not release it in time.
    #[error("{}", match holder { Some(holder) => holder.to_string(), None => "another process".to_owned() })]
    Taken {
        /// That process, if it is known.
        holder: Option<LockHolder>,
        /// The lock file to remove, if that process may be dead but only a person can find out.
        doubtful: Option<PathBuf>,
    },
    /// The lock file cannot be created.
    #[error(transparent)]
    Disk(#[from] DiskError),
}

/// The result of an attempt to lock.
enum Attempt {
    Locked(File, bool),
    /// Another process has the lock: which one, and whether only a person can know that it is dead.
    Taken(Option<LockHolder>, bool),
}

/// How long a lock file may be empty, or being removed by another process: both take only a moment.
const MOMENT: Duration = Duration::from_secs(10);

/// Tries to lock a file.
type TryLock = fn(&File) -> Result<(), TryLockError>;

impl FileLock {
    /// Locks a file for a purpose, waiting as long as `patience`.
    ///
    /// # Errors
    /// If another process has the lock all that time, or no lock file can be created in the folder.
    pub fn take(file: &Path, purpose: &str, patience: Duration) -> Result<FileLock, LockError> {
        // A page has the only program of its notebook, and its system has no locks.
        FileLock::take_with(file, purpose, patience, if cfg!(target_os = "wasi") { |_| Ok(()) } else { File::try_lock })
    }

    fn take_with(file: &Path, purpose: &str, patience: Duration, try_lock: TryLock) -> Result<FileLock, LockError> {
        let path = lock_file(file, purpose);
        let disk_error = |error| DiskError::at(file, "locked")(error);
        let begun = Instant::now();
        for attempt in 0.. {
            match attempt_at(&path, try_lock).map_err(disk_error)? {
                Attempt::Locked(file, locked) => {
                    let mut lock = FileLock { path, file: Some(file), locked };
                    lock.write_holder().map_err(disk_error)?;
                    return Ok(lock);
                }
                Attempt::Taken(holder, doubtful) if begun.elapsed() >= patience => {
                    return Err(LockError::Taken { holder, doubtful: doubtful.then_some(path) });
                }
                // Processes should not all retry at the same time.
                Attempt::Taken(..) => sleep(Duration::from_millis(2 + (attempt * 7 + u64::from(this_process())) % 11)),
            }
        }
        unreachable!("the loop only returns")
    }

    /// The process that has locked a file for a purpose, if another one has; nothing is written to find out.
    pub(crate) fn holder(file: &Path, purpose: &str) -> Option<String> {
        let path = lock_file(file, purpose);
        match path.exists().then(|| attempt_at_existing(&path, File::try_lock).ok()).flatten()? {
            Attempt::Locked(..) => None,
            Attempt::Taken(holder, doubtful) => {
                Some(LockError::Taken { holder, doubtful: doubtful.then_some(path) }.to_string())
            }
        }
    }

    /// Whether the file system supports locks; if not, a dead process on another computer cannot be recognised.
    pub(crate) fn is_locked(&self) -> bool {
        self.locked
    }

    /// Writes the process into the lock file.
    fn write_holder(&mut self) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.set_len(0)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(LockHolder::this().text().as_bytes())
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            remove(file, &self.path, self.locked);
        }
    }
}

/// Removes a lock file that this process has locked, by the file system or by its existence, and unlocks it.
fn remove(file: File, path: &Path, locked: bool) {
    if cfg!(windows) {
        // While it is open nobody can remove it, not even this process.
        drop(file);
        let begun = Instant::now();
        // If another has opened it by now, it may lock it and then remove it. Without locks it only looks at it for a moment.
        while fs::remove_file(path).is_err_and(|error| is_in_use(&error)) && !locked && begun.elapsed() < MOMENT {
            sleep(Duration::from_millis(1));
        }
    } else if is_at(&file, path) {
        // Otherwise another process has taken this one for dead, or a person has removed the lock file.
        let _ = fs::remove_file(path);
    }
}

/// The suffix of lock files.
const ENDING: &str = ".lock";

/// Removes the lock file of a dead process, if the file system supports locks.
pub(super) fn sweep(path: &Path) {
    if path.as_os_str().as_encoded_bytes().ends_with(ENDING.as_bytes())
        && let Ok(file) = open(path, false)
        && is_older(&file, MOMENT)
        && file.try_lock().is_ok()
    {
        remove(file, path, true);
    }
}

/// The lock file for a file and a purpose. Its name contains a digest, since the file's own name may be too long.
fn lock_file(file: &Path, purpose: &str) -> PathBuf {
    let short = short_digest(file.file_name().unwrap_or_default().as_encoded_bytes());
    folder_of(file).join(format!("{OURS}{short}.{purpose}{ENDING}"))
}

fn attempt_at(path: &Path, try_lock: TryLock) -> io::Result<Attempt> {
    let attempt = match attempt_at_new(path, try_lock) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => match attempt_at_existing(path, try_lock) {
            // It was that of a dead process, or has been removed meanwhile.
            Ok(taken @ Attempt::Taken(..)) if path.symlink_metadata().is_err() => {
                attempt_at_new(path, try_lock).or(Ok(taken))
            }
            attempt => attempt,
        },
        attempt => attempt,
    };
    match attempt {
        // It is just being removed.
        Err(error) if is_in_use(&error) => Ok(Attempt::Taken(None, false)),
        attempt => attempt,
    }
}

fn attempt_at_new(path: &Path, try_lock: TryLock) -> io::Result<Attempt> {
    let file = open(path, true)?;
    Ok(match try_lock(&file) {
        Ok(()) if is_at(&file, path) => Attempt::Locked(file, true),
        // Another process was faster.
        Ok(()) | Err(TryLockError::WouldBlock) => Attempt::Taken(None, false),
        Err(TryLockError::Error(_)) => Attempt::Locked(file, false),
    })
}

fn attempt_at_existing(path: &Path, try_lock: TryLock) -> io::Result<Attempt> {
    let mut file = match open(path, false) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Attempt::Taken(None, false)),
        Err(error) => return Err(error),
    };
    if !file.metadata()?.is_file() {
        return Err(io::Error::other(format!("{} is not a file; remove it", safe_path(path))));
    }
    let text = text_of(&mut file);
    let holder = text.as_deref().and_then(|text| text.parse::<LockHolder>().ok());
    Ok(match try_lock(&file) {
        Ok(()) if is_at(&file, path) => Attempt::Locked(file, true),
        Ok(()) => Attempt::Taken(None, false),
        Err(TryLockError::WouldBlock) => Attempt::Taken(holder, false),
        Err(TryLockError::Error(_)) => {
            let is_dead = match &holder {
                Some(holder) => holder.is_dead(),
                None => is_older(&file, MOMENT),
            };
            if is_dead {
                clear(path, text)?;
            }
            Attempt::Taken(holder, !is_dead)
        }
    })
}

/// Removes a dead process's lock file without locks, unless another process has it by now.
fn clear(path: &Path, dead: Option<String>) -> io::Result<()> {
    let mut guard = path.as_os_str().to_owned();
    guard.push(".clearing");
    let guard = Path::new(&guard);
    match open(guard, true) {
        Ok(_) => {
            let now = open(path, false).ok().and_then(|mut file| text_of(&mut file));
            if now == dead {
                fs::remove_file(path)?;
            }
            fs::remove_file(guard)
        }
        // Another process is removing it, or died while doing so.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            if open(guard, false).is_ok_and(|file| is_older(&file, MOMENT)) {
                let _ = fs::remove_file(guard);
            }
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// Opens a lock file, without following links or waiting. On Windows nobody can remove or rename it while it is open.
fn open(path: &Path, new: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(new);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits();
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags.cast_signed());
    }
    #[cfg(windows)]
    {
        const FILE_SHARE_READ_WRITE: u32 = 3;
        std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, FILE_SHARE_READ_WRITE);
    }
    options.open(path)
}

/// The text of a lock file; `None` if it cannot be read, as on Windows while it is locked.
fn text_of(file: &mut File) -> Option<String> {
    let mut text = String::new();
    file.seek(SeekFrom::Start(0)).ok()?;
    file.take(1024).read_to_string(&mut text).ok()?;
    Some(text)
}

fn is_older(file: &File, age: Duration) -> bool {
    let modified = file.metadata().and_then(|stat| stat.modified());
    modified.is_ok_and(|at| SystemTime::now().duration_since(at).is_ok_and(|since| since > age))
}

/// Whether an open file still has this name.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let number = |stat: &fs::Metadata| (stat.dev(), stat.ino());
        matches!((file.metadata(), path.symlink_metadata()), (Ok(file), Ok(there)) if number(&file) == number(&there))
    }
    // See `open`.
    #[cfg(not(unix))]
    {
        let _ = (file, path);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    const LOCKS: [TryLock; 2] = [File::try_lock, |_| Err(TryLockError::Error(io::ErrorKind::Unsupported.into()))];

    #[test]
    fn of_many_writers_one_writes_at_a_time() {
        for (unlocked, try_lock) in LOCKS.into_iter().enumerate() {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("journal.md");
            let (inside, written) = (AtomicUsize::new(0), AtomicUsize::new(0));
            thread::scope(|scope| {
                for _ in 0..16 {
                    scope.spawn(|| {
                        for _ in 0..20 {
                            let lock = FileLock::take_with(&file, "write", Duration::from_secs(60), try_lock).unwrap();
                            assert_eq!(lock.is_locked(), unlocked == 0);
                            assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                            thread::yield_now();
                            inside.fetch_sub(1, Ordering::SeqCst);
                            written.fetch_add(1, Ordering::SeqCst);
                        }
                    });
                }
            });
            assert_eq!(written.into_inner(), 320);
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }

    /// Or two would hold the lock: one in the file that was there, one in a new file of that name.
    #[test]
    fn a_lock_file_that_has_lost_its_name_is_no_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let old = open(&path, true).unwrap();
        // Since Windows 10 the name of a file that is removed is free at once too.
        let is_renamed = fs::rename(&path, folder.path().join("removed")).is_ok();
        assert_ne!(is_renamed, cfg!(windows), "on Windows the name cannot be lost");
        if is_renamed {
            let new = open(&path, true).unwrap();
            assert!(is_at(&new, &path) && !is_at(&old, &path));
        }
    }

    #[test]
    fn an_error_names_the_process_that_has_the_lock() {
        for (unlocked, try_lock) in LOCKS.into_iter().enumerate() {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("journal.md");
            let _lock = FileLock::take_with(&file, "write", Duration::ZERO, try_lock).unwrap();
            let error = FileLock::take_with(&file, "write", Duration::from_millis(30), try_lock).unwrap_err();
            assert!(error.to_string().starts_with(&format!("process {}", std::process::id())), "{error}");
            let LockError::Taken { doubtful, .. } = error else { panic!("{error}") };
            assert_eq!(doubtful.is_some(), unlocked == 1);
            // It is free for another purpose, and for another file.
            FileLock::take_with(&file, "open", Duration::ZERO, try_lock).unwrap();
            FileLock::take_with(&folder.path().join("other.md"), "write", Duration::ZERO, try_lock).unwrap();
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_lock_of_a_dead_holder_is_taken_over_and_that_of_a_live_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("journal.md");
        let lock = lock_file(&file, "write");
        let mut dead = LockHolder::this();
        dead.started = 1;
        let mut elsewhere = dead.clone();
        elsewhere.machine = "elsewhere".into();
        let patience = Duration::from_millis(100);
        for (unlocked, try_lock) in LOCKS.into_iter().enumerate() {
            fs::write(&lock, dead.text()).unwrap();
            drop(FileLock::take_with(&file, "write", patience, try_lock).unwrap());
            assert!(!lock.exists());
            fs::write(&lock, elsewhere.text()).unwrap();
            assert_eq!(FileLock::take_with(&file, "write", patience, try_lock).is_ok(), unlocked == 0);
            // A process that died before it could write its number.
            let empty = File::create(&lock).unwrap();
            assert_eq!(FileLock::take_with(&file, "write", patience, try_lock).is_ok(), unlocked == 0);
            if unlocked == 1 {
                empty.set_modified(SystemTime::now() - 2 * MOMENT).unwrap();
                drop(FileLock::take_with(&file, "write", patience, try_lock).unwrap());
            }
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_its_place_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let [file, precious] = ["journal.md", "precious"].map(|name| folder.path().join(name));
        fs::write(&precious, "kept").unwrap();
        std::os::unix::fs::symlink("precious", lock_file(&file, "write")).unwrap();
        let error = FileLock::take(&file, "write", Duration::ZERO).unwrap_err().to_string();
        assert!(error.contains("journal.md could not be locked"), "{error}");
        assert_eq!(fs::read_to_string(precious).unwrap(), "kept");
    }
}
