//! `enochian journal rename`.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;

use crate::journal::{JournalError, hold};
use crate::lore::Lore;
use crate::text::{quoted, safe};

use super::super::lookup::print_page;
use super::super::named;
use super::super::settings::Settings;
use super::folder::move_file;

/// Give a journal's file another name. What is in it stays as it is.
#[derive(Debug, clap::Args)]
pub(super) struct Rename {
    /// The journal: a path, part of its name, or @ for the latest.
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,
    /// The new name, with or without .md at its end.
    #[arg(value_name = "NAME")]
    name: String,
}

impl Rename {
    pub(super) fn run(self, lore: &Lore, settings: &Settings) -> anyhow::Result<ExitCode> {
        let name = self.name.strip_suffix(".md").unwrap_or(&self.name).trim();
        let plain = !name.is_empty() && !name.starts_with(['.', '@']) && !name.contains(['/', '\\', ':']);
        if !plain || safe(name) != name {
            bail!(
                "{} is no name for a journal; expected a name without / \\ : that does not begin with . or @",
                quoted(&self.name)
            );
        }
        let from = named::find_to_move(settings, lore, &self.journal)?;
        let to = from.parent().unwrap_or(Path::new("")).join(format!("{name}.md"));
        let _held = hold(&from)?;
        match move_file(&from, &to) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                bail!("there is a file {} already; nothing was changed", to.display())
            }
            Err(error) => return Err(JournalError::Unwritable(to, error).into()),
        }
        let [from, to] = [from, to].map(|path| safe(&path.display().to_string()).into_owned());
        print_page(&format!("{from}\nis now {to}\n"))?;
        Ok(ExitCode::SUCCESS)
    }
}
