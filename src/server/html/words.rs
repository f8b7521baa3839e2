//! The words of the glossary are marked where a view prints them; each opens its entry over the page.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::correspondences::{Correspondences, GlossaryEntry};
use crate::export::encoded;
use crate::render::capitalised;

/// Where nothing is marked: in what is operated, in a person's own words, and in what is looked at and not read.
const UNMARKED: [&str; 15] = [
    "button", "a", "label", "select", "input", "textarea", "summary", "svg", "kbd", "code", "pre", "h1", "table", "dt",
    "datalist",
];
const UNMARKED_CLASSES: [&str; 6] = ["own-words", "path", "problem", "unseen", "notebook-name", "unmarked"];
/// A word is marked once in each of these.
const BLOCKS: [&str; 9] = ["p", "li", "dd", "h2", "h3", "figcaption", "blockquote", "legend", "div"];
/// Elements without an end.
const VOID: [&str; 4] = ["input", "img", "br", "hr"];

/// The words to mark, by the first of each in small letters; the longest first.
pub(super) struct Marks<'c>(BTreeMap<String, Vec<(String, &'c GlossaryEntry)>>);

/// An element that is open.
struct Element<'h> {
    name: &'h str,
    is_marked: bool,
    /// The block in which it lies.
    block: usize,
}

impl<'c> Marks<'c> {
    pub(super) fn of(correspondences: &'c Correspondences) -> Marks<'c> {
        let mut marks: BTreeMap<String, Vec<(String, &GlossaryEntry)>> = BTreeMap::new();
        for entry in correspondences.glossary() {
            for mark in &entry.marks {
                let mark = mark.to_lowercase();
                let first = mark.split(' ').next().unwrap_or_default().to_owned();
                marks.entry(first).or_default().push((mark, entry));
            }
        }
        for same in marks.values_mut() {
            same.sort_by_key(|(mark, _)| std::cmp::Reverse(mark.len()));
        }
        Marks(marks)
    }

    /// Marks the words in the HTML of a view. Returns it with the names of all entries whose words it has, also where they are not marked.
    pub(super) fn mark(&self, html: &str) -> (String, BTreeSet<&'c str>) {
        let (mut marked, mut found) = (String::with_capacity(html.len() * 5 / 4), BTreeSet::new());
        let mut open: Vec<Element<'_>> = Vec::new();
        let mut seen: Vec<BTreeSet<&str>> = vec![BTreeSet::new()];
        for part in html.split_inclusive('<') {
            // Each part but the first begins with a tag.
            let (text, is_last) = part.strip_suffix('<').map_or((part, true), |text| (text, false));
            let text = match text.split_once('>') {
                Some((tag, text)) => {
                    marked.push_str(tag);
                    marked.push('>');
                    step(tag, &mut open, &mut seen);
                    text
                }
                None => text,
            };
            let (is_marked, block) = open.last().map_or((true, 0), |element| (element.is_marked, element.block));
            self.mark_text(text, is_marked, &mut seen[block], &mut found, &mut marked);
            if !is_last {
                marked.push('<');
            }
        }
        (marked, found)
    }

    fn mark_text<'m>(
        &'m self,
        text: &str,
        is_marked: bool,
        seen: &mut BTreeSet<&'m str>,
        found: &mut BTreeSet<&'c str>,
        marked: &mut String,
    ) {
        let is_word = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        let mut rest = text;
        while let Some(start) = rest.find(is_word) {
            marked.push_str(&rest[..start]);
            rest = &rest[start..];
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let same = self.0.get(&rest[..length].to_lowercase());
            let fits = |mark: &str| {
                let inside = rest.get(..mark.len()).is_some_and(|it| it.to_lowercase() == mark);
                inside && !rest[mark.len()..].starts_with(is_word)
            };
            let one = same.and_then(|same| same.iter().find(|(mark, _)| fits(mark)));
            let length = one.map_or(length, |(mark, _)| mark.len());
            let word = &rest[..length];
            rest = &rest[length..];
            match one {
                Some((_, entry)) => {
                    found.insert(entry.name.as_str());
                    if is_marked && seen.insert(&entry.name) {
                        let _ = write!(
                            marked,
                            "<a class=\"term\" href=\"#word={}\" data-dialog tabindex=\"-1\" data-entry=\"{}\">{word}</a>",
                            encoded(word),
                            capitalised(&entry.name),
                        );
                    } else {
                        marked.push_str(word);
                    }
                }
                None => marked.push_str(word),
            }
        }
        marked.push_str(rest);
    }
}

/// Opens or closes an element.
fn step<'h>(tag: &'h str, open: &mut Vec<Element<'h>>, seen: &mut Vec<BTreeSet<&str>>) {
    if let Some(name) = tag.strip_prefix('/') {
        if let Some(at) = open.iter().rposition(|element| element.name == name) {
            open.truncate(at);
        }
        return;
    }
    let name = tag.split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or_default();
    if VOID.contains(&name) || tag.ends_with('/') || name.starts_with('!') {
        return;
    }
    let classes = tag.split_once("class=\"").map_or("", |(_, rest)| rest.split('"').next().unwrap_or_default());
    let is_unmarked = UNMARKED.contains(&name) || classes.split(' ').any(|class| UNMARKED_CLASSES.contains(&class));
    let (is_marked, block) = open.last().map_or((true, 0), |element| (element.is_marked, element.block));
    let block = if BLOCKS.contains(&name) {
        seen.push(BTreeSet::new());
        seen.len() - 1
    } else {
        block
    };
    open.push(Element { name, is_marked: is_marked && !is_unmarked, block });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_marked_once_in_a_block_and_not_where_something_is_operated() {
        let marks = Marks::of(Correspondences::embedded());
        let plain = |html: &str| {
            let marked = marks.mark(html).0;
            let mut parts = marked.split("<a class=\"term\"");
            let first = parts.next().unwrap_or_default().to_owned();
            first
                + &parts
                    .map(|part| format!("[{}", part.split_once('>').unwrap().1.replacen("</a>", "]", 1)))
                    .collect::<String>()
        };
        assert_eq!(plain("<p>The Ptah, the ptah.</p><p>Ptah</p>"), "<p>The [Ptah], the ptah.</p><p>[Ptah]</p>");
        assert_eq!(plain("<p>A privileged pawn's board</p>"), "<p>A [privileged pawn]'s [board]</p>");
        for whole in [
            "<button>Ptah</button>",
            "<p class=\"own-words\">Ptah <b>Ptah</b></p>",
            "<p>Aboard, board-room</p>",
            "<label><span>Ptah</span></label>",
            "<p>It is an exchange of views.</p>",
        ] {
            assert_eq!(plain(whole), whole);
        }
        // After what is operated it goes on.
        assert_eq!(
            plain("<p><input name=\"x\"> board <a>throne</a> throne</p>"),
            "<p><input name=\"x\"> [board] <a>throne</a> [throne]</p>"
        );
        assert_eq!(marks.mark("<button>Ptah</button>").1.len(), 1);
    }
}
