//! `enochian new`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{anyhow, bail};

use crate::disk;
use crate::text::{reason, safe_path, shell_word};

use super::lookup::print_page;
use super::settings::{JOURNALS, NOTEBOOK};

/// Begin a notebook: a folder of your own for questions, journals and settings.
///
/// Every command given in it, or in a folder below it, keeps its journals there
/// and goes by its settings.
///
/// Example:
///   enochian new my-notebook
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct New {
    /// The folder, which is made; or one that is empty.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

/// The settings of a new notebook: all of them, none yet settled.
const SETTINGS: &str = "\
# The settings of this notebook. Take away the # before a line to settle it;
# enochian config shows what holds, and where it comes from.

# The folder of the journals, from here.
# journals = \"journals\"

# A copy of the correspondences, edited to your taste.
# data = \"data\"

# Who throws the die where nothing is said: hand or program.
# die = \"hand\"

# What look-ups and painted boards call the game and its armies: golden-dawn or gnostic.
# naming = \"golden-dawn\"

# The colours of the armies on the screen: elements, colour-blind or none.
# colours = \"elements\"

# The background that the colours are to be read on: auto (the terminal is asked), dark or light.
# background = \"auto\"

# How moves are shown: canonical, sheet or both.
# notation = \"both\"
";

/// A question to begin with.
const QUESTION: &str = "\
# A question for a reading: enochian read questions/first.toml
# What it leaves out you are asked for.

question = \"What should I know as I begin this notebook?\"
category = \"study\"
";

impl New {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let folder = &self.folder;
        let told = safe_path(folder);
        if folder.is_file() {
            bail!("{told} is a file; name a folder");
        }
        if folder.join(NOTEBOOK).exists() {
            bail!("{told} is a notebook already; nothing was changed");
        }
        if folder.is_dir() {
            let mut entries = fs::read_dir(folder)
                .map_err(|error| anyhow!("{told} cannot be read: {}; name a folder elsewhere", reason(&error)))?;
            if entries.next().is_some() {
                bail!(
                    "{told} is not empty; name a new folder, so that nothing in this one is mixed up. Nothing was changed"
                );
            }
        }
        make(folder).map_err(|error| {
            anyhow!(
                "the notebook {told} could not be made: {error}; remove what there is of it, or name a folder elsewhere"
            )
        })?;
        let word = shell_word(folder);
        print_page(&format!(
            "The notebook {told} is ready.\n  {told}/questions  questions, with one to begin with\n  {told}/{JOURNALS}   journals, one file a reading or game\n  {told}/{NOTEBOOK}  settings\nGo there (cd {word}) and begin: enochian read questions/first.toml\n"
        ))?;
        Ok(ExitCode::SUCCESS)
    }
}

fn make(folder: &Path) -> anyhow::Result<()> {
    for part in ["questions", JOURNALS] {
        let part = folder.join(part);
        fs::create_dir_all(&part).map_err(|error| anyhow!("{}: {}", safe_path(&part), reason(&error)))?;
    }
    disk::create(&folder.join("questions/first.toml"), QUESTION.as_bytes())?;
    // Last, for it is what makes the folder a notebook.
    disk::create(&folder.join(NOTEBOOK), SETTINGS.as_bytes())?;
    Ok(())
}
