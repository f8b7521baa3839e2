//! Links in what people write: `[[brother]]` is another reading, `[[brother#29]]` a turn of it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use crate::input::search_key;
use crate::record::Record;

use super::{IndexEntry, OwnLine};

/// A link in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteLink {
    /// Where it stands in the text, with its brackets.
    pub range: Range<usize>,
    /// The name of the journal, or a part of it.
    pub name: String,
    /// The turn.
    pub turn: Option<u32>,
}

/// The links of a text, in order.
///
/// ```
/// let links = enochian::journal::note_links("As in [[brother#29]], but later.");
/// assert_eq!((links[0].name.as_str(), links[0].turn), ("brother", Some(29)));
/// ```
#[must_use]
pub fn note_links(text: &str) -> Vec<NoteLink> {
    let (mut links, mut at) = (Vec::new(), 0);
    while let Some(open) = text[at..].find("[[").map(|open| at + open) {
        let Some(close) = text[open..].find("]]").map(|close| open + close) else { break };
        // Of several brackets the last two open it.
        let open = text[..close].rfind("[[").unwrap_or(open);
        let inside = text[open + 2..close].trim();
        let (name, turn) = match inside.rsplit_once('#') {
            Some((name, turn)) => (name.trim(), turn.trim().parse().ok()),
            None => (inside, None),
        };
        if !name.is_empty() && (turn.is_some() || !inside.contains('#')) {
            links.push(NoteLink { range: open..close + 2, name: name.to_owned(), turn });
        }
        at = close + 2;
    }
    links
}

/// The journal that a link names: by its whole file name, or by a part of that or of its question which no other has. `None` if
/// there is none, or several.
///
/// ```
/// use enochian::{journal, correspondences::Correspondences};
/// let entries = journal::list("journals".as_ref(), Correspondences::embedded(), &|_, _| {}).unwrap();
/// assert!(journal::linked("2026-11-21-is-my-brother", &entries).is_some());
/// assert!(journal::linked("my sister", &entries).is_none());
/// ```
#[must_use]
pub fn linked<'e>(name: &str, entries: &'e [IndexEntry]) -> Option<&'e IndexEntry> {
    let wanted = search_key(name);
    let only = |fits: &dyn Fn(&IndexEntry) -> bool| {
        let mut found = entries.iter().filter(|entry| fits(entry));
        found.next().filter(|_| found.next().is_none())
    };
    let is_titled = |entry: &IndexEntry| {
        entry.metadata.as_ref().is_ok_and(|metadata| search_key(&metadata.title).contains(&*wanted))
    };
    only(&|entry| entry.name() == name)
        .or_else(|| only(&|entry| search_key(&entry.name()).contains(&*wanted)))
        .or_else(|| only(&is_titled))
}

/// Where the links in the notes of a record lead, by the names in the links: the name of a journal, or nothing if that is this one.
/// The journals are only listed if there is a link.
///
/// # Errors
/// Those of listing the journals.
pub fn link_targets<E>(
    record: &Record,
    journal: &Path,
    list: impl FnOnce() -> Result<Vec<IndexEntry>, E>,
) -> Result<BTreeMap<String, String>, E> {
    let names: BTreeSet<String> =
        record.notes().iter().flat_map(|note| note_links(note.words)).map(|link| link.name).collect();
    if names.is_empty() {
        return Ok(BTreeMap::new());
    }
    let entries = list()?;
    let own = journal.file_stem().unwrap_or_default().to_string_lossy();
    let target = |name: String| {
        let to = linked(&name, &entries)?.name();
        Some((name, if to == own { String::new() } else { to }))
    };
    Ok(names.into_iter().filter_map(target).collect())
}

/// The lines of other journals that name a journal, with the turn of it that they name.
///
/// ```
/// use enochian::{journal, correspondences::Correspondences};
/// let entries = journal::list("journals".as_ref(), Correspondences::embedded(), &|_, _| {}).unwrap();
/// assert!(journal::named_in(&entries[0], &entries).is_empty());
/// ```
#[must_use]
pub fn named_in<'e>(entry: &IndexEntry, entries: &'e [IndexEntry]) -> Vec<(&'e IndexEntry, &'e OwnLine, Option<u32>)> {
    let mut named = Vec::new();
    for other in entries.iter().filter(|other| other.path != entry.path) {
        let own = other.metadata.as_ref().map_or(&[][..], |metadata| &metadata.own);
        for line in own {
            let links = note_links(&line.text);
            let here = links.iter().find(|link| linked(&link.name, entries).is_some_and(|it| it.path == entry.path));
            named.extend(here.map(|link| (other, line, link.turn)));
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::note_links;

    #[test]
    fn links_are_read_and_other_brackets_are_text() {
        let read = |text: &str| -> Vec<(String, Option<u32>)> {
            let links = note_links(text).into_iter();
            links
                .inspect(|link| assert!(text[link.range.clone()].starts_with("[[")))
                .map(|it| (it.name, it.turn))
                .collect()
        };
        assert_eq!(read("[[a]] and [[ tea house # 40 ]]"), [("a".into(), None), ("tea house".into(), Some(40))]);
        assert_eq!(read("[[[[a#1]]]]"), [("a".into(), Some(1))]);
        for text in ["", "[[", "[[]]", "[[#4]]", "[[a#b]]", "[a]", "]] [[", "[[ ]]"] {
            assert!(read(text).is_empty(), "{text}");
        }
        assert_eq!(read("ß [[Ω#2]] [[x"), [("Ω".into(), Some(2))]);
    }
}
