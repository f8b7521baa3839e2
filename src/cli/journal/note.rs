//! `enochian journal note`.

use std::fmt::Write;

use crate::cli::prelude::*;
use crate::input::shortened;
use crate::journal::keep_picture_file;
use crate::record::{Afterword, Attachment, Correction, Note, Remark};

use super::super::number::whole;
use super::super::play::now;
use super::folder::{Added, words};

/// Write a note on a journal or on one of its turns, or correct one
///
/// The note is added to the end of the journal, with the time. If you give no
/// words, you are asked for them; end a line with \ to write several. From a pipe
/// the whole input is the note.
///
/// A picture is copied into the folder pictures of the notebook, and shown on the
/// page and in exports to HTML: a PNG, JPEG, GIF or WebP file of at most 20 MB.
///
/// To correct, move or withdraw a note, name it by its number in --list. The
/// file keeps what was written before.
///
/// Examples:
///   enochian journal note @ "He called me the next day."
///   enochian journal note brother --turn 12 "The rook is my father, I think."
///   enochian journal note brother --attach altar.png --turn 12
///   enochian journal note brother --list
///   enochian journal note brother --correct 2 --turn 14 "The rook is my uncle."
///   enochian journal note brother --withdraw 2
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct NoteArgs {
    /// The journal: a path, part of its name, or @ for the latest
    #[arg(value_name = "JOURNAL")]
    journal: PathBuf,
    /// The words of the note
    words: Vec<String>,
    /// The turn that the note is about, 0 for the whole
    #[arg(long, value_name = "TURN", value_parser = whole(0..=u32::MAX))]
    turn: Option<u32>,
    /// A picture to add, with or without words
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list", "correct", "withdraw"])]
    attach: Option<PathBuf>,
    /// List the notes with their numbers
    #[arg(long, conflicts_with_all = ["words", "turn"])]
    list: bool,
    /// The note that gets these words, or without words this turn
    #[arg(long, value_name = "NUMBER", value_parser = whole(1..=u32::MAX), conflicts_with = "list")]
    correct: Option<u32>,
    /// The note to withdraw
    #[arg(long, value_name = "NUMBER", value_parser = whole(1..=u32::MAX), conflicts_with_all = ["list", "correct", "words", "turn"])]
    withdraw: Option<u32>,
}

impl NoteArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let open = || Added::open(cx, &self.journal);
        let asked = || Added::open_with_words(cx, &self.journal, &self.words, "Note:", true);
        // 0 is no turn.
        let ply = self.turn.filter(|turn| *turn > 0);
        if self.list {
            return print_page(listed(&open()?.record().notes()));
        }
        if let Some(picture) = &self.attach {
            return self.add_picture(picture, ply, cx);
        }
        if let Some(number) = self.withdraw {
            let mut journal = open()?;
            let note = numbered(&journal.record().notes(), number)?.id;
            journal.add(Afterword::Corrected(Correction { note, moment: now(), now: None }))?;
            return journal.say("Withdrawn");
        }
        let Some(number) = self.correct else {
            let (mut journal, words) = asked()?;
            journal.add(Afterword::Remark(Remark { ply, moment: Some(now()), words }))?;
            return journal.say("Noted");
        };
        let is_moved_only = self.words.is_empty() && self.turn.is_some();
        let (mut journal, words) =
            if is_moved_only { (open()?, None) } else { asked().map(|(journal, words)| (journal, Some(words)))? };
        let notes = journal.record().notes();
        let before = numbered(&notes, number)?;
        let (note, words) = (before.id, words.unwrap_or_else(|| before.words.to_owned()));
        let ply = if self.turn.is_some() { ply } else { before.ply };
        journal.add(Afterword::Corrected(Correction { note, moment: now(), now: Some((ply, words)) }))?;
        journal.say("Corrected")
    }

    /// Adds a picture, with or without words.
    fn add_picture(&self, picture: &Path, ply: Option<u32>, cx: &Cx) -> CommandResult<()> {
        let mut journal = Added::open(cx, &self.journal)?;
        let words = if self.words.is_empty() { String::new() } else { words(&self.words, "")? };
        let moment = now();
        // Before the picture is copied.
        journal.check(Afterword::Remark(Remark { ply, moment: Some(moment), words: words.clone() }))?;
        let (file, sha256) = keep_picture_file(journal.path(), picture)?;
        journal.add(Afterword::Attached(Attachment { file, sha256, ply, moment, words }))?;
        journal.say("Noted")
    }
}

/// The note with a number of the list.
fn numbered<'n, 'r>(notes: &'n [Note<'r>], number: u32) -> CommandResult<&'n Note<'r>> {
    let found = notes.get(number as usize - 1);
    found.ok_or_else(|| match notes {
        [] => problem!("there is no note {number}: the journal has none"),
        notes => problem!("there is no note {number}; these are there:\n{}", listed(notes).trim_end()),
    })
}

/// The notes, each with its number, its turn and the beginning of its words.
pub(in super::super) fn listed(notes: &[Note<'_>]) -> String {
    let mut page = String::new();
    for (number, note) in (1..).zip(notes) {
        let turn = note.ply.map_or("whole".to_owned(), |turn| format!("turn {turn}"));
        let gone = if note.is_taken_back { ", taken back" } else { "" };
        let picture = note.picture.map_or(String::new(), |picture| format!(" [{}]", picture.file));
        let _ = writeln!(page, "{number:>4}  {turn}{gone}: {}{picture}", shortened(&note.words.replace('\n', " / ")));
    }
    if page.is_empty() { "No notes.\n".to_owned() } else { page }
}
