//! The end of a journal that was cut off while it was written.
//!
//! Entries are written to the end of the file and forced to disk before they count. When the power fails in between,
//! the file may end in a part of one. Of an entry whose own line is there, the rest follows from it and is written;
//! what there is of a line that breaks off is removed: it was never acknowledged.

use std::borrow::Cow;

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::input::{Diagnostic, Source, safe};
use crate::record::{Annotation, Entry, Record};

use super::format::{self, Edition, WORDING};
use super::{lines, parse::parse, print, replay};

/// What makes the end of a journal whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EndRepair {
    /// This is missing at the end.
    Add(String),
    /// So many bytes at the end are half a line.
    Remove(usize),
}

/// A journal of an earlier format with an end of its last line. It was written whole each time, so where the end is missing
/// an editor has left it out, and nothing was cut off.
pub(super) fn ended(source: &Source) -> Cow<'_, Source> {
    let is_outdated = || format::present(source).is_ok_and(|present| present.text != source.text);
    if source.text.ends_with('\n') || !is_outdated() {
        return Cow::Borrowed(source);
    }
    Cow::Owned(Source::new(source.name.clone(), source.text.clone() + "\n"))
}

/// Whether a journal without other faults ends with all of its last entry, or with what a person wrote after it.
pub(super) fn is_whole(source: &Source, record: &Record, correspondences: &Correspondences) -> bool {
    let is_ended = source.text.ends_with('\n') && !source.text.trim_end().ends_with(lines::AFTERWARDS);
    is_ended && missing(&source.text, record, correspondences).is_none()
}

/// The record of a journal, and what makes its end whole if it is not; none where the journal has other faults, or none.
pub(super) fn repair_end(source: &Source, correspondences: &Correspondences) -> Option<((Record, Edition), EndRepair)> {
    let played = play(source, correspondences)?;
    let mend = missing(&source.text, &played, correspondences)
        .map(EndRepair::Add)
        .or_else(|| torn(source, correspondences))?;
    let read = replay::read_on(&mend.applied(source), correspondences).ok()?;
    Some((read, mend))
}

/// The record of a journal as far as it goes.
fn play(source: &Source, correspondences: &Correspondences) -> Option<Record> {
    let parsed = parse(source, correspondences).ok()?;
    replay::replay(&parsed, parsed.parts.len() - 1, |_, _, _| {}).ok().map(|replay| replay.record)
}

/// What is missing of the last entry's part, if the text breaks off in it.
fn missing(text: &str, record: &Record, correspondences: &Correspondences) -> Option<String> {
    let part = print::part(record, record.entries().last()?, WORDING, correspondences);
    let part = part.trim_start();
    let there = &text[text.rfind(part.lines().next()?)?..];
    part.strip_prefix(there).filter(|missing| !missing.is_empty()).map(str::to_owned)
}

/// The last line, if it breaks off and is the beginning of what the program could have written next, and the heading of
/// the afterwords, if nothing stands below it.
fn torn(source: &Source, correspondences: &Correspondences) -> Option<EndRepair> {
    let text = &source.text;
    let last = text.rfind('\n')? + 1;
    let record = play(&Source::new(source.name.clone(), &text[..last]), correspondences)?;
    let line = &text[last..];
    let begins = |next: &String| next.starts_with(line) || line.starts_with(next.as_str());
    let mut start = if !line.is_empty() && next_lines(&record).iter().any(begins) { last } else { text.len() };
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

/// How the lines begin that the program could write next.
fn next_lines(record: &Record) -> Vec<String> {
    let (ply, army) = (record.ply(), record.turn());
    let mut next = Annotation::KINDS.map(|(sort, _)| lines::annotation_start(sort)).to_vec();
    next.push(lines::AFTERWARDS.to_owned());
    if record.closing().is_none() {
        next.extend(
            ["### Taken back · ", "### Taken up again · ", "### Concluded · ", "### From here on · "]
                .map(str::to_owned),
        );
        next.push(lines::note(ply, ""));
        next.push(format!("### Exchange of prisoners before {ply} · "));
        next.push(lines::withdrawal(ply, army));
        let turn = lines::turn(ply, army, None);
        next.push(if record.mode() == Mode::Reading { turn + " · throw " } else { turn });
        next.extend(record.moves().iter().map(|mv| format!("**{mv}** · sheet ")));
    }
    next
}

impl EndRepair {
    /// The journal with its end made whole.
    pub(super) fn applied(&self, source: &Source) -> Source {
        let text = match self {
            EndRepair::Add(missing) => source.text.clone() + missing,
            EndRepair::Remove(bytes) => source.text[..source.text.len() - bytes].to_owned(),
        };
        Source::new(source.name.clone(), text)
    }

    /// What is wrong with the end as it is.
    pub(super) fn fault(&self, source: &Source) -> Diagnostic {
        let (start, expected) = match self {
            EndRepair::Add(_) => (source.text.trim_end().rfind('\n').map_or(0, |end| end + 1), "completes it"),
            EndRepair::Remove(bytes) => (source.text.len() - bytes, "removes this line"),
        };
        let expected = format!("the whole of it; whatever is added next, by --resume or journal note, {expected}");
        source.error(start..source.text.len(), "the last entry was cut off while it was written", expected)
    }

    /// What was done, in a sentence for the person who goes on with the journal.
    pub(super) fn message(&self, source: &Source) -> String {
        match self {
            EndRepair::Add(_) => "The last entry was cut off while it was written, and has been completed.".to_owned(),
            EndRepair::Remove(bytes) => format!(
                "The last line was cut off while it was written, and has been removed: {}",
                safe(source.text[source.text.len() - bytes..].trim())
            ),
        }
    }
}
