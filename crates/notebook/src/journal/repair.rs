//! Repair of a journal whose last entry was cut off.
//!
//! Entries are appended and synced to disk before they are acknowledged. If the power fails in between, the file may end
//! with part of an entry. If the entry's own line is complete, the rest follows from it and is written; otherwise the partial
//! line is removed, since it was never acknowledged.

use crate::correspondences::Correspondences;
use crate::input::{Diagnostic, Source, safe};
use crate::record::{Afterword, Entry, Record};

use super::lines::{JournalLine, JournalSort};
use super::wording;
use super::{lines, parse::parse, print, replay};

/// A repair of the end of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EndRepair {
    /// Append this text.
    Add(String),
    /// Remove this many bytes: a partial line, or nothing but what was no text.
    Remove(usize),
}

/// Whether a journal without other errors ends with its complete last entry, or with text of a person after it.
pub(super) fn is_whole(source: &Source, record: &Record, correspondences: &Correspondences) -> bool {
    let is_ended = source.text.ends_with('\n') && !source.text.trim_end().ends_with(lines::AFTERWARDS);
    is_ended && begun(&source.text, record).is_none() && missing(&source.text, record, correspondences).is_none()
}

/// The record of a journal, and the correspondences of its end, with a repair of this; `None` if the journal has no errors, or others.
pub(super) fn repair_end(source: &Source, correspondences: &Correspondences) -> Option<((Record, String), EndRepair)> {
    let played = play(source, correspondences)?;
    let repair = missing(&source.text, &played, correspondences)
        .map(EndRepair::Add)
        .or_else(|| partial_line(source, correspondences))?;
    let read = replay::read_on(&repair.applied(source), correspondences).ok()?;
    Some((read, repair))
}

/// The record of a journal as far as it can be replayed.
fn play(source: &Source, correspondences: &Correspondences) -> Option<Record> {
    let parsed = parse(source, correspondences).ok()?;
    replay::replay(&parsed, parsed.parts.len() - 1, |_, _, _| {}).ok().map(|replay| replay.record)
}

/// The missing end of the last entry's part, if the text ends within it.
fn missing(text: &str, record: &Record, correspondences: &Correspondences) -> Option<String> {
    let last = record.entries().last()?;
    // Nothing of a conclusion follows its last line; and it takes long to make.
    if matches!(last, Entry::Concluded(..)) && text.ends_with(&format!("\n{}\n", lines::end(record.mode()))) {
        return None;
    }
    let part = print::part(record, last, correspondences);
    let part = part.trim_start();
    let present = &text[text.rfind(part.lines().next()?)?..];
    part.strip_prefix(present).filter(|missing| !missing.is_empty()).map(str::to_owned)
}

/// The repair that removes the last line, if it has no end and is the beginning of a line the program could have written next;
/// the heading of a turn without its move; and the heading of the afterwords, if nothing follows it.
fn partial_line(source: &Source, correspondences: &Correspondences) -> Option<EndRepair> {
    let text = &source.text;
    let last = text.rfind('\n')? + 1;
    let record = play(&Source::new(source.name.clone(), &text[..last]), correspondences)?;
    let line = &text[last..];
    let begins = |next: &String| next.starts_with(line) || line.starts_with(next.as_str());
    let mut start = if !line.is_empty() && next_lines(&record).iter().any(begins) { last } else { text.len() };
    if let Some(heading) = begun(&text[..start], &record) {
        start = heading;
    }
    if let Some(before) = text[..start].trim_end().strip_suffix(lines::AFTERWARDS)
        && before.ends_with('\n')
        && matches!(record.entries(), [.., Entry::Concluded(..)])
    {
        start = before.len();
    }
    // The blank line before it goes too.
    let end = if start < text.len() { text[..start].trim_end_matches('\n').len() + 1 } else { start };
    Some(text.len() - end).filter(|bytes| *bytes > 0).map(EndRepair::Remove)
}

/// Where the heading of a turn stands whose move is missing at the end: in a game both are one entry.
fn begun(text: &str, record: &Record) -> Option<usize> {
    let (before, heading) = text.trim_end().rsplit_once('\n')?;
    record.enochian()?;
    let line = JournalLine::read(heading, JournalSort::Enochian);
    let is_turn = matches!(line, Ok(Some(JournalLine::Turn { throw: None, .. })));
    (is_turn && wording::next_acts(record).iter().any(|next| next == heading)).then_some(before.len() + 1)
}

/// The beginnings of all lines that the program could have written next.
fn next_lines(record: &Record) -> Vec<String> {
    let mut next = Afterword::KINDS.map(|(sort, _)| lines::afterword_start(sort)).to_vec();
    next.push(lines::AFTERWARDS.to_owned());
    if record.closing().is_none() {
        next.extend(
            ["### Taken back · ", "### Resumed · ", "### Concluded · ", "### From here on · "].map(str::to_owned),
        );
        next.push(lines::note(record.play().current_turn(), ""));
        next.extend(wording::next_acts(record));
    }
    next
}

impl EndRepair {
    /// The repaired journal.
    pub(super) fn applied(&self, source: &Source) -> Source {
        let text = match self {
            EndRepair::Add(missing) => source.text.clone() + missing,
            EndRepair::Remove(bytes) => source.text[..source.text.len() - bytes].to_owned(),
        };
        Source::new(source.name.clone(), text)
    }

    /// The error that is repaired.
    pub(super) fn error(&self, source: &Source) -> Diagnostic {
        let (start, expected) = match self {
            EndRepair::Add(_) => (source.text.trim_end().rfind('\n').map_or(0, |end| end + 1), "completes it"),
            EndRepair::Remove(bytes) => (source.text.len() - bytes, "removes this line"),
        };
        let expected = format!("a complete entry; resuming with --resume or adding a note {expected}");
        source.error(start..source.text.len(), "the last entry was cut off while it was being written", expected)
    }

    /// A sentence on what was repaired, for the person who continues the journal.
    pub(super) fn message(&self, source: &Source) -> String {
        match self {
            EndRepair::Add(_) => {
                "The last entry was cut off while it was being written; it has been completed.".to_owned()
            }
            EndRepair::Remove(0) => {
                "What was being written last did not reach the disk; what was left of it has been removed.".to_owned()
            }
            EndRepair::Remove(bytes) => {
                let removed: Vec<&str> = source.text[source.text.len() - bytes..].split_whitespace().collect();
                let removed = removed.join(" ");
                format!(
                    "The last entry was cut off while it was being written; what there was of it has been removed: {}",
                    safe(&removed)
                )
            }
        }
    }
}
