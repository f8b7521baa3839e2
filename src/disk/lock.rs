//! Lock files: one writer at a time. A lock file beside the file names the process that has the lock.
//!
//! If the file system supports locks, the lock file is locked, and the lock of a dead process is released at once. If
//! not, the existence of the lock file is the lock, and its text tells whether the process is still alive.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use chrono::DateTime;
use sha2::{Digest, Sha256};

use crate::input::safe_path;

use super::{DiskError, OURS, folder_of};

/// A lock on a file against other processes of this program, released when it is dropped.
#[derive(Debug)]
pub(crate) struct FileLock {
    /// The lock file.
    path: PathBuf,
    file: File,
    holder: LockHolder,
    locked: bool,
}

/// Why a file could not be locked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LockError {
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

/// The process that has a lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LockHolder {
    process: u32,
    /// When the process started, in the system's count; tells it from another with the same number.
    started: u64,
    machine: String,
    /// When it took the lock, in seconds since 1970.
    since: u64,
}

/// Writes `process 1234 on deneb, since 2026-11-21 20:15 UTC`.
impl fmt::Display for LockHolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "process {}", self.process)?;
        if !self.machine.is_empty() {
            write!(f, " on {}", self.machine)?;
        }
        match i64::try_from(self.since).ok().and_then(|since| DateTime::from_timestamp(since, 0)) {
            Some(since) => write!(f, ", since {} UTC", since.format("%Y-%m-%d %H:%M")),
            None => Ok(()),
        }
    }
}

impl LockHolder {
    fn this() -> LockHolder {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let process = std::process::id();
        LockHolder {
            process,
            started: start_of(process).unwrap_or_default(),
            machine: machine(),
            since: since.as_secs(),
        }
    }

    /// Whether the process is known to have ended.
    fn is_dead(&self) -> bool {
        cfg!(target_os = "linux") && self.machine == machine() && start_of(self.process) != Some(self.started)
    }

    fn text(&self) -> String {
        let LockHolder { process, started, machine, since } = self;
        format!("process {process}\nstarted {started}\nsince {since}\nmachine {machine}\n")
    }
}

/// Reads the text of a lock file.
impl FromStr for LockHolder {
    type Err = ();

    fn from_str(text: &str) -> Result<LockHolder, ()> {
        let mut lines = text.lines();
        let mut field = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
        let mut read = || {
            let process = field("process")?.parse().ok()?;
            let started = field("started")?.parse().ok()?;
            let since = field("since")?.parse().ok()?;
            Some(LockHolder { process, started, since, machine: field("machine")?.to_owned() })
        };
        read().ok_or(())
    }
}

/// The start of a process, in ticks since the system started; `None` if there is no such process or it is unknown.
fn start_of(process: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field is the name, in parentheses, and may contain anything; the start is field 22.
    stat.rsplit_once(')')?.1.split_whitespace().nth(19)?.parse().ok()
}

/// The name of this computer.
fn machine() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = String::new();
    name
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
    pub(crate) fn take(file: &Path, purpose: &str, patience: Duration) -> Result<FileLock, LockError> {
        FileLock::take_with(file, purpose, patience, File::try_lock)
    }

    fn take_with(file: &Path, purpose: &str, patience: Duration, try_lock: TryLock) -> Result<FileLock, LockError> {
        let path = lock_file(file, purpose);
        let disk_error = |error| DiskError::at(file, "locked")(error);
        let begun = Instant::now();
        for attempt in 0.. {
            match attempt_at(&path, try_lock).map_err(disk_error)? {
                Attempt::Locked(file, locked) => {
                    let mut lock = FileLock { path, file, holder: LockHolder::this(), locked };
                    lock.write_holder().map_err(disk_error)?;
                    return Ok(lock);
                }
                Attempt::Taken(holder, doubtful) if begun.elapsed() >= patience => {
                    return Err(LockError::Taken { holder, doubtful: doubtful.then_some(path) });
                }
                // Processes should not all retry at the same time.
                Attempt::Taken(..) => {
                    sleep(Duration::from_millis(2 + (attempt * 7 + u64::from(std::process::id())) % 11))
                }
            }
        }
        unreachable!("the loop only returns")
    }

    /// The process that has locked a file for a purpose, if another one has; nothing is written to find out.
    #[cfg(feature = "table")]
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
        self.file.set_len(0)?;
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(self.holder.text().as_bytes())
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Another process may have taken this one for dead, or a person may have removed the lock file.
        if is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
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
        && is_at(&file, path)
    {
        let _ = fs::remove_file(path);
    }
}

/// The lock file for a file and a purpose. Its name contains a digest, since the file's own name may be too long.
fn lock_file(file: &Path, purpose: &str) -> PathBuf {
    let digest = Sha256::digest(file.file_name().unwrap_or_default().as_encoded_bytes());
    let short: String = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    folder_of(file).join(format!("{OURS}{short}.{purpose}{ENDING}"))
}

fn attempt_at(path: &Path, try_lock: TryLock) -> io::Result<Attempt> {
    match attempt_at_new(path, try_lock) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => match attempt_at_existing(path, try_lock)? {
            // It was that of a dead process, or has been removed meanwhile.
            taken @ Attempt::Taken(..) if path.symlink_metadata().is_err() => {
                attempt_at_new(path, try_lock).or(Ok(taken))
            }
            attempt => Ok(attempt),
        },
        // On Windows, the lock file is just being removed.
        Err(error) if cfg!(windows) && error.kind() == io::ErrorKind::PermissionDenied => {
            Ok(Attempt::Taken(None, false))
        }
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

/// Opens a lock file, without following links or waiting.
fn open(path: &Path, new: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(new);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits();
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags.cast_signed());
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
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
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
        let dead = LockHolder { started: 1, ..LockHolder::this() };
        let elsewhere = LockHolder { machine: "elsewhere".into(), ..dead.clone() };
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

    #[test]
    fn a_lock_holder_reads_back() {
        let holder = LockHolder::this();
        assert_eq!(holder.text().parse(), Ok(holder));
        assert_eq!("process x".parse::<LockHolder>(), Err(()));
    }
}
