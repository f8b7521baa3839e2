//! `enochian journal note`.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::correspondences::Correspondences;
use crate::record::{Annotation, Remark};

use super::super::number::whole;
use super::super::play::now;
use super::super::settings::Settings;
use super::folder::Added;

/// Add a remark to a journal, to the whole or to one of its turns.
///
/// It is written at the end, with the moment; what stands before stays as it is.
/// Without words you are asked for them.
///
/// Examples:
///   enochian journal note @ "He called me the next day."
///   enochian journal note brother --turn 12 "The rook is my father, I think."
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct NoteArgs {
    /// The journal: a path, part of its name, or @ for the latest.
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,
    /// The words.
    words: Vec<String>,
    /// The turn that they are about.
    #[arg(long, value_name = "NUMBER", value_parser = whole(0..=u32::MAX))]
    turn: Option<u32>,
}

impl NoteArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> anyhow::Result<ExitCode> {
        let (mut journal, words) =
            Added::open_with_words(settings, &self.journal, correspondences, &self.words, "The remark:")?;
        journal.add(Annotation::Remark(Remark { ply: self.turn, moment: now(), words }))?;
        journal.say("Noted")
    }
}
