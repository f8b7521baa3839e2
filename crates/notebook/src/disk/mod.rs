//! Everything that is written to disk: completely or not at all, never overwriting others, and safe from power cuts.
//!
//! No other module creates, changes, renames or removes a file or a folder (`clippy.toml`). So what is true of these
//! functions is true of the program, and `docs/TRUST.md` says what was tried.
#![allow(clippy::disallowed_methods, reason = "it is the one module that changes files")]

mod disk_file;
mod folders;
mod lock;
mod medium;
#[cfg(all(test, unix))]
mod trial;

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use crate::input::{Help, reason, safe_path, write_remedy};

pub(crate) use disk_file::DiskFile;
pub use folders::{
    check_writable, create_folder, create_folders, create_private_folder, is_free, remove_folder, sweep, sweep_held,
};
pub use lock::HeldPlace;

use folders::sync_folder;
use medium::Call;

/// The error when a file could not be changed. Its old content is intact; only where the message says that a file could not be
/// made safe from a power cut, it has the new one.
#[derive(Debug, thiserror::Error)]
#[error("{} could not be {what}: {}", safe_path(path), reason(error))]
pub struct DiskError {
    /// The file.
    path: PathBuf,
    /// What could not be done to it, as a participle.
    what: &'static str,
    /// The reason.
    error: io::Error,
}

impl Help for DiskError {}

impl DiskError {
    fn at(path: &Path, what: &'static str) -> impl FnOnce(io::Error) -> DiskError {
        move |error| DiskError { path: path.to_owned(), what, error }
    }

    /// The system's message.
    pub(crate) fn into_io(self) -> io::Error {
        self.error
    }

    /// What helps.
    pub fn remedy(&self) -> &'static str {
        write_remedy(&self.error)
    }

    /// Whether the reason is that a file with this name exists.
    pub fn is_taken(&self) -> bool {
        self.error.kind() == io::ErrorKind::AlreadyExists
    }
}

/// The prefix of temporary files.
const OURS: &str = ".enochian-";

/// The suffix of unfinished files.
const UNFINISHED: &str = ".part";

/// The file or folder to which a path leads by links. In a page there are none, and its system cannot tell.
///
/// # Errors
/// If there is nothing, or the disk fails.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    if cfg!(target_os = "wasi") { fs::metadata(path).map(|_| path.to_owned()) } else { fs::canonicalize(path) }
}

/// Creates a file with this content and with the usual permissions of new files.
///
/// # Errors
/// If a file with this name exists ([`DiskError::is_taken`]) or it cannot be written; then nothing is created.
pub fn create(path: &Path, content: &[u8]) -> Result<DiskFile, DiskError> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    unfinished(&mut builder, path, content).and_then(|file| put_new(file, path)).map_err(DiskError::at(path, "written"))
}

/// Creates a file with this content that only those may read who may read the file `like`; nobody else, if that is gone.
///
/// # Errors
/// As for [`create`].
pub fn create_like(path: &Path, content: &[u8], like: &Path) -> Result<(), DiskError> {
    let write = || {
        let file = unfinished(&mut tempfile::Builder::new(), path, content)?;
        if let Ok(like) = fs::metadata(like) {
            permit(file.as_file(), &like)?;
        }
        put_new(file, path).map(drop)
    };
    write().map_err(DiskError::at(path, "written"))
}

/// Gives a written file its name.
fn put_new(file: NamedTempFile, path: &Path) -> io::Result<DiskFile> {
    let from = file.path().to_owned();
    let file = Call::Move(&from, path).make(|| Ok(file.persist_noclobber(path)?))?;
    sync_folder(folder_of(path)).inspect_err(|_| remove(path))?;
    Ok(file.into())
}

/// A copy of a text that only this user can read, in a new folder in the one for temporary files. It is removed with the folder,
/// when that is dropped.
///
/// # Errors
/// If it cannot be written, with its path or the folder's.
pub fn temporary_copy(temporary: &Path, name: &Path, text: &str) -> Result<(tempfile::TempDir, PathBuf), DiskError> {
    let folder = tempfile::tempdir_in(temporary).map_err(DiskError::at(temporary, "written"))?;
    let copy = folder.path().join(name);
    fs::write(&copy, text).map_err(DiskError::at(&copy, "written"))?;
    Ok((folder, copy))
}

