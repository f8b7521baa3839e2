//! `enochian new`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{anyhow, bail};

use crate::disk;
use crate::input::{reason, safe, safe_path, shell_word};

use super::lookup::print_page;
use super::play::args::make_folder;
use super::play::choice::{ChoiceReply, choose, one_of};
use super::prompt::Prompt;
use super::settings::{JOURNALS, NOTEBOOK, Settings, line, set_notebook};

/// Begin a notebook: a folder of your own for questions, journals and settings.
///
/// Every command given in it, or in a folder below it, keeps its journals there
/// and goes by its settings. At a terminal you are asked whether to use it from
/// every other folder too; that is the setting notebook in your own file, which
/// enochian config shows.
///
/// Example:
///   enochian new my-notebook
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct NewArgs {
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

# Whether readings keep signs, houses and meanings back until they are concluded: true or false.
# quiet = false
";

/// A question to begin with.
const QUESTION: &str = "\
# A question for a reading: enochian read questions/first.toml
# What it leaves out you are asked for.

question = \"What should I know as I begin this notebook?\"
category = \"study\"
";

impl NewArgs {
    pub(super) fn run(self, settings: &Settings) -> anyhow::Result<ExitCode> {
        let folder = &self.folder;
        let told = safe_path(folder);
        if folder.is_file() {
            bail!("{told} is a file; name a folder");
        }
        if folder.join(NOTEBOOK).exists() {
            bail!("{told} is a notebook already; nothing was changed. {}", way(folder, settings));
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
                "the notebook {told} could not be made, and nothing is left of it: {error}; free some room or allow writing there and try again, or name a folder elsewhere"
            )
        })?;
        let word = shell_word(folder);
        print_page(&format!(
            "The notebook {told} is ready.\n  {told}/questions  questions, with one to begin with\n  {told}/{JOURNALS}   journals, one file a reading or game\n  {told}/{NOTEBOOK}  settings\nGo there (cd {word}) and begin: enochian read questions/first.toml\n"
        ))?;
        offer(folder, settings)
    }
}

/// Makes the notebook whole, or not at all, so that it can be tried again.
fn make(folder: &Path) -> anyhow::Result<()> {
    let is_new = !folder.exists();
    let made = fill(folder);
    if made.is_err() {
        // The folder was empty, so all this is what was just made; what cannot be removed is not ours.
        for file in FILES {
            let _ = fs::remove_file(folder.join(file.0));
        }
        for made in FOLDERS.into_iter().map(|name| folder.join(name)).chain(is_new.then(|| folder.to_owned())) {
            let _ = fs::remove_dir(made);
        }
    }
    made
}

const FOLDERS: [&str; 2] = ["questions", JOURNALS];

/// The file that makes the folder a notebook is the last.
const FILES: [(&str, &str); 2] = [("questions/first.toml", QUESTION), (NOTEBOOK, SETTINGS)];

fn fill(folder: &Path) -> anyhow::Result<()> {
    for path in [folder.to_owned()].into_iter().chain(FOLDERS.map(|name| folder.join(name))) {
        make_folder(&path).map_err(|error| anyhow!("{}: {}", safe_path(&path), reason(&error)))?;
    }
    for (name, text) in FILES {
        disk::create(&folder.join(name), text.as_bytes())?;
    }
    Ok(())
}

/// Offers to use the notebook from every folder; without a person, says how.
fn offer(folder: &Path, settings: &Settings) -> anyhow::Result<ExitCode> {
    let Some(file) = &settings.file else { return Ok(ExitCode::SUCCESS) };
    let mut prompt = Prompt::new(false)?;
    if !prompt.is_person() {
        prompt.say(&way(folder, settings))?;
        return Ok(ExitCode::SUCCESS);
    }
    // Whoever has one already keeps it, unless they say otherwise.
    let (question, usual) = match &settings.own_notebook {
        Some(now) => (
            format!("The notebook used from every folder is {}. Use the new one instead? (yes, no)", safe_path(now)),
            "no",
        ),
        None => ("Use it from every folder, wherever a command is given? (yes, no)".to_owned(), "yes"),
    };
    let help = "yes: commands given outside of any notebook keep their journals in this one. no: go to the notebook first, or name it with --notebook.";
    match choose(&mut prompt, &safe(&question), Some((usual, usual)), help, |line| one_of(line, &["yes", "no"]))? {
        ChoiceReply::Given("yes") => {
            set_notebook(file, &absolute(folder))?;
            prompt.say(&format!("Done: {} says so.", safe_path(file)))?;
        }
        _ => prompt.say(&way(folder, settings))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// How to use a notebook from every folder.
fn way(folder: &Path, settings: &Settings) -> String {
    let file = settings.file.as_deref().map_or_else(String::new, safe_path);
    format!("To use it from every folder, write this line into {file}: {}", safe(&line(&absolute(folder))))
}

fn absolute(folder: &Path) -> PathBuf {
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}
