//! The categories of questions, and their places on the boards.

use std::collections::BTreeSet;

use crate::chess::{Angle, Board, ELEMENT_NAMES};
use crate::input::{TomlTable, TomlValue, nearest, quoted};

use super::entries::named;
use super::{BoardCorrespondences, QuestionKind, SignCorrespondences, SignOrElement, category_search};

/// A category of questions (RULES 8.1).
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Category {
    /// `siblings`.
    pub name: String,
    /// Other names for it.
    pub also: Vec<String>,
    /// The board to which it belongs.
    pub board: Board,
    /// The angle within the board.
    pub angle: Angle,
    /// The house that governs it; `None` if it is too large for a single house.
    pub house: Option<u8>,
    /// The sign of that house, or an element: where the Ptah is set.
    pub force: SignOrElement,
    /// What its questions ask for, unless a question says otherwise (INTERPRETATION 8.10).
    pub kind: QuestionKind,
    /// The reason, in one line.
    pub why: String,
}

/// The error when a category does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown category {}", quoted(.name))]
pub struct UnknownCategory {
    /// The name that was given.
    pub name: String,
    /// Similar names of categories, the most likely first; may be empty.
    pub suggestions: Vec<String>,
}

/// Words that are ignored when categories are compared.
const SMALL_WORDS: [&str; 22] = [
    "a", "an", "the", "my", "our", "your", "his", "her", "their", "of", "on", "in", "at", "for", "about", "to", "with",
    "and", "or", "some", "is", "one's",
];

/// A name in lower case, without small words and punctuation, for comparison.
pub(super) fn key(name: &str) -> String {
    let add = |key: &mut String, word: &str| {
        if !key.is_empty() {
            key.push(' ');
        }
        key.push_str(word);
    };
    // A loop over the letters, since a search makes the keys of some thousand names.
    let (mut all, mut significant, mut word) = (String::new(), String::new(), String::new());
    for letter in name.to_lowercase().chars().chain([' ']) {
        let letter = if letter == '’' { '\'' } else { letter };
        if letter.is_alphanumeric() || letter == '\'' {
            word.push(letter);
            continue;
        }
        if word.is_empty() {
            continue;
        }
        add(&mut all, &word);
        if !SMALL_WORDS.contains(&word.as_str()) {
            add(&mut significant, &word);
        }
        word.clear();
    }
    // A name that consists of small words is compared as it is.
    if significant.is_empty() { all } else { significant }
}

/// Finds a category by name; see [`super::Correspondences::find_category`].
pub(super) fn find<'a>(categories: &'a [Category], name: &str) -> Result<&'a Category, UnknownCategory> {
    // So journals name it; the keys of some thousand other words would take longer than the rest of their header.
    if let Some(category) = categories.iter().find(|category| category.name == name) {
        return Ok(category);
    }
    let wanted = key(name);
    let names = || {
        categories.iter().flat_map(|category| {
            let also = category.also.iter().map(move |also| (key(also), category));
            std::iter::once((key(&category.name), category)).chain(also)
        })
    };
    if let Some((_, category)) = names().find(|(key, _)| *key == wanted && !wanted.is_empty()) {
        return Ok(category);
    }
    let keys: Vec<String> = names().map(|(key, _)| key).collect();
    let near = nearest(&wanted, keys.iter().map(String::as_str));
    let mut suggestions: Vec<String> = vec![];
    let close = names().filter(|(key, _)| Some(key.as_str()) == near).map(|(_, category)| category);
    // What has all the words, then what has one of them.
    let words = wanted.split(' ').filter(|word| word.chars().count() > 2);
    let shared = category_search::like(categories, name).into_iter();
    let shared = shared.chain(words.flat_map(|word| category_search::like(categories, word)));
    for category in close.chain(shared) {
        if !suggestions.contains(&category.name) {
            suggestions.push(category.name.clone());
        }
    }
    suggestions.truncate(5);
    Err(UnknownCategory { name: name.to_owned(), suggestions })
}

/// Reads the catalogue. If the forces or the boards could not be read, which is reported on its own, whatever depends
/// on them is not checked.
pub(super) fn read(
    fields: &TomlTable<'_>,
    forces: Option<&[SignCorrespondences; 16]>,
    boards: Option<&[BoardCorrespondences; 4]>,
) -> Option<Vec<Category>> {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    named(fields, "category", |fields, name| {
        let mut own = BTreeSet::new();
        let mut unused_name = |item: &TomlValue<'_>| {
            let text = item.text()?;
            let key = key(&text);
            // Two names of one category may have the same key ("a brother", "brother").
            if own.insert(key.clone()) && !seen.insert(key) {
                return item.wrong("a name that no other category has");
            }
            Some(text)
        };
        let name = name.and_then(|_| unused_name(&fields.required("name")?));
        let also = fields.optional("also").map_or(Some(vec![]), |item| item.list(&mut unused_name));
        let kind = question_kind(fields, "kind").unwrap_or_default();
        let (board, angle) = (fields.parse("board", ELEMENT_NAMES), fields.parse("angle", ELEMENT_NAMES));
        let why = fields.text("why");
        let place = house_and_force(fields, forces);
        let (board, angle, (house, force)): (Board, Angle, _) = (board?, angle?, place?);
        // Without the forces, a house has no sign yet; Aries is a placeholder.
        let is_known = forces.is_some() || house.is_none();
        if let Some(boards) = boards
            && is_known
            && boards[board.index()].find(angle, force) == angle.throne()
        {
            fields.error(
                format!(
                    "{force} of the {angle} angle of the {board} board is the throne, on which the querent's king starts"
                ),
                "another square for the Ptah",
            );
        }
        Some(Category { name: name?, also: also?, board, angle, house, force, kind, why: why? })
    })
}

/// The kind of question under a key, if it is there.
pub fn question_kind(fields: &TomlTable<'_>, key: &str) -> Option<QuestionKind> {
    fields.optional(key)?.one_of(&QuestionKind::ALL.map(|kind| (kind.name(), kind)))
}

/// The house, if there is one, and its sign or the element; the sign is Aries while the forces are not known.
fn house_and_force(
    fields: &TomlTable<'_>,
    forces: Option<&[SignCorrespondences; 16]>,
) -> Option<(Option<u8>, SignOrElement)> {
    match (fields.optional("house"), fields.optional("force")) {
        (Some(house), None) => {
            let house = house.integer(1..=12u8)?;
            let sign = forces.map_or(Some(SignOrElement::Aries), |forces| {
                forces
                    .iter()
                    .find(|correspondences| correspondences.house == Some(house))
                    .map(|correspondences| correspondences.force)
            });
            Some((Some(house), sign?))
        }
        (None, Some(force)) => Some((None, force.one_of(&SignOrElement::ALL.map(|force| (force.name(), force)))?)),
        (Some(_), Some(force)) => force.wrong("a house or a force, not both"),
        (None, None) => {
            fields.error("this category has no house or force", "`house = …`, or `force = …` for larger matters");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn names_are_compared_without_small_words() {
        assert_eq!(key("  My Brother's job? "), "brother's job");
        assert_eq!(key("brother or sister"), key("a Brother, a Sister"));
        assert_eq!(key("The One and the Other"), "one other");
        assert_eq!(key("of the"), "of the");
    }
}
