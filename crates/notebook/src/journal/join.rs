//! Two copies of one journal, made into one: their notes united, the turns of one of them kept, and those of the other before
//! them, as taken back.
//!
//! The text of the copy that is kept stays as it is. What the other has besides is inserted where it was written: as its own
//! text, or in other words where an entry cannot stand as it is, such as a second conclusion.

use std::collections::HashMap;
use std::iter;
use std::path::Path;

use chrono::NaiveTime;

use crate::correspondences::Correspondences;
use crate::input::{Diagnostics, Source};
use crate::record::{Afterword, Closing, Entry, Record, RecordedAct, Remark, Tag, Timestamp};

use super::error::JournalError;
use super::parse::{LIMIT, ParsedJournal, parse};
use super::verify::{VerifiedJournal, verify};
use super::{identity, lines, print, replay};

/// Which of two journals has the turns that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
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
    pub kept: Kept,
    /// The number of acts of the other that are in it as taken back.
    pub taken_back: usize,
    /// The number of notes, remarks and other entries that only the other had.
    pub added: usize,
}

/// Joins two journals of one reading or game. Nothing is written.
///
/// Unless `keep` says which turns are kept, they are those of the longer, if both are as long of the one that is concluded, and
/// else of the first.
///
/// # Errors
/// If one of them cannot be read or is invalid, or they are of different readings.
///
/// ```
/// use enochian::{journal, correspondences::Correspondences};
/// let path = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md".as_ref();
/// let joined = journal::join(path, path, None, Correspondences::embedded()).unwrap();
/// assert_eq!((joined.taken_back, joined.added), (0, 0), "they are the same");
/// ```
pub fn join(
    first: &Path,
    second: &Path,
    keep: Option<Kept>,
    correspondences: &Correspondences,
) -> Result<JoinedJournal, JournalError> {
    let sources = (Source::read(first, LIMIT)?, Source::read(second, LIMIT)?);
    let different = || JournalError::Different(first.to_owned(), second.to_owned());
    join_texts(&sources.0, &sources.1, keep, correspondences)?.ok_or_else(different)
}

/// The joined journal; `None` if they are of different readings.
fn join_texts(
    first: &Source,
    second: &Source,
    keep: Option<Kept>,
    correspondences: &Correspondences,
) -> Result<Option<JoinedJournal>, JournalError> {
    let parsed = (parse(first, correspondences)?, parse(second, correspondences)?);
    let history = (History::of(&parsed.0, correspondences)?, History::of(&parsed.1, correspondences)?);
    if identity::id(&parsed.0) != identity::id(&parsed.1) {
        return Ok(None);
    }
    let length = |history: &History<'_>| (history.record.play().current_turn(), history.end.is_some());
    let longer = if length(&history.1) > length(&history.0) { Kept::Second } else { Kept::First };
    let kept = keep.unwrap_or(longer);
    let (ours, theirs) = match kept {
        Kept::First => (&history.0, &history.1),
        Kept::Second => (&history.1, &history.0),
    };
    let mut joining = Joining::begin(ours, theirs, correspondences);
    joining.entries()?;
    let Joining { record, text, taken_back, added, .. } = joining;
    // The heading is of no use if the other has all that stands below it.
    let text = text.trim_end_matches(['\n', '\r']);
    let text = text.strip_suffix(lines::AFTERWARDS).unwrap_or(text).trim_end_matches(['\n', '\r']).to_owned() + "\n";
    // What is written is what was meant, or nothing is written.
    let read = replay::read(&Source::new(first.name.clone(), text.clone()), correspondences)?;
    if read != record {
        return Err(JournalError::Unjoinable(first.name.clone().into(), second.name.clone().into()));
    }
    Ok(Some(JoinedJournal { text, first: first.text.clone(), kept, taken_back, added }))
}

/// An entry, and the part of its text.
type Placed<'h> = (&'h Entry, usize);

/// The entries of a journal, in order.
struct History<'s> {
    parsed: &'s ParsedJournal<'s>,
    record: Record,
    /// The part of each entry of the record.
    parts: Vec<usize>,
    /// The indexes of acts, and of what takes them back.
    acts: Vec<usize>,
    /// The index of its conclusion.
    end: Option<usize>,
    /// A person's own lines in each part.
    own: HashMap<usize, Vec<String>>,
}

