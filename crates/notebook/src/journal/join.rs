//! Two copies of one journal, made into one: the longer play is kept, and what people wrote in the other is added to it.

use std::path::Path;

use crate::correspondences::Correspondences;
use crate::input::{Diagnostics, Source};
use crate::record::{Afterword, Entry, Record, Remark};

use super::error::JournalError;
use super::line::{self, Fact};
use super::metadata;
use super::print::{LastLine, Printer};
use super::read::{LIMIT, OwnText, ReadJournal, read};

/// Which of two journals has the turns that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptTurns {
    /// The first.
    First,
    /// The second.
    Second,
}

/// Two journals made into one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JoinedJournal {
    /// The text of the journal.
    pub text: String,
    /// The text that the first journal had.
    pub first: String,
    /// Whose turns are kept.
    pub kept: KeptTurns,
    /// The number of notes, tags, outcomes and lines that only the other had.
    pub added: usize,
}

/// Joins two journals of one reading or game: that with more turns, if they have as many the one that is concluded, else the first,
/// with what people wrote in the other. Nothing is written.
///
/// # Errors
/// If one of them cannot be read or is invalid, or they are of different readings.
///
/// ```
/// use enochian::{journal, correspondences::Correspondences};
/// let path = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md".as_ref();
/// let joined = journal::join(path, path, Correspondences::embedded()).unwrap();
/// assert_eq!(joined.added, 0, "they are the same");
/// ```
pub fn join(first: &Path, second: &Path, correspondences: &Correspondences) -> Result<JoinedJournal, JournalError> {
    let sources = [Source::read(first, LIMIT)?, Source::read(second, LIMIT)?];
    let journals = [read(&sources[0], correspondences)?, read(&sources[1], correspondences)?];
    for journal in &journals {
        if !journal.errors.is_empty() {
            return Err(Diagnostics::of(journal.source, journal.errors.clone()).into());
        }
    }
    if metadata::id(&journals[0]) != metadata::id(&journals[1]) {
        return Err(JournalError::Different(first.to_owned(), second.to_owned()));
    }
    let records = [journals[0].record.clone()?, journals[1].record.clone()?];
    let length = |record: &Record| (record.play().current_turn(), record.closing().is_some());
    let kept = usize::from(length(&records[1]) > length(&records[0]));
    let mut joining = Joining {
        ours: &journals[kept],
        text: journals[kept].source.text.trim_end().to_owned() + "\n",
        printer: Printer { correspondences, seals: journals[kept].seals.clone(), last: LastLine::Other },
        record: records[kept].clone(),
        added: 0,
    };
    joining.add(&journals[1 - kept])?;
    let Joining { text, added, .. } = joining;
    let kept = if kept == 0 { KeptTurns::First } else { KeptTurns::Second };
    Ok(JoinedJournal { text, first: sources[0].text.clone(), kept, added })
}

struct Joining<'j> {
    ours: &'j ReadJournal<'j>,
    text: String,
    printer: Printer<'j>,
    record: Record,
    added: usize,
}

impl Joining<'_> {
    /// Adds what people wrote in the other.
    fn add(&mut self, theirs: &ReadJournal<'_>) -> Result<(), JournalError> {
        let other_way = theirs.acts().nth(self.ours.same_acts(theirs)).map(|(_, act)| act.number);
        for line in &theirs.lines {
            let afterword = match &line.fact {
                Fact::Note(turn, words) => {
                    Afterword::Remark(Remark { ply: Some(*turn), moment: None, words: words.clone() })
                }
                Fact::Afterword(afterword) => afterword.clone(),
                _ => continue,
            };
            if self.ours.lines.iter().any(|our| our.fact == line.fact) {
                continue;
            }
            let is_elsewhere = other_way.is_some_and(|act| act < line.number);
            self.afterword(if is_elsewhere { of_the_other_way(afterword) } else { afterword })?;
        }
        self.own_lines(theirs);
        Ok(())
    }

    /// Adds the lines of a person that only the other has, set apart as they are there.
    fn own_lines(&mut self, theirs: &ReadJournal<'_>) {
        let known: Vec<&str> = self.ours.own.iter().map(|own| self.ours.text(own)).collect();
        let is_new = |own: &OwnText| !known.contains(&theirs.text(own));
        let is_fence = |own: &OwnText| ["```", "~~~"].iter().any(|fence| theirs.text(own).starts_with(fence));
        let mut last: Option<&OwnText> = None;
        for paragraph in theirs.own.chunk_by(|one, next| one.number + 1 == next.number) {
            let new = paragraph.iter().filter(|own| is_new(own)).count();
            // Without its other lines a block of code would have no beginning or no end.
            let is_whole = new > 0 && paragraph.iter().any(is_fence);
            for own in paragraph.iter().filter(|own| is_whole || is_new(own)) {
                let between = last.map(|last| &theirs.source.text[last.span.end..own.span.start]);
                match between.filter(|between| line::is_blank(between)) {
                    Some(between) => self.text.push_str(between),
                    None => self.text.push_str(if last.is_some() { "\n\n" } else { "\n" }),
                }
                self.text.push_str(&theirs.source.text[own.span.clone()]);
                last = Some(own);
            }
            self.added += new;
        }
        if last.is_some() {
            self.text.push('\n');
        }
    }

    fn afterword(&mut self, afterword: Afterword) -> Result<(), JournalError> {
        let afterword = match afterword {
            // Tags that are there already, or are not there to be removed, are left out.
            Afterword::Tagged(mut tags) => {
                tags.retain(|tag| !self.record.is_tagged(tag));
                Afterword::Tagged(tags)
            }
            Afterword::Untagged(mut tags) => {
                tags.retain(|tag| self.record.is_tagged(tag));
                Afterword::Untagged(tags)
            }
            afterword => afterword,
        };
        if matches!(&afterword, Afterword::Tagged(tags) | Afterword::Untagged(tags) if tags.is_empty()) {
            return Ok(());
        }
        let entry = Entry::Afterword(afterword);
        self.record.enter(entry.clone())?;
        let part = self.printer.part(&self.record, &entry);
        self.text.push_str(&part);
        self.added += 1;
        Ok(())
    }
}

/// A note on turns that are not kept is one on the whole, which says so.
fn of_the_other_way(afterword: Afterword) -> Afterword {
    match afterword {
        Afterword::Remark(Remark { ply: Some(turn), moment, words }) => {
            Afterword::Remark(Remark { ply: None, moment, words: format!("(Turn {turn} of another copy) {words}") })
        }
        afterword => afterword,
    }
}
