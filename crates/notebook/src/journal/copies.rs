//! Copies of one journal, as programs that synchronise folders leave them: known by the id, counted once, and where they part.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::correspondences::Correspondences;
use crate::input::{Source, safe, shell_word, shown_path};
use crate::record::{EnochianRecord, Header};
use crate::study::CountedRecord;

use super::IndexEntry;
use super::index::list;
use super::read::{LIMIT, ReadJournal, read};

/// A journal that is a copy of another one in the same list.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JournalCopy {
    /// The copy.
    pub entry: IndexEntry,
    /// The path of the journal that counts.
    pub of: PathBuf,
}

/// A journal of a list with its copies, as programs read it.
///
/// ```
/// use enochian::correspondences::Correspondences;
/// use enochian::journal::{self, JournalWithCopies};
/// let correspondences = Correspondences::embedded();
/// let listed = journal::list("journals".as_ref(), correspondences, &|_, _| {}).unwrap();
/// let (counted, copies) = journal::set_copies_aside(listed);
/// let rows = JournalWithCopies::all(&counted, &copies, correspondences);
/// assert!(serde_json::to_string(&rows).unwrap().starts_with(r#"[{"name":"#));
/// ```
#[derive(Debug, Serialize)]
pub struct JournalWithCopies<'e> {
    #[serde(flatten)]
    entry: &'e IndexEntry,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    copies: Vec<CopyRow>,
}

#[derive(Debug, Serialize)]
struct CopyRow {
    name: String,
    path: String,
    /// The turn from which the two differ.
    parts_at: Option<u32>,
}

impl<'e> JournalWithCopies<'e> {
    /// All journals of a list, each with those of the copies that are its own.
    #[must_use]
    pub fn all(
        entries: &'e [IndexEntry],
        copies: &[JournalCopy],
        correspondences: &Correspondences,
    ) -> Vec<JournalWithCopies<'e>> {
        let row = |copy: &JournalCopy| CopyRow {
            name: copy.entry.name(),
            path: shown_path(&copy.entry.path),
            parts_at: copy.parting(correspondences).and_then(CopyDifference::turn),
        };
        let of = |entry: &IndexEntry| copies.iter().filter(|copy| copy.of == entry.path).map(row).collect();
        entries.iter().map(|entry| JournalWithCopies { entry, copies: of(entry) }).collect()
    }
}

/// Where the acts of two copies part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CopyDifference {
    /// They have the same acts.
    Same,
    /// One has all acts of the other, and goes on: from which turn, and whether that is the first of the two.
    GoesOn {
        /// The turn of its first act that the other lacks.
        turn: u32,
        /// Whether the first of the two goes on.
        first: bool,
    },
    /// Each goes on in its own way from this turn.
    At(u32),
}

/// Sets copies aside, so that each reading or game is in the list once: that with the most turns, if they agree the one that is
/// concluded, and rather one with a shorter name, since conflict copies have longer ones. The order stays. Of a journal that cannot be read it is
/// not known what it is a copy of, so it stays too.
///
/// ```
/// use enochian::{journal, correspondences::Correspondences};
/// let mut journals = journal::list("journals".as_ref(), Correspondences::embedded(), &|_, _| {}).unwrap();
/// journals.truncate(1);
/// let twice = [journals.clone(), journals].concat();
/// let (counted, copies) = journal::set_copies_aside(twice);
/// assert_eq!((counted.len(), copies.len()), (1, 1));
/// ```
#[must_use]
pub fn set_copies_aside(entries: Vec<IndexEntry>) -> (Vec<IndexEntry>, Vec<JournalCopy>) {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, entry) in entries.iter().enumerate() {
        if let Ok(metadata) = &entry.metadata {
            places.entry(&metadata.id).or_default().push(place);
        }
    }
    let mut copies: HashMap<usize, PathBuf> = HashMap::new();
    for places in places.into_values().filter(|places| places.len() > 1) {
        let Some(counted) = counted(&entries, &places) else { continue };
        copies
            .extend(places.into_iter().filter(|&place| place != counted).map(|at| (at, entries[counted].path.clone())));
    }
    let (mut kept, mut aside) = (Vec::with_capacity(entries.len()), Vec::new());
    for (place, entry) in entries.into_iter().enumerate() {
        match copies.remove(&place) {
            Some(of) => aside.push(JournalCopy { entry, of }),
            None => kept.push(entry),
        }
    }
    (kept, aside)
}