impl<'s> History<'s> {
    fn of(parsed: &'s ParsedJournal<'s>, correspondences: &Correspondences) -> Result<History<'s>, JournalError> {
        let last = parsed.parts.len() - 1;
        let mut parts = Vec::new();
        let replayed = replay::replay(parsed, last, |_, _, part| parts.push(part))?;
        if !replayed.errors.is_empty() {
            return Err(Diagnostics::of(parsed.source, replayed.errors).into());
        }
        let VerifiedJournal { own: lines, .. } = verify(parsed, correspondences, |_| true, last)?;
        let mut own: HashMap<usize, Vec<String>> = HashMap::new();
        for (number, line) in lines {
            let part = parsed.parts.partition_point(|part| part.number <= number).saturating_sub(1);
            own.entry(part).or_default().push(line);
        }
        let entries = replayed.record.entries();
        let is_act = |index: &usize| matches!(entries[*index], Entry::Act(_) | Entry::TakenBack(_));
        let acts = (0..entries.len()).filter(is_act).collect();
        let end = entries.iter().position(|entry| matches!(entry, Entry::Concluded(..)));
        Ok(History { parsed, record: replayed.record, parts, acts, end, own })
    }

    fn entry(&self, index: usize) -> Placed<'_> {
        (&self.record.entries()[index], self.parts[index])
    }

    /// What was said before an act, or after the last one until it was concluded.
    fn said_before(&self, act: usize) -> impl Iterator<Item = Placed<'_>> {
        let from = act.checked_sub(1).map_or(0, |before| self.acts[before] + 1);
        let to = self.acts.get(act).copied().or(self.end).unwrap_or(self.parts.len());
        (from..to.max(from)).map(|index| self.entry(index))
    }

    /// What was said after it was concluded.
    fn said_afterwards(&self) -> impl Iterator<Item = Placed<'_>> {
        let from = self.end.map_or(self.parts.len(), |end| end + 1);
        (from..self.parts.len()).map(|index| self.entry(index))
    }

    fn own_lines(&self, part: usize) -> &[String] {
        self.own.get(&part).map_or(&[], Vec::as_slice)
    }
}

/// A joined journal in the making.
struct Joining<'h> {
    ours: &'h History<'h>,
    theirs: &'h History<'h>,
    correspondences: &'h Correspondences,
    record: Record,
    text: String,
    /// The digest of the correspondences with which the text ends.
    data: String,
    /// The acts that stand.
    standing: Vec<RecordedAct>,
    taken_back: usize,
    added: usize,
}

