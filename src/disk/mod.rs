//! Files that people would miss: written completely or not at all, never overwriting others, and safe from power cuts.

mod lock;

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::NamedTempFile;

use crate::input::{reason, safe_path};

pub(crate) use lock::{FileLock, LockError};

/// The error when a file could not be changed; its old content is intact.
#[derive(Debug, thiserror::Error)]
#[error("{} could not be {what}: {}", safe_path(path), reason(error))]
pub(crate) struct DiskError {
    /// The file.
    path: PathBuf,
    /// What could not be done to it, as a participle.
    what: &'static str,
    /// The reason.
    error: io::Error,
}

impl DiskError {
    fn at(path: &Path, what: &'static str) -> impl FnOnce(io::Error) -> DiskError {
        move |error| DiskError { path: path.to_owned(), what, error }
    }

    /// The system's message.
    pub(crate) fn into_io(self) -> io::Error {
        self.error
    }

    /// Whether the reason is that a file with this name exists.
    pub(crate) fn is_taken(&self) -> bool {
        self.error.kind() == io::ErrorKind::AlreadyExists
    }
}

/// The prefix of temporary files.
const OURS: &str = ".enochian-";

/// The suffix of unfinished files.
const UNFINISHED: &str = ".part";

/// An unfinished file older than this was abandoned: writing takes only a moment.
const LEFTOVER: Duration = Duration::from_secs(60 * 60);

/// Creates a file with this content and with the usual permissions of new files.
///
/// # Errors
/// If a file with this name exists ([`DiskError::is_taken`]) or it cannot be written; then nothing is created.
pub(crate) fn create(path: &Path, content: &[u8]) -> Result<File, DiskError> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = unfinished(&mut builder, path, content).map_err(DiskError::at(path, "written"))?;
    let file = file.persist_noclobber(path).map_err(|error| DiskError::at(path, "written")(error.error))?;
    sync_folder(folder_of(path)).map_err(DiskError::at(path, "written"))?;
    Ok(file)
}

/// Replaces the content of a file atomically. Its permissions are kept, and its owner if possible; at no time can it be
/// read by anyone who could not read it before. A link is followed and kept.
///
/// # Errors
/// If the file does not exist or cannot be written; it is then unchanged.
pub(crate) fn replace(path: &Path, content: &[u8]) -> Result<File, DiskError> {
    let write = || {
        let path = fs::canonicalize(path)?;
        let before = fs::metadata(&path)?;
        // Until it has the old file's permissions, nobody else may read the new one: the library creates it that way.
        let file = unfinished(&mut tempfile::Builder::new(), &path, content)?;
        give_to_owner_of(&before, file.as_file());
        file.as_file().set_permissions(before.permissions())?;
        let file = file.persist(&path).map_err(|error| error.error)?;
        sync_folder(folder_of(&path))?;
        Ok(file)
    };
    write().map_err(DiskError::at(path, "written"))
}

/// Writes the content to a temporary file in the folder of `path`.
fn unfinished(builder: &mut tempfile::Builder<'_, '_>, path: &Path, content: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = temporary_file(builder, folder_of(path))?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    Ok(file)
}

fn temporary_file(builder: &mut tempfile::Builder<'_, '_>, folder: &Path) -> io::Result<NamedTempFile> {
    builder.prefix(OURS).suffix(UNFINISHED).tempfile_in(folder)
}

