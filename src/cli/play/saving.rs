//! Saving every entry, and recovering when that fails. It is the same for every kind of journal.

use crate::cli::prelude::*;
use crate::disk;
use crate::input::reason;
use crate::journal::{self, Journal, JournalError};
use crate::record::Entry;

use super::choice::{ChoiceReply, choose};
use super::{PromptFlow, Prompts};

impl Prompts {
    /// Makes an entry. If it cannot be saved, a person can try again or save the journal elsewhere; if the journal was played on in
    /// another window, the person goes on from there. Piped input stops here, since its next line depends on this entry.
    pub(super) fn enter(&mut self, journal: &mut Journal<'_>, entry: impl Into<Entry>) -> CommandResult<PromptFlow> {
        let entry = entry.into();
        loop {
            let error = match journal.enter(entry.clone()) {
                Ok(()) => return Ok(PromptFlow::Entered),
                Err(JournalError::Refused(refused)) => return self.refuse(&refused.to_string()),
                Err(JournalError::Grown { what, .. }) if self.prompt.is_person() => {
                    self.take_die(journal.record())?;
                    self.refuse(&format!("{what} in another window, so what you entered here was not added"))?;
                    return Ok(PromptFlow::Grown);
                }
                Err(error) => error.to_string(),
            };
            if !self.prompt.is_person() {
                self.prompt.fail(&format!("this was not saved, and the rest of the input was ignored: {error}"))?;
                return Ok(PromptFlow::Stop);
            }
            self.refuse(&format!("this was not saved: {error}\n{}", on_disk(journal, self.cx.correspondences)))?;
            if !self.save_elsewhere(journal)? {
                return Ok(PromptFlow::Stop);
            }
        }
    }

    /// Before leaving: offers to save the journal elsewhere if its file is gone or replaced. False if turns are lost.
    pub(super) fn leave(&mut self, journal: &mut Journal<'_>) -> CommandResult<bool> {
        while !is_saved(journal, self.cx.correspondences) {
            if self.prompt.is_person() {
                self.say(unsaved(journal, "only in memory"))?;
                if self.save_elsewhere(journal)? {
                    continue;
                }
            }
            let way = match journal.path().is_file() {
                true => format!(" See what it contains with: enochian journal check {}", shell_word(journal.path())),
                false => String::new(),
            };
            self.prompt.fail(&format!("{}{way}", unsaved(journal, "lost")))?;
            return Ok(false);
        }
        Ok(true)
    }

    /// Asks for another folder, and saves the whole journal there. False if the person stops instead.
    fn save_elsewhere(&mut self, journal: &mut Journal<'_>) -> CommandResult<bool> {
        let help = "Name a folder (created if missing) to save the whole journal there and continue in it. Or free some disk space or repair the file, and press Enter.";
        loop {
            let read = |folder: &str| Ok(Some(folder.to_owned()));
            let question = "Save the journal in which folder?";
            match choose(&mut self.prompt, question, Some(("try again", None)), help, read)? {
                ChoiceReply::Given(None) | ChoiceReply::Back => return Ok(true),
                ChoiceReply::Given(Some(folder)) => match save_in(Path::new(&folder), journal, self.cx.correspondences)
                {
                    Ok(()) => {
                        self.say(format!("Saved, and continued in {}.", safe_path(journal.path())))?;
                        return Ok(true);
                    }
                    Err(why) => self.prompt.refuse(&format!("it was not saved in {}: {why}", quoted(&folder)))?,
                },
                ChoiceReply::Stop => return Ok(false),
            }
        }
    }
}

/// Whether everything is on disk; another process can have added to it.
fn is_saved(journal: &Journal<'_>, correspondences: &Correspondences) -> bool {
    let record = journal.record();
    journal::read(journal.path(), correspondences)
        .is_ok_and(|it| it.heading() == record.heading() && it.entries().starts_with(record.entries()))
}

/// How much is on disk.
fn on_disk(journal: &Journal<'_>, correspondences: &Correspondences) -> String {
    match is_saved(journal, correspondences) {
        true => format!("Everything before it is saved in {}.", safe_path(journal.path())),
        false => unsaved(journal, "only in memory"),
    }
}

fn save_in(folder: &Path, journal: &mut Journal<'_>, correspondences: &'static Correspondences) -> Result<(), String> {
    disk::create_folders(folder).map_err(|error| reason(&error))?;
    let saved = Journal::save_new(folder, journal.record(), correspondences);
    *journal = saved.map_err(|error| error.to_string())?;
    Ok(())
}

/// A message that the file of a journal no longer contains it, and where its turns are instead.
fn unsaved(journal: &Journal<'_>, state: &str) -> String {
    let play = journal.record().play();
    let file = match journal.path().is_file() {
        true => format!("no longer contains this {}, or cannot be read", play.mode()),
        false => "no longer exists".to_owned(),
    };
    let turns = match play.turns_played() {
        1 => "The turn played is".to_owned(),
        many => format!("The {many} turns played are"),
    };
    format!("{} {file}. {turns} {state}.", safe_path(journal.path()))
}
