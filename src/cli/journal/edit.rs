//! `enochian journal edit`.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::process::Command;

use crate::cli::prelude::*;
use crate::disk::{self, DiskError, folder_of};
use crate::input::{Diagnostics, Source, reason};
use crate::journal::{self, put_into, trash_beside};

use super::super::error_report::{print_errors, report};
use super::super::settings::from_home;

/// Edit a journal in your editor
///
/// Opens a copy in the editor named by VISUAL or EDITOR. When you close it, the
/// copy is checked and, if it has no errors, replaces the journal. If it has
/// errors, they are shown, and you can edit it again or discard the edit. The
/// copy is then saved in the folder trash.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct EditArgs {
    /// The journal: a path, part of its name, or @ for the latest
    #[arg(value_name = "JOURNAL", default_value = "@")]
    journal: PathBuf,
}

impl EditArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let path = journal_names::find(cx, &self.journal)?;
        // If it cannot be replaced, it need not be edited.
        let target = if path.is_symlink() { fs::canonicalize(&path).ok() } else { None };
        journal::check_folder(folder_of(target.as_deref().unwrap_or(&path)))?;
        let before = Source::read(&path, journal::LIMIT)?;
        // Under its own name, so that the editor shows which journal it is.
        let name = path.file_name().unwrap_or_default();
        let (mut desk, copy) = disk::temporary_copy(&env::temp_dir(), name.as_ref(), &before.text).map_err(uncopied)?;
        let edited = edited(&copy, &path, &before, cx.correspondences);
        if let Ok(Some(done)) = &edited {
            return print_page(done);
        }
        let kept = set_aside(&copy, &path, &before.text).unwrap_or_else(|error| {
            report(&error);
            // The copy stays where it is.
            desk.disable_cleanup(true);
            Some(copy)
        });
        if let Some(kept) = kept {
            // If standard error cannot be written, there is no way to report it.
            notice(format!("note: your edit is saved in {}", safe_path(&kept)));
        }
        edited?;
        print_page(format!("{} was not changed.\n", safe_path(&path)))?;
        reported(false)
    }
}

fn uncopied(error: DiskError) -> CommandError {
    problem!("there is no copy to edit: {error}; {}, or name another folder in TMPDIR", error.remedy())
}

/// Lets the person edit the copy until it has no errors, replaces the journal with it, and gives a message; none if the
/// person gives up.
fn edited(
    copy: &Path,
    path: &Path,
    before: &Source,
    correspondences: &Correspondences,
) -> CommandResult<Option<String>> {
    let mut prompt = Prompt::new(false)?;
    loop {
        edit(copy)?;
        // Errors are reported with the name of the journal.
        let read = Source::read(copy, journal::LIMIT).map(|after| Source::new(&before.name, ended(after.text)));
        let errors = match read {
            Ok(after) if after.text == before.text => return Ok(Some("Nothing was changed.\n".to_owned())),
            Ok(after) => match journal::read_text(&after, correspondences) {
                Ok(_) => {
                    journal::rewrite(path, &before.text, &after.text)?;
                    return Ok(Some(format!("Saved: {}\n", safe_path(path))));
                }
                Err(errors) => errors,
            },
            Err(errors) => errors,
        };
        if !again(&errors, &mut prompt)? {
            return Ok(None);
        }
    }
}

/// The text with an end of its last line, which some editors leave out.
fn ended(text: String) -> String {
    if text.ends_with('\n') || text.is_empty() { text } else { text + "\n" }
}

/// Opens a file in the editor, whose words are read as a shell reads them.
pub(in super::super) fn edit(copy: &Path) -> CommandResult<()> {
    let named = ["VISUAL", "EDITOR"].iter().find_map(|name| env::var(name).ok().filter(|it| !it.trim().is_empty()));
    let Some(words) = named else {
        fail!(
            "no editor is set; set the environment variable EDITOR, such as EDITOR=nano, or open the file itself: it is a text file"
        )
    };
    // In a path on Windows a backslash is a letter like others.
    let line = if cfg!(windows) { words.replace('\\', "\\\\") } else { words };
    let words = shlex::split(&line).unwrap_or_default();
    let [program, options @ ..] = words.as_slice() else {
        fail!("a quotation mark is missing in the name of the editor, {line}; correct it in EDITOR")
    };
    let program = from_home(program);
    let shown = safe_path(&program);
    let status = Command::new(&program).args(options).arg(copy).status();
    let status = status.map_err(|error| {
        problem!("the editor {shown} could not be started: {}; name another in EDITOR", reason(&error))
    })?;
    if !status.success() {
        fail!("the editor {shown} failed ({status}), so nothing was changed; edit it again");
    }
    Ok(())
}

/// Reports the errors, and asks whether to edit again.
fn again(errors: &Diagnostics, prompt: &mut Prompt) -> CommandResult<bool> {
    print_errors(errors);
    loop {
        let asked = prompt.ask("The edit has errors. Edit again, or leave the journal unchanged? (again, leave)")?;
        match asked.map(|line| line.to_lowercase()).as_deref() {
            Some("again" | "a" | "") => return Ok(true),
            Some("leave" | "l") | None => return Ok(false),
            Some(_) => prompt.refuse("type again or leave")?,
        }
    }
}

/// Saves a discarded edit, and gives its path; none if nothing was changed.
fn set_aside(copy: &Path, journal: &Path, before: &str) -> CommandResult<Option<PathBuf>> {
    let edited = match fs::read(copy) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        edited => edited.map_err(|error| problem!("{} cannot be read: {}", safe_path(copy), reason(&error)))?,
    };
    if edited.is_empty() || edited == before.as_bytes() {
        return Ok(None);
    }
    // As private as the journal.
    Ok(Some(put_into(journal, &trash_beside(journal)?, |to| disk::create_like(to, &edited, journal))?))
}