/// Creates a temporary file, to be moved into place once it is written, for content that may be lost in a power cut.
/// Temporary files left in the folder by killed processes are removed.
///
/// # Errors
/// If nothing can be written in the folder.
pub(crate) fn scratch(folder: &Path) -> io::Result<NamedTempFile> {
    sweep(folder);
    temporary_file(&mut tempfile::Builder::new(), folder)
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
pub(crate) fn rename(from: &Path, to: &Path) -> Result<(), DiskError> {
    let renamed = rename_unsynced(from, to).and_then(|()| {
        sync_folder(folder_of(to))?;
        if folder_of(from) == folder_of(to) { Ok(()) } else { sync_folder(folder_of(from)) }
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

/// Makes the names in a folder safe from a power cut.
///
/// # Errors
/// If the disk fails; a system or file system without support for this is not an error.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    // On Windows folders cannot be opened, and need not be.
    if cfg!(windows) {
        return Ok(());
    }
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.or_else(|error| match error.kind() {
        io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported | io::ErrorKind::PermissionDenied => Ok(()),
        _ => Err(error),
    })
}

/// Removes files that killed writers left in a folder. Files that cannot be removed are ignored.
pub(crate) fn sweep(folder: &Path) {
    sweep_older(folder, LEFTOVER);
}

/// Like [`sweep`], for a folder that this process has locked, so that every unfinished file was abandoned.
pub(crate) fn sweep_held(folder: &Path) {
    sweep_older(folder, Duration::ZERO);
}

fn sweep_older(folder: &Path, than: Duration) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let now = SystemTime::now();
    for entry in entries.flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let Some(name) = name.to_str().filter(|name| name.starts_with(OURS)) else { continue };
        lock::sweep(&path);
        let metadata = entry.metadata().ok().filter(|metadata| metadata.is_file() && name.ends_with(UNFINISHED));
        let modified = metadata.and_then(|metadata| metadata.modified().ok());
        if modified.is_some_and(|at| now.duration_since(at).is_ok_and(|age| age >= than)) {
            let _ = fs::remove_file(path);
        }
    }
}

/// Whether a folder has no files but those that this program leaves when it is killed as it begins.
pub(crate) fn is_free(folder: &Path) -> bool {
    let is_ours = |entry: fs::DirEntry| entry.file_name().to_str().is_some_and(|name| name.starts_with(OURS));
    fs::read_dir(folder).is_ok_and(|entries| entries.flatten().all(is_ours))
}

/// Names for a file; the first free one is to be used: `a.md`, `a-2.md`, `a-3.md`.
pub(crate) fn names(stem: &str, ending: &str) -> impl Iterator<Item = String> {
    let numbered = (2..).map(move |number| format!("{stem}-{number}.{ending}"));
    std::iter::once(format!("{stem}.{ending}")).chain(numbered)
}

/// The folder that contains a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_in(folder: &Path) -> Vec<String> {
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
        assert!(error.ends_with("one could not be moved: No such file or directory"), "{error}");
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
        // While it is unfinished, nobody else can read it either.
        let unfinished = unfinished(&mut tempfile::Builder::new(), &path, b"").unwrap();
        assert_eq!(unfinished.as_file().metadata().unwrap().mode() & 0o777, 0o600);
    }

    #[test]
    fn only_abandoned_files_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let old = SystemTime::now() - 2 * LEFTOVER;
        for name in [".enochian-a.part", ".enochian-b.part", "enochian-c.part", "journal.md", ".enochian-e.open.lock"] {
            let file = File::create(folder.path().join(name)).unwrap();
            if !name.contains("-b.") {
                file.set_modified(old).unwrap();
            }
        }
        fs::create_dir(folder.path().join(".enochian-d.part")).unwrap();
        let _held = FileLock::take(&folder.path().join("journal.md"), "open", Duration::ZERO).unwrap();
        let held = names_in(folder.path()).into_iter().find(|name| name.ends_with(".open.lock") && name.len() > 21);
        let held = held.unwrap();
        File::open(folder.path().join(&held)).unwrap().set_modified(old).unwrap();
        sweep(folder.path());
        let mut left = vec![".enochian-b.part", ".enochian-d.part", "enochian-c.part", "journal.md", &held];
        left.sort_unstable();
        assert_eq!(names_in(folder.path()), left);
    }

    #[test]
    fn names_are_numbered_from_the_second() {
        assert_eq!(names("a", "md").take(3).collect::<Vec<_>>(), ["a.md", "a-2.md", "a-3.md"]);
    }
}
