//! Folders: creating them, and removing what killed writers left in them.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use super::medium::Call;
use super::{OURS, UNFINISHED, folder_of};

/// An unfinished file older than this was abandoned: writing takes only a moment.
const LEFTOVER: Duration = Duration::from_secs(60 * 60);

/// Creates a folder.
///
/// # Errors
/// If something has this name, there is no folder to create it in, or the disk fails.
pub fn create_folder(path: &Path) -> io::Result<()> {
    Call::Enter(path).make(|| fs::create_dir(path))?;
    sync_folder(folder_of(path))
}

/// Creates a folder and those that it is in, unless they exist.
///
/// # Errors
/// If one of them cannot be created, or the disk fails.
pub fn create_folders(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let folder = folder_of(path);
    if folder != path {
        create_folders(folder)?;
    }
    match create_folder(path) {
        // Another process was faster.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        created => created,
    }
}

/// Creates a folder that only this user can read, and those that it is in, unless it exists.
///
/// # Errors
/// If it cannot be created, or if what has its name is a link, another user's, or a folder that others can read.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let about = path.symlink_metadata()?;
        let is_own = about.is_dir() && about.uid() == rustix::process::geteuid().as_raw();
        if !is_own || about.mode() & 0o077 != 0 {
            return Err(io::Error::other("it is not a folder that only you can read"));
        }
    }
    Ok(())
}

/// Removes a folder if it is empty; if this fails, it stays.
pub fn remove_folder(path: &Path) {
    let _ = fs::remove_dir(path);
}

/// Checks that files can be created in a folder.
///
/// # Errors
/// If they cannot.
pub fn check_writable(folder: &Path) -> io::Result<()> {
    tempfile::tempfile_in(folder).map(drop)
}

/// Makes the names in a folder safe from a power cut.
///
/// # Errors
/// If the disk fails; a system or file system without support for this is not an error.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    // On Windows folders cannot be opened, and need not be.
    if cfg!(windows) {
        return Ok(());
    }
    let synced = Call::SyncFolder(folder).make(|| File::open(folder)?.sync_all());
    synced.or_else(|error| match error.kind() {
        io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported | io::ErrorKind::PermissionDenied => Ok(()),
        _ => Err(error),
    })
}

/// Removes files that killed writers left in a folder. Files that cannot be removed are ignored.
pub fn sweep(folder: &Path) {
    sweep_older(folder, LEFTOVER);
}

/// Like [`sweep`], for a folder that this process has locked, so that every unfinished file was abandoned.
pub fn sweep_held(folder: &Path) {
    sweep_older(folder, Duration::ZERO);
}

fn sweep_older(folder: &Path, than: Duration) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let now = SystemTime::now();
    for entry in entries.flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let Some(name) = name.to_str().filter(|name| name.starts_with(OURS)) else { continue };
        let metadata = entry.metadata().ok().filter(|metadata| metadata.is_file() && name.ends_with(UNFINISHED));
        let modified = metadata.and_then(|metadata| metadata.modified().ok());
        if modified.is_some_and(|at| now.duration_since(at).is_ok_and(|age| age >= than)) {
            let _ = fs::remove_file(path);
        }
    }
}

/// Whether a folder has no files but those that this program leaves when it is killed as it begins.
///
/// # Errors
/// If the folder cannot be read.
pub fn is_free(folder: &Path) -> io::Result<bool> {
    let is_ours = |entry: fs::DirEntry| entry.file_name().to_str().is_some_and(|name| name.starts_with(OURS));
    Ok(fs::read_dir(folder)?.flatten().all(is_ours))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::tests::names_in;

    #[test]
    fn folders_are_created_with_those_they_are_in() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b/c");
        assert!(create_folder(&deep).is_err());
        create_folders(&deep).unwrap();
        create_folders(&deep).unwrap();
        assert!(create_folder(&deep).is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists));
        fs::write(deep.join("file"), "").unwrap();
        assert!(create_folders(&deep.join("file")).is_err() && create_folders(&deep.join("file/d")).is_err());
        remove_folder(&deep);
        assert!(deep.is_dir(), "only an empty folder is removed");
    }

    #[test]
    fn only_abandoned_files_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let old = SystemTime::now() - 2 * LEFTOVER;
        for name in [".enochian-a.part", ".enochian-b.part", "enochian-c.part", "journal.md"] {
            let file = File::create(folder.path().join(name)).unwrap();
            if !name.contains("-b.") {
                file.set_modified(old).unwrap();
            }
        }
        fs::create_dir(folder.path().join(".enochian-d.part")).unwrap();
        sweep(folder.path());
        assert_eq!(names_in(folder.path()), [".enochian-b.part", ".enochian-d.part", "enochian-c.part", "journal.md"]);
    }
}
