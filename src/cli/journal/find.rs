//! Finding a journal by its name.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};

use crate::journal::{self, JournalError, latest_first};
use crate::lore::Lore;
use crate::record::Record;

/// The name of the journal written to last.
pub(super) const LATEST: &str = "@";

/// Which journal.
#[derive(Debug, clap::Args)]
pub(super) struct Named {
    /// Its path, a part of its name that no other has, or @ for the one written to last.
    #[arg(value_name = "NAME", default_value = LATEST)]
    name: PathBuf,
    #[command(flatten)]
    folder: Folder,
}

/// Where the journals are.
#[derive(Debug, clap::Args)]
pub(super) struct Folder {
    /// The folder of journals.
    #[arg(long, value_name = "FOLDER", default_value = "journals")]
    journals: PathBuf,
}

impl Named {
    /// Reads the journal.
    pub(super) fn read(&self, lore: &Lore) -> anyhow::Result<Record> {
        self.folder.read(&self.name, lore)
    }
}

impl Folder {
    /// Reads the journal of a name.
    pub(super) fn read(&self, name: &Path, lore: &Lore) -> anyhow::Result<Record> {
        Ok(journal::read(&self.find(name)?, lore)?)
    }

    /// The journal of a name.
    pub(super) fn find(&self, name: &Path) -> anyhow::Result<PathBuf> {
        if name.is_file() {
            return Ok(name.to_owned());
        }
        let mut journals = self.all()?;
        if name == Path::new(LATEST) {
            return journals
                .into_iter()
                .next()
                .ok_or_else(|| anyhow!("there is no journal in {}", self.journals.display()));
        }
        let part = name.to_string_lossy().to_lowercase();
        let named =
            |path: &PathBuf| path.file_name().is_some_and(|n| n.to_string_lossy().to_lowercase().contains(&part));
        journals.retain(named);
        // A name given whole is no part of a longer one.
        let whole = journals
            .iter()
            .find(|path| path.file_stem().is_some_and(|stem| stem.to_string_lossy().to_lowercase() == part));
        match (whole, journals.as_slice()) {
            (Some(one), _) | (None, [one]) => Ok(one.clone()),
            (None, []) => bail!(
                "there is no journal {}, neither by that path nor by part of a name in {}",
                name.display(),
                self.journals.display()
            ),
            (None, several) => {
                let names: Vec<String> = several.iter().map(|path| format!("\n  {}", path.display())).collect();
                bail!("{} could be any of these; type more of the name:{}", name.display(), names.concat())
            }
        }
    }

    /// All the journals, the one written to last first.
    pub(super) fn all(&self) -> anyhow::Result<Vec<PathBuf>> {
        if !self.journals.is_dir() {
            return Err(JournalError::NoFolder(self.journals.clone()).into());
        }
        latest_first(&self.journals)
            .map_err(|error| anyhow!("the journals in {} cannot be listed: {error}", self.journals.display()))
    }
}