/// Replaces the content of a file atomically. Its permissions are kept, and its owner if possible; at no time can it be
/// read by anyone who could not read it before. A link is followed and kept.
///
/// # Errors
/// If the file does not exist or cannot be written; it is then unchanged. If it was replaced, but cannot be made safe from a power
/// cut, the error says so.
pub fn replace(path: &Path, content: &[u8]) -> Result<DiskFile, DiskError> {
    let write = || {
        let path = canonical(path)?;
        let before = fs::metadata(&path)?;
        // Until it has the old file's permissions, nobody else may read the new one: the library creates it that way.
        let file = unfinished(&mut tempfile::Builder::new(), &path, content)?;
        give_to_owner_of(&before, file.as_file());
        // A page's files have none.
        if !cfg!(target_os = "wasi") {
            permit(file.as_file(), &before)?;
        }
        Ok((put_in_place(file, &path)?, path))
    };
    let (file, real) = write().map_err(DiskError::at(path, "written"))?;
    sync_folder(folder_of(&real)).map_err(DiskError::at(path, "made safe from a power cut"))?;
    Ok(file.into())
}

/// Writes the content to a temporary file in the folder of `path`.
fn unfinished(builder: &mut tempfile::Builder<'_, '_>, path: &Path, content: &[u8]) -> io::Result<NamedTempFile> {
    let file = unsynced(builder, folder_of(path), content)?;
    Call::Sync(file.as_file()).make(|| file.as_file().sync_all())?;
    Ok(file)
}

fn unsynced(builder: &mut tempfile::Builder<'_, '_>, folder: &Path, content: &[u8]) -> io::Result<NamedTempFile> {
    let file = builder.prefix(OURS).suffix(UNFINISHED).tempfile_in(folder)?;
    Call::Enter(file.path()).make(|| Ok(()))?;
    Call::Write(file.as_file(), content).make(|| file.as_file().write_all(content))?;
    Ok(file)
}

fn permit(file: &File, like: &Metadata) -> io::Result<()> {
    Call::Permit.make(|| file.set_permissions(like.permissions()))
}

/// Creates or replaces a file that may be lost in a power cut, and that only this user can read. Temporary files that
/// killed processes left in its folder are removed.
///
/// # Errors
/// If nothing can be written in the folder; the file then stays as it was.
pub fn put_unsynced(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    folders::sweep(folder);
    put_in_place(unsynced(&mut tempfile::Builder::new(), folder, content)?, path)?;
    Ok(())
}

/// Gives a written file the name of another.
fn put_in_place(mut file: NamedTempFile, path: &Path) -> io::Result<File> {
    let (from, begun) = (file.path().to_owned(), Instant::now());
    Call::Move(&from, path).make(|| {
        loop {
            match file.persist(path) {
                // On Windows, somebody is reading the other, or has just written it.
                Err(error) if is_in_use(&error.error) && begun.elapsed() < lock::PATIENCE => {
                    file = error.file;
                    sleep(Duration::from_millis(2));
                }
                placed => return Ok(placed?),
            }
        }
    })
}

/// Whether a file cannot be opened, replaced or removed because another process has it open: an error only of Windows.
fn is_in_use(error: &io::Error) -> bool {
    const ERROR_SHARING_VIOLATION: i32 = 32;
    cfg!(windows)
        && (error.kind() == io::ErrorKind::PermissionDenied || error.raw_os_error() == Some(ERROR_SHARING_VIOLATION))
}

/// Removes a file that nobody would miss; if this fails, it stays.
pub fn remove(path: &Path) {
    let _ = Call::Leave(path).make(|| fs::remove_file(path));
}

/// Gives a file the owner and the group of another, as far as this is permitted.
#[cfg(unix)]
fn give_to_owner_of(other: &Metadata, file: &File) {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Only root may change the owner; anyone may change the group to one of their own.
    let _ = fchown(file, Some(other.uid()), Some(other.gid())).or_else(|_| fchown(file, None, Some(other.gid())));
}

#[cfg(not(unix))]
fn give_to_owner_of(_: &Metadata, _: &File) {}