impl<'h> Joining<'h> {
    fn begin(ours: &'h History<'h>, theirs: &'h History<'h>, correspondences: &'h Correspondences) -> Joining<'h> {
        let text = ours.parsed.source.text[..ours.parsed.parts[0].span.end].to_owned();
        let record = Record::begin(ours.record.heading().clone());
        let data = ours.parsed.data_of(1).to_owned();
        let (standing, taken_back, added) = (Vec::new(), 0, 0);
        let mut joining = Joining { ours, theirs, correspondences, record, text, data, standing, taken_back, added };
        joining.own_lines_besides(0, Some(0));
        joining
    }

    fn entries(&mut self) -> Result<(), JournalError> {
        let (ours, theirs) = (self.ours, self.theirs);
        let acts = |history: &'h History<'h>| history.acts.iter().map(|&index| history.entry(index));
        let common = acts(ours).zip(acts(theirs)).take_while(|(one, other)| one.0 == other.0).count();
        for at in 0..common {
            self.united(at)?;
            let (act, same) = (ours.entry(ours.acts[at]), theirs.entry(theirs.acts[at]));
            self.verbatim(ours, act)?;
            self.own_lines_besides(same.1, Some(act.1));
        }
        let [end, other_end] = [ours, theirs].map(|history| history.end.map(|end| history.entry(end)));
        let is_same = ours.acts.len().max(theirs.acts.len()) == common;
        self.united(common)?;
        if theirs.acts.len() > common {
            self.branch(common)?;
        } else if is_same && end.is_none() {
            return theirs.end.map_or(Ok(()), |end| {
                (end..theirs.parts.len()).try_for_each(|index| self.verbatim(theirs, theirs.entry(index)))
            });
        } else if !is_same || end.map(|end| end.0) != other_end.map(|end| end.0) {
            self.other_end(Some(common), is_same)?;
        }
        for at in common..ours.acts.len() {
            self.verbatim(ours, ours.entry(ours.acts[at]))?;
            ours.said_before(at + 1).try_for_each(|placed| self.verbatim(ours, placed))?;
        }
        let Some(end) = end else { return Ok(()) };
        self.verbatim(ours, end)?;
        if let Some(other_end) = other_end.filter(|_| is_same) {
            self.own_lines_besides(other_end.1, Some(end.1));
        }
        ours.said_afterwards().try_for_each(|placed| self.verbatim(ours, placed))?;
        if is_same { self.besides(theirs.said_afterwards(), ours.said_afterwards(), false) } else { Ok(()) }
    }

    /// What both said before an act that they have in common: ours, and what only the other said.
    fn united(&mut self, at: usize) -> Result<(), JournalError> {
        let (ours, theirs) = (self.ours, self.theirs);
        ours.said_before(at).try_for_each(|placed| self.verbatim(ours, placed))?;
        self.besides(theirs.said_before(at), ours.said_before(at), false)
    }

    /// The turns of the other from here on, taken back at their end.
    fn branch(&mut self, common: usize) -> Result<(), JournalError> {
        let theirs = self.theirs;
        let before = self.standing.clone();
        for at in common..theirs.acts.len() {
            self.verbatim(theirs, theirs.entry(theirs.acts[at]))?;
            self.besides(theirs.said_before(at + 1), iter::empty(), true)?;
        }
        self.other_end(None, false)?;
        self.taken_back = theirs.acts.len() - common;
        let left = self.standing.iter().zip(&before).take_while(|(one, other)| one == other).count();
        if self.standing.len() > left {
            self.printed(Entry::TakenBack(self.standing.len() - left))?;
        }
        // The other may have taken back what stands in ours.
        before[left..].iter().try_for_each(|act| self.printed(Entry::Act(act.clone())))
    }

    /// The conclusion of the other, in words, since the turns go on or were concluded otherwise; and what was said after it.
    /// If all its acts are in ours, what ours has said after the last of these may hold it already, from an earlier join.
    fn other_end(&mut self, last: Option<usize>, is_same: bool) -> Result<(), JournalError> {
        let (ours, theirs) = (self.ours, self.theirs);
        let Some((Entry::Concluded(closing, moment), part)) = theirs.end.map(|end| theirs.entry(end)) else {
            return Ok(());
        };
        let known = || last.into_iter().flat_map(|last| ours.said_before(last));
        let note = Entry::Note(concluded(*closing, moment));
        self.besides(iter::once((&note, part)), known(), true)?;
        // With the same turns the answer is the same, and what was said of it is added at the end.
        if is_same { Ok(()) } else { self.besides(theirs.said_afterwards(), known(), true) }
    }

    /// What the other said, without what we said too. Of turns that are not kept, an outcome would be taken for that of the
    /// answer that is kept; so it becomes a remark.
    fn besides<'a>(
        &mut self,
        said: impl Iterator<Item = Placed<'a>>,
        ours: impl Iterator<Item = Placed<'a>>,
        is_branch: bool,
    ) -> Result<(), JournalError>
    where
        'h: 'a,
    {
        let mut ours: Vec<Placed<'a>> = ours.collect();
        for (entry, part) in said {
            let entry = match entry {
                Entry::Afterword(afterword @ Afterword::Outcome(outcome)) if is_branch => {
                    let begun = self.record.heading().begun;
                    let midnight = outcome.on.and_time(NaiveTime::MIN).and_local_timezone(*begun.offset());
                    let words = format!("{} · {afterword}", afterword.kind());
                    let moment = midnight.single().unwrap_or(begun);
                    Entry::Afterword(Afterword::Remark(Remark { ply: None, moment, words }))
                }
                entry => entry.clone(),
            };
            if let Some(same) = ours.iter().position(|it| *it.0 == entry) {
                // Of several that are alike, each stands for the next.
                let same = ours.remove(same);
                self.own_lines_besides(part, Some(same.1));
                continue;
            }
            if let Some(entry) = self.fitting(&entry) {
                self.printed(entry)?;
                self.added += 1;
            }
            self.own_lines_besides(part, None);
        }
        Ok(())
    }

