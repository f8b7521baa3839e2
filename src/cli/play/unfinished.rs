//! Questions while they are being asked: a file for each, so that nothing typed is lost if the reading never begins.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};

use crate::reading::Draft;
use crate::text::reason;

/// How the names of the files begin.
const STEM: &str = "unfinished-question";

const COMMENT: &str = "\
# A question that is being asked. Continue it with: enochian read --resume
# If several are unfinished, name this file: enochian read --resume FILE
";

/// The question that is being asked here. Its file is locked, so that nobody continues it in another window.
pub(in super::super) struct Unfinished {
    folder: PathBuf,
    file: Option<(PathBuf, File)>,
    /// Whether there are answers that could not be saved.
    is_behind: bool,
}

impl Unfinished {
    /// A new question: its file is made with the first answer, under a name that nobody else has.
    pub(in super::super) fn new(folder: &Path) -> Unfinished {
        Unfinished { folder: folder.to_owned(), file: None, is_behind: false }
    }

    /// A question that was left unfinished.
    pub(super) fn resume(path: &Path) -> anyhow::Result<Unfinished> {
        match lock(path) {
            Ok(Some(file)) => {
                let folder = path.parent().map_or_else(PathBuf::new, Path::to_owned);
                Ok(Unfinished { folder, file: Some((path.to_owned(), file)), is_behind: false })
            }
            Ok(None) => bail!("{} is being asked in another window; finish or stop it there first", path.display()),
            Err(error) => {
                bail!("{} cannot be opened: {}; allow reading and writing it", path.display(), reason(&error))
            }
        }
    }

    /// The file, if something was answered.
    pub(in super::super) fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|(path, _)| path.as_path())
    }

    /// Whether the last answers could not be saved.
    pub(in super::super) fn is_behind(&self) -> bool {
        self.is_behind
    }

    /// Puts the answers so far on disk.
    pub(in super::super) fn save(&mut self, draft: &Draft) -> anyhow::Result<()> {
        // What was put in the place of the file meanwhile is not ours to write over.
        let own = self.file.as_ref().filter(|(path, file)| is_same(path, file)).map(|(path, _)| path);
        let saved = self.put(&format!("{COMMENT}{}", draft.to_toml()), own);
        self.is_behind = saved.is_err();
        let place = own.unwrap_or(&self.folder).display();
        self.file = Some(saved.map_err(|error| {
            anyhow!(
                "the answers could not be saved in {place}: {}; free some room or allow writing there, or name another folder with --journals",
                reason(&error)
            )
        })?);
        Ok(())
    }

    /// Writes a file whole, at its place or under a free name.
    fn put(&self, text: &str, path: Option<&PathBuf>) -> io::Result<(PathBuf, File)> {
        let folder = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        // The name is new, so nobody else can hold the lock.
        let _ = file.as_file().try_lock();
        if let Some(path) = path {
            let file = file.persist(path)?;
            return Ok((path.clone(), file));
        }
        for number in 1.. {
            let name = if number == 1 { format!("{STEM}.toml") } else { format!("{STEM}-{number}.toml") };
            let path = self.folder.join(name);
            match file.persist_noclobber(&path) {
                Ok(file) => return Ok((path, file)),
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => file = error.file,
                Err(error) => return Err(error.error),
            }
        }
        unreachable!("there are more names than files")
    }

    /// Removes the file: the reading has begun.
    pub(in super::super) fn remove(self) {
        if let Some((path, file)) = self.file
            && is_same(&path, &file)
        {
            let _ = fs::remove_file(path);
        }
    }
}

/// Whether a file has the name of one that is kept here.
pub(super) fn is_unfinished(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(STEM) && name.ends_with(".toml") && path.is_file()
}

/// The unfinished questions of a folder that are not being asked in another window, the latest first.
pub(in super::super) fn all(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| is_unfinished(path));
    let mut found: Vec<_> = paths
        .filter(|path| !matches!(lock(path), Ok(None)))
        .map(|path| (fs::metadata(&path).and_then(|about| about.modified()).ok(), path))
        .collect();
    found.sort();
    found.into_iter().rev().map(|(_, path)| path).collect()
}

/// Locks a file; none when another has locked it, or put another in its place meanwhile.
fn lock(path: &Path) -> io::Result<Option<File>> {
    let file = File::options().read(true).write(true).open(path)?;
    let is_locked = match file.try_lock() {
        Err(TryLockError::WouldBlock) => false,
        // A file system without locks is no reason not to write.
        Ok(()) | Err(TryLockError::Error(_)) => true,
    };
    Ok(Some(file).filter(|file| is_locked && is_same(path, file)))
}

/// Whether the file is still the one under this name.
fn is_same(path: &Path, file: &File) -> bool {
    let (Ok(named), Ok(open)) = (fs::metadata(path), file.metadata()) else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (named.dev(), named.ino()) == (open.dev(), open.ino())
    }
    #[cfg(not(unix))]
    {
        named.len() == open.len() && named.modified().ok() == open.modified().ok()
    }
}
