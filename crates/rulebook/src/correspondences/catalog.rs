//! The categories of questions, and their places on the boards.

use std::collections::BTreeSet;

use toml::Spanned;

use crate::chess::{Angle, Board};
use crate::input::{Checked, nearest, quoted, search_key};

use super::each::check_once;
use super::files::DataTable;
use super::tables::Tables;
use super::{QuestionKind, SignOrElement, category_search};

/// A category of questions (RULES 8.1).
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// A name in lower case, without accents, small words and punctuation, for comparison.
pub(super) fn key(name: &str) -> String {
    let name = search_key(name).replace('’', "'");
    let words = name.split(|letter: char| !letter.is_alphanumeric() && letter != '\'').filter(|word| !word.is_empty());
    let all: Vec<&str> = words.collect();
    let significant: Vec<&str> = all.iter().copied().filter(|word| !SMALL_WORDS.contains(word)).collect();
    // A name that consists of small words is compared as it is.
    if significant.is_empty() { all.join(" ") } else { significant.join(" ") }
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

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CatalogFile {
    category: Vec<Spanned<CategoryRow>>,
}

/// A category as it is written: with a house or a force.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct CategoryRow {
    name: Spanned<String>,
    #[serde(default)]
    also: Vec<Spanned<String>>,
    board: Board,
    angle: Angle,
    house: Option<Spanned<u8>>,
    force: Option<SignOrElement>,
    #[serde(default)]
    kind: QuestionKind,
    why: String,
}

impl DataTable for Vec<Category> {
    type File = CatalogFile;

    fn of(file: CatalogFile, tables: &Tables, checked: &mut Checked<'_>) -> Vec<Category> {
        if file.category.is_empty() {
            checked.wrong(0..0, "there is no category", "at least one entry");
        }
        let names = file.category.iter().flat_map(|row| {
            let CategoryRow { name, also, .. } = row.get_ref();
            // Two names of one category may have the same key ("a brother", "brother").
            let mut own = BTreeSet::new();
            let names = std::iter::once(name).chain(also).map(|name| (name.span(), key(name.get_ref())));
            names.filter(move |(_, key)| own.insert(key.clone()))
        });
        check_once(names, "name", "a name that no other category has", checked);
        file.category.into_iter().filter_map(|row| category(row, tables, checked)).collect()
    }
}

/// If the signs or the boards could not be read, which is reported by itself, what depends on them is not checked.
fn category(row: Spanned<CategoryRow>, tables: &Tables, checked: &mut Checked<'_>) -> Option<Category> {
    let place = row.span();
    let CategoryRow { name, also, board, angle, house, force, kind, why } = row.into_inner();
    let force = match (&house, force) {
        (Some(house), None) if !(1..=12).contains(house.get_ref()) => {
            checked.wrong(house.span(), format!("there is no house {}", house.get_ref()), "a house from 1 to 12");
            return None;
        }
        (Some(house), None) => tables.forces_if_sound()?.iter().find(|(_, it)| it.house == Some(*house.get_ref()))?.0,
        (None, Some(force)) => force,
        (Some(house), Some(_)) => {
            checked.wrong(house.span(), "a house and a force", "a house or a force, not both");
            return None;
        }
        (None, None) => {
            let expected = "`house = …`, or `force = …` for larger matters";
            checked.wrong(place, "this category has no house or force", expected);
            return None;
        }
    };
    if tables.board_if_sound(board)?.find(angle, force) == angle.throne() {
        let throne = "the throne, on which the querent's king starts";
        let problem = format!("{force} of the {angle} angle of the {board} board is {throne}");
        checked.wrong(place, problem, "another square for the Ptah");
    }
    let also = also.into_iter().map(Spanned::into_inner).collect();
    let (name, house) = (name.into_inner(), house.map(Spanned::into_inner));
    Some(Category { name, also, board, angle, house, force, kind, why })
}
