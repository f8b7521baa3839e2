//! Copies of one journal, as programs that synchronise folders leave them: known by the id, counted once, and where they part.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::correspondences::Correspondences;
use crate::input::{Source, safe, shell_word, shown_path};
use crate::record::{EnochianRecord, Record};

use super::IndexEntry;
use super::header::Header;
use super::index::list;
use super::line::Fact;
use super::read::{LIMIT, read};

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
    /// Who made the conflict copy, as its name tells.
    made_by: Option<&'static str>,
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
            made_by: copy.made_by(),
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
/// concluded, and rather one whose name is not that of a conflict copy. The order stays. Of a journal that cannot be read it is
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
    let turns = |record: EnochianRecord<'_>| record.turns().iter().map(|turn| turn.mv).collect::<Vec<_>>();
    let (start, played) = (record.subject().start(), turns(record));
    let has_same_turns = |path: &Path| {
        let other = super::read(path, correspondences).ok();
        let other = other.as_ref().and_then(Record::enochian);
        other.is_some_and(|other| other.subject().start() == start && turns(other) == played)
    };
    let listed = list(folder, correspondences, &|_, _| {}).unwrap_or_default();
    let same = listed.into_iter().find(|entry| {
        entry.metadata.as_ref().is_ok_and(|other| {
            let is_alike = other.mode == record.mode() && other.turns as usize == played.len() && other.turns > 0;
            other.id == id || is_alike && has_same_turns(&entry.path)
        })
    });
    same.map(|entry| entry.path)
}

/// Which of the copies in these places counts.
fn counted(entries: &[IndexEntry], places: &[usize]) -> Option<usize> {
    let name = |place: usize| entries[place].name();
    let rank = |&place: &usize| {
        let metadata = entries[place].metadata.as_ref().ok();
        let known = metadata.map(|it| (it.is_playable, it.turns, it.is_concluded));
        let own = name(place);
        let is_conflict_copy = places.iter().any(|&other| conflict_copy_by(&own, &name(other)).is_some());
        (known, Reverse((is_conflict_copy, own.len(), own)))
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
    /// Who made it, if its name is that of a conflict copy: `Dropbox`.
    #[must_use]
    pub fn made_by(&self) -> Option<&'static str> {
        let of = self.of.file_stem().unwrap_or_default().to_string_lossy();
        conflict_copy_by(&self.entry.name(), &of)
    }

    /// Where the copy, as the second, parts from the journal that counts; `None` if one of them cannot be read any more.
    #[must_use]
    pub fn parting(&self, correspondences: &Correspondences) -> Option<CopyDifference> {
        parting(&self.of, &self.entry.path, correspondences)
    }

    /// A sentence about it, with the command that joins it to the journal that counts.
    #[must_use]
    pub fn sentence(&self, correspondences: &Correspondences) -> String {
        let by = self.made_by().map_or_else(String::new, |by| format!(", a conflict copy by {by},"));
        let parting = match self.parting(correspondences) {
            Some(CopyDifference::Same) => "with the same turns".to_owned(),
            Some(CopyDifference::GoesOn { turn, first: true }) => format!("without turn {turn} and what follows"),
            Some(CopyDifference::GoesOn { turn, first: false }) => format!("with more from turn {turn} on"),
            Some(CopyDifference::At(turn)) => format!("which goes another way from turn {turn} on"),
            None => "which cannot be read now".to_owned(),
        };
        format!(
            "{}{by} is a copy of {}, {parting}; make one of both with: enochian journal join {} {}",
            safe(&self.entry.name()),
            safe(&self.of.file_stem().unwrap_or_default().to_string_lossy()),
            shell_word(&self.of),
            shell_word(&self.entry.path)
        )
    }
}

/// Where the acts of two journals of one reading or game part; `None` if one of them cannot be read.
fn parting(first: &Path, second: &Path, correspondences: &Correspondences) -> Option<CopyDifference> {
    let read = |path: &Path| Source::read_growing(path, LIMIT).ok().map(|(source, _)| source);
    let (first, second) = (read(first)?, read(second)?);
    let (first, second) = (acts(&first, correspondences)?, acts(&second, correspondences)?);
    let common = first.iter().zip(&second).take_while(|(one, other)| one == other).count();
    Some(match (first.get(common), second.get(common)) {
        (None, None) => CopyDifference::Same,
        (Some((turn, _)), None) => CopyDifference::GoesOn { turn: *turn, first: true },
        (None, Some((turn, _))) => CopyDifference::GoesOn { turn: *turn, first: false },
        (Some((one, _)), Some((other, _))) => CopyDifference::At(*one.min(other)),
    })
}

/// The lines of the acts in a journal, each with its turn, also of those that were taken back.
fn acts(source: &Source, correspondences: &Correspondences) -> Option<Vec<(u32, String)>> {
    let read = read(source, correspondences).ok()?;
    let mut turn = 1;
    let acts = read.lines.iter().filter_map(|line| {
        match &line.fact {
            Fact::Throw((of, _), _) | Fact::Act(Some((of, _)), _) => turn = *of,
            Fact::Act(None, _) | Fact::TakenBack { .. } => {}
            _ => return None,
        }
        Some((turn, source.text[line.span.clone()].to_owned()))
    });
    Some(acts.collect())
}

/// Who made a conflict copy, as its name tells, given the name of the journal; names are without `.md`.
///
/// ```text
/// Dropbox    brother (Anna's conflicted copy 2026-11-25)
/// Syncthing  brother.sync-conflict-20261125-101112-ABCDEFG
/// OneDrive   brother-DESKTOP-7A
/// iCloud     brother 2
/// git        brother_LOCAL_4711, brother~HEAD
/// ```
fn conflict_copy_by(name: &str, of: &str) -> Option<&'static str> {
    if name.contains("conflicted copy") {
        return Some("Dropbox");
    }
    if name.contains(".sync-conflict-") {
        return Some("Syncthing");
    }
    let rest = name.strip_prefix(of)?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_merged = |word: &str| rest.strip_prefix(word).is_some_and(is_number);
    if rest.starts_with('~') || ["_LOCAL_", "_REMOTE_", "_BASE_", "_BACKUP_"].into_iter().any(is_merged) {
        return Some("git");
    }
    if rest.strip_prefix(' ').is_some_and(is_number) {
        return Some("iCloud");
    }
    // A bare number is what this program adds to a name that is taken.
    rest.strip_prefix('-').filter(|rest| !rest.is_empty() && !is_number(rest)).map(|_| "OneDrive")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_conflict_copies_tell_who_made_them() {
        for (name, by) in [
            ("brother (Anna's conflicted copy 2026-11-25)", Some("Dropbox")),
            ("brother.sync-conflict-20261125-101112-ABCDEFG", Some("Syncthing")),
            ("brother-DESKTOP-7A", Some("OneDrive")),
            ("brother 2", Some("iCloud")),
            ("brother_REMOTE_4711", Some("git")),
            ("brother~HEAD", Some("git")),
            ("brother-2", None),
            ("brother", None),
            ("sister", None),
        ] {
            assert_eq!(conflict_copy_by(name, "brother"), by, "{name}");
        }
    }
}