/// Renames a file within a file system.
///
/// # Errors
/// If a file with the new name exists ([`DiskError::is_taken`]) or the file cannot be moved; it then keeps its old name.
pub fn rename(from: &Path, to: &Path) -> Result<(), DiskError> {
    let renamed = Call::Move(from, to).make(|| rename_unsynced(from, to)).and_then(|()| {
        let is_within = folder_of(from) == folder_of(to);
        let synced = sync_folder(folder_of(to));
        let synced = synced.and_then(|()| if is_within { Ok(()) } else { sync_folder(folder_of(from)) });
        synced.inspect_err(|_| {
            let _ = Call::Move(to, from).make(|| rename_unsynced(to, from));
        })
    });
    renamed.map_err(DiskError::at(from, "moved"))
}

fn rename_unsynced(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            // Not supported by the system or the file system.
            Err(Errno::NOSYS | Errno::INVAL | Errno::NOTSUP) => {}
            renamed => return Ok(renamed?),
        }
    }
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from).inspect_err(|_| {
            let _ = fs::remove_file(to);
        }),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Not every file system supports hard links.
        Err(_) if to.symlink_metadata().is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

/// Names for a file; the first free one is to be used: `a.md`, `a-2.md`, `a-3.md`.
pub fn names(stem: &str, ending: &str) -> impl Iterator<Item = String> {
    let numbered = (2..).map(move |number| format!("{stem}-{number}.{ending}"));
    std::iter::once(format!("{stem}.{ending}")).chain(numbered)
}

/// The beginning of a digest, for a name that must not be too long.
pub fn short_digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes)[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The folder that contains a file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn names_in(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn files_are_never_overwritten_and_none_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
        create(&one, b"first").unwrap();
        assert!(create(&one, b"second").unwrap_err().is_taken());
        create(&two, b"other").unwrap();
        assert!(rename(&one, &two).unwrap_err().is_taken());
        assert_eq!((fs::read(&one).unwrap(), fs::read(&two).unwrap()), (b"first".to_vec(), b"other".to_vec()));
        rename(&one, &folder.path().join("three")).unwrap();
        let error = rename(&one, &two).unwrap_err().to_string();
        assert!(error.contains("one could not be moved: ") && !error.contains("os error"), "{error}");
        assert!(replace(&one, b"").is_err());
        replace(&two, b"changed").unwrap();
        assert_eq!(names_in(folder.path()), ["three", "two"]);
        assert_eq!(fs::read(two).unwrap(), b"changed");
    }

    #[cfg(unix)]
    #[test]
    fn a_private_file_stays_private_and_its_owners() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["journal.md", "link.md"].map(|name| folder.path().join(name));
        create(&path, b"mine").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        // Only root can create a file with another owner.
        let given = chown(&path, Some(1234), Some(1235)).is_ok();
        symlink("journal.md", &link).unwrap();
        let before = fs::metadata(&path).unwrap();
        let file = replace(&link, b"still mine").unwrap();
        let after = fs::metadata(&path).unwrap();
        assert_eq!(after.mode() & 0o777, 0o640);
        assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()));
        assert!(!given || after.uid() == 1234);
        assert!(link.is_symlink() && after.ino() == file.metadata().unwrap().ino());
        let copy = folder.path().join("copy.md");
        create_like(&copy, b"mine too", &path).unwrap();
        assert_eq!(fs::metadata(&copy).unwrap().mode() & 0o777, 0o640);
        let alone = folder.path().join("alone.md");
        create_like(&alone, b"nobody else's", &folder.path().join("gone.md")).unwrap();
        assert_eq!(fs::metadata(&alone).unwrap().mode() & 0o777, 0o600);
        assert!(create_like(&copy, b"", &path).unwrap_err().is_taken());
        // While it is unfinished, nobody else can read it either.
        let unfinished = unfinished(&mut tempfile::Builder::new(), &path, b"").unwrap();
        assert_eq!(unfinished.as_file().metadata().unwrap().mode() & 0o777, 0o600);
    }

    #[test]
    fn names_are_numbered_from_the_second() {
        assert_eq!(names("a", "md").take(3).collect::<Vec<_>>(), ["a.md", "a-2.md", "a-3.md"]);
    }
}
