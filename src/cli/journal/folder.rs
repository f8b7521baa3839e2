//! What the commands that change journals share.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;

use crate::disk::{self, DiskError};
use crate::journal::Journal;
use crate::lore::Lore;
use crate::record::{Afterword, Entry, Record};
use crate::text::{quoted, safe, safe_prose};

use super::super::lookup::print_page;
use super::super::named;
use super::super::prompt::{Prompt, Reply};
use super::super::settings::Settings;

/// A journal to which something is added.
pub(super) struct Added<'l>(Journal<'l>);

impl<'l> Added<'l> {
    pub(super) fn open(settings: &Settings, named: &Path, lore: &'l Lore) -> anyhow::Result<Added<'l>> {
        let journal = Journal::open_to_add(&named::find(settings, lore, named)?, lore)?;
        for notice in journal.notices() {
            writeln!(io::stderr(), "{}", safe_prose(notice))?;
        }
        Ok(Added(journal))
    }

    pub(super) fn record(&self) -> &Record {
        self.0.record()
    }

    /// Adds to its end.
    pub(super) fn add(&mut self, afterword: Afterword) -> anyhow::Result<()> {
        Ok(self.0.enter(Entry::Afterword(afterword))?)
    }

    /// Says what was done, and to which journal.
    pub(super) fn say(&self, done: &str) -> anyhow::Result<ExitCode> {
        print_page(&format!("{done}: {}\n", safe(&self.0.path().display().to_string())))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The words given, or asked for; none when the person stops, and that is said.
pub(super) fn words(given: &[String], question: &str) -> anyhow::Result<Option<String>> {
    let words = if given.is_empty() {
        match Prompt::new(false)?.ask(question)? {
            Reply::Line(line) => line,
            Reply::End => String::new(),
        }
    } else {
        given.join(" ").trim().to_owned()
    };
    if safe(&words) != words {
        bail!("{} holds control characters or several lines; please write it on one line", quoted(&words));
    }
    if words.is_empty() {
        print_page("Nothing was written.\n")?;
        return Ok(None);
    }
    Ok(Some(words))
}

/// Gives a file another name, and never another file's.
///
/// # Errors
/// When there is a file of that name, or the folder cannot be written to.
pub(super) fn move_file(from: &Path, to: &Path) -> io::Result<()> {
    disk::rename(from, to).map_err(DiskError::into_io)
}

/// Moves a file into a folder, under its own name or, where that is taken, with a number.
pub(super) fn move_into(from: &Path, folder: &Path) -> io::Result<PathBuf> {
    let stem = from.file_stem().unwrap_or_default().to_string_lossy();
    for number in 1.. {
        let name = if number == 1 { format!("{stem}.md") } else { format!("{stem}-{number}.md") };
        let to = folder.join(name);
        match move_file(from, &to) {
            Ok(()) => return Ok(to),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    unreachable!("there are more names than files")
}
