//! `enochian journal edit`.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, anyhow, bail};

use crate::journal::{self, JournalError};
use crate::lore::Lore;
use crate::text::{Faults, Source, reason, safe};

use super::super::lookup::print_page;
use super::super::named;
use super::super::prompt::{Prompt, Reply};
use super::super::report::tell;
use super::super::settings::Settings;
use super::folder::move_into;
use super::remove::TRASH;

/// Write into a journal with your editor.
///
/// The editor is the one that the environment names in VISUAL or EDITOR. It
/// works on a copy; when you close it, the copy is checked, and takes the
/// journal's place if it reads back. If not, you are told why, and may edit it
/// again or leave the journal as it was: the copy is then kept in the folder
/// trash.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Edit {
    /// The journal: a path, part of its name, or @ for the latest.
    #[arg(value_name = "JOURNAL", default_value = "@")]
    journal: PathBuf,
}

impl Edit {
    pub(super) fn run(self, lore: &Lore, settings: &Settings) -> anyhow::Result<ExitCode> {
        let path = named::find(settings, lore, &self.journal)?;
        // What could not be put in its place need not be written.
        drop(journal::hold(&path)?);
        let before = Source::read(&path, journal::LIMIT)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Under its own name, so that the editor shows which journal it is.
        let mut desk = tempfile::tempdir()?;
        let copy = desk.path().join(name);
        // Where an edit comes to nothing it is kept: beside the journal, or else where it was made.
        let mut set_aside = || {
            set_aside(&copy, &path, &before.text)
                .inspect_err(|_| desk.disable_cleanup(true))
                .with_context(|| format!("what you wrote is in {}", copy.display()))
        };
        fs::File::create(&copy)?.write_all(before.text.as_bytes())?;
        let mut prompt = Prompt::new(false)?;
        loop {
            if let Err(error) = edit(&copy) {
                set_aside()?;
                return Err(error);
            }
            let faults = match Source::read(&copy, journal::LIMIT) {
                Ok(after) if after.text == before.text => {
                    prompt.say("Nothing was changed.")?;
                    return Ok(ExitCode::SUCCESS);
                }
                Ok(after) => match journal::read_text(&Source::new(&before.name, &after.text), lore) {
                    Ok(_) => {
                        if let Err(error) = journal::rewrite(&path, &before.text, &after.text) {
                            set_aside()?;
                            return Err(error.into());
                        }
                        print_page(&format!("Kept: {}\n", safe(&before.name)))?;
                        return Ok(ExitCode::SUCCESS);
                    }
                    Err(faults) => faults,
                },
                Err(faults) => faults,
            };
            if !again(&faults, &mut prompt)? {
                set_aside()?;
                print_page(&format!("{} is as it was.\n", safe(&before.name)))?;
                return Ok(ExitCode::FAILURE);
            }
        }
    }
}

/// Lets the person edit a file.
fn edit(copy: &Path) -> anyhow::Result<()> {
    let named = ["VISUAL", "EDITOR"].iter().find_map(|name| env::var(name).ok().filter(|it| !it.trim().is_empty()));
    let Some(words) = named else {
        bail!(
            "no editor is known; name one in the environment, such as EDITOR=nano, or open the file itself: it is a text file"
        )
    };
    let mut words = words.split_whitespace();
    let program = words.next().unwrap_or_default();
    let status = Command::new(program).args(words).arg(copy).status();
    let status =
        status.map_err(|error| anyhow!("the editor {} could not be started: {}", safe(program), reason(&error)))?;
    if !status.success() {
        bail!("the editor {} ended with an error; the journal is as it was", safe(program));
    }
    Ok(())
}

/// Tells of the faults, and asks whether to edit again.
fn again(faults: &Faults, prompt: &mut Prompt) -> anyhow::Result<bool> {
    tell(faults);
    loop {
        match prompt
            .ask("It does not read back as it is. Edit it again, or leave the journal as it was? (again, leave)")?
        {
            Reply::End => return Ok(false),
            Reply::Line(line) => match line.to_lowercase().as_str() {
                "again" | "a" | "" => return Ok(true),
                "leave" | "l" | "stop" => return Ok(false),
                _ => prompt.refuse("type again or leave")?,
            },
        }
    }
}

/// Keeps an edit that did not come to anything, if there is one.
fn set_aside(copy: &Path, journal: &Path, before: &str) -> anyhow::Result<()> {
    if fs::read(copy).is_ok_and(|edited| edited == before.as_bytes()) {
        return Ok(());
    }
    let trash = journal.parent().unwrap_or(Path::new("")).join(TRASH);
    let unwritable = |error| JournalError::Unwritable(trash.clone(), error);
    fs::create_dir_all(&trash).map_err(unwritable)?;
    // It may come from another file system, where it cannot simply be given another name.
    let here = tempfile::tempdir_in(&trash).map_err(unwritable)?;
    let near = here.path().join(copy.file_name().unwrap_or_default());
    fs::copy(copy, &near).map_err(unwritable)?;
    let kept = move_into(&near, &trash).map_err(unwritable)?;
    print_page(&format!("What you wrote is kept in {}\n", safe(&kept.display().to_string())))
}
