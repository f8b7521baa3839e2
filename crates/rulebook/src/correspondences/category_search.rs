//! Which categories some words, or a whole question, may mean: by whole words and their stems, never by letters inside a word.

use std::cmp::Reverse;

use super::Category;
use super::catalog::key;

/// As many as a person looks through.
const MOST: usize = 12;
/// As many as are proposed for a question.
const PROPOSED: usize = 4;

/// A word without the ending of a plural or a possessive.
fn stem(word: &str) -> String {
    let word = word.strip_suffix("'s").unwrap_or(word).trim_end_matches('\'');
    if let Some(start) = word.strip_suffix("ies").filter(|start| start.len() > 1) {
        return format!("{start}y");
    }
    let one = word.strip_suffix('s').filter(|one| one.len() > 2 && !one.ends_with(['s', 'u', 'i']));
    one.unwrap_or(word).to_owned()
}

fn stems(text: &str) -> Vec<String> {
    key(text).split(' ').filter(|word| !word.is_empty()).map(stem).collect()
}

fn names(category: &Category) -> impl Iterator<Item = &str> {
    std::iter::once(&category.name).chain(&category.also).map(String::as_str)
}

/// Whether a word of a name is what somebody types: its beginning, or it with an ending, as `dreaming` for `dream`.
fn is_typed(typed: &str, word: &str) -> bool {
    let with_ending = |rest: &str| ["ed", "er", "ing"].contains(&rest);
    word.starts_with(typed) || word.len() > 3 && typed.strip_prefix(word).is_some_and(with_ending)
}

/// See [`super::Correspondences::categories_like`].
pub(super) fn like<'a>(categories: &'a [Category], text: &str) -> Vec<&'a Category> {
    let sought = stems(text);
    let Some((last, first)) = sought.split_last() else { return vec![] };
    let rank = |category: &Category| {
        let own = stems(&category.name);
        let named = |is: &dyn Fn(&[String]) -> bool| names(category).any(|name| is(&stems(name)));
        let has_all = |name: &[String]| sought.iter().all(|word| name.contains(word));
        let begun = |name: &[String]| {
            first.iter().all(|word| name.contains(word)) && name.iter().any(|word| is_typed(last, word))
        };
        // What it is called comes before what else people call it.
        let ranks = [
            own == sought,
            named(&|name| name == sought),
            has_all(&own),
            named(&has_all),
            begun(&own),
            named(&begun),
            last.len() > 3 && has_all(&stems(&category.why)),
        ];
        ranks.iter().position(|is_so| *is_so)
    };
    let mut found: Vec<_> = categories.iter().filter_map(|category| Some((rank(category)?, category))).collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, category)| category).take(MOST).collect()
}

/// See [`super::Correspondences::categories_in`].
pub(super) fn within<'a>(categories: &'a [Category], question: &str) -> Vec<&'a Category> {
    let used = stems(question);
    let words = |name: &str| {
        let words = stems(name);
        if words.iter().all(|word| used.contains(word)) { words.len() } else { 0 }
    };
    let most = |category: &Category| names(category).map(words).max().unwrap_or_default();
    let mut found: Vec<_> = categories.iter().map(|category| (most(category), category)).collect();
    found.retain(|(words, _)| *words > 0);
    found.sort_by_key(|(words, _)| Reverse(*words));
    found.into_iter().map(|(_, category)| category).take(PROPOSED).collect()
}
