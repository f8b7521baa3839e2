//! Saving every entry, and recovering when that fails.

use std::path::Path;

use crate::input::{quoted, reason, safe_path, safe_prose};
use crate::journal::{self, Journal, JournalError};
use crate::record::Entry;

use super::super::prompt::Reply;
use super::args::make_folder;
use super::choice::is_stop;
use super::{PromptFlow, Prompts};

impl<'l> Prompts<'l> {
    /// Makes an entry. If it cannot be saved, a person can try again or save the journal elsewhere. Piped input stops here,
    /// since its next line depends on this entry.
    pub(super) fn enter(&mut self, journal: &mut Journal<'l>, entry: impl Into<Entry>) -> anyhow::Result<PromptFlow> {
        let entry = entry.into();
        loop {
            let error = match journal.enter(entry.clone()) {
                Ok(()) => return Ok(PromptFlow::Entered),
                Err(JournalError::Refused(refused)) => {
                    self.prompt.refuse(&refused.to_string())?;
                    return Ok(PromptFlow::On);
                }
                Err(error) => safe_prose(&error.to_string()).into_owned(),
            };
            if !self.prompt.is_person() {
                self.prompt.fail(&format!("this was not saved, and the rest of the input was ignored: {error}"))?;
                return Ok(PromptFlow::Stop);
            }
            self.prompt.refuse(&format!("this was not saved: {error}\n{}", self.on_disk(journal)))?;
            if !self.save_elsewhere(journal)? {
                return Ok(PromptFlow::Stop);
            }
        }
    }

    /// Before leaving: offers to save the journal elsewhere if its file is gone or replaced. False if turns are lost.
    pub(super) fn leave(&mut self, journal: &mut Journal<'l>) -> anyhow::Result<bool> {
        while !self.is_saved(journal) {
            if self.prompt.is_person() {
                self.prompt.say(&unsaved(journal, "only in memory"))?;
                if self.save_elsewhere(journal)? {
                    continue;
                }
            }
            self.prompt.fail(&unsaved(journal, "lost"))?;
            return Ok(false);
        }
        Ok(true)
    }

    /// Whether everything is on disk; another process can have added to it.
    fn is_saved(&self, journal: &Journal<'_>) -> bool {
        let record = journal.record();
        journal::read(journal.path(), self.correspondences)
            .is_ok_and(|it| it.heading() == record.heading() && it.entries().starts_with(record.entries()))
    }

    /// How much is on disk.
    fn on_disk(&self, journal: &Journal<'_>) -> String {
        match self.is_saved(journal) {
            true => format!("Everything before it is saved in {}.", safe_path(journal.path())),
            false => unsaved(journal, "only in memory"),
        }
    }

    /// Asks for another folder, and saves the whole journal there. False if the person stops instead.
    fn save_elsewhere(&mut self, journal: &mut Journal<'l>) -> anyhow::Result<bool> {
        let question = "Save the journal in which folder? (Enter: try again)";
        loop {
            match self.prompt.ask(question)? {
                Reply::End => return Ok(false),
                Reply::Line(line) if is_stop(&line) => return Ok(false),
                Reply::Line(line) => match line.as_str() {
                    "" => return Ok(true),
                    "help" | "h" | "?" => self.prompt.say(
                        "Name a folder (created if missing) to save the whole journal there and continue in it. Or free some disk space or repair the file, and press Enter. Or type stop.",
                    )?,
                    folder => match self.save_in(Path::new(folder), journal) {
                        Ok(()) => {
                            self.prompt.say(&format!("Saved, and continued in {}.", safe_path(journal.path())))?;
                            return Ok(true);
                        }
                        Err(why) => self.prompt.refuse(&format!("it was not saved in {}: {why}", quoted(folder)))?,
                    },
                },
            }
        }
    }

    fn save_in(&self, folder: &Path, journal: &mut Journal<'l>) -> Result<(), String> {
        make_folder(folder).map_err(|error| reason(&error))?;
        let saved = Journal::save_new(folder, journal.record(), self.correspondences);
        *journal = saved.map_err(|error| safe_prose(&error.to_string()).into_owned())?;
        Ok(())
    }
}

/// A message that the file of a journal no longer contains it, and where its turns are instead.
fn unsaved(journal: &Journal<'_>, state: &str) -> String {
    let mode = journal.record().mode();
    let file = match journal.path().is_file() {
        true => format!("no longer contains this {mode}"),
        false => "no longer exists".to_owned(),
    };
    let turns = match journal.record().turns().len() {
        1 => "The turn played is".to_owned(),
        many => format!("The {many} turns played are"),
    };
    format!("{} {file}. {turns} {state}.", safe_path(journal.path()))
}