/// The journal in a folder that already holds a reading or game of Enochian chess: the same one, or one with the same turns from the
/// same start. What cannot be read holds nothing.
#[must_use]
pub fn find_same(folder: &Path, record: EnochianRecord<'_>, correspondences: &Correspondences) -> Option<PathBuf> {
    let id = Header::of(record.heading()).id();
    let counted = CountedRecord::of(record);
    let listed = list(folder, correspondences, &|_, _| {}).unwrap_or_default();
    let same = listed.into_iter().find(|entry| {
        entry.metadata.as_ref().is_ok_and(|other| {
            let of_other = other.counted.as_ref().filter(|other| other.board == counted.board);
            let has_same_turns = of_other.is_some_and(|other| other.turns == counted.turns && !other.turns.is_empty());
            other.id == id || other.mode == record.mode() && has_same_turns
        })
    });
    same.map(|entry| entry.path)
}

/// Which of the copies in these places counts.
fn counted(entries: &[IndexEntry], places: &[usize]) -> Option<usize> {
    let rank = |&place: &usize| {
        let metadata = entries[place].metadata.as_ref().ok();
        let known = metadata.map(|it| (it.is_playable, it.turns, it.is_concluded));
        // A program that synchronises folders makes the name of a conflict copy longer.
        let name = entries[place].name();
        (known, Reverse((name.len(), name)))
    };
    places.iter().copied().max_by_key(rank)
}

impl CopyDifference {
    /// The turn from which the acts differ, if they do.
    #[must_use]
    pub fn turn(self) -> Option<u32> {
        match self {
            CopyDifference::Same => None,
            CopyDifference::GoesOn { turn, .. } | CopyDifference::At(turn) => Some(turn),
        }
    }
}

impl JournalCopy {
    /// Where the copy, as the second, parts from the journal that counts; `None` if one of them cannot be read any more.
    #[must_use]
    pub fn parting(&self, correspondences: &Correspondences) -> Option<CopyDifference> {
        parting(&self.of, &self.entry.path, correspondences)
    }

    /// A sentence about it, with the command that joins it to the journal that counts.
    #[must_use]
    pub fn sentence(&self, correspondences: &Correspondences) -> String {
        let parting = match self.parting(correspondences) {
            Some(CopyDifference::Same) => "with the same turns".to_owned(),
            Some(CopyDifference::GoesOn { turn, first: true }) => format!("without turn {turn} and what follows"),
            Some(CopyDifference::GoesOn { turn, first: false }) => format!("with more from turn {turn} on"),
            Some(CopyDifference::At(turn)) => format!("which goes another way from turn {turn} on"),
            None => "which cannot be read now".to_owned(),
        };
        format!(
            "{} is a copy of {}, {parting}; make one of both with: enochian journal join {} {}",
            safe(&self.entry.name()),
            safe(&self.of.file_stem().unwrap_or_default().to_string_lossy()),
            shell_word(&self.of),
            shell_word(&self.entry.path)
        )
    }
}

/// Where the acts of two journals of one reading or game part; `None` if one of them cannot be read.
fn parting(first: &Path, second: &Path, correspondences: &Correspondences) -> Option<CopyDifference> {
    let source = |path: &Path| Source::read_growing(path, LIMIT).ok().map(|(source, _)| source);
    let (first, second) = (source(first)?, source(second)?);
    let (first, second) = (read(&first, correspondences).ok()?, read(&second, correspondences).ok()?);
    let common = first.same_acts(&second);
    let next = |journal: &ReadJournal<'_>| journal.acts().nth(common).map(|(turn, _)| turn);
    Some(match (next(&first), next(&second)) {
        (None, None) => CopyDifference::Same,
        (Some(turn), None) => CopyDifference::GoesOn { turn, first: true },
        (None, Some(turn)) => CopyDifference::GoesOn { turn, first: false },
        (Some(one), Some(other)) => CopyDifference::At(one.min(other)),
    })
}