    /// An entry without the tags that are there already, or are not there to be removed; `None` if nothing is left of it.
    fn fitting(&self, entry: &Entry) -> Option<Entry> {
        let tags = |tags: &[Tag], is_there: bool| {
            let tags: Vec<_> = tags.iter().filter(|tag| self.record.is_tagged(tag) == is_there).cloned().collect();
            Some(tags).filter(|tags| !tags.is_empty())
        };
        Some(match entry {
            Entry::Afterword(Afterword::Tagged(added)) => Entry::Afterword(Afterword::Tagged(tags(added, false)?)),
            Entry::Afterword(Afterword::Untagged(gone)) => Entry::Afterword(Afterword::Untagged(tags(gone, true)?)),
            entry => entry.clone(),
        })
    }

    /// Adds an entry with its text as it stands in its journal.
    fn verbatim(&mut self, history: &History<'_>, placed: Placed<'_>) -> Result<(), JournalError> {
        match self.fitting(placed.0) {
            Some(entry) if entry == *placed.0 => {}
            // Tags that the other has added or removed as well.
            other => {
                other.map_or(Ok(()), |entry| self.printed(entry))?;
                self.write_own(history.own_lines(placed.1));
                return Ok(());
            }
        }
        self.change_data(placed.0, history.parsed.data_of(placed.1));
        self.enter(placed.0.clone())?;
        self.part_ends();
        self.text.push_str(&history.parsed.source.text[history.parsed.parts[placed.1].span.clone()]);
        history.parsed.data_of(placed.1 + 1).clone_into(&mut self.data);
        Ok(())
    }

    /// Adds an entry in the present words.
    fn printed(&mut self, entry: Entry) -> Result<(), JournalError> {
        self.change_data(&entry, self.correspondences.correspondences_digest());
        self.enter(entry.clone())?;
        self.part_ends();
        let part = print::part(&self.record, &entry, self.correspondences);
        self.text.push_str(part.trim_start_matches('\n'));
        Ok(())
    }

    fn enter(&mut self, entry: Entry) -> Result<(), JournalError> {
        match &entry {
            Entry::Act(act) => self.standing.push(act.clone()),
            Entry::TakenBack(acts) => self.standing.truncate(self.standing.len().saturating_sub(*acts)),
            _ => {}
        }
        Ok(self.record.enter(entry)?)
    }

    /// Names other correspondences before an entry. Afterwords are the same with all.
    fn change_data(&mut self, entry: &Entry, data: &str) {
        if !matches!(entry, Entry::Afterword(_)) && self.data != data {
            self.part_ends();
            self.text.push_str(&(lines::data(data) + "\n"));
            data.clone_into(&mut self.data);
        }
    }

    /// A person's own lines in a part of the other that are not in this part of ours.
    fn own_lines_besides(&mut self, theirs: usize, ours: Option<usize>) {
        let mut known = ours.map_or(Vec::new(), |part| self.ours.own_lines(part).to_vec());
        let lines: Vec<String> = self
            .theirs
            .own_lines(theirs)
            .iter()
            .filter(|line| {
                let same = known.iter().position(|it| it == *line);
                same.map(|same| known.swap_remove(same)).is_none()
            })
            .cloned()
            .collect();
        self.write_own(&lines);
    }

    fn write_own(&mut self, lines: &[String]) {
        if !lines.is_empty() {
            self.part_ends();
            lines.iter().for_each(|line| self.text.push_str(&format!("{line}\n")));
        }
    }

    /// Ends what stands with a blank line.
    fn part_ends(&mut self) {
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        if !["\n\n", "\n\r\n"].into_iter().any(|end| self.text.ends_with(end)) {
            self.text.push('\n');
        }
    }
}

/// A note on a conclusion that does not stand.
fn concluded(closing: Closing, moment: &Timestamp) -> String {
    format!("Another copy of this journal was concluded here, {closing}, on {}.", moment.to_rfc3339())
}
