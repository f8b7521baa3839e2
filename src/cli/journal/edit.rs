//! `enochian journal edit`.

use std::env;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{anyhow, bail};

use crate::correspondences::Correspondences;
use crate::disk;
use crate::input::{Diagnostics, Source, reason, safe, safe_path};
use crate::journal;

use super::super::error_report::{report, tell};
use super::super::journal_names;
use super::super::lookup::print_page;
use super::super::prompt::{Prompt, Reply};
use super::super::settings::Settings;
use super::folder::{numbered, trash_beside};

/// Write into a journal with your editor.
///
/// The editor is the one that the environment names in VISUAL or EDITOR. It
/// works on a copy; when you close it, the copy is checked, and takes the
/// journal's place if it reads back. If not, you are told why, and may edit it
/// again or leave the journal as it was: the copy is then kept in the folder
/// trash.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct EditArgs {
    /// The journal: a path, part of its name, or @ for the latest.
    #[arg(value_name = "JOURNAL", default_value = "@")]
    journal: PathBuf,
}

impl EditArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> anyhow::Result<ExitCode> {
        let path = journal_names::find(settings, correspondences, &self.journal)?;
        // What could not be put in its place need not be written.
        drop(journal::lock(&path)?);
        let before = Source::read(&path, journal::LIMIT)?;
        let mut desk = tempfile::tempdir().map_err(|error| uncopied(&env::temp_dir(), &error))?;
        // Under its own name, so that the editor shows which journal it is.
        let copy = desk.path().join(path.file_name().unwrap_or_default());
        fs::write(&copy, &before.text).map_err(|error| uncopied(&copy, &error))?;
        let edited = edited(&copy, &path, &before, correspondences);
        if let Ok(Some(done)) = &edited {
            print_page(done)?;
            return Ok(ExitCode::SUCCESS);
        }
        let kept = set_aside(&copy, &path, &before.text).unwrap_or_else(|error| {
            report(&error);
            // It stays where it was made.
            desk.disable_cleanup(true);
            Some(copy)
        });
        if let Some(kept) = kept {
            // Where nothing can be written to standard error there is nobody to tell.
            let _ = writeln!(anstream::stderr(), "What you wrote is kept in {}", safe_path(&kept));
        }
        edited?;
        print_page(&format!("{} is as it was.\n", safe_path(&path)))?;
        Ok(ExitCode::FAILURE)
    }
}

fn uncopied(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!(
        "the copy to edit, {}, could not be made: {}; free some room there, or name another folder in TMPDIR",
        safe_path(path),
        reason(error)
    )
}

/// Lets the person edit the copy until it reads back, puts it in the journal's place, and gives what to say of that; nothing
/// where the person gives up.
fn edited(
    copy: &Path,
    path: &Path,
    before: &Source,
    correspondences: &Correspondences,
) -> anyhow::Result<Option<String>> {
    let mut prompt = Prompt::new(false)?;
    loop {
        edit(copy)?;
        // A fault is told with the name of the journal.
        let read = Source::read(copy, journal::LIMIT).map(|after| Source::new(&before.name, after.text));
        let faults = match read {
            Ok(after) if after.text == before.text => return Ok(Some("Nothing was changed.\n".to_owned())),
            Ok(after) => match journal::read_text(&after, correspondences) {
                Ok(_) => {
                    journal::rewrite(path, &before.text, &after.text)?;
                    return Ok(Some(format!("Kept: {}\n", safe_path(path))));
                }
                Err(faults) => faults,
            },
            Err(faults) => faults,
        };
        if !again(&faults, &mut prompt)? {
            return Ok(None);
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
    let status = status.map_err(|error| {
        anyhow!("the editor {} could not be started: {}; name another in EDITOR", safe(program), reason(&error))
    })?;
    if !status.success() {
        bail!(
            "the editor {} ended with an error ({status}), so the journal is as it was; edit it again",
            safe(program)
        );
    }
    Ok(())
}

/// Tells of the faults, and asks whether to edit again.
fn again(faults: &Diagnostics, prompt: &mut Prompt) -> anyhow::Result<bool> {
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

/// Keeps an edit that did not come to anything, and gives the place; none where nothing was written.
fn set_aside(copy: &Path, journal: &Path, before: &str) -> anyhow::Result<Option<PathBuf>> {
    let edited = match fs::read(copy) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        edited => edited.map_err(|error| anyhow!("{} cannot be read: {}", safe_path(copy), reason(&error)))?,
    };
    if edited.is_empty() || edited == before.as_bytes() {
        return Ok(None);
    }
    let kept = numbered(journal, &trash_beside(journal)?, |to| disk::create(to, b"").map(drop))?;
    // As private as the journal, which may be gone by now, before there is anything to read.
    if let Ok(about) = fs::metadata(journal) {
        let _ = fs::set_permissions(&kept, about.permissions());
    }
    let written = disk::replace(&kept, &edited);
    if written.is_err() {
        let _ = fs::remove_file(&kept);
    }
    written?;
    Ok(Some(kept))
}
