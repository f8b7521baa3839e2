//! Files that a command writes: whole or not at all, and never in the place of another unasked.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{anyhow, bail};

/// Whether files may be replaced.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Force {
    /// Put the new file in the place of one that is there already.
    #[arg(long)]
    force: bool,
}

impl Force {
    /// Whether a file may be written there.
    fn check(self, path: &Path) -> anyhow::Result<()> {
        if path.is_dir() {
            bail!("{} is a folder; name a file in it", path.display());
        }
        if !self.force && path.symlink_metadata().is_ok() {
            return Err(there(path));
        }
        if !folder(path).is_dir() {
            bail!("there is no folder {}; make it first, or name another file", folder(path).display());
        }
        Ok(())
    }

    /// Writes a file, and says so.
    pub(super) fn put(self, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
        self.check(path)?;
        let written = temporary(folder(path), bytes).and_then(|file| match self.force {
            true => file.persist(path).map_err(|error| error.error),
            false => file.persist_noclobber(path).map_err(|error| error.error),
        });
        match written {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(there(path)),
            written => written.map_err(|error| anyhow!("{} could not be written: {error}", path.display()))?,
        };
        writeln!(io::stdout(), "Written: {}", crate::text::safe(&path.display().to_string()))?;
        Ok(())
    }
}

fn there(path: &Path) -> anyhow::Error {
    anyhow!(
        "{} is already there, and was left as it is; name another file, or add --force to replace it",
        path.display()
    )
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// A file with these bytes in the folder, not yet under its name.
fn temporary(folder: &Path, bytes: &[u8]) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".enochian-").suffix(".part");
    // As readable as any other file a person makes.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}
