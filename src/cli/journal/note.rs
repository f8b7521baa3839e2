//! `enochian journal note`.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::correspondences::Correspondences;
use crate::record::{Annotation, Remark};

use super::super::command_error::CommandResult;
use super::super::number::whole;
use super::super::play::now;
use super::super::settings::Settings;
use super::folder::Added;

/// Add a remark to a journal or to one of its turns
///
/// The remark is added to the end of the journal, with the time. If you give no
/// words, you are asked for them.
///
/// Examples:
///   enochian journal note @ "He called me the next day."
///   enochian journal note brother --turn 12 "The rook is my father, I think."
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct NoteArgs {
    /// The journal: a path, part of its name, or @ for the latest
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,
    /// The words of the remark
    words: Vec<String>,
    /// The turn that the remark is about
    #[arg(long, value_name = "TURN", value_parser = whole(0..=u32::MAX))]
    turn: Option<u32>,
}

impl NoteArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> CommandResult<ExitCode> {
        let (mut journal, words) =
            Added::open_with_words(settings, &self.journal, correspondences, &self.words, "Remark:")?;
        journal.add(Annotation::Remark(Remark { ply: self.turn, moment: now(), words }))?;
        journal.say("Noted")
    }
}
