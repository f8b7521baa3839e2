//! `enochian new`.

use std::fs;

use crate::cli::prelude::*;
use crate::disk;
use crate::input::{reason, shown_path, write_remedy};

use super::play::choice::{ChoiceReply, confirm};
use super::settings::{JOURNALS, NOTEBOOK, QUESTIONS, Settings, is_notebook, line, set_notebook, template};

/// Create a notebook: a folder for questions, journals and settings
///
/// Commands that you run in this folder, or in a folder below it, save their
/// journals in it and use its settings. At a terminal you are asked whether to
/// use it from all other folders too. That is the setting notebook in your
/// configuration file (see `enochian config`).
///
/// Example:
///   enochian new my-notebook
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct NewArgs {
    /// The folder, which must be new or empty
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

/// An example question.
const QUESTION: &str = "\
# A question for a reading: enochian read questions/first.toml
# You are asked for everything that this file leaves open.

question = \"What should I know as I begin this notebook?\"
category = \"study\"
";

/// What git leaves alone: files that are there only while the program writes, or that it left when it was killed.
const IGNORED: &str = "\
# Lock files and unfinished files of the program, which mean nothing on another computer.
.enochian-*
";

impl NewArgs {
    pub(super) fn run(self, settings: &Settings) -> CommandResult<()> {
        let folder = &self.folder;
        let shown = safe_path(folder);
        if folder.is_file() {
            fail!("{shown} is a file; name a folder");
        }
        if folder.join(NOTEBOOK).exists() {
            fail!("{shown} is already a notebook, so nothing was changed. {}", way(folder, settings));
        }
        check_empty(folder)?;
        make(folder)?;
        let [questions, journals, settings_file] =
            [QUESTIONS, JOURNALS, NOTEBOOK].map(|name| safe_path(&folder.join(name)));
        let (word, first) = (shell_word(folder), "questions/first.toml");
        print_page(format!(
            "The notebook {shown} is ready.\n  {questions}  questions, with an example\n  {journals}   journals, one file for each reading or game\n  {settings_file}  settings\nGo there (cd {word}) and start: enochian read {first}\n"
        ))?;
        offer(folder, settings)
    }
}

/// Fails if the folder has anything in it.
fn check_empty(folder: &Path) -> CommandResult<()> {
    let shown = safe_path(folder);
    if folder.is_dir() {
        let mut entries = fs::read_dir(folder)
            .map_err(|error| problem!("{shown} cannot be read: {}; name a folder elsewhere", reason(&error)))?;
        if entries.next().is_some() {
            fail!("{shown} is not empty, so nothing was changed; name a new folder");
        }
    }
    Ok(())
}

/// Creates the notebook in the home folder, if it is not there, and says so.
pub(super) fn make_at_home(folder: &Path) -> CommandResult<()> {
    if is_notebook(folder) {
        return Ok(());
    }
    check_empty(folder).map_err(|error| {
        error.context(
            "your notebook could not be made there, so name another with --notebook, or see enochian new".to_owned(),
        )
    })?;
    make(folder)?;
    notice(format!(
        "Your notebook is new: {}. Readings and games are kept there, unless you are in another notebook (see enochian new).",
        safe_path(folder)
    ));
    Ok(())
}

/// Creates the whole notebook, or nothing, so that it can be tried again.
fn make(folder: &Path) -> CommandResult<()> {
    let is_new = !folder.exists();
    let made = fill(folder);
    if made.is_err() {
        // The folder was empty, so all these files are new; anything that cannot be removed is not ours.
        for file in files() {
            disk::remove(&folder.join(file.0));
        }
        for made in FOLDERS.into_iter().map(|name| folder.join(name)).chain(is_new.then(|| folder.to_owned())) {
            disk::remove_folder(&made);
        }
    }
    made.map_err(|NotFilled { problem, remedy }| {
        let folder = safe_path(folder);
        problem!(
            "the notebook {folder} could not be created: {problem}; {remedy} and try again, or name a folder elsewhere"
        )
    })
}

const FOLDERS: [&str; 2] = [QUESTIONS, JOURNALS];

/// The file that makes the folder a notebook comes last.
fn files() -> [(&'static str, String); 3] {
    [("questions/first.toml", QUESTION.to_owned()), (".gitignore", IGNORED.to_owned()), (NOTEBOOK, template())]
}

/// Why a notebook could not be filled, and what helps.
struct NotFilled {
    problem: String,
    remedy: &'static str,
}

fn fill(folder: &Path) -> Result<(), NotFilled> {
    for path in [folder.to_owned()].into_iter().chain(FOLDERS.map(|name| folder.join(name))) {
        disk::create_folders(&path).map_err(|error| NotFilled {
            problem: format!("{}: {}", safe_path(&path), reason(&error)),
            remedy: write_remedy(&error),
        })?;
    }
    for (name, text) in files() {
        disk::create(&folder.join(name), text.as_bytes())
            .map_err(|error| NotFilled { problem: error.to_string(), remedy: error.remedy() })?;
    }
    Ok(())
}

/// Offers to use the notebook from every folder; without a terminal, prints how.
fn offer(folder: &Path, settings: &Settings) -> CommandResult<()> {
    let Some(file) = &settings.file else { return Ok(()) };
    let mut prompt = Prompt::new(false)?;
    if !prompt.is_person() {
        prompt.say(way(folder, settings))?;
        return Ok(());
    }
    // The default keeps an existing choice.
    let (question, default) = match &settings.own_notebook {
        Some(now) => {
            (format!("The notebook used from every folder is {}. Use the new one instead?", safe_path(now)), false)
        }
        None => ("Use it from every folder?".to_owned(), true),
    };
    let help = "yes: commands that you run outside any notebook save their journals in this one. no: go to the notebook first, or name it with --notebook.";
    match confirm(&mut prompt, &question, Some(default), help)? {
        ChoiceReply::Given(true) => {
            set_notebook(file, &absolute(folder))?;
            prompt.say(format!("Saved in {}.", safe_path(file)))?;
        }
        _ => prompt.say(way(folder, settings))?,
    }
    Ok(())
}

/// How to use a notebook from every folder.
fn way(folder: &Path, settings: &Settings) -> String {
    let file = settings.file.as_deref().map_or_else(String::new, safe_path);
    format!("To use it from every folder, add this line to {file}: {}", line(&absolute(folder)))
}

fn absolute(folder: &Path) -> PathBuf {
    fs::canonicalize(folder).map_or_else(|_| folder.to_owned(), |folder| shown_path(&folder).into())
}
